/** One handoff: how long the user waited, how it ended, everything that happened, and what the desk was sent. */
import type { HandoffDetail as Detail, HandoffEvent } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { handoffTexts } from '../../texts/handoffs.ts'
import { useText } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { State } from '../../ui/Badge.tsx'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Id, shortId } from '../../ui/Id.tsx'
import { ErrorState, Notice, SkeletonRows } from '../../ui/Panels.tsx'
import { Clock, Duration, Time } from '../../ui/Time.tsx'
import { handoffQuery } from './queries.ts'
import { EndState } from './useColumns.tsx'

interface Props {
  readonly agentId: string
  readonly handoffId: string
  readonly close: () => void
}

export function HandoffDetail({ agentId, handoffId, close }: Props) {
  const t = useText(handoffTexts)
  const ui = useText(uiTexts)
  const { data, error, refetch } = useQuery(handoffQuery(handoffId))
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 grow truncate font-semibold">
          <bdi>{data && (data.email ?? data.phone ?? shortId(data.conversation_id))}</bdi>
        </h2>
        {data && (
          <ButtonLink size="s" href={paths.conversation(agentId, data.conversation_id)}>
            {t('openTalk')}
          </ButtonLink>
        )}
        <IconButton icon={X} label={ui('close')} onClick={close} />
      </div>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <SkeletonRows />}
      {data && <Shown agentId={agentId} handoff={data} />}
    </div>
  )
}

const reasons = ['user_asked', 'unanswered', 'developer', 'button', 'model'] as const
const isReason = (text: string): text is (typeof reasons)[number] => reasons.some((each) => each === text)

function Shown({ agentId, handoff }: { agentId: string; handoff: Detail }) {
  const t = useText(handoffTexts)
  const length = (ms: number | null) => ms !== null && <Duration ms={ms} />
  const { reason, state, end_reason } = handoff
  return (
    <>
      <div>
        {end_reason ? (
          <EndState end={end_reason} />
        ) : (
          <State is={state === 'CONNECTED' ? 'good' : 'waiting'}>
            {t(state === 'ENDED' ? 'CONNECTED' : state)}
          </State>
        )}
      </div>
      <Facts
        facts={[
          [t('id'), <Id key="id" id={handoff.id} />],
          [t('desk'), <bdi key="desk">{handoff.human_service_name}</bdi>],
          [t('reason'), isReason(reason) ? t(reason) : reason],
          [t('email'), handoff.email && <bdi className="break-all">{handoff.email}</bdi>],
          [t('phone'), handoff.phone],
          [t('asked'), <Time key="asked" at={handoff.requested_at} />],
          [t('established'), length(handoff.time_to_establish_ms)],
          [t('waited'), length(handoff.time_to_first_reply_ms) || t(end_reason ? 'nobody' : 'notYet')],
          [t('lasted'), length(handoff.duration_ms)],
          [t('words'), t('wordsOf', { user: handoff.user_messages, human: handoff.human_messages })],
        ]}
      />
      {handoff.undelivered.length > 0 && (
        <Notice tone="bad">
          <b>{t('undelivered')}</b>
          {handoff.undelivered.map(({ delivery_id, text, reason }) => (
            <p key={delivery_id} className="mt-1">
              <bdi>{text}</bdi> – {reason}
            </p>
          ))}
        </Notice>
      )}
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">{t('timeline')}</h3>
        <ol className="flex flex-col gap-2 border-l pl-3">
          {handoff.timeline.map((event, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its order
            <li key={n}>
              <Happened event={event} />
            </li>
          ))}
        </ol>
      </section>
      <section className="flex flex-col gap-1.5">
        <h3 className="font-semibold">{t('requests')}</h3>
        {handoff.deliveries.map(({ id, kind, state, attempt_log, last_error }) => (
          <p key={id} className="flex min-w-0 items-center gap-2">
            <Link href={paths.delivery(agentId, id)} className="font-mono text-[12.5px] linked">
              {kind.replace('handoff_', '')}
            </Link>
            <State is={state === 'delivered' ? 'good' : state === 'dead' ? 'bad' : 'waiting'}>
              {String(attempt_log.at(-1)?.http_status ?? '–')}
            </State>
            <span className="min-w-0 truncate text-ink-3">{last_error}</span>
          </p>
        ))}
      </section>
    </>
  )
}

const parties: Record<string, string> = { userMessage: 'text-user', humanReply: 'text-person' }

function Happened({ event: { at, kind, message } }: { event: HandoffEvent }) {
  const t = useText(handoffTexts)
  const key = `e_${kind}`
  const name = key in handoffTexts ? (t as (key: string) => string)(key) : kind
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className={`font-semibold ${parties[kind] ?? ''}`}>{name}</span>
        <span className="text-xs text-ink-3">
          <Clock at={at} />
        </span>
      </p>
      {message && (
        <p dir="auto" className="break-words whitespace-pre-wrap text-ink-2">
          {message.text}
        </p>
      )}
    </>
  )
}
