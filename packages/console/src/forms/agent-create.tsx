/** Makes an agent and shows its first API key, once. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { admin, queries, queryClient } from '../api.ts'
import { paths } from '../paths.ts'
import { agentTexts } from '../texts/agents.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { Code } from '../ui/Code.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'

const LONGEST_NAME = 200

export function AgentCreate({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const t = useText(agentTexts)
  const ui = useText(uiTexts)
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => admin.agents.create({ name: name.trim() }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.agents().queryKey }),
  })
  const leave = () => {
    close()
    create.reset()
    setName('')
  }
  if (create.data) {
    const { agent, api_key } = create.data
    const go = () => {
      leave()
      navigate(paths.overview(agent.id))
    }
    return (
      <Dialog
        isOpen={isOpen}
        close={go}
        title={t('made1', { name: agent.name })}
        foot={
          <Button look="ink" onClick={go}>
            {t('toAgent')}
          </Button>
        }
      >
        <p className="text-sm">{t('keyOnce')}</p>
        <Code text={api_key} label={t('apiKey')} />
      </Dialog>
    )
  }
  return (
    <Dialog isOpen={isOpen} close={leave} title={t('new')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <TextField
          label={t('name')}
          hint={t('newHint')}
          error={create.error ? (create.error.hint ?? create.error.message) : undefined}
          required
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={leave}>{ui('cancel')}</Button>
          <Button look="ink" type="submit" isBusy={create.isPending} disabled={name.trim() === ''}>
            {t('create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
