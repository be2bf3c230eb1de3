/** What a file would change in the document it is to replace. */
import type { DocumentPreview } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { useAgentId } from '../../../agent.ts'
import { admin, liveOf } from '../../../api.ts'
import { addTexts } from '../../../texts/knowledge-add.ts'
import { useText } from '../../../texts/text.ts'
import { Section } from '../../../ui/Page.tsx'
import { ErrorState, SkeletonRows } from '../../../ui/Panels.tsx'
import { type ChangeList, Changes } from '../Changes.tsx'

export function Replacement({ docId, pairs }: { docId: string; pairs: DocumentPreview['pairs'] }) {
  const t = useText(addTexts)
  const agentId = useAgentId()
  const key = ['replacement', agentId, docId, pairs]
  const plan = (list: ChangeList, from: number, signal: AbortSignal) =>
    admin.documents.planReplacement({ agentId, docId, list, from }, { qaList: pairs }, { signal })
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'counts'],
    queryFn: ({ signal }) => plan('changed', 0, signal),
    meta: liveOf({ doc_id: docId }, 'document'),
  })
  return (
    <Section title={t('whatChanges')} about={t('whatChangesHow')}>
      {data && <Changes docId={docId} counts={data.counts} queryKey={key} read={plan} />}
      {!data && !error && <SkeletonRows rows={4} />}
      {!data && error && <ErrorState error={error} retry={() => void refetch()} />}
    </Section>
  )
}
