/** The first steps with a new agent, and whether each is done: read from what is there, so that they tick themselves. */

import { TandemError } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../agent.ts'
import { admin, live, queries } from '../../api.ts'

export type StepName = 'knowledge' | 'ask' | 'webhook' | 'person' | 'embed'

export interface Step {
  readonly name: StepName
  /** Undefined: not known yet. */
  readonly isDone: boolean | undefined
}

/** Those that the person's role can see and do something about. */
export function useSteps(agentId: string): readonly Step[] {
  const { role } = useAccount()
  const isDeveloper = role === 'admin' || role === 'developer'
  const knowledge = useQuery({
    queryKey: ['step-knowledge', agentId],
    queryFn: async ({ signal }) =>
      (await admin.documents.list({ agentId, limit: 1 }, { signal }).page()).items.length > 0,
    meta: live('document'),
  })
  const ask = useQuery({
    queryKey: ['step-ask', agentId],
    async queryFn({ signal }) {
      const asked = (type?: 'PLAYGROUND') =>
        admin.conversations
          .list({ agentId, type, pageSize: 1 }, { signal })
          .page()
          .then(({ items }) => items.length > 0)
      // Talk of the playground is listed only when it is asked for.
      return (await asked()) || (await asked('PLAYGROUND'))
    },
    meta: live('message'),
  })
  const webhook = useQuery({
    queryKey: ['step-webhook', agentId],
    queryFn: ({ signal }) =>
      admin.messageWebhook.get({ agentId }, { signal }).then(
        () => true,
        (error) => {
          if (error instanceof TandemError && error.status === 404) return false
          throw error
        },
      ),
    enabled: isDeveloper,
    meta: live('endpoint'),
  })
  const person = useQuery({
    queryKey: ['step-person', agentId],
    queryFn: async ({ signal }) => (await admin.humanServices.list({ agentId }, { signal })).items.length > 0,
    enabled: isDeveloper,
    meta: live('endpoint'),
  })
  const { data: settings } = useQuery(queries.agentSettings(agentId))
  const steps: Step[] = [
    { name: 'knowledge', isDone: knowledge.data },
    { name: 'ask', isDone: ask.data },
  ]
  if (!isDeveloper) return steps
  return [
    ...steps,
    { name: 'webhook', isDone: webhook.data },
    { name: 'person', isDone: person.data },
    { name: 'embed', isDone: settings && (settings.web?.enabled ?? false) },
  ]
}
