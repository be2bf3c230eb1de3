/** One attempt: when, how long, and a bar of its phases that shows how long each took and where it ended. */
import type { DeliveryAttempt } from '@tandem/sdk/source'
import { deliveryTexts } from '../../texts/deliveries.ts'
import { useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Clock, Duration, duration } from '../../ui/Time.tsx'

const phases = ['resolve', 'connect', 'tls', 'send', 'wait', 'read'] as const

/** On a quick network phases take less than a millisecond. */
const fine = (ms: number, locale: string) =>
  ms > 0 && ms < 1 ? `<${duration(1, locale)}` : duration(ms, locale)

export function AttemptCard({
  attempt,
  told,
}: {
  attempt: DeliveryAttempt
  /** What was said above it already, and is not said again. */
  told?: string | null | undefined
}) {
  const t = useText(deliveryTexts)
  const isBad = attempt.error !== null
  const locale = useLocale()
  const reached = phases.slice(0, phases.indexOf(attempt.stage) + 1)
  const took = attempt.phases_ms
  const words = attempt.error ?? attempt.warning
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-2 text-[12.5px]">
        <b>{t('attempt', { n: attempt.number })}</b>
        <span className="text-ink-3">
          <Clock at={attempt.started_at} />
        </span>
        {attempt.http_status !== null && <Badge tone={isBad ? 'bad' : 'good'}>{attempt.http_status}</Badge>}
        {!attempt.counted && <Badge>{t('notCounted')}</Badge>}
        <span className="ml-auto">
          <Duration ms={attempt.latency_ms} />
        </span>
      </div>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken">
        {reached.map((phase) => (
          <i
            key={phase}
            style={{ flexGrow: took ? (took[phase] ?? 0) : 1 }}
            className={`min-w-0.5 ${isBad && phase === attempt.stage ? 'bg-bad' : 'bg-endpoint'}`}
          />
        ))}
        {!took && phases.slice(reached.length).map((phase) => <i key={phase} className="grow" />)}
      </div>
      <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
        {phases.map((phase) => {
          const isEnd = isBad && phase === attempt.stage
          const ms = took?.[phase] ?? null
          return (
            <span key={phase} className={isEnd ? 'font-semibold text-bad' : ''}>
              {t(phase)}
              {ms !== null && <span className="num text-ink-2"> {fine(ms, locale)}</span>}
              {isEnd && <span aria-hidden> ✕</span>}
            </span>
          )
        })}
      </p>
      {words && words !== told && (
        <p className={`text-xs break-words ${isBad ? 'text-bad' : 'text-warn'}`}>
          {words.replace(/ \(stage: \w+\)$/, '')}
        </p>
      )}
    </div>
  )
}
