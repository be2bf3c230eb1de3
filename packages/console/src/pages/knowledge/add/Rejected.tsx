/** Rows that are not stored: which, what stood there, and why. */
import type { ImportLedger } from '@tandem/sdk/source'
import { addTexts } from '../../../texts/knowledge-add.ts'
import { useText } from '../../../texts/text.ts'

const MOST_LISTED = 100

export function Rejected({ ledger: { rejections } }: { ledger: ImportLedger }) {
  const t = useText(addTexts)
  const more = rejections.length - MOST_LISTED
  return (
    <section className="card shrink-0 overflow-hidden">
      <div className="flex flex-wrap items-baseline gap-x-2.5 px-3.5 py-2.5">
        <h2 className="font-semibold">{t('rejectedRows')}</h2>
        <p className="text-sm text-ink-3">{t('rejectedHow')}</p>
      </div>
      <ul>
        {rejections.slice(0, MOST_LISTED).map(({ row, column, reason, excerpt }, n) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row may be rejected for several reasons
            key={n}
            className="grid grid-cols-[72px_minmax(0,1fr)_minmax(0,1.6fr)] items-baseline gap-x-3 border-t bg-bad-bg px-3.5 py-1.5 text-sm max-md:grid-cols-[56px_minmax(0,1fr)]"
          >
            <span className="num text-ink-2">{t('row', { n: row })}</span>
            <bdi className="min-w-0 break-words">{excerpt || t('emptyCell')}</bdi>
            {/* The column belongs to the reason: what stood there may be the whole row. */}
            <span className="min-w-0 break-words text-bad max-md:col-start-2">
              {column !== undefined && <bdi className="font-semibold">{column}: </bdi>}
              {reason}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="border-t px-3.5 py-2 text-sm text-ink-2">{t('moreRejected', { n: more })}</p>
      )}
    </section>
  )
}
