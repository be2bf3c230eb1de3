/** Shows what applying a draft would change, and applies it, unless something has changed since it was looked at. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useAgentId } from '../agent.ts'
import { admin, liveOf } from '../api.ts'
import { useLeadOn } from '../lead-on.ts'
import { type ChangeList, Changes } from '../pages/knowledge/Changes.tsx'
import { readAgain } from '../pages/knowledge/queries.ts'
import { SetTrial } from '../pages/knowledge/review/SetTrial.tsx'
import { paths } from '../paths.ts'
import { reviewTexts } from '../texts/knowledge-review.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNotice, ErrorState, Notice, SkeletonRows } from '../ui/Panels.tsx'
import { tell } from '../ui/Toast.tsx'

export function DraftApply({ docId, isOpen, close }: { docId: string; isOpen: boolean; close: () => void }) {
  const t = useText(reviewTexts)
  const ui = useText(uiTexts)
  const agentId = useAgentId()
  const leadOn = useLeadOn()
  const read = (list: ChangeList, from: number, signal: AbortSignal) =>
    admin.drafts.plan({ agentId, docId, list, from }, { signal }).page()
  const plan = useQuery({
    queryKey: ['plan', agentId, docId],
    queryFn: ({ signal }) => read('changed', 0, signal),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
    meta: liveOf({ doc_id: docId }, 'document'),
  })
  const apply = useMutation({
    mutationFn: () => admin.drafts.apply({ agentId, docId }, { version: plan.data?.version }),
    onSuccess({ pairs }) {
      leadOn(paths.document(agentId, docId))
      tell(t('applied', { n: pairs }))
      void readAgain()
    },
    onError: () => void plan.refetch(),
  })
  const { data } = plan
  const pending = data?.counts.pending ?? 0
  return (
    <Dialog
      isOpen={isOpen}
      close={close}
      title={t('planTitle')}
      width="l"
      foot={
        <>
          <Button onClick={close}>{ui('cancel')}</Button>
          <Button
            look="ink"
            disabled={!data || pending > 0}
            isBusy={apply.isPending}
            onClick={() => apply.mutate()}
          >
            {t('apply')}
          </Button>
        </>
      }
    >
      {apply.error && <ErrorNotice error={apply.error} />}
      {pending > 0 && <Notice tone="warn">{t('stillPending', { n: pending })}</Notice>}
      {plan.error && !data && <ErrorState error={plan.error} retry={() => void plan.refetch()} />}
      {plan.isPending && <SkeletonRows rows={4} />}
      {data && (
        <Changes
          docId={docId}
          counts={data.counts}
          queryKey={['plan-list', agentId, docId, data.version]}
          read={read}
        />
      )}
      {data && <SetTrial docId={docId} version={data.version} />}
      {data && data.contradiction_count > 0 && (
        <section className="flex flex-col gap-1.5 text-sm">
          <h3 className="font-semibold text-warn">{t('contradictions', { n: data.contradiction_count })}</h3>
          <ul className="flex flex-col gap-1.5">
            {data.contradictions.map(({ first, second }) => (
              <li key={`${first.question} ${second.answer}`} className="border-l-2 border-warn pl-2.5">
                <p dir="auto">
                  {first.question} → {first.answer}
                </p>
                <p dir="auto">
                  {second.question} → {second.answer}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
