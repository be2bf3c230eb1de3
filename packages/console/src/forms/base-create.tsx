/** Makes a knowledge base. */
import { useAgentId } from '../agent.ts'
import { admin, queryClient } from '../api.ts'
import { knowledge } from '../pages/knowledge/queries.ts'
import { knowledgeTexts } from '../texts/knowledge.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { NameDialog } from '../ui/NameDialog.tsx'

export const LONGEST_BASE_NAME = 100

export function BaseCreate({
  isOpen,
  close,
  made,
}: {
  isOpen: boolean
  close: () => void
  made: (baseId: string) => void
}) {
  const t = useText(knowledgeTexts)
  const ui = useText(uiTexts)
  const agentId = useAgentId()
  return (
    <NameDialog
      isOpen={isOpen}
      close={close}
      title={t('newBase')}
      label={t('name')}
      hint={t('newBaseHint')}
      longest={LONGEST_BASE_NAME}
      action={ui('create')}
      save={async (name) => {
        const { knowledge_base_id } = await admin.asAgent(agentId).knowledge.createBase({ name })
        await queryClient.invalidateQueries({ queryKey: knowledge.bases(agentId).queryKey })
        close()
        made(knowledge_base_id)
      }}
    />
  )
}
