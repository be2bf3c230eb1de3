/** The passage a pair came from: what a model was shown, or the words of the file themselves. */
import type { DraftPair } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { useAgentId } from '../../../agent.ts'
import { admin } from '../../../api.ts'
import { reviewTexts } from '../../../texts/knowledge-review.ts'
import { useText } from '../../../texts/text.ts'
import { ErrorState, SkeletonRows } from '../../../ui/Panels.tsx'

export function Passage({ docId, pair }: { docId: string; pair: DraftPair }) {
  const t = useText(reviewTexts)
  const agentId = useAgentId()
  const isWritten = pair.origin?.how === 'model'
  const { data, error, refetch } = useQuery({
    queryKey: ['passage', agentId, docId, pair.ordinal],
    queryFn: ({ signal }) =>
      admin.drafts.passage({ agentId, docId, ordinal: String(pair.ordinal) }, { signal }),
    enabled: isWritten,
  })
  if (isWritten && !data)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <SkeletonRows rows={4} />
  const { question, answer } = pair.original ?? pair
  const passage = data?.passage ?? `${question}\n${answer}`
  return (
    <div className="rounded-lg bg-sunken p-3.5 text-sm">
      <p dir="auto" className="break-words whitespace-pre-wrap">
        {passage}
      </p>
      <p className="mt-2.5 text-xs text-ink-3">
        {t(isWritten ? 'passageModel' : pair.origin === null ? 'passageDesk' : 'passageWhole')}
      </p>
    </div>
  )
}
