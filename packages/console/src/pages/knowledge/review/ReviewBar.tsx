/** How far a review has come, and acts on all that is left. */
import type { DraftCounts } from '@tandem/sdk/source'
import { reviewTexts } from '../../../texts/knowledge-review.ts'
import { useText } from '../../../texts/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import type { Decision } from './use-review.ts'

export function ReviewBar({
  counts: { total, pending, approved, edited, dropped, held },
  isBusy,
  decideAll,
}: {
  counts: DraftCounts
  isBusy: boolean
  decideAll: (decision: Decision) => void
}) {
  const t = useText(reviewTexts)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b bg-surface px-5 py-2 text-sm max-md:px-3">
      <Progress done={total - pending} of={total} label={t('decided', { done: total - pending, n: total })} />
      <span className="text-good">{t('nApproved', { n: approved + edited })}</span>
      <span className="text-ink-2">{t('nDropped', { n: dropped })}</span>
      {held > 0 && <span className="text-warn">{t('nHeld', { n: held })}</span>}
      <span className="grow" />
      {pending > held && (
        <Button size="s" isBusy={isBusy} onClick={() => decideAll('approve')}>
          {t('approveRest', { n: pending - held })}
        </Button>
      )}
    </div>
  )
}
