/** The account of a file: of a list every row, of a document every character. */
import type { DocumentPreview, ImportLedger } from '@tandem/sdk/source'
import { Download } from 'lucide-react'
import { saveFile } from '../../../save.ts'
import { addTexts } from '../../../texts/knowledge-add.ts'
import { useText } from '../../../texts/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Sum } from '../../../ui/Sum.tsx'
import { rejectedName } from './mended-file.ts'

export function LedgerAccount({
  ledger,
  rejectedCsv,
  fileName,
}: {
  ledger: ImportLedger
  rejectedCsv: string | null
  fileName: string
}) {
  const t = useText(addTexts)
  const { rows_read, stored, duplicate, rejected, pairs } = ledger
  return (
    <div className="flex flex-col gap-1.5">
      <Sum
        whole={{ n: rows_read, label: t('rowsRead', { n: rows_read }) }}
        parts={[
          { n: stored, label: t('rowsGood', { n: stored }), tone: 'good' },
          { n: duplicate, label: t('rowsTwice') },
          { n: rejected, label: t('rowsRejected'), tone: 'bad' },
        ]}
      >
        {rejectedCsv !== null && (
          <Button
            size="s"
            icon={Download}
            onClick={() => saveFile(rejectedName(fileName), new Blob([rejectedCsv], { type: 'text/csv' }))}
          >
            {t('downloadRejected', { n: rejected })}
          </Button>
        )}
      </Sum>
      {pairs !== stored && <p className="text-sm text-ink-2">{t('pairsOfRows', { n: pairs })}</p>}
    </div>
  )
}

export function ConversionAccount({
  conversion: { coverage, warnings },
  pairs,
}: {
  conversion: Pick<NonNullable<DocumentPreview['conversion']>, 'coverage' | 'warnings'>
  pairs: number
}) {
  const t = useText(addTexts)
  const { text_chars, covered_chars, uncovered } = coverage
  return (
    <div className="flex flex-col gap-2.5">
      <Sum
        whole={{ n: text_chars, label: t('charsRead', { n: text_chars }) }}
        parts={[
          { n: covered_chars, label: t('charsIn', { n: pairs }), tone: 'good' },
          { n: text_chars - covered_chars, label: t('charsOut') },
        ]}
      />
      {warnings.length > 0 && (
        <ul className="list-disc pl-5 text-sm text-ink-2">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {uncovered.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer font-semibold">{t('leftOut', { n: uncovered.length })}</summary>
          <ul className="mt-1.5 flex flex-col gap-1 text-ink-2">
            {uncovered.map(({ start, excerpt }) => (
              <li key={start} dir="auto" className="border-l-2 pl-2.5 break-words">
                {excerpt}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
