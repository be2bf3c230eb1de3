/** The state of a document in a word; of one that is being converted, how far it has come. */
import type { AdminDocument } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { useAgentId } from '../../agent.ts'
import { knowledgeTexts } from '../../texts/knowledge.ts'
import { useText } from '../../texts/text.ts'
import { State } from '../../ui/Badge.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { knowledge } from './queries.ts'

export function DocumentState({ document: { id, status } }: { document: AdminDocument }) {
  const t = useText(knowledgeTexts)
  if (status === 'AVAILABLE') return <State is="good">{t('AVAILABLE')}</State>
  if (status === 'FAILED') return <State is="bad">{t('FAILED')}</State>
  return <InWork docId={id} />
}

function InWork({ docId }: { docId: string }) {
  const t = useText(knowledgeTexts)
  const { data } = useQuery(knowledge.conversion(useAgentId(), docId))
  if (data?.status === 'waiting') return <State is="waiting">{t('waitsForReview')}</State>
  if (!data || data.progress.chunks === 0) return <State is="waiting">{t('PROCESSING')}</State>
  const { chunks, done, failed } = data.progress
  return (
    <Progress
      done={done + failed}
      of={chunks}
      label={t('passagesDone', { done: done + failed, n: chunks })}
    />
  )
}
