/** Says which converted documents wait for somebody's approval, and leads to them. */
import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { knowledgeTexts } from '../../texts/knowledge.ts'
import { useText } from '../../texts/text.ts'
import { knowledge } from './queries.ts'

const MOST_NAMED = 3

export function DraftsNotice({ agentId }: { agentId: string }) {
  const t = useText(knowledgeTexts)
  const { data: drafts = [] } = useQuery(knowledge.drafts(agentId))
  if (drafts.length === 0) return null
  return (
    <div className="card flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2 text-sm">
      <ClipboardCheck size={15} aria-hidden className="text-warn" />
      <span className="font-semibold">{t('draftsWait', { n: drafts.length })}</span>
      {drafts.slice(0, MOST_NAMED).map(({ doc_id, doc_name, counts }) => (
        <Link key={doc_id} href={paths.review(agentId, doc_id)} className="min-w-0 truncate underline">
          <bdi>{doc_name}</bdi> ({t('nToDecide', { n: counts.pending })})
        </Link>
      ))}
    </div>
  )
}
