/** The runs of a set, newest first, with how each came out beside the ones before. */
import type { QuestionSetRunSummary } from '@tandem/sdk/source'
import { numberFormat } from '../../texts/formats.ts'
import { useLocale } from '../../texts/language.ts'
import { testTexts } from '../../texts/test.ts'
import { useText } from '../../texts/text.ts'
import { Bar } from '../../ui/Bar.tsx'
import { Section } from '../../ui/Page.tsx'
import { Time } from '../../ui/Time.tsx'

export function RunHistory({
  runs,
  openId,
  open,
}: {
  runs: readonly QuestionSetRunSummary[]
  openId: string
  open: (id: string) => void
}) {
  const t = useText(testTexts)
  const percent = numberFormat(useLocale(), { style: 'percent' })
  const share = (value: number | null) => (value === null ? '–' : percent.format(value))
  const head = 'border-b px-2 py-1.5 text-left text-xs font-semibold text-ink-3'
  const cell = 'border-b px-2 py-1.5 num'
  return (
    <Section title={t('history')}>
      <div className="max-h-72 overflow-auto">
        <table className="w-full text-sm">
          <thead>
            <tr>
              <th className={head}>{t('when')}</th>
              <th className={head}>{t('recall1')}</th>
              <th className={`${head} max-md:hidden`}>{t('recall5')}</th>
              <th className={`${head} max-md:hidden`}>{t('bands')}</th>
              <th className={`${head} text-right`}>{t('changed')}</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id} className={run.id === openId ? 'bg-sunken' : ''}>
                <td className={cell}>
                  <button
                    type="button"
                    aria-pressed={run.id === openId}
                    onClick={() => open(run.id)}
                    className="linked"
                  >
                    <Time at={run.at} />
                  </button>
                </td>
                <td className={cell}>
                  <span className="flex items-center gap-2">
                    <span className="w-16">
                      <Bar share={run.recall_at_1 ?? 0} />
                    </span>
                    {share(run.recall_at_1)}
                  </span>
                </td>
                <td className={`${cell} max-md:hidden`}>{share(run.recall_at_5)}</td>
                <td className={`${cell} max-md:hidden`}>
                  {run.bands.answer} / {run.bands.offer} / {run.bands.none}
                </td>
                <td className={`${cell} text-right`}>{run.previous_run_id === null ? '–' : run.changed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
