/** What was found in a list: which columns ask and answer, and how the file is written. */
import type { ImportLedger } from '@tandem/sdk/source'
import { ArrowRight } from 'lucide-react'
import { addTexts } from '../../../texts/knowledge-add.ts'
import { useText } from '../../../texts/text.ts'

const delimiters: Readonly<Record<string, string>> = { '\t': 'TAB', ',': ',', ';': ';', '|': '|' }

export function Found({ ledger }: { ledger: ImportLedger }) {
  const t = useText(addTexts)
  const { question_column, answer_column, encoding, delimiter, sheet, header_rows, notes } = ledger
  const facts = [
    sheet !== null && t('sheet', { name: sheet }),
    encoding,
    delimiter !== null && t('delimiter', { mark: delimiters[delimiter] ?? delimiter }),
    t('headerRows', { n: header_rows }),
  ].filter((fact) => fact !== false && fact !== null)
  return (
    <section className="card flex flex-col gap-2 px-3.5 py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <h2 className="font-semibold">{t('columns')}</h2>
        <p className="text-sm text-ink-3">{t('columnsHow')}</p>
        <p className="ml-auto text-sm text-ink-3 max-md:ml-0">{facts.join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Chip column={question_column} is={t('question')} tone="border-ai text-ai" />
        <Chip column={answer_column} is={t('answer')} tone="border-endpoint text-endpoint" />
      </div>
      {notes.map((note) => (
        <p key={note} className="text-sm text-ink-2">
          {note}
        </p>
      ))}
    </section>
  )
}

function Chip({ column, is, tone }: { column: string; is: string; tone: string }) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm ${tone}`}
    >
      <bdi className="truncate">{column}</bdi>
      <ArrowRight size={13} aria-hidden className="shrink-0" />
      {is}
    </span>
  )
}
