/** Makes a knowledge base. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAgentId } from '../agent.ts'
import { admin, queryClient } from '../api.ts'
import { knowledge } from '../pages/knowledge/queries.ts'
import { knowledgeTexts } from '../texts/knowledge.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'

const LONGEST_NAME = 100

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
  const [name, setName] = useState('')
  const leave = () => {
    close()
    create.reset()
    setName('')
  }
  const create = useMutation({
    mutationFn: () => admin.asAgent(agentId).knowledge.createBase({ name: name.trim() }),
    async onSuccess({ knowledge_base_id }) {
      await queryClient.invalidateQueries({ queryKey: knowledge.bases(agentId).queryKey })
      leave()
      made(knowledge_base_id)
    },
  })
  return (
    <Dialog isOpen={isOpen} close={leave} title={t('newBase')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <TextField
          label={t('name')}
          hint={t('newBaseHint')}
          error={create.error ? (create.error.hint ?? create.error.message) : undefined}
          required
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={leave}>{ui('cancel')}</Button>
          <Button look="ink" type="submit" isBusy={create.isPending} disabled={name.trim() === ''}>
            {ui('create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
