/** One run: what came out otherwise than in the run before, and then every question. */
import type { QuestionSetRun } from '@tandem/sdk/source'
import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { paths, withQuery } from '../../paths.ts'
import { testTexts } from '../../texts/test.ts'
import { useText } from '../../texts/text.ts'
import { State } from '../../ui/Badge.tsx'
import { Section } from '../../ui/Page.tsx'

type Outcome = Pick<QuestionSetRun['results'][number], 'rank' | 'band' | 'top'>
type Expected = QuestionSetRun['results'][number]['expected']

export function RunResults({ agentId, run }: { agentId: string; run: QuestionSetRun }) {
  const t = useText(testTexts)
  return (
    <>
      <Section title={t('changes')}>
        {run.previous_run_id === null ? (
          <p className="text-sm text-ink-2">{t('firstRun')}</p>
        ) : run.changes.length === 0 ? (
          <p className="text-sm text-ink-2">{t('noChanges')}</p>
        ) : (
          <RunChanges agentId={agentId} run={run} />
        )}
      </Section>
      <Section title={t('results')}>
        <ul className="flex flex-col gap-3">
          {run.results.map((result, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results of a run that do not change
            <li key={n} className="flex flex-col gap-1 border-t pt-2 text-sm first:border-t-0">
              <Asked agentId={agentId} question={result.question} />
              {result.expected_question && (
                <p className="break-words text-ink-3">
                  {t('expected')}: <bdi>{result.expected_question}</bdi>
                </p>
              )}
              <Came outcome={result} expected={result.expected} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

/** Each question that came out otherwise: before, and now. */
export function RunChanges({ agentId, run }: { agentId: string; run: QuestionSetRun }) {
  const t = useText(testTexts)
  const expected = new Map(run.results.map((result) => [result.question, result.expected]))
  return (
    <ul className="flex flex-col gap-3">
      {run.changes.map(({ question, before, after }) => (
        <li key={question} className="flex flex-col gap-1 border-t pt-2 text-sm first:border-t-0">
          <Asked agentId={agentId} question={question} />
          <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2 max-md:grid-cols-1">
            <Came outcome={before} expected={expected.get(question) ?? 'none'} />
            <ArrowRight size={14} role="img" aria-label={t('now')} className="text-ink-3" />
            <Came outcome={after} expected={expected.get(question) ?? 'none'} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Asked({ agentId, question }: { agentId: string; question: string }) {
  return (
    <Link
      href={withQuery(paths.test(agentId), { q: question })}
      className="font-semibold break-words hover:underline"
    >
      <bdi>{question}</bdi>
    </Link>
  )
}

/** Where the expected pair stood, or without one what the best hit is good for. */
function Came({ outcome: { rank, band, top }, expected }: { outcome: Outcome; expected: Expected }) {
  const t = useText(testTexts)
  const isGood = expected === 'none' ? band === 'answer' : rank === 1
  const isBad = expected === 'none' ? band === 'none' : rank === null
  const words =
    expected === 'missing'
      ? t('missing')
      : expected === 'none'
        ? t(`band_${band}`)
        : rank === null
          ? t('notFound')
          : `#${rank}`
  return (
    <p className="flex min-w-0 items-center gap-2">
      <State is={isGood ? 'good' : isBad ? 'bad' : 'waiting'}>{words}</State>
      {top && <bdi className="min-w-0 truncate text-ink-2">{top.question || top.answer}</bdi>}
    </p>
  )
}
