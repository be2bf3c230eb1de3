/** Makes an API key, shows it once, and tries it. */
import { useMutation } from '@tanstack/react-query'
import { Zap } from 'lucide-react'
import { useState } from 'react'
import { admin, keyedAgent, queryClient } from '../api.ts'
import { integrationTexts } from '../texts/integration.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { Code, Json } from '../ui/Code.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { ErrorNotice } from '../ui/Panels.tsx'

export function ApiKeyCreate({
  agentId,
  isOpen,
  close,
}: {
  agentId: string
  isOpen: boolean
  close: () => void
}) {
  const t = useText(integrationTexts)
  const ui = useText(uiTexts)
  const [label, setLabel] = useState('')
  const make = useMutation({
    mutationFn: () => admin.apiKeys.create({ agentId }, { label: label.trim() || undefined }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['api-keys', agentId] }),
  })
  const leave = () => {
    close()
    make.reset()
    setLabel('')
  }
  if (make.data)
    return (
      <Dialog
        isOpen={isOpen}
        close={leave}
        title={t('keyMade')}
        width="m"
        foot={
          <Button look="ink" onClick={leave}>
            {ui('close')}
          </Button>
        }
      >
        <p className="text-sm">{t('keyOnce')}</p>
        <Code text={make.data.api_key} label={t('key')} isCopyShown />
        <Try apiKey={make.data.api_key} />
      </Dialog>
    )
  return (
    <Dialog isOpen={isOpen} close={leave} title={t('keyNew')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate()
        }}
      >
        <TextField
          label={t('keyLabel')}
          hint={t('keyLabelHint')}
          error={make.error ? (make.error.hint ?? make.error.message) : undefined}
          maxLength={200}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={leave}>{ui('cancel')}</Button>
          <Button look="ink" type="submit" isBusy={make.isPending}>
            {t('keyMake')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks the service, with the key alone, whose it is. */
function Try({ apiKey }: { apiKey: string }) {
  const t = useText(integrationTexts)
  const test = useMutation({ mutationFn: () => keyedAgent(apiKey).agent.verifyKey() })
  const curl = `curl '${location.origin}/v1/api-key/verify' \\\n  -H 'authorization: Bearer ${apiKey}'`
  return (
    <>
      <Code text={curl} label="curl" />
      <div>
        <Button icon={Zap} isBusy={test.isPending} onClick={() => test.mutate()}>
          {t('testNow')}
        </Button>
      </div>
      {test.data && <Json value={test.data} label={t('response')} />}
      {test.error && <ErrorNotice error={test.error} />}
    </>
  )
}
