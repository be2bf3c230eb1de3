/** The review of a converted document, pair by pair: approve, edit or drop, by keys or by buttons; then what changes; then apply. */
import type { DraftPair } from '@tandem/sdk/source'
import { ClipboardCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAgentId } from '../../../agent.ts'
import { useFilters } from '../../../filters.ts'
import { DraftApply } from '../../../forms/draft-apply.tsx'
import { DraftDiscard } from '../../../forms/draft-discard.tsx'
import { useKeys } from '../../../keys.ts'
import { paths } from '../../../paths.ts'
import { reviewTexts } from '../../../texts/knowledge-review.ts'
import { useText } from '../../../texts/text.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Empty, ErrorState, SkeletonRows } from '../../../ui/Panels.tsx'
import { type ListHandle, VirtualList } from '../../../ui/VirtualList.tsx'
import { useParent } from '../parent.ts'
import { DraftEntry } from './DraftEntry.tsx'
import { PairReview } from './PairReview.tsx'
import { ReviewBar } from './ReviewBar.tsx'
import { type Decision, useReview } from './use-review.ts'

export function ReviewPage({ docId }: { docId: string }) {
  const t = useText(reviewTexts)
  const agentId = useAgentId()
  const parent = useParent()
  const [{ at }, setFilters] = useFilters(['at'])
  const [isEditing, setEditing] = useState(false)
  const [asking, setAsking] = useState<'apply' | 'discard'>()
  const list = useRef<ListHandle>(null)
  const { draft, listing, decide, decideAll, edit } = useReview(docId)
  const { rows } = listing
  const index = Math.max(
    0,
    at === undefined ? firstPending(rows, -1) : rows.findIndex(({ ordinal }) => ordinal === Number(at)),
  )
  const pair = rows[index]
  const go = (to: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!next) return
    setEditing(false)
    setFilters({ at: String(next.ordinal) })
    list.current?.show(rows.indexOf(next))
  }
  const onward = () => {
    const next = firstPending(rows, index)
    if (next >= 0) go(next)
  }
  const say = (decision: Decision) => {
    if (!pair || decide.isPending) return
    decide.mutate({ decision, ordinal: pair.ordinal }, { onSuccess: () => decision !== 'reset' && onward() })
  }
  useKeys({
    j: () => go(index + 1),
    k: () => go(index - 1),
    a: () => say('approve'),
    d: () => say('drop'),
    u: () => say('reset'),
    e: () => setEditing(true),
  })
  if (draft.error || !draft.data)
    return (
      <Page parent={parent} title={t('review')}>
        {draft.error?.status === 404 && <NoDraft href={paths.document(agentId, docId)} />}
        {draft.error && draft.error.status !== 404 && (
          <ErrorState error={draft.error} retry={() => void draft.refetch()} />
        )}
        {!draft.error && <SkeletonRows />}
      </Page>
    )
  const { counts, doc_name } = draft.data
  return (
    <Page
      parent={parent}
      title={doc_name}
      about={t('about')}
      isFlush
      actions={
        <>
          <Button onClick={() => setAsking('discard')}>{t('discard')}</Button>
          <Button look="ink" onClick={() => setAsking('apply')}>
            {t('plan')}
          </Button>
        </>
      }
    >
      <ReviewBar counts={counts} isBusy={decideAll.isPending} decideAll={decideAll.mutate} />
      <div className="flex min-h-0 grow">
        <div className="flex w-90 shrink-0 flex-col border-r bg-surface max-lg:hidden">
          <VirtualList
            label={t('pairs')}
            {...listing}
            keyOf={({ ordinal }) => String(ordinal)}
            estimate={45}
            handle={list}
            empty={<Empty title={t('noPairs')} />}
          >
            {(row, n) => <DraftEntry pair={row} isOpen={n === index} open={() => go(n)} />}
          </VirtualList>
        </div>
        {pair && (
          <PairReview
            key={pair.ordinal}
            pair={pair}
            docId={docId}
            place={t('place', { at: index + 1, n: counts.total })}
            isBusy={decide.isPending}
            say={say}
            step={(by) => go(index + by)}
            isEditing={isEditing}
            setEditing={setEditing}
            edit={edit}
            edited={onward}
          />
        )}
      </div>
      <DraftApply docId={docId} isOpen={asking === 'apply'} close={() => setAsking(undefined)} />
      <DraftDiscard
        docId={docId}
        name={doc_name}
        counts={counts}
        isOpen={asking === 'discard'}
        close={() => setAsking(undefined)}
      />
    </Page>
  )
}

/** The next that is not decided, after a place and then from the start; -1 when all are. */
function firstPending(rows: readonly DraftPair[], after: number): number {
  const isPending = ({ state }: DraftPair, n: number) => state === 'pending' && n !== after
  const next = rows.findIndex((pair, n) => n > after && isPending(pair, n))
  return next >= 0 ? next : rows.findIndex(isPending)
}

function NoDraft({ href }: { href: string }) {
  const t = useText(reviewTexts)
  return (
    <Empty
      icon={ClipboardCheck}
      title={t('noDraft')}
      action={<ButtonLink href={href}>{t('toDocument')}</ButtonLink>}
    >
      {t('noDraftWhy')}
    </Empty>
  )
}
