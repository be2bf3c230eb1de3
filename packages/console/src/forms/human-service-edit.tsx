/** A human service: where its requests go, when people are there, which users it is for, and what users are told. */
import type { HumanService, HumanServiceOptions } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, queryClient } from '../api.ts'
import { integrationTexts } from '../texts/integration.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Check, NumberField, TextArea, TextField } from '../ui/Field.tsx'
import { ErrorNotice } from '../ui/Panels.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { tell } from '../ui/Toast.tsx'
import { HandoffTexts } from './handoff-texts.tsx'
import { ServiceHoursField } from './service-hours.tsx'

type Options = { [Name in keyof HumanServiceOptions]-?: Exclude<HumanServiceOptions[Name], undefined> }

const NO_OPTIONS: Options = { hours: null, languages: [], phrases: [], keyless_replies: false, texts: {} }

interface Draft {
  name: string
  webhook_url: string
  username: string
  secret: string
  /** Whether saving deletes the stored credentials. */
  dropsCredentials: boolean
  waiting_timeout_s: number | undefined
  idle_timeout_s: number | undefined
  options: Options
}

const draftOf = (service: HumanService | undefined): Draft => ({
  name: service?.name ?? '',
  webhook_url: service?.webhook_url ?? '',
  username: '',
  secret: '',
  dropsCredentials: false,
  waiting_timeout_s: service?.waiting_timeout_s ?? 60,
  idle_timeout_s: service?.idle_timeout_s ?? 1_800,
  options: { ...NO_OPTIONS, ...service?.options } as Options,
})

/** Lines and commas alike part what is listed. */
const listed = (text: string) =>
  text
    .split(/[\n,，]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')

export function HumanServiceEdit({
  agentId,
  service,
  isOpen,
  close,
}: {
  agentId: string
  /** None: a new one. */
  service: HumanService | undefined
  isOpen: boolean
  close: () => void
}) {
  const t = useText(integrationTexts)
  const ui = useText(uiTexts)
  const [draft, setDraft] = useState(() => draftOf(service))
  const [phrases, setPhrases] = useState(draft.options.phrases.join('\n'))
  const [languages, setLanguages] = useState(draft.options.languages.join(', '))
  const change = (more: Partial<Draft>) => setDraft({ ...draft, ...more })
  const setOptions = (more: Partial<Options>) => change({ options: { ...draft.options, ...more } })
  const save = useMutation({
    mutationFn: async (): Promise<unknown> => {
      const { username, secret, dropsCredentials, ...rest } = draft
      const options = { ...draft.options, phrases: listed(phrases), languages: listed(languages) }
      const body = { ...rest, options, username: username || undefined, secret: secret || undefined }
      if (!service) return admin.humanServices.create({ agentId }, body)
      const credentials = dropsCredentials ? { username: null, secret: null } : {}
      return admin.humanServices.update({ agentId, serviceId: service.id }, { ...body, ...credentials })
    },
    onSuccess: () => {
      tell(ui('saved'))
      close()
      return queryClient.invalidateQueries({ queryKey: ['human-services', agentId] })
    },
  })
  const isStored = service?.username && !draft.dropsCredentials
  const usernameHint = isStored ? t('usernameStays', { username: service.username ?? '' }) : t('usernameHint')
  const passwordHint = isStored && service.has_secret ? t('passwordStays') : t('passwordHint')
  const address = (
    <div className="flex flex-col gap-3">
      <TextField
        label={t('name')}
        required
        maxLength={200}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={t('serviceUrl')}
        hint={t('serviceUrlHint')}
        type="url"
        required
        maxLength={2_000}
        value={draft.webhook_url}
        onChange={(event) => change({ webhook_url: event.target.value })}
        className="font-mono"
      />
      <div className="grid gap-3 md:grid-cols-2">
        <TextField
          label={t('username')}
          hint={usernameHint}
          maxLength={200}
          disabled={draft.dropsCredentials}
          value={draft.username}
          onChange={(event) => change({ username: event.target.value })}
        />
        <TextField
          label={t('password')}
          hint={passwordHint}
          type="password"
          autoComplete="new-password"
          maxLength={500}
          disabled={draft.dropsCredentials}
          value={draft.secret}
          onChange={(event) => change({ secret: event.target.value })}
        />
        <NumberField
          label={t('waitingTimeout')}
          min={1}
          max={86_400}
          value={draft.waiting_timeout_s}
          onNumber={(seconds) => change({ waiting_timeout_s: seconds })}
        />
        <NumberField
          label={t('idleTimeout')}
          min={1}
          max={604_800}
          value={draft.idle_timeout_s}
          onNumber={(seconds) => change({ idle_timeout_s: seconds })}
        />
      </div>
      {service?.username && (
        <Check
          label={t('noCredentials')}
          hint={t('noCredentialsHint')}
          checked={draft.dropsCredentials}
          onChange={(event) => change({ dropsCredentials: event.target.checked, username: '', secret: '' })}
        />
      )}
      <Check
        label={t('keyless')}
        hint={t('keylessHint')}
        checked={draft.options.keyless_replies}
        onChange={(event) => setOptions({ keyless_replies: event.target.checked })}
      />
    </div>
  )
  const triggers = (
    <div className="flex flex-col gap-3">
      <TextArea
        label={t('phrases')}
        hint={t('phrasesHint')}
        rows={4}
        value={phrases}
        onChange={(event) => setPhrases(event.target.value)}
      />
      <TextField
        label={t('languages')}
        hint={t('languagesHint')}
        value={languages}
        onChange={(event) => setLanguages(event.target.value)}
      />
    </div>
  )
  return (
    <Dialog isOpen={isOpen} close={close} title={service ? service.name : t('serviceNew')} width="l">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Tabs
          tabs={[
            { value: 'address', label: t('address'), content: address },
            {
              value: 'hours',
              label: t('hours'),
              content: (
                <ServiceHoursField hours={draft.options.hours} onChange={(hours) => setOptions({ hours })} />
              ),
            },
            { value: 'triggers', label: t('triggers'), content: triggers },
            {
              value: 'texts',
              label: t('texts'),
              content: (
                <HandoffTexts texts={draft.options.texts} onChange={(texts) => setOptions({ texts })} />
              ),
            },
          ]}
        />
        {save.error && <ErrorNotice error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{ui('cancel')}</Button>
          <Button
            look="ink"
            type="submit"
            isBusy={save.isPending}
            disabled={draft.name.trim() === '' || draft.webhook_url.trim() === ''}
          >
            {ui('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
