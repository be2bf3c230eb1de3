/** The first pairs of a file, as they would be stored. */
import type { DocumentPreview } from '@tandem/sdk/source'
import { addTexts } from '../../../texts/knowledge-add.ts'
import { useText } from '../../../texts/text.ts'

const MOST_LISTED = 100

export function PreviewPairs({ pairs, total }: { pairs: DocumentPreview['pairs']; total: number }) {
  const t = useText(addTexts)
  const shown = pairs.slice(0, MOST_LISTED)
  return (
    <section className="card shrink-0 overflow-hidden">
      <div className="max-md:unseen grid grid-cols-[28px_minmax(0,2fr)_minmax(0,3fr)] gap-x-3 px-3.5 py-1.5 text-xs font-semibold text-ink-3">
        <span />
        <h2>{t('question')}</h2>
        <span>{t('answer')}</span>
      </div>
      <ol>
        {shown.map(({ question, answer }, n) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
            key={n}
            className="grid grid-cols-[28px_minmax(0,2fr)_minmax(0,3fr)] gap-x-3 border-t px-3.5 py-1.5 text-sm max-md:grid-cols-[28px_minmax(0,1fr)]"
          >
            <span className="num text-ink-3">{n + 1}</span>
            <span dir="auto" className="line-clamp-4 break-words">
              {question}
            </span>
            <span
              dir="auto"
              className="line-clamp-4 break-words whitespace-pre-wrap text-ink-2 max-md:col-start-2"
            >
              {answer}
            </span>
          </li>
        ))}
      </ol>
      {total > shown.length && (
        <p className="border-t px-3.5 py-2 text-sm text-ink-3">
          {t('firstOf', { shown: shown.length, n: total })}
        </p>
      )}
    </section>
  )
}
