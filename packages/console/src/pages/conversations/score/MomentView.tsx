/** What was the case at one moment, in sentences: who had the floor, how long was left, what was going on. */
import type { Score } from '@tandem/sdk/source'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../../paths.ts'
import { scoreTexts } from '../../../texts/conversations.ts'
import { useLocale } from '../../../texts/language.ts'
import { type Say, useText } from '../../../texts/text.ts'
import { duration } from '../../../ui/Time.tsx'
import type { Mark, ScoreLayout } from './layout.ts'
import { momentAt } from './moment.ts'
import { useMomentTime } from './times.ts'

export function MomentView({
  agentId,
  score,
  layout,
  at,
  openMessage,
}: {
  agentId: string
  score: Score
  layout: ScoreLayout
  at: number
  openMessage: (id: string) => void
}) {
  const t = useText(scoreTexts)
  const locale = useLocale()
  const timeOf = useMomentTime()
  const { floor, person, marks } = momentAt(score, layout, at)
  const left = person ? duration(person.leftMs, locale) : ''
  return (
    <div className="flex flex-col gap-3 text-sm" aria-live="polite">
      <h2 className="font-semibold">{t('at', { time: timeOf(at) })}</h2>
      {floor && (
        <p>
          <span className={floor.owner === 'ai' ? 'text-ai' : 'text-person'}>
            {t(floor.owner === 'ai' ? 'aiSince' : 'personSince', { time: timeOf(floor.from) })}
          </span>{' '}
          {person && t(person.hasReplied ? 'replied' : 'notYet', { left })}
        </p>
      )}
      {marks.length === 0 && <p className="text-ink-3">{t('nothing')}</p>}
      <ul className="flex flex-col gap-2">
        {marks.map((mark) => (
          <li key={mark.key} className="card flex flex-col gap-0.5 px-3 py-2">
            <Told mark={mark} agentId={agentId} openMessage={openMessage} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Told({
  mark,
  agentId,
  openMessage,
}: {
  mark: Mark
  agentId: string
  openMessage: (id: string) => void
}) {
  const t = useText(scoreTexts)
  const locale = useLocale()
  const timeOf = useMomentTime()
  const { sign } = mark
  const [title, words] = wordsOf(mark, t, locale, timeOf)
  const link = 'self-start text-xs linked'
  let more: ReactNode
  if (sign.is === 'message' || sign.is === 'turn') {
    const id = sign.is === 'message' ? sign.id : sign.turn.message_id
    more = (
      <button type="button" className={link} onClick={() => openMessage(id)}>
        {t('openMessage')}
      </button>
    )
  }
  if (sign.is === 'attempt' || sign.is === 'retry')
    more = (
      <Link href={paths.delivery(agentId, sign.delivery.id)} className={link}>
        {t('openDelivery')}
      </Link>
    )
  return (
    <>
      <p className={`font-semibold break-words ${isBad(mark) ? 'text-bad' : ''}`}>{title}</p>
      {words && <p className="break-words text-ink-2">{words}</p>}
      {more}
    </>
  )
}

const isBad = ({ sign }: Mark) =>
  sign.is === 'closed' ||
  sign.is === 'retry' ||
  (sign.is === 'attempt' && sign.attempt.error !== null) ||
  (sign.is === 'turn' && sign.turn.end === 'failed')

const turnWords = {
  said: 'turnSaid',
  dropped: 'turnDropped',
  failed: 'turnFailed',
  silent: 'turnSilent',
} as const
const messageWords = {
  user: 'asked',
  assistant: 'assistantSaid',
  human: 'humanSaid',
  notice: 'asked',
} as const

/** A title, and a sentence where there is more to say. */
function wordsOf(
  { sign, from, until }: Mark,
  t: Say<typeof scoreTexts>,
  locale: string,
  timeOf: (at: number) => string,
): [string, string?] {
  const length = duration(until - from, locale)
  switch (sign.is) {
    case 'message':
      return [t(messageWords[sign.role]), timeOf(from)]
    case 'turn':
      return [t('writing'), t(sign.turn.end === null ? 'turnPending' : turnWords[sign.turn.end], { length })]
    case 'wait':
      return [t('waiting'), t('waitedFor', { length })]
    case 'deadline':
      return [t('deadline'), t(sign.handoff.ended_at === null ? 'deadlineNow' : 'deadlinePassed')]
    case 'attempt': {
      const { attempt, delivery } = sign
      const [kind, status] = [t(delivery.kind), String(attempt.http_status ?? t('noStatus'))]
      if (attempt.error === null) return [t('attemptGood', { kind, status, length })]
      return [t('attemptBad', { kind, n: attempt.number, length, reason: attempt.error })]
    }
    case 'retry':
      return [t('retrying', { kind: t(sign.delivery.kind), length })]
    case 'closed':
      return [t('closed'), t('closedSince', { time: timeOf(from), reason: sign.endpoint.reason ?? '' })]
  }
}
