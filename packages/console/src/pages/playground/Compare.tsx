/** One question to the agent as it is and to the agent with other settings, side by side. Nothing is stored. */
import type { DryRun, DryRunRequest } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Columns2 } from 'lucide-react'
import { useState } from 'react'
import { admin, queries } from '../../api.ts'
import { playgroundTexts } from '../../texts/playground.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Check, NumberField, TextArea, TextField } from '../../ui/Field.tsx'
import { Section } from '../../ui/Page.tsx'
import { Empty, ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { Duration } from '../../ui/Time.tsx'
import { DryRunView } from './DryRunView.tsx'

type Answering = Readonly<Record<string, unknown>>

export function Compare({ agentId }: { agentId: string }) {
  const t = useText(playgroundTexts)
  const settings = useQuery(queries.agentSettings(agentId))
  const [text, setText] = useState('')
  const [change, setChange] = useState<Answering>({})
  const run = useMutation({
    mutationFn: () => {
      const other: DryRunRequest = { text, settings: { answering: change } }
      return Promise.all([
        admin.agents.dryRun({ agentId }, { text }),
        admin.agents.dryRun({ agentId }, other),
      ])
    },
  })
  if (settings.error) return <ErrorState error={settings.error} retry={() => void settings.refetch()} />
  if (!settings.data) return <SkeletonRows />
  const answering: Answering = { ...settings.data.answering, ...change }
  const set = (name: string, value: unknown) => setChange({ ...change, [name]: value })
  return (
    <form
      className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-5 max-md:p-3"
      onSubmit={(event) => {
        event.preventDefault()
        run.mutate()
      }}
    >
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            label={t('question')}
            required
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button look="ink" type="submit" isBusy={run.isPending} disabled={text.trim() === ''}>
          {t('compareRun')}
        </Button>
      </div>
      <Section title={t('otherSettings')} about={t('otherSettingsAbout')}>
        <div className="grid gap-3 md:grid-cols-2">
          <TextArea
            label={t('persona')}
            rows={2}
            maxLength={4_000}
            value={String(answering.persona)}
            onChange={(event) => set('persona', event.target.value)}
          />
          <TextArea
            label={t('instructions')}
            rows={2}
            maxLength={8_000}
            value={String(answering.instructions)}
            onChange={(event) => set('instructions', event.target.value)}
          />
          <NumberField
            label={t('knowledgeLimit')}
            min={1}
            max={20}
            value={answering.knowledge_limit as number | undefined}
            onNumber={(pairs) => set('knowledge_limit', pairs)}
          />
          <TextField
            label={t('defaultLanguage')}
            maxLength={35}
            value={String(answering.default_language)}
            onChange={(event) => set('default_language', event.target.value)}
          />
          <Check
            label={t('useModel')}
            checked={answering.use_model === true}
            onChange={(event) => set('use_model', event.target.checked)}
          />
        </div>
      </Section>
      <div className="grid gap-4 md:grid-cols-2">
        <Side title={t('asSaved')} run={run.data?.[0]} isRunning={run.isPending} />
        <Side title={t('withThese')} run={run.data?.[1]} isRunning={run.isPending} />
      </div>
      {run.error && <ErrorState error={run.error} retry={() => run.mutate()} />}
    </form>
  )
}

function Side({ title, run, isRunning }: { title: string; run: DryRun | undefined; isRunning: boolean }) {
  const t = useText(playgroundTexts)
  return (
    <section aria-label={title} className="card flex min-w-0 flex-col gap-3 p-4">
      <div className="flex items-center gap-2">
        <h2 className="font-semibold">{title}</h2>
        {run && (
          <span className="ml-auto flex items-center gap-2 text-sm text-ink-3">
            <Badge tone="ai">{t(outcomes[run.outcome])}</Badge>
            <Duration ms={run.took_ms} />
          </span>
        )}
      </div>
      {isRunning && <SkeletonRows rows={4} />}
      {run && !isRunning && (
        <>
          <p dir="auto" className="rounded-xl bg-ai-bg px-3 py-2 text-talk break-words whitespace-pre-wrap">
            {run.text || t('saysNothing')}
          </p>
          <DryRunView run={run} />
        </>
      )}
      {!run && !isRunning && <Empty icon={Columns2} title={t('compareEmpty')} />}
    </section>
  )
}

const outcomes = {
  answered: 'answered',
  offered: 'offered',
  unanswered: 'unanswered',
  small_talk: 'smallTalk',
  handed_over: 'handedOver',
} as const
