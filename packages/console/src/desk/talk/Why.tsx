/** How the AI came to an answer, in a few lines: what it looked for, what it found, and how sure it was. */
import type { AdminMessage } from '@tandem/sdk/source'
import { readDetail } from '../../pages/conversations/answer-detail.ts'
import { deskTexts } from '../../texts/desk.ts'
import { useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'

const MOST_HITS = 3

export function Why({ message }: { message: AdminMessage }) {
  const t = useText(deskTexts)
  const percent = new Intl.NumberFormat(useLocale(), { style: 'percent' })
  const { question, hits = [], band, model, failure } = readDetail(message)
  return (
    <div className="mx-1 flex max-w-[78%] flex-col gap-1.5 border-l-2 border-ai py-1 pl-3 text-sm text-ink-2">
      {question && (
        <p dir="auto">
          {t('lookedFor')} <span className="text-ink">{question}</span>
        </p>
      )}
      {hits.length === 0 ? (
        <p>{t('foundNothing')}</p>
      ) : (
        <ol className="flex flex-col gap-0.5">
          {hits.slice(0, MOST_HITS).map(({ docId, ordinal, question: found, score, confidence = score }) => (
            <li key={`${docId} ${ordinal}`} className="flex items-baseline gap-2">
              <span className="num w-10 shrink-0 text-right text-xs">{percent.format(confidence)}</span>
              <bdi className="min-w-0 break-words text-ink">{found}</bdi>
            </li>
          ))}
        </ol>
      )}
      {band && <p>{t(`band_${band}`)}</p>}
      {(failure ?? model?.failure) && <p className="text-bad">{t('aiFailed')}</p>}
    </div>
  )
}
