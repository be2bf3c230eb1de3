/** The settings of the chat of an agent: who may show it, its look with a preview, its words, and how visitors are known. */
import type { AgentSettings } from '@tandem/sdk/source'
import { ChatPreview } from '../pages/chat/ChatPreview.tsx'
import { VisitorSecret } from '../pages/chat/VisitorSecret.tsx'
import { chatTexts } from '../texts/chat.ts'
import { useText } from '../texts/text.ts'
import { SettingsSection } from './agent-settings-change.tsx'
import { Fields, type SettingField } from './fields.tsx'

interface Props {
  readonly agentId: string
  readonly settings: AgentSettings
  readonly canChange: boolean
}
type Web = NonNullable<AgentSettings['web']>
type Theme = NonNullable<Web['theme']>
type Say = (name: keyof typeof chatTexts) => string

const access = (t: Say): readonly SettingField<Web>[] => [
  { kind: 'check', name: 'enabled', label: t('enabled') },
  { kind: 'lines', name: 'allowed_origins', label: t('sites'), hint: t('sitesHint') },
  { kind: 'check', name: 'allow_null_origin', label: t('nullOrigin'), hint: t('nullOriginHint') },
  { kind: 'check', name: 'files', label: t('files') },
  { kind: 'check', name: 'transcript', label: t('transcript') },
]

const look = (t: Say): readonly SettingField<Theme>[] => [
  { kind: 'colour', name: 'accent', label: t('accent'), hint: t('accentHint') },
  { kind: 'choice', name: 'scheme', label: t('scheme'), choices: named(t, 'auto', 'light', 'dark') },
  { kind: 'choice', name: 'side', label: t('side'), choices: named(t, 'right', 'left') },
  { kind: 'number', name: 'offset_x', label: t('offsetX'), hint: t('pixels'), from: 0, until: 200 },
  { kind: 'number', name: 'offset_y', label: t('offsetY'), hint: t('pixels'), from: 0, until: 200 },
  { kind: 'choice', name: 'icon', label: t('icon'), choices: named(t, 'chat', 'question', 'person') },
  { kind: 'text', name: 'label', label: t('label'), most: 60 },
]

const words = (t: Say): readonly SettingField<Web>[] => [
  { kind: 'text', name: 'title', label: t('title'), hint: t('titleHint'), most: 200 },
  { kind: 'area', name: 'greeting', label: t('greeting'), most: 2000 },
  { kind: 'lines', name: 'starters', label: t('starters'), hint: t('startersHint') },
]

const identity = (t: Say): readonly SettingField<Web>[] => [
  {
    kind: 'number',
    name: 'identity_version',
    label: t('secretNumber'),
    hint: t('secretNumberHint'),
    from: 1,
    until: 1_000_000,
  },
  { kind: 'code', name: 'identity_public_key', label: t('publicKey'), hint: t('publicKeyHint'), most: 2000 },
]

const named = (t: Say, ...names: Parameters<Say>[0][]) => names.map((name) => [name, t(name)] as const)

export function ChatAccess(props: Props) {
  const t = useText(chatTexts)
  return (
    <SettingsSection {...section(props)} title={t('access')} about={t('accessAbout')}>
      {(value, change) => <Fields fields={access(t)} value={value} change={change} />}
    </SettingsSection>
  )
}

export function ChatLook(props: Props) {
  const t = useText(chatTexts)
  return (
    <SettingsSection {...section(props)} title={t('look')} about={t('lookAbout')}>
      {(value, change) => {
        const theme = value.theme ?? {}
        return (
          <div className="grid gap-4 md:grid-cols-2">
            <div className="flex flex-col gap-4">
              <Fields
                fields={look(t)}
                value={theme}
                change={(part) => change({ theme: { ...theme, ...part } })}
              />
            </div>
            <ChatPreview
              look={theme}
              title={value.title || t('sampleTitle')}
              greeting={value.greeting ?? ''}
            />
          </div>
        )
      }}
    </SettingsSection>
  )
}

export function ChatWords(props: Props) {
  const t = useText(chatTexts)
  return (
    <SettingsSection {...section(props)} title={t('words')}>
      {(value, change) => <Fields fields={words(t)} value={value} change={change} />}
    </SettingsSection>
  )
}

export function ChatIdentity(props: Props) {
  const t = useText(chatTexts)
  return (
    <SettingsSection {...section(props)} title={t('identity')} about={t('identityAbout')}>
      {(value, change) => (
        <>
          {props.canChange && (
            <VisitorSecret agentId={props.agentId} version={props.settings.web?.identity_version ?? 1} />
          )}
          <Fields fields={identity(t)} value={value} change={change} />
        </>
      )}
    </SettingsSection>
  )
}

const section = ({ agentId, settings, canChange }: Props) => ({
  agentId,
  name: 'web' as const,
  stored: settings.web ?? {},
  canChange,
})
