/** What users are told about a handoff, in one language at a time; what is left empty is said in Tandem's own words. */
import type { HumanServiceOptions } from '@tandem/sdk/source'
import { useState } from 'react'
import { integrationTexts } from '../texts/integration.ts'
import { useText } from '../texts/text.ts'
import { TextArea, TextField } from '../ui/Field.tsx'

type Words = NonNullable<HumanServiceOptions['texts']>

const NAMES = [
  'connecting',
  'waiting',
  'connected',
  'failed',
  'wait_timeout',
  'waiting_again',
  'ended_by_person',
  'ended_by_user',
  'ended_by_timeout',
  'outside_hours',
  'closed',
  'email_thanks',
] as const

export function HandoffTexts({ texts, onChange }: { texts: Words; onChange: (texts: Words) => void }) {
  const t = useText(integrationTexts)
  const [language, setLanguage] = useState(Object.keys(texts)[0] ?? 'en')
  const own = texts[language] ?? {}
  const set = (name: string, value: string) => {
    const { [name]: _before, ...rest } = own
    const words = value === '' ? rest : { ...rest, [name]: value }
    const { [language]: _old, ...others } = texts
    onChange(Object.keys(words).length === 0 ? others : { ...others, [language]: words })
  }
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={t('textLanguage')}
        hint={t('textLanguageHint')}
        maxLength={35}
        value={language}
        onChange={(event) => setLanguage(event.target.value.trim())}
      />
      {NAMES.map((name) => (
        <TextArea
          key={name}
          label={t(name)}
          rows={1}
          maxLength={2_000}
          placeholder={t('ownWords')}
          value={own[name] ?? ''}
          disabled={language === ''}
          onChange={(event) => set(name, event.target.value)}
        />
      ))}
    </div>
  )
}
