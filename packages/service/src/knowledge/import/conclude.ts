/** What an import comes to: with a pair it is good; without one it failed, and the reason says what was found. */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import type { ReadFileResult } from './reading.ts'

export function concluded(ledger: ImportLedger): ReadFileResult {
  if (ledger.stored > 0) return { ledger }
  const columns = `The columns read were ${JSON.stringify(ledger.question_column)} and ${JSON.stringify(ledger.answer_column)}.`
  if (ledger.rows_read === 0) {
    return { reason: `Found a header and no rows below it; needed at least one pair. ${columns}`, ledger }
  }
  const [first] = ledger.rejections
  const example = first
    ? ` Row ${first.row}${first.column === undefined ? '' : `, ${JSON.stringify(first.column)}`}: ${first.reason}.`
    : ''
  return { reason: `None of the ${ledger.rows_read} rows is a usable pair.${example} ${columns}`, ledger }
}

/** A column that was not read is said, since its editor may have meant it to be. */
export function unusedNote(columns: readonly string[]): string[] {
  return columns.length > 0 ? [`Columns that were not read: ${columns.slice(0, 20).join(', ')}.`] : []
}
