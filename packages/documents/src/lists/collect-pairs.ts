/** Turns the rows of a table into pairs and keeps the account of them: what is a duplicate, what is rejected, and why. */
import { hash } from 'node:crypto'
import { grouped } from '@tandem/contract/grouped'
import { Unreadable } from '../unreadable.ts'
import type { Columns } from './find-columns.ts'
import { emptyCounts, type LedgerCounts, provenSum, reject } from './ledger.ts'
import { type PairLimits, pairsOfRow, type ReadPair, type RowOptions } from './row-pairs.ts'
import { widthOf } from './sniff-delimiter.ts'
import { sampleOf, type Table, type TableFile } from './tables.ts'

export interface CollectOptions {
  readonly columns: Columns
  readonly limits: PairLimits
  readonly file: TableFile
}

/** What has been collected so far, of one table or of several. */
export interface Collected {
  readonly counts: LedgerCounts
  /** Hashes of the pairs, which take less room than the pairs. */
  readonly seen: Set<string>
  readonly notes: string[]
}

export const nothingCollected = (): Collected => ({ counts: emptyCounts(), seen: new Set(), notes: [] })

/** Hands the pairs on in batches as the rows come. */
export async function collectPairs(
  table: Table,
  { columns, limits, file }: CollectOptions,
  emit: (pairs: ReadPair[]) => Promise<void>,
  { counts, seen, notes }: Collected,
): Promise<void> {
  const options = await rowOptions(table, { columns, limits, file })
  const mended: number[] = []
  for (const rows of table.rows()) {
    const pairs: ReadPair[] = []
    for (const row of rows) {
      if (row.row <= columns.headerRows) continue
      if (!row.broken && row.cells.every((cell) => cell.trim() === '')) continue
      counts.rows_read++
      const read = pairsOfRow(row, options)
      if (read.fault) reject(counts, row.row, read.fault)
      const [first, ...further] = read.pairs
      if (!first) continue
      if (!isNew(first, seen)) {
        counts.duplicate++
        continue
      }
      counts.stored++
      if (read.isMended) mended.push(row.row)
      for (const fault of read.left) reject(counts, row.row, fault, false)
      pairs.push(first, ...further.filter((pair) => isNew(pair, seen)))
    }
    counts.pairs += pairs.length
    if (counts.pairs > limits.pairs)
      throw new Unreadable(
        `The file has more than the ${grouped(limits.pairs)} pairs allowed in one file; split it.`,
      )
    if (pairs.length > 0) await emit(pairs)
  }
  provenSum(counts)
  if (mended.length > 0) notes.push(mendedNote(mended))
}

function isNew({ question, answer }: ReadPair, seen: Set<string>): boolean {
  const key = hash('sha1', `${question}\0${answer}`, 'base64')
  return !seen.has(key) && seen.add(key) !== undefined
}

export async function rowOptions(
  table: Table,
  { columns, limits, file }: CollectOptions,
): Promise<RowOptions> {
  return {
    columns,
    limits,
    division:
      file.delimiter === null ? undefined : { width: widthIn(table, columns), delimiter: file.delimiter },
    isDamaged: file.isDamaged,
    // Loaded only where it is needed: reading HTML takes more room than all the rest of a list.
    withoutMarkup:
      columns.markup.length > 0
        ? (await import('../read/data/cell-markup.ts')).withoutMarkup
        : (html) => html,
  }
}

/** Cells a row has at most: those the header names, or those all rows have. Rows of unlike width end with the answer. */
function widthIn(table: Table, { names, headerRows, question, answer }: Columns): number {
  const least = Math.max(question, answer) + 1
  if (names.length > 0) return Math.max(widthOf(names), least)
  const rows = sampleOf(table).filter(({ row, broken }) => row > headerRows && !broken)
  const widths = new Set(rows.map(({ cells }) => cells.length))
  return widths.size === 1 ? Math.max(...widths, least) : least
}

const ROWS_SHOWN = 10

function mendedNote(rows: readonly number[]): string {
  const more = rows.length > ROWS_SHOWN ? ` and ${rows.length - ROWS_SHOWN} more` : ''
  return `The delimiter stood unquoted in the text of ${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, ROWS_SHOWN).join(', ')}${more}; question and answer were told apart by the question mark.`
}
