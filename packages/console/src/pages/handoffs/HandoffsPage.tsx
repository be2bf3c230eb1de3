/** Handoffs: who is with a person now and how long is left, those that are over, and one of them at the side. */
import type { Handoff } from '@tandem/sdk/source'
import { Headset } from 'lucide-react'
import { useLocation, useRoute, useSearch } from 'wouter'
import { useAgentId } from '../../agent.ts'
import { liveOf } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { useKeys } from '../../keys.ts'
import { useLiveListing } from '../../listing.ts'
import { paths, withSearch } from '../../paths.ts'
import { handoffTexts } from '../../texts/handoffs.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { NoneFits } from '../../ui/NoneFits.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/Panels.tsx'
import { HandoffDetail } from './HandoffDetail.tsx'
import { filterNames, readHandoffs } from './queries.ts'
import { usePastColumns, useQueueColumns } from './useColumns.tsx'

const ends = ['HUMAN_CLOSED', 'USER_CLOSED', 'TIMEOUT', 'WAIT_TIMEOUT', 'FAILED'] as const

const keyOf = ({ id }: Handoff) => id

export function HandoffsPage() {
  const t = useText(handoffTexts)
  const shell = useText(shellTexts)
  const agentId = useAgentId()
  const [, params] = useRoute<{ agent: string; handoff?: string }>('/a/:agent/handoffs/:handoff?')
  const open = params?.handoff
  const search = useSearch()
  const [, navigate] = useLocation()
  const [filters, setFilters] = useFilters(filterNames)
  const close = () => navigate(withSearch(paths.handoffs(agentId), search))
  useKeys(open ? { Escape: close } : {})
  const isPast = filters.which === 'past'
  const pages = useLiveListing<Handoff>({
    queryKey: ['handoffs', agentId, filters],
    read: (cursor, signal) => readHandoffs(agentId, filters, cursor, signal),
    keyOf,
    meta: liveOf({ agent_id: agentId }, 'handoff', 'message'),
  })
  const queue = useQueueColumns()
  const past = usePastColumns()
  // The one whose time is up first is first.
  const rows = isPast
    ? pages.rows
    : [...pages.rows].sort((a, b) => (a.deadline_at ?? 0) - (b.deadline_at ?? 0))
  const empty = filters.end ? (
    <NoneFits icon={Headset} title={t('noneFits')} />
  ) : isPast ? (
    <Empty icon={Headset} title={t('nonePast')} />
  ) : (
    <Empty
      icon={Headset}
      title={t('none')}
      action={<ButtonLink href={paths.integration(agentId, 'services')}>{t('setUp')}</ButtonLink>}
    >
      {t('noneWhy')}
    </Empty>
  )
  return (
    <Page
      title={shell('handoffs')}
      about={t('about')}
      isFlush
      side={open && <HandoffDetail key={open} agentId={agentId} handoffId={open} close={close} />}
    >
      <ListFrame
        label={shell('handoffs')}
        {...pages}
        rows={rows}
        columns={isPast ? past : queue}
        keyOf={keyOf}
        hrefOf={({ id }) => withSearch(paths.handoff(agentId, id), search)}
        openKey={open}
        empty={empty}
        rowHeight={42}
        filters={
          <>
            <Chips
              label={t('which')}
              value={isPast ? 'past' : 'now'}
              choose={(which) =>
                setFilters(which === 'past' ? { which } : { which: undefined, end: undefined })
              }
              choices={[
                { value: 'now', label: t('queue') },
                { value: 'past', label: t('past') },
              ]}
            />
            {isPast && (
              <FilterSelect
                label={t('end')}
                all={t('endAll')}
                value={filters.end}
                choose={(end) => setFilters({ end })}
                choices={ends.map((value) => ({ value, label: t(value) }))}
              />
            )}
          </>
        }
      />
    </Page>
  )
}
