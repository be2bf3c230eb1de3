/** The endpoints of the agent: state, rate, times, what went wrong last, and what can be done about it. Those in trouble first. */

import type { Endpoint } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { endpointTexts } from '../../texts/deliveries.ts'
import { useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { State } from '../../ui/Badge.tsx'
import { ErrorState, Skeleton } from '../../ui/Panels.tsx'
import { Spark } from '../../ui/Spark.tsx'
import { duration, relative, Time, useNow } from '../../ui/Time.tsx'
import { EndpointButtons, EndpointMenu } from './EndpointActs.tsx'
import { endpointTones } from './EndpointHistory.tsx'
import { endpointsQuery } from './queries.ts'

const order: Record<Endpoint['state'], number> = { parked: 0, disabled: 0, paused: 1, open: 2 }

export function EndpointCards({ agentId, endpoints }: { agentId: string; endpoints: readonly Endpoint[] }) {
  const t = useText(endpointTexts)
  const sorted = endpoints.toSorted((a, b) => order[a.state] - order[b.state])
  return (
    <ul
      aria-label={t('endpoints')}
      className="grid max-h-80 shrink-0 grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-3 overflow-y-auto max-md:flex max-md:max-h-none max-md:overflow-x-auto"
    >
      {sorted.map((endpoint) => (
        <li key={endpoint.id} className="max-md:w-72 max-md:shrink-0">
          <EndpointCard agentId={agentId} endpoint={endpoint} />
        </li>
      ))}
    </ul>
  )
}

/** The cards, or what stands in their place until they are read. */
export function EndpointStrip({ agentId }: { agentId: string }) {
  const query = useQuery(endpointsQuery(agentId))
  if (query.isPending)
    return (
      <div className="grid shrink-0 grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-3">
        <Skeleton className="h-38 rounded-lg" />
        <Skeleton className="h-38 rounded-lg max-md:hidden" />
      </div>
    )
  if (!query.data) return <ErrorState error={query.error} retry={() => query.refetch()} />
  if (query.data.items.length === 0) return null
  return <EndpointCards agentId={agentId} endpoints={query.data.items} />
}

function EndpointCard({ agentId, endpoint }: { agentId: string; endpoint: Endpoint }) {
  const t = useText(endpointTexts)
  const isOpen = endpoint.state === 'open'
  const name = endpoint.name ?? t('messageWebhook')
  const href = paths.deliveries(agentId, { endpoint: endpoint.component_id ?? 'message' })
  return (
    <div
      className={`card flex h-full flex-col gap-1.5 px-3.5 py-2.5 ${isOpen || endpoint.state === 'paused' ? '' : 'border-bad'}`}
    >
      <div className="flex items-center gap-1.5">
        <Link href={href} className="truncate font-semibold hover:underline">
          {name}
        </Link>
        <span className="-mr-1.5 ml-auto flex shrink-0 items-center gap-1">
          <State is={endpointTones[endpoint.state]}>{t(endpoint.state)}</State>
          <EndpointMenu endpoint={endpoint} name={name} />
        </span>
      </div>
      <p title={endpoint.url} className="-mt-1 truncate font-mono text-[12.5px] text-ink-3">
        {endpoint.url.replace(/^https?:\/\//, '')}
      </p>
      <Hour endpoint={endpoint} />
      <div className="num flex items-center gap-3 text-[12.5px] whitespace-nowrap">
        <span>
          {endpoint.attempts_per_minute > 0
            ? t('perMinute', { n: endpoint.attempts_per_minute })
            : t('quiet')}
        </span>
        <span className="ml-auto flex gap-3">
          {endpoint.dead > 0 && (
            <Link href={`${href}&state=dead`} className="text-bad hover:underline">
              {t('nDead', { n: endpoint.dead })}
            </Link>
          )}
          <Link href={`${href}&state=pending`} className="text-ink-3 hover:underline">
            {t('nWaiting', { n: endpoint.pending })}
          </Link>
        </span>
      </div>
      {isOpen && endpoint.last_error && (
        <p className="line-clamp-2 text-xs break-words text-ink-3" title={endpoint.last_error.error}>
          <Link href={paths.delivery(agentId, endpoint.last_error.delivery_id)} className="hover:underline">
            {t('lastError')}
          </Link>{' '}
          <Time at={endpoint.last_error.at} />: {endpoint.last_error.error}
        </p>
      )}
      {!isOpen && <InTrouble endpoint={endpoint} />}
    </div>
  )
}

/** The last hour in bars, and how long attempts take. */
function Hour({ endpoint }: { endpoint: Endpoint }) {
  const t = useText(endpointTexts)
  const locale = useLocale()
  const of = (kind: 'good' | 'failed') => endpoint.last_hour.reduce((sum, span) => sum + span[kind], 0)
  return (
    <div className="mt-auto flex items-end gap-3 pt-1">
      <Spark label={t('lastHour', { good: of('good'), failed: of('failed') })} bars={endpoint.last_hour} />
      {endpoint.p50_ms !== null && endpoint.p95_ms !== null && (
        <p className="num shrink-0 text-right text-xs text-ink-3">
          <span className="block">{t('p50', { took: duration(endpoint.p50_ms, locale) })}</span>
          <span className="block">{t('p95', { took: duration(endpoint.p95_ms, locale) })}</span>
        </p>
      )}
    </div>
  )
}

/** Why it is not open, what can be done, and when it is tested by itself. */
function InTrouble({ endpoint }: { endpoint: Endpoint }) {
  const t = useText(endpointTexts)
  const locale = useLocale()
  const now = useNow()
  return (
    <>
      {endpoint.reason && <p className="line-clamp-2 text-xs break-words text-bad">{endpoint.reason}</p>}
      <div className="flex flex-wrap items-center gap-1.5">
        <EndpointButtons endpoint={endpoint} />
        {endpoint.next_probe_at !== null && (
          <span className="ml-auto text-xs text-ink-3">
            {t('nextTest', { when: relative(Math.max(endpoint.next_probe_at, now), now, locale, 'narrow') })}
          </span>
        )}
      </div>
    </>
  )
}
