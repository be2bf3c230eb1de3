/** The pairs of a draft and what is decided about them. A decision shows at once; the list is not read again for it. */
import type { DraftCounts, DraftPair } from '@tandem/sdk/source'
import { type InfiniteData, useMutation, useQuery } from '@tanstack/react-query'
import { useAgentId } from '../../../agent.ts'
import { admin, liveOf, queryClient } from '../../../api.ts'
import { useListing } from '../../../listing.ts'
import { tellError } from '../../../ui/Toast.tsx'
import { byPlace } from '../queries.ts'

export type Decision = 'approve' | 'drop' | 'reset'

const PAGE = 200
const became = { approve: 'approved', drop: 'dropped', reset: 'pending' } as const
type Listed = InfiniteData<{ items: DraftPair[] }>

export function useReview(docId: string) {
  const agentId = useAgentId()
  const pairsKey = ['draft-pairs', agentId, docId]
  const countsKey = ['draft', agentId, docId]
  const draft = useQuery({
    queryKey: countsKey,
    queryFn: ({ signal }) => admin.drafts.get({ agentId, docId }, { signal }),
    meta: liveOf({ doc_id: docId }, 'document'),
  })
  const listing = useListing<DraftPair>({
    queryKey: pairsKey,
    read: async (cursor, signal) =>
      byPlace(
        await admin.drafts
          .pairs({ agentId, docId, from: Number(cursor ?? 0), limit: PAGE }, { signal })
          .page(),
      ),
    meta: liveOf({ doc_id: docId }, 'document'),
  })
  const patch = (change: (pair: DraftPair) => DraftPair) =>
    queryClient.setQueryData<Listed>(
      pairsKey,
      (data) =>
        data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
    )
  const setCounts = (counts: DraftCounts) =>
    queryClient.setQueryData<typeof draft.data>(countsKey, (data) => data && { ...data, counts })
  const decide = useMutation({
    mutationFn: ({ decision, ordinal }: { decision: Decision; ordinal: number }) =>
      admin.drafts.decide({ agentId, docId }, { decision, ordinals: [ordinal] }),
    onSuccess(counts, { decision, ordinal }) {
      setCounts(counts)
      patch((pair) => (pair.ordinal === ordinal ? decided(pair, decision) : pair))
    },
    onError: tellError,
  })
  const decideAll = useMutation({
    mutationFn: (decision: Decision) => admin.drafts.decide({ agentId, docId }, { decision, all: true }),
    async onSuccess(counts) {
      setCounts(counts)
      await queryClient.invalidateQueries({ queryKey: pairsKey })
    },
    onError: tellError,
  })
  const edit = useMutation({
    mutationFn: ({ ordinal, ...change }: { ordinal: number; question: string; answer: string }) =>
      admin.drafts.editPair({ agentId, docId, ordinal: String(ordinal) }, change),
    async onSuccess(edited) {
      patch((pair) => (pair.ordinal === edited.ordinal ? edited : pair))
      await queryClient.invalidateQueries({ queryKey: countsKey })
    },
  })
  return { draft, listing, decide, decideAll, edit }
}

/** An edited pair that is approved stays edited; dropped or reset, it has the words of the file again. */
function decided(pair: DraftPair, decision: Decision): DraftPair {
  if (pair.state === 'edited' && decision === 'approve') return pair
  return { ...pair, ...(pair.original ?? {}), original: null, state: became[decision] }
}
