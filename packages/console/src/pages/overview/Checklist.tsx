/** First steps with a new agent, each with the button that does it. */
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'wouter'
import { admin, queries, queryClient } from '../../api.ts'
import { paths } from '../../paths.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { useText } from '../../texts/text.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Section } from '../../ui/Page.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { SinkButton } from '../deliveries/SinkButton.tsx'
import { type StepName, useSteps } from './steps.ts'

export function Checklist({ agentId }: { agentId: string }) {
  const t = useText(overviewTexts)
  const steps = useSteps(agentId)
  const done = steps.filter(({ isDone }) => isDone).length
  // Not before all is known: steps that come and go again would push the page up and down.
  if (steps.some(({ isDone }) => isDone === undefined) || done === steps.length) return null
  return (
    <Section title={t('checklist')} about={t('checklistAbout', { done, all: steps.length })}>
      <ol className="-my-1 flex flex-col">
        {steps
          .filter(({ isDone }) => !isDone)
          .map(({ name }) => (
            <OpenStep key={name} agentId={agentId} name={name} />
          ))}
        {done > 0 && (
          <li className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t pt-2.5 pb-1 text-sm text-ink-3">
            {steps
              .filter(({ isDone }) => isDone)
              .map(({ name }) => (
                <DoneStep key={name} agentId={agentId} name={name} />
              ))}
          </li>
        )}
      </ol>
    </Section>
  )
}

function OpenStep({ agentId, name }: { agentId: string; name: StepName }) {
  const t = useText(overviewTexts)
  return (
    <li className="flex items-center gap-3 border-t py-2.5 first:border-t-0 max-md:flex-wrap">
      <CircleDashed size={18} aria-hidden className="shrink-0 text-ink-3" />
      <div className="min-w-0 grow max-md:w-4/5">
        <p className="font-semibold">
          {t(name)} <span className="unseen">({t('open')})</span>
        </p>
        <p className="text-sm text-ink-2">{t(`${name}Why`)}</p>
      </div>
      <span className="flex shrink-0 flex-wrap gap-2 max-md:w-full max-md:pl-8">
        <StepActs agentId={agentId} name={name} />
      </span>
    </li>
  )
}

/** What is done takes no more room than its name; the chat also leads on to where it is used. */
function DoneStep({ agentId, name }: { agentId: string; name: StepName }) {
  const t = useText(overviewTexts)
  const link = 'linked hover:text-ink'
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <CircleCheck size={15} aria-hidden className="shrink-0 text-good" />
      {t(name)} <span className="unseen">({t('done')})</span>
      {name === 'embed' && (
        <>
          <a href={`/chat/${agentId}`} target="_blank" rel="noopener" className={link}>
            {t('openChat')}
          </a>
          <Link href={paths.chat(agentId)} className={link}>
            {t('getTag')}
          </Link>
        </>
      )}
    </span>
  )
}

function StepActs({ agentId, name }: { agentId: string; name: StepName }) {
  const t = useText(overviewTexts)
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
          <SinkButton agentId={agentId} size="s" />
          <ButtonLink size="s" href={paths.integration(agentId)}>
            {t('webhookDo')}
          </ButtonLink>
        </>
      )
    case 'person':
      return (
        <ButtonLink size="s" href={paths.integration(agentId, 'services')}>
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
