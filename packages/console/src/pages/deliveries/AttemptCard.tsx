/** One attempt: when, how long, and a bar of its phases that shows where it ended. */
import type { DeliveryAttempt } from '@tandem/sdk/source'
import { deliveryTexts } from '../../texts/deliveries.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Clock, Duration } from '../../ui/Time.tsx'

const phases = ['resolve', 'connect', 'tls', 'send', 'wait', 'read'] as const

export function AttemptCard({ attempt }: { attempt: DeliveryAttempt }) {
  const t = useText(deliveryTexts)
  const isBad = attempt.error !== null
  const last = phases.indexOf(attempt.stage)
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
        {phases.slice(0, last + 1).map((phase, n) => (
          <i key={phase} className={`grow ${isBad && n === last ? 'bg-bad' : 'bg-endpoint'}`} />
        ))}
        {phases.slice(last + 1).map((phase) => (
          <i key={phase} className="grow" />
        ))}
      </div>
      <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
        {phases.map((phase, n) => (
          <span key={phase} className={isBad && n === last ? 'font-semibold text-bad' : ''}>
            {t(phase)}
            {isBad && n === last && <span aria-hidden> ✕</span>}
          </span>
        ))}
      </p>
      {(attempt.error ?? attempt.warning) && (
        <p className={`text-xs break-words ${isBad ? 'text-bad' : 'text-warn'}`}>
          {(attempt.error ?? attempt.warning)?.replace(/ \(stage: \w+\)$/, '')}
        </p>
      )}
    </div>
  )
}
