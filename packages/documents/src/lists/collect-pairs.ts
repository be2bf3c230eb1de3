/** Turns the rows of lists into pairs and keeps the account of them: every row is stored, a duplicate, or rejected with its reason. */
import { hash } from 'node:crypto'
import type { ImportLedger } from '@tandem/contract/admin-imports'
import { grouped } from '@tandem/contract/grouped'
import { someOf } from '../document/left-out.ts'
import { excerptOf } from '../document/split-text.ts'
import { Unreadable } from '../unreadable.ts'
import type { Columns } from './find-columns.ts'
import { keepRejected } from './rejected-rows.ts'
import { type PairLimits, pairsOfRow, type ReadPair, type RowOptions } from './row-pairs.ts'
import { pairRows, sampleOf, type Table, type TableFile, widthOf } from './tables.ts'

export interface List {
  readonly table: Table
  readonly columns: Columns
}

/** Rejections kept with their reasons; of the rest the number is known. */
const MOST_REJECTIONS = 1000
/** The most characters of all pairs of a file: many cells of a workbook may show one text, so a file of 300 KB would fill a gigabyte. */
const MOST_CHARS = 50_000_000

export interface RowProgress {
  readonly read: number
  readonly total: number
}

export async function collectPairs(
  lists: readonly List[],
  file: TableFile,
  limits: PairLimits,
  emit: (pairs: ReadPair[], rows: RowProgress) => Promise<void>,
) {
  const total = lists.reduce((sum, { table, columns }) => sum + countOf(pairRows(table, columns)), 0)
  const rejections: ImportLedger['rejections'] = []
  const counts = { rows_read: 0, stored: 0, pairs: 0, duplicate: 0, rejected: 0, rejections }
  /** Hashes of the pairs, which take less room than the pairs. */
  const seen = new Set<string>()
  const isNew = ({ question, answer }: ReadPair) =>
    seen.size < seen.add(hash('sha1', `${question}\0${answer}`, 'base64')).size
  const mended: number[] = []
  let chars = 0
  const { rejected, keep } = keepRejected(lists)
  for (const list of lists) {
    // The row numbers of several sheets are told apart by their names.
    const sheet = lists.length > 1 ? `sheet ${JSON.stringify(list.table.name)}: ` : ''
    const options = rowOptions(list, file, limits)
    for (const row of pairRows(list.table, list.columns)) {
      counts.rows_read++
      const { cells, fault, pairs, left } = pairsOfRow(row, options)
      const [first, ...further] = pairs
      const isStored = first !== undefined && isNew(first)
      // A part of a row that is stored is listed and not counted.
      for (const { column, reason, text } of fault ? [fault] : isStored ? left : []) {
        if (rejections.length >= MOST_REJECTIONS) break
        // The name of a column may be as long as a row.
        const place = column === undefined ? { row: row.row } : { row: row.row, column: excerptOf(column) }
        rejections.push({ ...place, reason: sheet + reason, excerpt: excerptOf(text) })
      }
      if (fault) {
        counts.rejected++
        keep(
          list.columns,
          row,
          sheet + (fault.column === undefined ? '' : `${fault.column}: `) + fault.reason,
        )
      } else if (!isStored) counts.duplicate++
      else {
        counts.stored++
        if (cells.length < row.cells.length) mended.push(row.row)
        const stored = [first, ...further.filter(isNew)]
        counts.pairs += stored.length
        chars += stored.reduce((sum, { question, answer }) => sum + question.length + answer.length, 0)
        refuseMore(counts.pairs, limits.pairs, 'pairs')
        refuseMore(chars, MOST_CHARS, 'characters of pairs')
        await emit(stored, { read: counts.rows_read, total })
      }
    }
  }
  const notes: string[] = []
  if (mended.length > 0)
    notes.push(
      `The delimiter stood unquoted in the text of ${mended.length === 1 ? 'row' : 'rows'} ${someOf(mended)}; question and answer were told apart by the question mark.`,
    )
  if (rejected.rows.length < counts.rejected)
    notes.push(
      `Of ${grouped(counts.rejected)} rejected rows the first ${grouped(rejected.rows.length)} can be downloaded; mend what they have in common in the file itself.`,
    )
  return { counts, notes, rejected }
}

const countOf = (rows: IteratorObject<unknown>) => rows.reduce<number>((count) => count + 1, 0)

function refuseMore(count: number, most: number, what: string): void {
  if (count > most)
    throw new Unreadable(`The file has more than the ${grouped(most)} ${what} allowed in one file; split it.`)
}

export function rowOptions(list: List, { delimiter, isDamaged }: TableFile, limits: PairLimits): RowOptions {
  const width = delimiter === null ? Infinity : widthIn(list)
  return { columns: list.columns, limits, width, delimiter: delimiter ?? '', isDamaged }
}

/** Cells a row has at most: those the header names, or those all rows have. */
function widthIn({ table, columns: { names, headerRows, question, answer } }: List): number {
  const rows = sampleOf(table).filter(({ row, broken }) => row > headerRows && !broken)
  const least = Math.min(...rows.map(({ cells }) => cells.length))
  return Math.max(question + 1, answer + 1, names.length > 0 ? widthOf(names) : least)
}
