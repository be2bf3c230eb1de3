/** Reads a file of pairs, CSV or Excel, hands the pairs on as they come, and keeps the account of every row. */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import { someOf } from '../document/left-out.ts'
import { Unreadable } from '../unreadable.ts'
import { collectPairs, type RowProgress } from './collect-pairs.ts'
import { findLists } from './find-columns.ts'
import { openTables } from './open-tables.ts'
import type { RejectedRows } from './rejected-rows.ts'
import type { PairLimits, ReadPair } from './row-pairs.ts'
import type { TableFile } from './tables.ts'

export interface PairListInput {
  readonly bytes: Uint8Array
  readonly headerRows: number | undefined
  readonly splitter: string | undefined
  readonly limits: PairLimits
}

/** Without a pair the import failed, and the reason says what was found. */
export type PairListResult =
  | { ledger: ImportLedger; rejected: RejectedRows }
  | { reason: string; ledger?: ImportLedger; rejected?: RejectedRows }

type Emit = (pairs: ReadPair[], rows: RowProgress) => Promise<void>

export async function readPairList(input: PairListInput, emit: Emit): Promise<PairListResult> {
  try {
    return await readLists(input, emit)
  } catch (error) {
    if (error instanceof Unreadable) return { reason: error.message }
    throw error
  }
}

async function readLists(input: PairListInput, emit: Emit): Promise<PairListResult> {
  const { headerRows, splitter, limits } = input
  const file = await openTables(input.bytes, splitter)
  const found = findLists(file, headerRows)
  const lists = found.flatMap(({ table, columns }) => (columns ? [{ table, columns }] : []))
  const others = found.filter(({ columns }) => columns === undefined)
  const [first] = lists
  if (!first) return { reason: noList(file, others[0]?.reason) }
  const { counts, notes, rejected } = await collectPairs(lists, file, limits, emit)
  const { maybeHeader } = first.columns
  const ledger: ImportLedger = {
    ...counts,
    format: file.format,
    encoding: file.encoding,
    delimiter: file.delimiter,
    sheet: file.format === 'XLSX' ? lists.map(({ table }) => table.name).join(', ') : null,
    header_rows: first.columns.headerRows,
    question_column: first.columns.questionName,
    answer_column: first.columns.answerName,
    notes: [
      ...listed(
        'Other sheets were not read',
        others.map(({ table }) => table.name),
      ),
      ...file.notes,
      ...listed('Columns that were not read', [...new Set(lists.flatMap(({ columns }) => columns.unused))]),
      ...notes,
      ...(maybeHeader.length > 0 ? [headerNote(maybeHeader)] : []),
    ],
  }
  return { ...concluded(ledger), ledger, rejected }
}

function noList({ delimiter, format }: TableFile, reason: string | undefined): string {
  if (reason === undefined) return 'The workbook has no sheet with rows in it.'
  if (format === 'XLSX') return reason
  return `${reason} The delimiter used was ${delimiter === '\t' ? 'TAB' : JSON.stringify(delimiter)}.`
}

/** Why a file without a pair has failed. */
function concluded(ledger: ImportLedger): { reason: string } | undefined {
  if (ledger.stored > 0) return undefined
  const columns = `The columns read were ${JSON.stringify(ledger.question_column)} and ${JSON.stringify(ledger.answer_column)}.`
  if (ledger.rows_read === 0)
    return { reason: `Found a header and no rows below it; needed at least one pair. ${columns}` }
  const [first] = ledger.rejections
  const column = first?.column === undefined ? '' : `, ${JSON.stringify(first.column)}`
  const example = first ? ` Row ${first.row}${column}: ${first.reason}.` : ''
  return { reason: `None of the ${ledger.rows_read} rows is a usable pair.${example} ${columns}` }
}

/** What was not read is said, since its editor may have meant it to be. */
function listed(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${someOf(names).replace(/\.$/, '')}.`]
}

function headerNote(cells: readonly string[]): string {
  const shown = cells.slice(0, 6).map((cell) => JSON.stringify(cell))
  return `The first row (${shown.join(', ')}) was taken for the header by its look. Send header_row 0 to store it as a pair.`
}
