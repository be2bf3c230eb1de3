/** Throws a draft away: says what goes with it. */
import type { DraftCounts } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { useAgentId } from '../agent.ts'
import { admin } from '../api.ts'
import { useLeadOn } from '../lead-on.ts'
import { readAgain } from '../pages/knowledge/queries.ts'
import { paths } from '../paths.ts'
import { reviewTexts } from '../texts/knowledge-review.ts'
import { useText } from '../texts/text.ts'
import { Confirm } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/Panels.tsx'
import { tell } from '../ui/Toast.tsx'

export function DraftDiscard({
  docId,
  name,
  counts: { total, pending },
  isOpen,
  close,
}: {
  docId: string
  name: string
  counts: DraftCounts
  isOpen: boolean
  close: () => void
}) {
  const t = useText(reviewTexts)
  const agentId = useAgentId()
  const leadOn = useLeadOn()
  const discard = useMutation({
    mutationFn: () => admin.drafts.delete({ agentId, docId }),
    onSuccess() {
      leadOn(paths.document(agentId, docId))
      tell(t('discarded', { name }))
      void readAgain()
    },
  })
  return (
    <Confirm
      isOpen={isOpen}
      close={close}
      title={t('discardTitle', { name })}
      action={t('discardDo', { n: total })}
      isBusy={discard.isPending}
      act={() => discard.mutate()}
    >
      <p>{t('discardWhat', { done: total - pending, n: total })}</p>
      {discard.error && <ErrorNotice error={discard.error} />}
    </Confirm>
  )
}
