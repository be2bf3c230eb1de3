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
import { duration, relative, Time, useNow } from '../../ui/Time.tsx'
import { EndpointActs } from './EndpointActs.tsx'
import { endpointTones } from './EndpointHistory.tsx'
import { endpointsQuery } from './queries.ts'

const order: Record<Endpoint['state'], number> = { parked: 0, disabled: 0, paused: 1, open: 2 }

export function EndpointCards({ agentId, endpoints }: { agentId: string; endpoints: readonly Endpoint[] }) {
  const t = useText(endpointTexts)
  const sorted = endpoints.toSorted((a, b) => order[a.state] - order[b.state])
  return (
    <ul
      aria-label={t('endpoints')}
      className="grid max-h-80 shrink-0 grid-cols-[repeat(auto-fill,minmax(260px,1fr))] gap-3 overflow-y-auto max-md:flex max-md:max-h-none max-md:overflow-x-auto"
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
      <div className="grid grid-cols-3 gap-3 max-md:grid-cols-1">
        <Skeleton className="h-28" />
        <Skeleton className="h-28 max-md:hidden" />
      </div>
    )
  if (!query.data) return <ErrorState error={query.error} retry={() => query.refetch()} />
  if (query.data.items.length === 0) return null
  return <EndpointCards agentId={agentId} endpoints={query.data.items} />
}

function EndpointCard({ agentId, endpoint }: { agentId: string; endpoint: Endpoint }) {
  const t = useText(endpointTexts)
  const locale = useLocale()
  const now = useNow()
  const isOpen = endpoint.state === 'open'
  const name = endpoint.name ?? t('messageWebhook')
  const took = (ms: number) => duration(ms, locale)
  const href = paths.deliveries(agentId, { endpoint: endpoint.component_id ?? 'message' })
  return (
    <div
      className={`card flex h-full flex-col gap-1.5 px-3.5 py-3 ${isOpen || endpoint.state === 'paused' ? '' : 'border-bad'}`}
    >
      <div className="flex items-center gap-2">
        <Link href={href} className="truncate font-semibold hover:underline">
          {name}
        </Link>
        <span className="ml-auto shrink-0">
          <State is={endpointTones[endpoint.state]}>{t(endpoint.state)}</State>
        </span>
      </div>
      <p title={endpoint.url} className="truncate font-mono text-[12.5px] text-ink-3">
        {endpoint.url.replace(/^https?:\/\//, '')}
      </p>
      {!isOpen && endpoint.reason && (
        <p className="line-clamp-2 text-xs break-words text-bad">{endpoint.reason}</p>
      )}
      <div className="num mt-auto flex flex-wrap items-center gap-x-3 text-[12.5px]">
        <span>
          {endpoint.attempts_per_minute > 0
            ? t('perMinute', { n: endpoint.attempts_per_minute })
            : t('quiet')}
        </span>
        {endpoint.p50_ms !== null && (
          <span className="text-ink-3">{t('p50', { took: took(endpoint.p50_ms) })}</span>
        )}
        {endpoint.p95_ms !== null && (
          <span className="text-ink-3">{t('p95', { took: took(endpoint.p95_ms) })}</span>
        )}
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
        <p className="truncate text-xs text-ink-3" title={endpoint.last_error.error}>
          <Link href={paths.delivery(agentId, endpoint.last_error.delivery_id)} className="hover:underline">
            {t('lastError')}
          </Link>{' '}
          <Time at={endpoint.last_error.at} />: {endpoint.last_error.error}
        </p>
      )}
      <div className="flex items-center gap-1.5 pt-1">
        <EndpointActs endpoint={endpoint} name={name} />
        {endpoint.next_probe_at !== null && (
          <span className="ml-auto text-xs text-ink-3">
            {t('nextTest', { when: relative(Math.max(endpoint.next_probe_at, now), now, locale, 'narrow') })}
          </span>
        )}
      </div>
    </div>
  )
}
