/** What the screen of unanswered questions reads. */
import { queryOptions } from '@tanstack/react-query'
import { admin, queryClient } from '../../api.ts'
import type { Filters } from '../../filters.ts'

export const filterNames = ['q', 'sort', 'state'] as const
export type UnansweredFilters = Filters<(typeof filterNames)[number]>

type Params = NonNullable<Parameters<typeof admin.unanswered.groups>[0]>

/** The service counts groups to pass over; that number serves as the cursor. */
export async function readGroups(
  agentId: string,
  { q, sort, state }: UnansweredFilters,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const params: Params = {
    agentId,
    q,
    sort: sort as Params['sort'],
    state: state as Params['state'],
    from: Number(cursor ?? 0),
  }
  const page = await admin.unanswered.groups(params, { signal }).page()
  return { ...page, next_cursor: page.next_from === null ? null : String(page.next_from) }
}

/** Which open questions a pair would catch; asked again only for other words. */
export const caughtQuery = (agentId: string, pair: { question: string; answer: string }) =>
  queryOptions({
    queryKey: ['caught', agentId, pair],
    queryFn: ({ signal }) => admin.unanswered.caught({ agentId }, pair, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const unansweredChanged = (agentId: string) =>
  queryClient.invalidateQueries({ queryKey: ['unanswered', agentId] })
