/** What the last attempt sent and what came back, headers and body. */
import type { DeliveryAttempt, DeliveryDetail } from '@tandem/sdk/source'
import { deliveryTexts } from '../../texts/deliveries.ts'
import { useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { Code, Json } from '../../ui/Code.tsx'
import { duration } from '../../ui/Time.tsx'

const linesOf = (headers: DeliveryAttempt['request_headers']) =>
  Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`)

export function Request({ delivery }: { delivery: DeliveryDetail }) {
  const t = useText(deliveryTexts)
  const last = delivery.attempt_log.at(-1)
  const path = URL.parse(last?.url ?? delivery.url)?.pathname ?? delivery.url
  // Before the first attempt only these are known.
  const known = { 'webhook-id': delivery.webhook_id, 'tandem-sequence': String(delivery.sequence) }
  return (
    <div className="flex flex-col gap-2">
      <Code
        text={[`POST ${path}`, ...linesOf(last?.request_headers ?? known)].join('\n')}
        label={t('headers')}
      />
      <Json value={delivery.body} label={t('body')} />
    </div>
  )
}

export function Answer({ delivery }: { delivery: DeliveryDetail }) {
  const t = useText(deliveryTexts)
  const locale = useLocale()
  const last = delivery.attempt_log.at(-1)
  if (!last || last.http_status === null)
    return <p className="text-sm text-ink-2">{last?.error ?? t('noAnswer')}</p>
  const headers = linesOf(last.response_headers)
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm">
        {t('answered', { status: String(last.http_status), took: duration(last.latency_ms, locale) })}
      </p>
      {headers.length > 0 && <Code text={headers.join('\n')} label={t('answerHeaders')} />}
      {last.response ? (
        <Code text={last.response} label={t('answer')} isJson={last.response.startsWith('{')} />
      ) : (
        <p className="text-sm text-ink-3">{t('emptyAnswer')}</p>
      )}
    </div>
  )
}
