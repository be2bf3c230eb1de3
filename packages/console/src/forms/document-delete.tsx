/** Deletes a document: says what goes with it. */
import type { AdminDocument } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { useAgentId } from '../agent.ts'
import { admin } from '../api.ts'
import { useLeadOn } from '../lead-on.ts'
import { readAgain } from '../pages/knowledge/queries.ts'
import { paths } from '../paths.ts'
import { documentTexts } from '../texts/knowledge-document.ts'
import { useText } from '../texts/text.ts'
import { Confirm } from '../ui/Dialog.tsx'
import { ErrorNotice } from '../ui/Panels.tsx'
import { tell } from '../ui/Toast.tsx'

export function DocumentDelete({
  document: { id, name, pairs },
  isOpen,
  close,
}: {
  document: AdminDocument
  isOpen: boolean
  close: () => void
}) {
  const t = useText(documentTexts)
  const agentId = useAgentId()
  const leadOn = useLeadOn()
  const remove = useMutation({
    mutationFn: () => admin.asAgent(agentId).knowledge.deleteDocuments({ doc: [id] }),
    onSuccess() {
      leadOn(paths.knowledge(agentId), { replace: true })
      tell(t('deleted', { name }))
      void readAgain()
    },
  })
  return (
    <Confirm
      isOpen={isOpen}
      close={close}
      title={t('deleteTitle', { name })}
      action={t('deleteDo', { n: pairs })}
      isBusy={remove.isPending}
      act={() => remove.mutate()}
    >
      <p>{t('deleteWhat', { n: pairs })}</p>
      {remove.error && <ErrorNotice error={remove.error} />}
    </Confirm>
  )
}
