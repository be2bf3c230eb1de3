/** First steps with a new agent, each with the button that does it. */
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, ExternalLink } from 'lucide-react'
import { admin, queries, queryClient } from '../../api.ts'
import { paths } from '../../paths.ts'
import { deliveryTexts } from '../../texts/deliveries.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { useText } from '../../texts/text.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Section } from '../../ui/Page.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { useSinkAsWebhook } from '../deliveries/NothingYet.tsx'
import { type Step, type StepName, useSteps } from './steps.ts'

export function Checklist({ agentId }: { agentId: string }) {
  const t = useText(overviewTexts)
  const steps = useSteps(agentId)
  const done = steps.filter(({ isDone }) => isDone).length
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <Section title={t('checklist')} about={t('checklistAbout', { done, all: steps.length })}>
      <ol className="flex flex-col">
        {steps.map((step) => (
          <StepRow key={step.name} agentId={agentId} step={step} />
        ))}
      </ol>
    </Section>
  )
}

function StepRow({ agentId, step: { name, isDone } }: { agentId: string; step: Step }) {
  const t = useText(overviewTexts)
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex items-center gap-3 border-t py-2.5 first:border-t-0 max-md:flex-wrap">
      <Icon size={18} aria-hidden className={`shrink-0 ${isDone ? 'text-good' : 'text-ink-3'}`} />
      <div className="min-w-0 grow max-md:w-4/5">
        <p className={isDone ? 'text-ink-3' : 'font-semibold'}>
          {t(name)} <span className="unseen">({isDone ? t('done') : t('open')})</span>
        </p>
        {!isDone && <p className="text-sm text-ink-2">{t(`${name}Why`)}</p>}
      </div>
      {isDone === false && (
        <span className="flex shrink-0 flex-wrap gap-2 max-md:w-full max-md:pl-8">
          <StepActs agentId={agentId} name={name} />
        </span>
      )}
      {isDone && name === 'embed' && (
        <Button
          size="s"
          icon={ExternalLink}
          onClick={() => window.open(`/chat/${agentId}`, '_blank', 'noopener')}
        >
          {t('openChat')}
        </Button>
      )}
    </li>
  )
}

function StepActs({ agentId, name }: { agentId: string; name: StepName }) {
  const t = useText(overviewTexts)
  const delivery = useText(deliveryTexts)
  const sink = useSinkAsWebhook(agentId)
  const turnOn = useMutation({
    mutationFn: () => admin.agents.changeSettings({ agentId }, { web: { enabled: true } }),
    onSuccess: () => tell(t('chatOn')),
    onError: tellError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.agentSettings(agentId).queryKey }),
  })
  switch (name) {
    case 'knowledge':
      return (
        <ButtonLink size="s" href={paths.knowledge(agentId)}>
          {t('knowledgeDo')}
        </ButtonLink>
      )
    case 'ask':
      return (
        <ButtonLink size="s" href={paths.playground(agentId)}>
          {t('askDo')}
        </ButtonLink>
      )
    case 'webhook':
      return (
        <>
          <Button size="s" look="quiet" isBusy={sink.isPending} onClick={() => sink.mutate()}>
            {delivery('useSink')}
          </Button>
          <ButtonLink size="s" href={paths.integration(agentId)}>
            {t('webhookDo')}
          </ButtonLink>
        </>
      )
    case 'person':
      return (
        <ButtonLink size="s" href={paths.integration(agentId)}>
          {t('personDo')}
        </ButtonLink>
      )
    case 'embed':
      return (
        <Button size="s" isBusy={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {t('embedDo')}
        </Button>
      )
  }
}
