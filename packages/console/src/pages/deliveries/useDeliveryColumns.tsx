/** The columns of the log. */
import type { Delivery, Endpoint } from '@tandem/sdk/source'
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { deliveryTexts, endpointTexts } from '../../texts/deliveries.ts'
import { useLocale } from '../../texts/language.ts'
import { type Say, useText } from '../../texts/text.ts'
import { Badge, State } from '../../ui/Badge.tsx'
import { shortId } from '../../ui/Id.tsx'
import type { Column } from '../../ui/TableRow.tsx'
import { Clock, Duration, relative, useNow } from '../../ui/Time.tsx'
import { hostOf } from './queries.ts'

export function useDeliveryColumns(endpoints: readonly Endpoint[]): {
  columns: Column<Delivery>[]
  nameOf: (row: Delivery) => string
} {
  const t = useText(deliveryTexts)
  const ends = useText(endpointTexts)
  // The same while nothing of them changes: rows that stay are not drawn anew when others come.
  return useMemo(
    () => ({
      columns: columnsOf(endpoints, t, ends('webhook')),
      nameOf: (row) => t('rowName', { kind: t(row.kind), sequence: row.sequence, state: t(row.state) }),
    }),
    [endpoints, t, ends],
  )
}

function columnsOf(
  endpoints: readonly Endpoint[],
  t: Say<typeof deliveryTexts>,
  webhook: string,
): Column<Delivery>[] {
  return [
    {
      name: 'accepted',
      label: t('accepted'),
      width: '104px',
      cell: ({ created_at }) => (
        <span className="text-ink-3">
          <Clock at={created_at} />
        </span>
      ),
    },
    {
      name: 'conversation',
      label: t('conversation'),
      width: '96px',
      isWide: true,
      cell: ({ conversation_id, sequence }) => (
        <>
          <span title={conversation_id} className="font-mono text-[12.5px]">
            {shortId(conversation_id)}
          </span>{' '}
          <span className="num text-ink-3">#{sequence}</span>
        </>
      ),
    },
    { name: 'what', label: t('what'), width: 'minmax(76px, 1.2fr)', cell: ({ kind }) => t(kind) },
    {
      name: 'to',
      label: t('to'),
      width: 'minmax(110px, 1.1fr)',
      isWide: true,
      cell: (row) => (
        <span title={row.url}>
          <Badge tone={row.kind === 'message' ? 'endpoint' : 'person'}>{toOf(row, endpoints, webhook)}</Badge>
        </span>
      ),
    },
    {
      name: 'attempts',
      label: t('attempts'),
      width: '84px',
      isWide: true,
      cell: (row) => <Attempts row={row} />,
    },
    {
      name: 'state',
      label: t('state'),
      width: 'minmax(116px, 1fr)',
      cell: (row) => <DeliveryState row={row} />,
    },
    {
      name: 'took',
      label: t('took'),
      width: '56px',
      isEnd: true,
      isWide: true,
      cell: ({ delivered_at, created_at }) =>
        delivered_at === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Duration ms={delivered_at - created_at} />
        ),
    },
  ]
}

/** The name of the endpoint it went to; of one that is no more, or has moved, the host. */
function toOf(row: Delivery, endpoints: readonly Endpoint[], webhook: string): string {
  const type = row.kind === 'message' ? 'message' : 'human_service'
  const found = endpoints.find((each) => each.type === type && row.url.startsWith(each.url))
  return found ? (found.name ?? webhook) : hostOf(row)
}

const MOST_DOTS = 6

/** A square for each attempt: failed ones filled red, the one that worked green, the one to come hollow. */
function Attempts({ row }: { row: Delivery }) {
  const t = useText(deliveryTexts)
  const failed = row.attempts - (row.state === 'delivered' ? 1 : 0)
  const dots = [
    ...Array.from({ length: Math.min(failed, MOST_DOTS) }, () => 'bg-bad'),
    ...(row.state === 'delivered'
      ? ['bg-good']
      : row.state === 'pending'
        ? ['border-[1.5px] border-line-strong']
        : []),
  ]
  return (
    <span className="inline-flex items-center gap-0.75" title={t('nAttempts', { n: row.attempts })}>
      <span className="unseen">{t('nAttempts', { n: row.attempts })}</span>
      {dots.map((dot, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: squares without a name
        <i key={n} aria-hidden className={`size-1.75 rounded-[2px] ${dot}`} />
      ))}
      {failed > MOST_DOTS && <span className="num ml-1 text-xs text-ink-3">{row.attempts}</span>}
    </span>
  )
}

function DeliveryState({ row }: { row: Delivery }) {
  const t = useText(deliveryTexts)
  if (row.state === 'delivered')
    return row.last_error ? (
      <span title={row.last_error}>
        <Badge tone="warn" icon={TriangleAlert}>
          {t('delivered')}
          <span className="unseen">{t('withWarning')}</span>
        </Badge>
      </span>
    ) : (
      <State is="good">{t('delivered')}</State>
    )
  if (row.state === 'dead') return <State is="bad">{t('dead')}</State>
  if (row.behind !== null) {
    const sequence = String(row.behind)
    return (
      <span title={t('behindWhy', { sequence })}>
        <State is="none">{t('behind', { sequence })}</State>
      </span>
    )
  }
  if (row.next_attempt_at === null || row.attempts === 0)
    return <State is={row.attempts > 0 ? 'bad' : 'waiting'}>{t('pending')}</State>
  return <Retry at={row.next_attempt_at} />
}

function Retry({ at }: { at: number }) {
  const t = useText(deliveryTexts)
  const locale = useLocale()
  const now = useNow()
  return <State is="bad">{t('retryAt', { when: relative(Math.max(at, now), now, locale, 'narrow') })}</State>
}
