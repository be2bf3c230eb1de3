/** The filters of the log; they stand in the address. */
import type { Endpoint } from '@tandem/sdk/source'
import { X } from 'lucide-react'
import { deliveryTexts, endpointTexts } from '../../texts/deliveries.ts'
import { useText } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { FilterRow, FilterSelect } from '../../ui/FilterSelect.tsx'
import { shortId } from '../../ui/Id.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import type { filterNames, LogFilters } from './queries.ts'

type Change = (change: { readonly [K in (typeof filterNames)[number]]?: string | undefined }) => void

const STATUSES = ['200', '400', '401', '404', '410', '429', '500', '502', '503', '504']

export function LogFilterBar({
  filters,
  setFilters,
  endpoints,
}: {
  filters: LogFilters
  setFilters: Change
  endpoints: readonly Endpoint[]
}) {
  const t = useText(deliveryTexts)
  const ends = useText(endpointTexts)
  const ui = useText(uiTexts)
  const kinds = ['message', 'handoff_establish', 'handoff_chat', 'handoff_close'] as const
  const states = ['pending', 'delivered', 'dead'] as const
  return (
    <>
      <SearchBox label={t('search')} value={filters.q ?? ''} onChange={(q) => setFilters({ q })} />
      <FilterRow>
        <FilterSelect
          label={t('state')}
          all={t('anyState')}
          value={filters.state}
          choose={(state) => setFilters({ state })}
          choices={states.map((value) => ({ value, label: t(value) }))}
        />
        <FilterSelect
          label={t('what')}
          all={t('anyKind')}
          value={filters.kind}
          choose={(kind) => setFilters({ kind })}
          choices={kinds.map((value) => ({ value, label: t(value) }))}
        />
        <FilterSelect
          label={t('to')}
          all={t('anyEndpoint')}
          value={filters.endpoint}
          choose={(endpoint) => setFilters({ endpoint })}
          choices={endpoints.map(({ component_id, name }) => ({
            value: component_id ?? 'message',
            label: name ?? ends('messageWebhook'),
          }))}
        />
        <FilterSelect
          label={t('answer')}
          all={t('anyStatus')}
          value={filters.status}
          choose={(status) => setFilters({ status })}
          choices={[
            { value: '0', label: t('noResponse') },
            ...STATUSES.map((value) => ({ value, label: value })),
          ]}
        />
        <FilterSelect
          label={t('accepted')}
          all={t('anyTime')}
          value={filters.since}
          choose={(since) => setFilters({ since })}
          choices={[
            { value: '1h', label: t('lastHour') },
            { value: '24h', label: t('lastDay') },
            { value: '7d', label: t('lastWeek') },
          ]}
        />
        {filters.conversation && (
          <button
            type="button"
            title={filters.conversation}
            aria-label={`${ui('clear')}: ${t('oneConversation')}`}
            onClick={() => setFilters({ conversation: undefined })}
            className="inline-flex min-h-7 items-center gap-1.5 rounded-full border border-ink bg-surface px-2.5 text-[12.5px] font-semibold"
          >
            {t('conversation')} <span className="font-mono">{shortId(filters.conversation)}</span>
            <X size={12} aria-hidden />
          </button>
        )}
      </FilterRow>
    </>
  )
}
