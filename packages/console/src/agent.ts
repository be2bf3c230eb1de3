/** The agent of the address, and the person who is signed in. */

import type { Account } from '@tandem/sdk/source'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRoute } from 'wouter'
import { queries } from './api.ts'
import { kept } from './kept.ts'

/** The id in the address; undefined on screens that are for no agent. */
export function useRouteAgent(): string | undefined {
  const [, params] = useRoute<{ agent: string; '*'?: string }>('/a/:agent/*?')
  return params?.agent
}

/** For screens of an agent. */
export function useAgentId(): string {
  const agent = useRouteAgent()
  if (agent === undefined) throw new Error('This screen is for no agent.')
  return agent
}

/** Only below the shell, which is there when somebody is signed in. */
export function useAccount(): Account {
  const { data } = useSuspenseQuery(queries.session())
  if (!data) throw new Error('Nobody is signed in.')
  return data
}

/** The one last looked at, if it is still there; else the newest. */
export function usualAgent<Agent extends { id: string }>(agents: readonly Agent[]): Agent | undefined {
  const last = kept('agent')
  return agents.find(({ id }) => id === last) ?? agents[0]
}
