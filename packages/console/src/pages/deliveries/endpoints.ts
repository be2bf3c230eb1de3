/** The endpoints of an agent, and how the deliveries to each stand. */

import { type EndpointCounts, TandemError } from '@tandem/sdk/source'
import { queryOptions } from '@tanstack/react-query'
import { admin, live } from '../../api.ts'

export interface Endpoint
  extends Pick<EndpointCounts, 'state' | 'reason' | 'next_probe_at' | 'pending' | 'dead'> {
  readonly id: string
  /** Null for the message webhook. */
  readonly component_id: string | null
  readonly name: string | null
  readonly url: string
}

const unused = { state: 'open', reason: null, next_probe_at: null, pending: 0, dead: 0 } as const

export const endpointsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['endpoints', agentId],
    async queryFn({ signal }): Promise<Endpoint[]> {
      const [counts, webhook, services] = await Promise.all([
        admin.deliveries.counts({ agentId }, { signal }),
        admin.messageWebhook.get({ agentId }, { signal }).catch(ifMissing),
        admin.humanServices.list({ agentId }, { signal }),
      ])
      const countsOf = (id: string | null) =>
        counts.endpoints.find(({ component_id }) => component_id === id) ?? unused
      const message = { id: 'message', component_id: null, name: null, url: webhook?.url ?? '' }
      return [
        ...(webhook ? [{ ...message, ...pick(countsOf(null)) }] : []),
        ...services.items.map(({ id, name, webhook_url }) => ({
          id,
          component_id: id,
          name,
          url: webhook_url,
          ...pick(countsOf(id)),
        })),
      ]
    },
    meta: live('endpoint', 'delivery'),
  })

const pick = ({ state, reason, next_probe_at, pending, dead }: Pick<Endpoint, keyof typeof unused>) => ({
  state,
  reason,
  next_probe_at,
  pending,
  dead,
})

function ifMissing(error: unknown): undefined {
  if (error instanceof TandemError && error.status === 404) return undefined
  throw error
}
