/** The settings of the chat of an agent: who may show it, its look with a preview, its words. */
import type { AgentSettings } from '@tandem/sdk/source'
import { ChatPreview } from '../pages/chat/ChatPreview.tsx'
import { chatTexts } from '../texts/chat.ts'
import { useText } from '../texts/text.ts'
import { Check, SelectField, TextArea, TextField } from '../ui/Field.tsx'
import { SettingsSection } from './agent-settings-change.tsx'

interface Props {
  readonly agentId: string
  readonly settings: AgentSettings
  readonly canChange: boolean
}
type Web = NonNullable<AgentSettings['web']>
type Theme = NonNullable<Web['theme']>

/** One entry a line; blank lines are of no account. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function ChatAccess({ agentId, settings, canChange }: Props) {
  const t = useText(chatTexts)
  return (
    <SettingsSection
      agentId={agentId}
      name="web"
      stored={settings.web ?? {}}
      title={t('access')}
      about={t('accessAbout')}
      canChange={canChange}
    >
      {(value, change) => (
        <>
          <Check
            label={t('enabled')}
            checked={value.enabled ?? false}
            onChange={({ target }) => change({ enabled: target.checked })}
          />
          <TextArea
            label={t('sites')}
            hint={t('sitesHint')}
            defaultValue={(value.allowed_origins ?? []).join('\n')}
            onChange={({ target }) => change({ allowed_origins: linesOf(target.value) })}
          />
          <Check
            label={t('files')}
            checked={value.files ?? true}
            onChange={({ target }) => change({ files: target.checked })}
          />
          <Check
            label={t('transcript')}
            checked={value.transcript ?? true}
            onChange={({ target }) => change({ transcript: target.checked })}
          />
        </>
      )}
    </SettingsSection>
  )
}

export function ChatLook({ agentId, settings, canChange }: Props) {
  const t = useText(chatTexts)
  const choices = (names: readonly Parameters<typeof t>[0][]) =>
    names.map((name) => ({ value: name, label: t(name) }))
  return (
    <SettingsSection
      agentId={agentId}
      name="web"
      stored={settings.web ?? {}}
      title={t('look')}
      about={t('lookAbout')}
      canChange={canChange}
    >
      {(value, change) => {
        const theme = value.theme ?? {}
        const set = (part: Partial<Theme>) => change({ theme: { ...theme, ...part } })
        const { accent = '#1f5eff', side = 'right', icon = 'chat', label = '', scheme = 'auto' } = theme
        return (
          <div className="grid gap-4 md:grid-cols-2">
            <div className="flex flex-col gap-4">
              <TextField
                type="color"
                label={t('accent')}
                hint={t('accentHint')}
                value={accent}
                onChange={({ target }) => set({ accent: target.value })}
              />
              <SelectField
                label={t('side')}
                choices={choices(['right', 'left'])}
                value={side}
                onChange={({ target }) => set({ side: target.value as Theme['side'] })}
              />
              <SelectField
                label={t('scheme')}
                choices={choices(['auto', 'light', 'dark'])}
                value={scheme}
                onChange={({ target }) => set({ scheme: target.value as Theme['scheme'] })}
              />
              <SelectField
                label={t('icon')}
                choices={choices(['chat', 'question', 'person'])}
                value={icon}
                onChange={({ target }) => set({ icon: target.value as Theme['icon'] })}
              />
              <TextField
                label={t('label')}
                maxLength={60}
                value={label}
                onChange={({ target }) => set({ label: target.value })}
              />
            </div>
            <ChatPreview
              look={{ accent, side, icon, label, scheme }}
              title={value.title || t('sampleTitle')}
              greeting={value.greeting ?? ''}
            />
          </div>
        )
      }}
    </SettingsSection>
  )
}

export function ChatWords({ agentId, settings, canChange }: Props) {
  const t = useText(chatTexts)
  return (
    <SettingsSection
      agentId={agentId}
      name="web"
      stored={settings.web ?? {}}
      title={t('words')}
      canChange={canChange}
    >
      {(value, change) => (
        <>
          <TextField
            label={t('title')}
            hint={t('titleHint')}
            maxLength={200}
            value={value.title ?? ''}
            onChange={({ target }) => change({ title: target.value })}
          />
          <TextArea
            label={t('greeting')}
            maxLength={2000}
            value={value.greeting ?? ''}
            onChange={({ target }) => change({ greeting: target.value })}
          />
          <TextArea
            label={t('starters')}
            hint={t('startersHint')}
            defaultValue={(value.starters ?? []).join('\n')}
            onChange={({ target }) => change({ starters: linesOf(target.value) })}
          />
        </>
      )}
    </SettingsSection>
  )
}
