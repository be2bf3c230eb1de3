/** The settings of an agent, section by section; each is saved by itself. */

import type { AgentSettings } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { admin, queries, queryClient } from '../api.ts'
import { settingsTexts } from '../texts/settings.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { Check, NumberField, SelectField, TextArea, TextField } from '../ui/Field.tsx'
import { Section } from '../ui/Page.tsx'
import { ErrorNotice } from '../ui/Panels.tsx'
import { tell } from '../ui/Toast.tsx'
import { useDraft } from '../ui/useDraft.ts'
import { Lines } from './fields.tsx'

type Name = 'answering' | 'handoff' | 'knowledge' | 'prices' | 'web'

/** One section: fields, and a button that saves what was changed in it. */
export function SettingsSection<N extends Name>({
  agentId,
  name,
  stored,
  title,
  about,
  canChange,
  children,
}: {
  agentId: string
  name: N
  stored: NonNullable<AgentSettings[N]>
  title: string
  about?: string
  canChange: boolean
  children: (
    value: NonNullable<AgentSettings[N]>,
    change: (part: Partial<NonNullable<AgentSettings[N]>>) => void,
  ) => ReactNode
}) {
  const t = useText(settingsTexts)
  const ui = useText(uiTexts)
  const draft = useDraft(stored)
  const save = useMutation({
    mutationFn: (_all: NonNullable<AgentSettings[N]>) =>
      admin.agents.changeSettings({ agentId }, { [name]: draft.changes }),
    onSuccess: async (_answer, saved) => {
      await queryClient.invalidateQueries({ queryKey: queries.agentSettings(agentId).queryKey })
      draft.settle(saved)
      tell(ui('saved'))
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(draft.value)
      }}
    >
      <Section title={title} about={about}>
        <fieldset disabled={!canChange} className="flex flex-col gap-4">
          {children(draft.value, draft.change)}
        </fieldset>
        {save.error && <ErrorNotice error={save.error} />}
        {canChange && (
          <div className="flex items-center justify-end gap-2">
            {draft.isChanged && <span className="text-xs text-ink-3">{t('changed')}</span>}
            {draft.isChanged && <Button onClick={draft.reset}>{ui('cancel')}</Button>}
            <Button look="ink" type="submit" disabled={!draft.isChanged} isBusy={save.isPending}>
              {ui('save')}
            </Button>
          </div>
        )}
      </Section>
    </form>
  )
}

interface Props {
  readonly agentId: string
  readonly settings: AgentSettings
  readonly canChange: boolean
}

export function AnsweringSection({ agentId, settings, canChange }: Props) {
  const t = useText(settingsTexts)
  return (
    <SettingsSection
      agentId={agentId}
      name="answering"
      stored={settings.answering ?? {}}
      title={t('answering')}
      about={t('answeringAbout')}
      canChange={canChange}
    >
      {(value, change) => (
        <>
          <Check
            label={t('useModel')}
            hint={t('useModelHint')}
            checked={value.use_model ?? true}
            onChange={(event) => change({ use_model: event.target.checked })}
          />
          <TextArea
            label={t('persona')}
            hint={t('personaHint')}
            rows={3}
            maxLength={4000}
            value={value.persona ?? ''}
            onChange={(event) => change({ persona: event.target.value })}
          />
          <TextArea
            label={t('instructions')}
            hint={t('instructionsHint')}
            rows={5}
            maxLength={8000}
            value={value.instructions ?? ''}
            onChange={(event) => change({ instructions: event.target.value })}
          />
          <Check
            label={t('suggest')}
            checked={value.suggest_questions ?? true}
            onChange={(event) => change({ suggest_questions: event.target.checked })}
          />
          <div className="grid grid-cols-3 gap-4 max-md:grid-cols-1">
            <TextField
              label={t('language')}
              hint={t('languageHint')}
              maxLength={35}
              value={value.default_language ?? ''}
              onChange={(event) => change({ default_language: event.target.value })}
            />
            <Whole
              label={t('knowledgeLimit')}
              from={1}
              until={20}
              value={value.knowledge_limit}
              onChange={(n) => change({ knowledge_limit: n })}
            />
            <Whole
              label={t('historyTokens')}
              from={0}
              until={100_000}
              value={value.history_tokens}
              onChange={(n) => change({ history_tokens: n })}
            />
          </div>
        </>
      )}
    </SettingsSection>
  )
}

export function HandoffSection({ agentId, settings, canChange }: Props) {
  const t = useText(settingsTexts)
  return (
    <SettingsSection
      agentId={agentId}
      name="handoff"
      stored={settings.handoff ?? {}}
      title={t('handing')}
      about={t('handingAbout')}
      canChange={canChange}
    >
      {(value, change) => (
        <>
          <Check
            label={t('handoffOn')}
            checked={value.enabled ?? true}
            onChange={(event) => change({ enabled: event.target.checked })}
          />
          <div className="max-w-60">
            <Whole
              label={t('after')}
              hint={t('afterHint')}
              from={0}
              until={20}
              value={value.after_unanswered}
              onChange={(n) => change({ after_unanswered: n })}
            />
          </div>
          <Lines
            label={t('phrases')}
            hint={t('phrasesHint')}
            rows={3}
            value={value.phrases ?? []}
            set={(phrases) => change({ phrases: [...phrases] })}
          />
        </>
      )}
    </SettingsSection>
  )
}

export function PublishingSection({ agentId, settings, canChange }: Props) {
  const t = useText(settingsTexts)
  return (
    <SettingsSection
      agentId={agentId}
      name="knowledge"
      stored={settings.knowledge ?? {}}
      title={t('publishing')}
      canChange={canChange}
    >
      {(value, change) => (
        <div className="max-w-80">
          <SelectField
            label={t('publish')}
            value={value.publish_conversions ?? 'at_once'}
            onChange={(event) =>
              change({ publish_conversions: event.target.value as 'at_once' | 'after_approval' })
            }
            choices={[
              { value: 'at_once', label: t('atOnce') },
              { value: 'after_approval', label: t('afterApproval') },
            ]}
          />
        </div>
      )}
    </SettingsSection>
  )
}

export function PricesSection({ agentId, settings, canChange }: Props) {
  const t = useText(settingsTexts)
  const fields = [
    ['text_input', t('textInput')],
    ['text_output', t('textOutput')],
    ['audio_input', t('audioInput')],
    ['audio_output', t('audioOutput')],
  ] as const
  return (
    <SettingsSection
      agentId={agentId}
      name="prices"
      stored={settings.prices ?? {}}
      title={t('prices')}
      about={t('pricesAbout')}
      canChange={canChange}
    >
      {(value, change) => (
        <div className="grid grid-cols-4 gap-4 max-md:grid-cols-2">
          {fields.map(([name, label]) => (
            <NumberField
              key={name}
              label={label}
              min={0}
              max={1_000_000}
              step="any"
              value={value[name]}
              onNumber={(price) => change({ [name]: price })}
            />
          ))}
        </div>
      )}
    </SettingsSection>
  )
}

function Whole({
  label,
  hint,
  from,
  until,
  value,
  onChange,
}: {
  label: string
  hint?: string
  from: number
  until: number
  value: number | undefined
  onChange: (n: number | undefined) => void
}) {
  const t = useText(settingsTexts)
  return (
    <NumberField
      label={label}
      hint={hint ?? t('range', { from, until })}
      min={from}
      max={until}
      step={1}
      value={value}
      onNumber={onChange}
    />
  )
}
