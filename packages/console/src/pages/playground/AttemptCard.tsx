/** An attempt to deliver something to the developer's server: what was sent, what was said to it, and why there was another. */
import type { Delivery, DeliveryAttempt, DeliveryDetail } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { Hourglass, RotateCw } from 'lucide-react'
import { admin, queryClient } from '../../api.ts'
import { paths } from '../../paths.ts'
import { useLocale } from '../../texts/language.ts'
import { playgroundTexts } from '../../texts/playground.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Code, Json } from '../../ui/Code.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Clock, Duration, duration } from '../../ui/Time.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { RECEIVER } from './snippets.ts'
import { WireCard } from './WireCard.tsx'

export interface Attempted {
  readonly agentId: string
  readonly delivery: DeliveryDetail
  readonly attempt: DeliveryAttempt
  /** How long after the attempt before it; undefined for the first. */
  readonly afterMs: number | undefined
  readonly isLast: boolean
}

export function AttemptCard({ agentId, delivery, attempt, afterMs, isLast }: Attempted) {
  const t = useText(playgroundTexts)
  const locale = useLocale()
  const { kind, sequence } = delivery
  const isBad = attempt.error !== null
  const isPerson = kind !== 'message'
  return (
    <WireCard
      party={isBad ? 'bad' : isPerson ? 'person' : 'endpoint'}
      title={
        <>
          <span className="font-mono text-[12.5px]">
            <b>POST</b> {t(kind)}
          </span>
          <span className="text-ink-3">
            #{sequence} {t('attempt', { number: attempt.number })}
            {afterMs !== undefined && ` ${t('after', { time: duration(afterMs, locale) })}`}
          </span>
        </>
      }
      end={
        <>
          <Badge tone={isBad ? 'bad' : 'good'}>{attempt.http_status ?? t('noResponse')}</Badge>
          <span className="text-ink-3">
            <Duration ms={attempt.latency_ms} />
          </span>
        </>
      }
    >
      {() => (
        <>
          {attempt.error && <p className="text-sm text-bad">{attempt.error}</p>}
          <Tabs
            tabs={[
              { value: 'body', label: t('body'), content: <Json value={delivery.body} label={t('body')} /> },
              {
                value: 'response',
                label: t('response'),
                content: <Code text={attempt.response ?? ''} label={t('response')} />,
              },
              { value: 'curl', label: 'curl', content: <Code text={delivery.curl} label="curl" /> },
              { value: 'sdk', label: t('receiver'), content: <Code text={RECEIVER} label={t('receiver')} /> },
            ]}
          />
          <div className="flex flex-wrap gap-2">
            {isLast && <Again deliveryId={delivery.id} />}
            <ButtonLink size="s" href={paths.delivery(agentId, delivery.id)}>
              {t('toDelivery')}
            </ButtonLink>
          </div>
        </>
      )}
    </WireCard>
  )
}

function Again({ deliveryId, isWaiting = false }: { deliveryId: string; isWaiting?: boolean }) {
  const t = useText(playgroundTexts)
  const replay = useMutation({
    mutationFn: () => admin.deliveries.replay({ deliveryId }),
    onError: tellError,
    onSuccess: () => {
      tell(t('sentAgain'))
      return queryClient.invalidateQueries({ queryKey: ['playground', 'deliveries'] })
    },
  })
  return (
    <Button size="s" icon={RotateCw} isBusy={replay.isPending} onClick={() => replay.mutate()}>
      {isWaiting ? t('tryNow') : t('again')}
    </Button>
  )
}

/** A delivery that is not there yet: when it is tried next, or what it waits for. */
export function WaitingCard({ delivery }: { delivery: Delivery }) {
  const t = useText(playgroundTexts)
  const { id, sequence, kind, next_attempt_at, behind } = delivery
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2.5 rounded-lg border border-dashed border-edge px-3 py-1 text-sm text-ink-2">
      <Hourglass size={13} aria-hidden />
      <span>
        {t(kind)} #{sequence}
      </span>
      <span className="text-ink-3">
        {next_attempt_at === null ? (
          t(behind === null ? 'beingSent' : 'waitsBehind')
        ) : (
          <>
            {t('triedNext')} <Clock at={next_attempt_at} />
          </>
        )}
      </span>
      {next_attempt_at !== null && (
        <span className="ml-auto">
          <Again deliveryId={id} isWaiting />
        </span>
      )}
    </div>
  )
}
