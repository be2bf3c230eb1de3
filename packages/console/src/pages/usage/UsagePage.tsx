/** Usage of an agent: answers, tokens and credits per day, against the time before. */

import type { UsageAnswer } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Download } from 'lucide-react'
import { useMemo } from 'react'
import { useAgentId } from '../../agent.ts'
import { admin, live } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { paths } from '../../paths.ts'
import { sayNumber } from '../../texts/formats.ts'
import { useLocale } from '../../texts/language.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { usageTexts } from '../../texts/usage.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chart } from '../../ui/Chart.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { Empty, ErrorState, FiguresSkeleton } from '../../ui/Panels.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/TableRow.tsx'

type Day = UsageAnswer['days'][number]
const DAY_MS = 86_400_000
const SPANS = ['7', '30', '90']

const usageQuery = (agentId: string, days: number) => ({
  queryKey: ['usage', agentId, days],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const until = Date.now()
    const from = until - days * DAY_MS
    const [now, before] = await Promise.all([
      admin.usage({ agentId, from, until }, { signal }),
      admin.usage({ agentId, from: from - days * DAY_MS, until: from }, { signal }),
    ])
    return { now, before, from, until }
  },
  meta: live('turn'),
})

export function UsagePage() {
  const t = useText(usageTexts)
  const shell = useText(shellTexts)
  const agentId = useAgentId()
  const [filters, setFilters] = useFilters(['days'])
  const days = Number(SPANS.find((span) => span === filters.days) ?? '30')
  const query = useQuery(usageQuery(agentId, days))
  return (
    <Page
      title={shell('usage')}
      about={t('about')}
      actions={
        <FilterSelect
          label={t('span')}
          all={t('days', { n: 30 })}
          value={filters.days}
          choose={(next) => setFilters({ days: next })}
          choices={SPANS.filter((span) => span !== '30').map((value) => ({
            value,
            label: t('days', { n: Number(value) }),
          }))}
        />
      }
    >
      {query.isPending && <FiguresSkeleton figures={4} />}
      {!query.data && query.error && <ErrorState error={query.error} retry={() => query.refetch()} />}
      {query.data &&
        (query.data.now.days.length === 0 ? (
          <Empty
            icon={ChartNoAxesColumn}
            title={t('none')}
            action={<ButtonLink href={paths.playground(agentId)}>{t('toPlayground')}</ButtonLink>}
          >
            {t('noneWhy')}
          </Empty>
        ) : (
          <Shown {...query.data} />
        ))}
    </Page>
  )
}

function Shown({
  now,
  before,
  from,
  until,
}: {
  now: UsageAnswer
  before: UsageAnswer
  from: number
  until: number
}) {
  const t = useText(usageTexts)
  const beforeLabel = t('before')
  const { times, series } = useMemo(() => {
    const byDay = new Map(now.days.map((day) => [day.day, day]))
    const times: number[] = []
    for (let at = Math.floor(from / DAY_MS) * DAY_MS; at < until; at += DAY_MS) times.push(at)
    const valuesOf = (name: 'turns' | 'total_tokens') =>
      times.map((at) => byDay.get(new Date(at).toISOString().slice(0, 10))?.[name] ?? 0)
    return {
      times,
      series: [{ label: t('answers'), colour: 'ai' as const, values: valuesOf('turns') }],
    }
  }, [now, from, until, t])
  return (
    <>
      <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-2">
        <Figure
          label={t('answers')}
          value={now.total.turns}
          before={before.total.turns}
          beforeLabel={beforeLabel}
        />
        <Figure
          label={t('input')}
          value={now.total.prompt_tokens}
          before={before.total.prompt_tokens}
          beforeLabel={beforeLabel}
        />
        <Figure
          label={t('output')}
          value={now.total.completion_tokens}
          before={before.total.completion_tokens}
          beforeLabel={beforeLabel}
        />
        <Figure
          label={t('credits')}
          value={now.total.credits}
          before={before.total.credits}
          beforeLabel={beforeLabel}
        />
      </div>
      <Section title={t('answers')} about={t('perDay')}>
        <Chart label={t('chart')} times={times} series={series} isBars />
      </Section>
      <Days days={now.days} />
    </>
  )
}

function Days({ days }: { days: readonly Day[] }) {
  const t = useText(usageTexts)
  const locale = useLocale()
  const rows = days.toReversed()
  const number = (name: Exclude<keyof Day, 'day'>, label: string, isWide = false): Column<Day> => ({
    name,
    label,
    width: 'minmax(80px, 1fr)',
    isEnd: true,
    isWide,
    cell: (day) => <span className="num">{sayNumber(day[name], locale)}</span>,
  })
  const columns: Column<Day>[] = [
    {
      name: 'day',
      label: t('day'),
      width: 'minmax(100px, 1.4fr)',
      cell: ({ day }) => <span className="num">{day}</span>,
    },
    number('turns', t('answers')),
    number('prompt_tokens', t('input'), true),
    number('completion_tokens', t('output'), true),
    number('credits', t('credits')),
  ]
  const download = () => {
    const lines = days.map((day) =>
      [day.day, day.turns, day.prompt_tokens, day.completion_tokens, day.credits].join(','),
    )
    saveFile(
      'usage.csv',
      'text/csv',
      ['day,answers,input_tokens,output_tokens,credits', ...lines, ''].join('\n'),
    )
  }
  return (
    <div className="card flex max-h-96 flex-col overflow-hidden">
      <div className="flex items-center justify-between px-3 pt-2.5">
        <h2 className="font-semibold">{t('perDay')}</h2>
        <Button size="s" icon={Download} onClick={download}>
          {t('export')}
        </Button>
      </div>
      <Table label={t('perDay')} rows={rows} columns={columns} keyOf={({ day }) => day} empty={null} />
    </div>
  )
}
