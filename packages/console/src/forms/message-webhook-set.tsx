/** Sets where messages of the agent go. Secrets go in and never come out: a change replaces all of it. */
import type { MessageWebhook } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, queryClient } from '../api.ts'
import { integrationTexts } from '../texts/integration.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Notice } from '../ui/Panels.tsx'
import { tell } from '../ui/Toast.tsx'

export function MessageWebhookSet({ agentId, webhook }: { agentId: string; webhook: MessageWebhook | null }) {
  const t = useText(integrationTexts)
  const ui = useText(uiTexts)
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [username, setUsername] = useState('')
  const [secret, setSecret] = useState('')
  const isChanged = url !== (webhook?.url ?? '') || username !== '' || secret !== ''
  const losesCredentials = isChanged && webhook?.username != null && username === ''
  const save = useMutation({
    mutationFn: () =>
      admin.messageWebhook.set(
        { agentId },
        { url: url.trim(), username: username || undefined, secret: secret || undefined },
      ),
    onSuccess: () => {
      setUsername('')
      setSecret('')
      tell(ui('saved'))
      return queryClient.invalidateQueries({ queryKey: ['message-webhook', agentId] })
    },
  })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextField
        label={t('url')}
        type="url"
        required
        maxLength={2_000}
        placeholder="https://shop.example/tandem/messages"
        error={save.error ? (save.error.hint ?? save.error.message) : undefined}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        className="font-mono"
      />
      <div className="grid gap-3 md:grid-cols-2">
        <TextField
          label={t('username')}
          hint={webhook?.username ? t('usernameSet', { username: webhook.username }) : t('usernameHint')}
          maxLength={200}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <TextField
          label={t('password')}
          hint={webhook?.has_secret ? t('passwordSet') : t('passwordHint')}
          type="password"
          autoComplete="new-password"
          maxLength={500}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
      </div>
      {losesCredentials && <Notice tone="warn">{t('losesCredentials')}</Notice>}
      <div className="flex justify-end">
        <Button look="ink" type="submit" isBusy={save.isPending} disabled={!isChanged || url.trim() === ''}>
          {ui('save')}
        </Button>
      </div>
    </form>
  )
}
