/** Reads a list of pairs from CSV or Excel, emits the pairs as they are read, and keeps a ledger: each row is stored, a duplicate, or rejected with a reason. */
import { hash } from 'node:crypto'
import type { ImportLedger } from '@tandem/contract/admin-imports'
import { grouped } from '@tandem/contract/grouped'
import { someOf } from '../document/left-out.ts'
import { excerptOf } from '../document/split-text.ts'
import { Unreadable } from '../unreadable.ts'
import { findLists, type List } from './find-columns.ts'
import { openTables } from './open-tables.ts'
import { keepRejected, type RejectedRows } from './rejected-rows.ts'
import { type PairLimits, pairsOfRow, type ReadPair, rowOptions } from './row-pairs.ts'
import { rowsBelow, type TableFile } from './tables.ts'

export interface PairListInput {
  readonly bytes: Uint8Array
  readonly headerRows: number | undefined
  readonly splitter: string | undefined
  readonly limits: PairLimits
}

/** `reason` is set if the import failed, which includes a file without pairs, and says what was found. */
export type PairListResult =
  | { ledger: ImportLedger; rejected: RejectedRows }
  | { reason: string; ledger?: ImportLedger; rejected?: RejectedRows }

export interface RowProgress {
  readonly read: number
  readonly total: number
}

type Emit = (pairs: ReadPair[], rows: RowProgress) => Promise<void>

/** Maximum number of rejections listed with their reasons; the others are only counted. */
const MOST_REJECTIONS = 1000
/** Maximum number of characters in all pairs of a file: many cells of a workbook may share one text, so a file of 300 KB could fill a gigabyte. */
const MOST_CHARS = 50_000_000

export async function readPairList(input: PairListInput, emit: Emit): Promise<PairListResult> {
  try {
    return await readLists(input, emit)
  } catch (error) {
    if (error instanceof Unreadable) return { reason: error.message }
    throw error
  }
}

async function readLists(input: PairListInput, emit: Emit): Promise<PairListResult> {
  const file = await openTables(input.bytes, input.splitter)
  const { format, encoding, delimiter } = file
  const found = findLists(file, input.headerRows)
  const lists = found.flatMap(({ table, columns }) => (columns ? [{ table, columns }] : []))
  const others = found.flatMap(({ table, columns }) => (columns ? [] : [table.name]))
  const [first] = lists
  if (!first) return { reason: noList(file, found[0]?.reason) }
  const { counts, mended, rejected } = await storePairs(lists, file, input.limits, emit)
  const { headerRows, questionName, answerName, isByName } = first.columns
  const notes = [
    ...listed('Other sheets were not read', others),
    ...file.notes,
    ...listed('Columns that were not read', [...new Set(lists.flatMap(({ columns }) => columns.unused))]),
  ]
  if (mended.length > 0)
    notes.push(
      `The delimiter stood unquoted in the text of ${mended.length === 1 ? 'row' : 'rows'} ${someOf(mended)}; question and answer were told apart by the question mark.`,
    )
  if (rejected.rows.length < counts.rejected)
    notes.push(
      `Of ${grouped(counts.rejected)} rejected rows the first ${grouped(rejected.rows.length)} can be downloaded; mend what they have in common in the file itself.`,
    )
  if (input.headerRows === undefined && headerRows > 0 && !isByName)
    notes.push(
      `The first row (${JSON.stringify(questionName)}, ${JSON.stringify(answerName)}) was taken for the header by its look. Send header_row 0 to store it as a pair.`,
    )
  const ledger: ImportLedger = {
    ...counts,
    format,
    encoding,
    delimiter,
    sheet: format === 'XLSX' ? lists.map(({ table }) => table.name).join(', ') : null,
    header_rows: headerRows,
    question_column: questionName,
    answer_column: answerName,
    notes,
  }
  return { ...(ledger.stored === 0 && { reason: noPair(ledger) }), ledger, rejected }
}

async function storePairs(lists: readonly List[], file: TableFile, limits: PairLimits, emit: Emit) {
  let total = 0
  for (const { table, columns } of lists)
    total += rowsBelow(table, columns.headerRows).reduce((count) => count + 1, 0)
  const rejections: ImportLedger['rejections'] = []
  const counts = { rows_read: 0, stored: 0, pairs: 0, duplicate: 0, rejected: 0, rejections }
  /** Hashes of the pairs, which take less memory than the pairs. */
  const seen = new Set<string>()
  const isNew = ({ question, answer }: ReadPair) =>
    seen.size < seen.add(hash('sha1', `${question}\0${answer}`, 'base64')).size
  const mended: string[] = []
  let chars = 0
  const { rejected, keep } = keepRejected(lists)
  for (const list of lists) {
    // The name of the sheet distinguishes the row numbers of several sheets.
    const sheet = lists.length > 1 ? `sheet ${JSON.stringify(list.table.name)}: ` : ''
    const options = rowOptions(list, file, limits)
    for (const row of rowsBelow(list.table, list.columns.headerRows)) {
      counts.rows_read++
      const { pairs, isMended, faults } = pairsOfRow(row, options)
      const [first, ...further] = pairs
      if (first && !isNew(first)) {
        counts.duplicate++
        continue
      }
      for (const { column, reason, text } of faults.slice(0, MOST_REJECTIONS - rejections.length)) {
        // A column name may be as long as a row.
        const place = column === undefined ? { row: row.row } : { row: row.row, column: excerptOf(column) }
        rejections.push({ ...place, reason: sheet + reason, excerpt: excerptOf(text) })
      }
      if (!first) {
        counts.rejected++
        const { column, reason } = faults[0]!
        keep(list, row, sheet + (column === undefined ? '' : `${column}: `) + reason)
        continue
      }
      counts.stored++
      if (isMended) mended.push(`${row.row}`)
      const stored = [first, ...further.filter(isNew)]
      counts.pairs += stored.length
      chars += stored.reduce((sum, { question, answer }) => sum + question.length + answer.length, 0)
      refuseMore(counts.pairs, limits.pairs, 'pairs')
      refuseMore(chars, MOST_CHARS, 'characters of pairs')
      await emit(stored, { read: counts.rows_read, total })
    }
  }
  return { counts, mended, rejected }
}

function refuseMore(count: number, most: number, what: string): void {
  if (count > most)
    throw new Unreadable(`The file has more than the ${grouped(most)} ${what} allowed in one file; split it.`)
}

function noList({ delimiter, format }: TableFile, reason: string | undefined): string {
  if (reason === undefined) return 'The workbook has no sheet with rows in it.'
  if (format === 'XLSX') return reason
  return `${reason} The delimiter used was ${delimiter === '\t' ? 'TAB' : JSON.stringify(delimiter)}.`
}

function noPair({ question_column, answer_column, rows_read, rejections: [first] }: ImportLedger): string {
  const columns = `The columns read were ${JSON.stringify(question_column)} and ${JSON.stringify(answer_column)}.`
  if (rows_read === 0) return `Found a header and no rows below it; needed at least one pair. ${columns}`
  const column = first?.column === undefined ? '' : `, ${JSON.stringify(first.column)}`
  const example = first ? ` Row ${first.row}${column}: ${first.reason}.` : ''
  return `None of the ${rows_read} rows is a usable pair.${example} ${columns}`
}

/** Reports what was not read, because the editor may have expected it to be. */
function listed(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${someOf(names).replace(/\.$/, '')}.`]
}
