/** Makes an agent and shows its first API key, once. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import { admin, queries, queryClient } from '../api.ts'
import { paths } from '../paths.ts'
import { agentTexts } from '../texts/agents.ts'
import { useText } from '../texts/text.ts'
import { Button } from '../ui/Button.tsx'
import { Code } from '../ui/Code.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { NameDialog } from '../ui/NameDialog.tsx'

const LONGEST_NAME = 200

type Made = Awaited<ReturnType<typeof admin.agents.create>>

export function AgentCreate({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const t = useText(agentTexts)
  const [, navigate] = useLocation()
  const [made, setMade] = useState<Made>()
  if (made) {
    const { agent, api_key } = made
    const go = () => {
      setMade(undefined)
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
    <NameDialog
      isOpen={isOpen}
      close={close}
      title={t('new')}
      label={t('name')}
      hint={t('newHint')}
      longest={LONGEST_NAME}
      action={t('create')}
      save={async (name) => {
        setMade(await admin.agents.create({ name }))
        await queryClient.invalidateQueries({ queryKey: queries.agents().queryKey })
      }}
    />
  )
}
