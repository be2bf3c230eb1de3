/** Deletes one pair; the history can bring it back. */
import { useMutation } from '@tanstack/react-query'
import { useAgentId } from '../../../agent.ts'
import { admin } from '../../../api.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { Confirm } from '../../../ui/Dialog.tsx'
import { ErrorNotice } from '../../../ui/Panels.tsx'
import { tell } from '../../../ui/Toast.tsx'
import { readAgain } from '../queries.ts'

export function PairDelete({
  docId,
  pair,
  isOpen,
  close,
  deleted,
}: {
  docId: string
  pair: { readonly id: string; readonly question: string; readonly answer: string }
  isOpen: boolean
  close: () => void
  deleted: () => void
}) {
  const t = useText(documentTexts)
  const agentId = useAgentId()
  const remove = useMutation({
    mutationFn: () => admin.documents.deletePair({ agentId, docId, pairId: pair.id }),
    onSuccess() {
      deleted()
      tell(t('pairDeleted'))
      void readAgain()
    },
  })
  return (
    <Confirm
      isOpen={isOpen}
      close={close}
      title={t('deletePairTitle')}
      action={t('deletePair')}
      isBusy={remove.isPending}
      act={() => remove.mutate()}
    >
      <p dir="auto" className="line-clamp-4 font-semibold text-ink">
        {pair.question || pair.answer}
      </p>
      <p className="mt-1">{t('deletePairWhat')}</p>
      {remove.error && <ErrorNotice error={remove.error} />}
    </Confirm>
  )
}
