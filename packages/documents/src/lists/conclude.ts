/** What an import comes to: with a pair it is good; without one it failed, and the reason says what was found. */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import type { ReadFileResult } from './reading.ts'

const COLUMNS_NAMED = 20

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

/** A first row that names no column known here is kept, and that is said. */
export function headerNote(cells: readonly string[]): string[] {
  if (cells.length === 0) return []
  const shown = cells.slice(0, 6).map((cell) => JSON.stringify(cell))
  return [
    `The first row (${shown.join(', ')}) may be a header; it was stored as a pair. Send header_row 1 to leave it out.`,
  ]
}

/** A column that was not read is said, since its editor may have meant it to be. */
export function unusedNote(columns: readonly string[]): string[] {
  if (columns.length === 0) return []
  const more = columns.length - COLUMNS_NAMED
  const names = columns.slice(0, COLUMNS_NAMED).join(', ').replace(/\.$/, '')
  return [`Columns that were not read: ${names}${more > 0 ? `, and ${more} more` : ''}.`]
}
