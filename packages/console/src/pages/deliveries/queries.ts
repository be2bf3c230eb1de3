/** What the delivery log reads: endpoints, the log itself, one delivery. */

import type { Delivery } from '@tandem/sdk/source'
import { queryOptions } from '@tanstack/react-query'
import { admin, live } from '../../api.ts'
import type { Filters } from '../../filters.ts'

export const filterNames = ['state', 'kind', 'endpoint', 'status', 'since', 'q', 'conversation'] as const
export type LogFilters = Filters<(typeof filterNames)[number]>

const HOUR_MS = 3_600_000
const spans: Readonly<Record<string, number>> = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS }

/** When the filter begins; undefined: at the beginning of the log. */
export const sinceOf = ({ since }: LogFilters) =>
  since !== undefined && Object.hasOwn(spans, since) ? Date.now() - (spans[since] as number) : undefined

/** The filters of the address as the service takes them. */
export function paramsOf(agentId: string, filters: LogFilters) {
  const status = filters.status === undefined ? Number.NaN : Number(filters.status)
  return {
    agentId,
    state: oneOf(['pending', 'delivered', 'dead'] as const, filters.state),
    kind: oneOf(['message', 'handoff_establish', 'handoff_chat', 'handoff_close'] as const, filters.kind),
    endpoint: filters.endpoint,
    httpStatus: Number.isInteger(status) ? status : undefined,
    from: sinceOf(filters),
    q: filters.q,
    conversationId: filters.conversation,
  }
}

const oneOf = <T extends string>(all: readonly T[], value: string | undefined) =>
  all.find((each) => each === value)

export const deliveryQuery = (deliveryId: string) =>
  queryOptions({
    queryKey: ['delivery', deliveryId],
    queryFn: ({ signal }) => admin.deliveries.get({ deliveryId }, { signal }),
    meta: live('delivery'),
  })

/** Where a delivery goes, in short: the host, and the port where it has one. */
export const hostOf = ({ url }: Pick<Delivery, 'url'>) => URL.parse(url)?.host ?? url

export const endpointsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['endpoints', agentId],
    queryFn: ({ signal }) => admin.endpoints.list({ agentId }, { signal }),
    meta: live('endpoint', 'delivery'),
  })

export const endpointHistoryQuery = (endpointId: string) =>
  queryOptions({
    queryKey: ['endpoint-history', endpointId],
    queryFn: ({ signal }) => admin.endpoints.history({ endpointId }, { signal }),
    meta: live('endpoint'),
  })
