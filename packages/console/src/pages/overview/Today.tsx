/** Today against the same hours a week before: questions and what became of them, people, deliveries; and the week as a picture. */

import type { StatsAnswer } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { admin, live } from '../../api.ts'
import { paths } from '../../paths.ts'
import { numberFormat } from '../../texts/formats.ts'
import { useLocale } from '../../texts/language.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { useText } from '../../texts/text.ts'
import { Figure } from '../../ui/Figure.tsx'
import { Section } from '../../ui/Page.tsx'
import { ErrorState, FiguresSkeleton, Skeleton } from '../../ui/Panels.tsx'
import { duration } from '../../ui/Time.tsx'

/** After the figures, and only where there is something to show: it is the larger part to load. */
const Chart = lazy(() => import('../../ui/Chart.tsx').then((file) => ({ default: file.Chart })))

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

const todayQuery = (agentId: string) => ({
  queryKey: ['stats-today', agentId],
  async queryFn({ signal }: { signal: AbortSignal }) {
    const until = Date.now()
    const from = new Date(until).setHours(0, 0, 0, 0)
    const read = (from: number, until: number) => admin.stats({ agentId, from, until }, { signal })
    const [today, before, week] = await Promise.all([
      read(from, until),
      read(from - WEEK_MS, until - WEEK_MS),
      read(until - WEEK_MS, until),
    ])
    return { today: today.total, before: before.total, week: week.items, until }
  },
  meta: live('turn', 'handoff', 'delivery'),
})

export function Today({ agentId, isDeveloper }: { agentId: string; isDeveloper: boolean }) {
  const t = useText(overviewTexts)
  const locale = useLocale()
  const query = useQuery(todayQuery(agentId))
  if (query.isPending) return <FiguresSkeleton figures={isDeveloper ? 8 : 4} />
  if (!query.data) return <ErrorState error={query.error} retry={() => query.refetch()} />
  const { today, before, week, until } = query.data
  const figure = (
    name: 'questions' | 'answered' | 'offered' | 'none' | 'handoffs' | 'deliveries' | 'failures',
  ) => ({
    label: t(name),
    value: today[name],
    before: before[name],
    beforeLabel: t('weekBefore'),
  })
  const shareOf = (n: number) =>
    today.questions === 0
      ? undefined
      : numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(n / today.questions)
  const waited = today.first_reply_p50_ms
  return (
    <>
      <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-2">
        <Figure {...figure('questions')} href={paths.conversations(agentId)} />
        <Figure
          {...figure('answered')}
          share={shareOf(today.answered)}
          isGood="more"
          href={`${paths.conversations(agentId)}?outcome=answered`}
        />
        <Figure
          {...figure('offered')}
          share={shareOf(today.offered)}
          href={`${paths.conversations(agentId)}?outcome=offered`}
        />
        <Figure
          {...figure('none')}
          share={shareOf(today.none)}
          isGood="less"
          href={paths.unanswered(agentId)}
        />
        {isDeveloper && (
          <>
            <Figure {...figure('handoffs')} href={paths.handoffs(agentId)} />
            <Figure
              label={t('waited')}
              value={waited}
              say={(ms) => duration(ms, locale)}
              before={before.first_reply_p50_ms}
              beforeLabel={t('weekBefore')}
              isGood="less"
              href={paths.handoffs(agentId)}
            >
              {waited !== null && today.first_reply_p95_ms !== null && (
                <p className="num truncate text-xs text-ink-3">
                  {t('longest', { took: duration(today.first_reply_p95_ms, locale) })}
                </p>
              )}
            </Figure>
            <Figure {...figure('deliveries')} href={paths.deliveries(agentId)} />
            <Figure
              {...figure('failures')}
              isGood="less"
              href={paths.deliveries(agentId, { state: 'dead' })}
            />
          </>
        )}
      </div>
      {week.some(({ questions }) => questions > 0) && <Week hours={week} until={until} />}
    </>
  )
}

function Week({ hours, until }: { hours: StatsAnswer['items']; until: number }) {
  const t = useText(overviewTexts)
  const { times, series } = useMemo(() => {
    const byHour = new Map(hours.map((hour) => [hour.at, hour]))
    const times: number[] = []
    const end = Math.floor(until / HOUR_MS) * HOUR_MS
    for (let at = end - WEEK_MS + HOUR_MS; at <= end; at += HOUR_MS) times.push(at)
    return {
      times,
      series: [
        {
          label: t('questions'),
          colour: 'ink-3' as const,
          values: times.map((at) => byHour.get(at)?.questions ?? 0),
        },
        {
          label: t('answered'),
          colour: 'ai' as const,
          values: times.map((at) => byHour.get(at)?.answered ?? 0),
        },
      ],
    }
  }, [hours, until, t])
  return (
    <Section title={t('perHour')} about={t('perHourAbout')}>
      <Suspense fallback={<Skeleton className="h-50" />}>
        <Chart label={t('chart')} times={times} series={series} isBars />
      </Suspense>
    </Section>
  )
}
