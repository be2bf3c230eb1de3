/** What the screens of handoffs read. */
import { queryOptions } from '@tanstack/react-query'
import { admin, live } from '../../api.ts'
import type { Filters } from '../../filters.ts'

export const filterNames = ['which', 'end'] as const
export type HandoffFilters = Filters<(typeof filterNames)[number]>

type Params = NonNullable<Parameters<typeof admin.handoffs.list>[0]>

export function readHandoffs(
  agentId: string,
  { which, end }: HandoffFilters,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const params: Params = {
    agentId,
    state: which === 'past' ? 'ENDED' : 'OPEN',
    endReason: which === 'past' ? (end as Params['endReason']) : undefined,
    limit: 100,
    cursor,
  }
  return admin.handoffs.list(params, { signal }).page()
}

export const handoffQuery = (handoffId: string) =>
  queryOptions({
    queryKey: ['handoff', handoffId],
    queryFn: ({ signal }) => admin.handoffs.get({ handoffId }, { signal }),
    meta: live('handoff', 'message', 'delivery'),
  })
