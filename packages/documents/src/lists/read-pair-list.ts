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
  const file = await openTables(input.bytes, input.splitter)
  const { format, encoding, delimiter } = file
  const found = findLists(file, input.headerRows)
  const lists = found.flatMap(({ table, columns }) => (columns ? [{ table, columns }] : []))
  const others = found.flatMap(({ table, columns }) => (columns ? [] : [table.name]))
  const [first] = lists
  if (!first) return { reason: noList(file, found[0]?.reason) }
  const { counts, notes, rejected } = await collectPairs(lists, file, input.limits, emit)
  const { headerRows, questionName, answerName, isByName } = first.columns
  const isGuessed = input.headerRows === undefined && headerRows > 0 && !isByName
  const header = `${JSON.stringify(questionName)}, ${JSON.stringify(answerName)}`
  const unused = new Set(lists.flatMap(({ columns }) => columns.unused))
  const ledger: ImportLedger = {
    ...counts,
    format,
    encoding,
    delimiter,
    sheet: format === 'XLSX' ? lists.map(({ table }) => table.name).join(', ') : null,
    header_rows: headerRows,
    question_column: questionName,
    answer_column: answerName,
    notes: [
      ...listed('Other sheets were not read', others),
      ...file.notes,
      ...listed('Columns that were not read', [...unused]),
      ...notes,
    ],
  }
  if (isGuessed)
    ledger.notes.push(
      `The first row (${header}) was taken for the header by its look. Send header_row 0 to store it as a pair.`,
    )
  return { ...(ledger.stored === 0 && { reason: noPair(ledger) }), ledger, rejected }
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

/** What was not read is said, since its editor may have meant it to be. */
function listed(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${someOf(names).replace(/\.$/, '')}.`]
}
