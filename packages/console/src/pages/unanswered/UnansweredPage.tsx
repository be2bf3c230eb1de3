/** Unanswered: questions put together by likeness, most asked or newest first; the open one is answered at the side. */
import type { UnansweredGroup } from '@tandem/sdk/source'
import { CircleHelp } from 'lucide-react'
import { useRef } from 'react'
import { useSearch } from 'wouter'
import { useAgentId } from '../../agent.ts'
import { liveOf } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { useKeys } from '../../keys.ts'
import { useLiveListing } from '../../listing.ts'
import { paths, withQuery } from '../../paths.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { unansweredTexts } from '../../texts/unanswered.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/Panels.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import type { Column } from '../../ui/TableRow.tsx'
import { Time } from '../../ui/Time.tsx'
import { GroupAnswer } from './GroupAnswer.tsx'
import { filterNames, readGroups } from './queries.ts'

/** A group is known by its first question. */
const keyOf = ({ questions }: UnansweredGroup) => questions[0]?.id ?? ''

export function UnansweredPage() {
  const t = useText(unansweredTexts)
  const shell = useText(shellTexts)
  const agentId = useAgentId()
  const search = useSearch()
  const [filters, setFilters] = useFilters(filterNames)
  const [{ group: openKey }, setPlace] = useFilters(['group'])
  const close = () => setPlace({ group: undefined })
  useKeys(openKey ? { Escape: close } : {})
  const pages = useLiveListing<UnansweredGroup>({
    queryKey: ['unanswered', agentId, filters],
    read: (cursor, signal) => readGroups(agentId, filters, cursor, signal),
    keyOf,
    meta: liveOf({ agent_id: agentId }, 'turn'),
  })
  const open = useOpen(pages.rows, openKey)
  const next = pages.rows.find((row) => keyOf(row) !== openKey)
  const columns = useColumns()
  const isFiltered = Boolean(filters.q || filters.state)
  const empty = isFiltered ? (
    <Empty icon={CircleHelp} title={t('noneFits')} />
  ) : (
    <Empty
      icon={CircleHelp}
      title={t('none')}
      action={<ButtonLink href={paths.test(agentId)}>{t('tryIt')}</ButtonLink>}
    >
      {t('noneWhy')}
    </Empty>
  )
  return (
    <Page
      title={shell('unanswered')}
      about={t('about')}
      isFlush
      side={
        open && (
          <GroupAnswer
            key={openKey}
            agentId={agentId}
            group={open}
            close={close}
            goOn={() => (next ? setPlace({ group: keyOf(next) }) : close())}
          />
        )
      }
    >
      <ListFrame
        label={shell('unanswered')}
        {...pages}
        columns={columns}
        keyOf={keyOf}
        hrefOf={(row) => {
          const given = Object.fromEntries(new URLSearchParams(search))
          return withQuery(paths.unanswered(agentId), { ...given, group: keyOf(row) })
        }}
        openKey={openKey}
        empty={empty}
        rowHeight={42}
        filters={
          <>
            <SearchBox label={t('search')} value={filters.q ?? ''} onChange={(q) => setFilters({ q })} />
            <Chips
              label={t('state')}
              value={filters.state ?? 'open'}
              choose={(state) => setFilters({ state: state === 'open' ? undefined : state })}
              choices={(['open', 'answered', 'dismissed'] as const).map((value) => ({
                value,
                label: t(value),
              }))}
            />
            <FilterSelect
              label={t('sort')}
              all={t('mostAsked')}
              value={filters.sort}
              choose={(sort) => setFilters({ sort })}
              choices={[{ value: 'newest', label: t('newest') }]}
            />
          </>
        }
      />
    </Page>
  )
}

/** The open group stays in sight when it leaves the list, which it does once it is answered. */
function useOpen(rows: readonly UnansweredGroup[], openKey: string | undefined): UnansweredGroup | undefined {
  const seen = useRef<UnansweredGroup>(undefined)
  const found = rows.find((row) => keyOf(row) === openKey)
  if (found) seen.current = found
  return seen.current && keyOf(seen.current) === openKey ? seen.current : undefined
}

function useColumns(): Column<UnansweredGroup>[] {
  const t = useText(unansweredTexts)
  return [
    {
      name: 'question',
      label: t('ask'),
      width: 'minmax(140px, 1fr)',
      cell: ({ question }) => <bdi className="font-semibold">{question}</bdi>,
    },
    {
      name: 'ways',
      label: t('waysShort'),
      width: '84px',
      isEnd: true,
      isWide: true,
      cell: ({ question_count: n }) => <span className="num text-ink-3">{n}</span>,
    },
    {
      name: 'asked',
      label: t('times'),
      width: '72px',
      isEnd: true,
      cell: ({ asked }) => <span className="num">{asked}</span>,
    },
    {
      name: 'last',
      label: t('last'),
      width: '92px',
      isEnd: true,
      isWide: true,
      cell: ({ last_asked_at }) => <Time at={last_asked_at} style="narrow" />,
    },
  ]
}
