/** Deletes an agent, after its name was typed. */

import type { Agent } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, queries, queryClient } from '../api.ts'
import { useLeadOn } from '../lead-on.ts'
import { paths } from '../paths.ts'
import { settingsTexts } from '../texts/settings.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { Section } from '../ui/Page.tsx'
import { tell } from '../ui/Toast.tsx'

export function AgentDelete({ agent }: { agent: Agent }) {
  const t = useText(settingsTexts)
  const ui = useText(uiTexts)
  const leadOn = useLeadOn()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () => admin.agents.delete({ agentId: agent.id }),
    onSuccess: async () => {
      leadOn(paths.agents)
      await queryClient.invalidateQueries({ queryKey: queries.agents().queryKey })
      tell(t('deleted', { name: agent.name }))
    },
  })
  const close = () => {
    setOpen(false)
    setTyped('')
    remove.reset()
  }
  return (
    <Section title={t('danger')} about={t('dangerAbout')}>
      <div>
        <Button look="danger" onClick={() => setOpen(true)}>
          {t('danger')}
        </Button>
      </div>
      <Dialog isOpen={isOpen} close={close} title={t('deleteTitle', { name: agent.name })}>
        <p className="text-sm text-ink-2">{t('dangerAbout')}</p>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            remove.mutate()
          }}
        >
          <TextField
            label={t('deleteType')}
            placeholder={agent.name}
            value={typed}
            error={remove.error ? (remove.error.hint ?? remove.error.message) : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{ui('cancel')}</Button>
            <Button look="danger" type="submit" disabled={typed !== agent.name} isBusy={remove.isPending}>
              {ui('delete')}
            </Button>
          </div>
        </form>
      </Dialog>
    </Section>
  )
}
