/** The history of a document: every change with who made it; what has changed since any of them; and the way back. */
import type { AdminDocument, RevisionEntry } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useAgentId } from '../../../agent.ts'
import { useFilters } from '../../../filters.ts'
import { historyTexts } from '../../../texts/knowledge-history.ts'
import { useText } from '../../../texts/text.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Empty, ErrorState, SkeletonRows } from '../../../ui/Panels.tsx'
import { Time } from '../../../ui/Time.tsx'
import { knowledge } from '../queries.ts'
import { Since } from './Since.tsx'

export function HistoryTab({ document }: { document: AdminDocument }) {
  const t = useText(historyTexts)
  const agentId = useAgentId()
  const [{ revision }, setFilters] = useFilters(['revision'])
  const { data, error, refetch } = useQuery(knowledge.revisions(agentId, document.id))
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  if (data.length === 0) return <Empty icon={History} title={t('none')} />
  const chosen = data.find((entry) => String(entry.revision) === revision)
  return (
    <div className="grid min-h-0 grow grid-cols-[minmax(0,2fr)_minmax(0,3fr)] content-start gap-5 overflow-y-auto max-lg:grid-cols-1">
      <ol className="card self-start overflow-hidden">
        {data.map((entry) => (
          <li key={entry.revision}>
            <Entry
              entry={entry}
              isOpen={entry === chosen}
              open={() => setFilters({ revision: entry === chosen ? '' : String(entry.revision) })}
            />
          </li>
        ))}
      </ol>
      {chosen ? (
        <Since key={chosen.revision} document={document} entry={chosen} />
      ) : (
        <Empty icon={History} title={t('choose')} />
      )}
    </div>
  )
}

function Entry({ entry, isOpen, open }: { entry: RevisionEntry; isOpen: boolean; open: () => void }) {
  const t = useText(historyTexts)
  const { kind, by, at, pairs, added, changed, removed, is_live } = entry
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={open}
      className={`flex w-full flex-col gap-0.5 border-b px-3.5 py-2 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2 ${isOpen ? 'bg-sunken shadow-[inset_2px_0_var(--color-ink)]' : ''}`}
    >
      <span className="flex w-full items-center gap-2">
        <span className="font-semibold">{t(kind)}</span>
        {is_live && <Badge tone="good">{t('live')}</Badge>}
        <span className="ml-auto text-ink-3">
          <Time at={at} />
        </span>
      </span>
      <span className="flex w-full flex-wrap gap-x-3 text-xs text-ink-2">
        <bdi className="truncate">{by ?? t('nobody')}</bdi>
        <span className="num">{t('nPairs', { n: pairs })}</span>
        {added > 0 && <span className="num text-good">{t('plus', { n: added })}</span>}
        {changed > 0 && <span className="num text-warn">{t('other', { n: changed })}</span>}
        {removed > 0 && <span className="num text-bad">{t('minus', { n: removed })}</span>}
      </span>
    </button>
  )
}
