/** Renames or deletes a knowledge base; before that, says what goes with it. */
import type { KnowledgeBase } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { useAgentId } from '../agent.ts'
import { admin } from '../api.ts'
import { readAgain } from '../pages/knowledge/queries.ts'
import { knowledgeTexts } from '../texts/knowledge.ts'
import { useText } from '../texts/text.ts'
import { Confirm } from '../ui/Dialog.tsx'
import { NameDialog } from '../ui/NameDialog.tsx'
import { ErrorNotice } from '../ui/Panels.tsx'
import { tell } from '../ui/Toast.tsx'
import { LONGEST_BASE_NAME } from './base-create.tsx'

interface Props {
  readonly base: KnowledgeBase
  readonly isOpen: boolean
  readonly close: () => void
}

export function BaseRename({ base: { id, name }, isOpen, close }: Props) {
  const t = useText(knowledgeTexts)
  const agentId = useAgentId()
  return (
    <NameDialog
      isOpen={isOpen}
      close={close}
      title={t('renameBase', { name })}
      label={t('name')}
      hint={t('newBaseHint')}
      name={name}
      longest={LONGEST_BASE_NAME}
      action={t('rename')}
      save={async (next) => {
        await admin.bases.change({ agentId, baseId: id }, { name: next })
        await readAgain()
        close()
      }}
    />
  )
}

export function BaseDelete({
  base: { id, name, doc, chunk },
  isOpen,
  close,
  deleted,
}: Props & { deleted: () => void }) {
  const t = useText(knowledgeTexts)
  const agentId = useAgentId()
  const remove = useMutation({
    mutationFn: () => admin.bases.delete({ agentId, baseId: id }, { timeoutMs: TIMEOUT_MS }),
    onSuccess() {
      close()
      deleted()
      tell(t('baseDeleted', { name }))
      void readAgain()
    },
  })
  return (
    <Confirm
      isOpen={isOpen}
      close={close}
      title={t('deleteBaseTitle', { name })}
      action={doc === 0 ? t('deleteBase', { name }) : t('deleteBaseDo', { n: doc })}
      isBusy={remove.isPending}
      act={() => remove.mutate()}
    >
      <p>
        {doc === 0
          ? t('deleteBaseEmpty')
          : t('deleteBaseWhat', { documents: t('nDocuments', { n: doc }), n: chunk })}
      </p>
      {remove.error && <ErrorNotice error={remove.error} />}
    </Confirm>
  )
}

/** Thousands of documents take a while. */
const TIMEOUT_MS = 300_000
