/** Turns rows into pairs and keeps the ledger: what is blank, too long, unreadable or there already is told, never cut. */

import { hash } from 'node:crypto'
import { grouped } from '@tandem/contract/grouped'
import { Unreadable } from '../unreadable.ts'
import type { Columns } from './find-columns.ts'
import { emptyCounts, type LedgerCounts, provenSum, reject } from './ledger.ts'
import type { Row } from './read-records.ts'

export interface PairLimits {
  readonly questionChars: number
  readonly answerChars: number
  readonly pairs: number
}

export interface ReadPair {
  question: string
  answer: string
  keywords?: string[]
}

export interface CollectOptions {
  readonly columns: Columns
  readonly limits: PairLimits
  /** Cells beyond this one mean that a delimiter stood unquoted in a text; undefined where that cannot be. */
  readonly width: number | undefined
  /** U+FFFD stands for bytes that could not be read, and not for itself. */
  readonly isDamaged: boolean
}

/** Something a reader sees: not only blanks, and not only characters without width. */
const VISIBLE = /[^\s\p{Cf}\p{Cc}\u115f\u1160\u3164]/u
/** As Markdown draws its tables. */
const RULE = /^:?-{3,}:?$/
const SHEET_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/

/** What a sheet's reader puts for a formula without a result. */
export const NEVER_CALCULATED = '#FORMULA!'

/** What has been collected so far, of one list of rows or of several. */
export interface Collected {
  readonly counts: LedgerCounts
  /** Hashes of the pairs, which take less room than the pairs. */
  readonly seen: Set<string>
}

export const nothingCollected = (): Collected => ({ counts: emptyCounts(), seen: new Set() })

/** Hands the pairs on in batches as the rows come. */
export async function collectPairs(
  batches: Iterable<readonly Row[]>,
  options: CollectOptions,
  emit: (pairs: ReadPair[]) => Promise<void>,
  { counts, seen }: Collected = nothingCollected(),
): Promise<LedgerCounts> {
  for (const rows of batches) {
    const pairs: ReadPair[] = []
    for (const row of rows) {
      if (row.row <= options.columns.headerRows) continue
      if (!row.broken && row.cells.every((cell) => cell.trim() === '')) continue
      counts.rows_read++
      takeRow(row, options, counts, seen, pairs)
    }
    if (counts.pairs > options.limits.pairs) {
      throw new Unreadable(
        `The file has more than the ${grouped(options.limits.pairs)} pairs allowed in one file; split it.`,
      )
    }
    if (pairs.length > 0) await emit(pairs)
  }
  provenSum(counts)
  return counts
}

function takeRow(
  row: Row,
  options: CollectOptions,
  counts: LedgerCounts,
  seen: Set<string>,
  pairs: ReadPair[],
): void {
  const fault = rowFault(row, options)
  if (fault) {
    reject(counts, row.row, fault.reason, fault.text, fault.column)
    return
  }
  const question = row.cells[options.columns.question] ?? ''
  const answer = row.cells[options.columns.answer] ?? ''
  const key = hash('sha1', `${question}\0${answer}`, 'base64')
  if (seen.has(key)) {
    counts.duplicate++
    return
  }
  seen.add(key)
  counts.stored++
  counts.pairs++
  const keywords = keywordsIn(row.cells[options.columns.keywords ?? -1] ?? '')
  pairs.push({ question, answer, ...(keywords.length > 0 && { keywords }) })
  takeFurther(row, options, counts, seen, pairs)
}

const MOST_KEYWORDS = 50
const KEYWORD_CHARS = 200

/** Divided as people divide lists. */
function keywordsIn(cell: string): string[] {
  if (!VISIBLE.test(cell)) return []
  const words = cell.split(/[,;|\n\r、，；]/u).map((word) => word.trim().replaceAll('\0', '').toWellFormed())
  return words.filter((word) => word !== '' && word.length <= KEYWORD_CHARS).slice(0, MOST_KEYWORDS)
}

function rowFault(
  { cells, broken }: Row,
  { columns, width, limits, isDamaged }: CollectOptions,
): { reason: string; text: string; column?: string } | undefined {
  const all = cells.join(' | ')
  if (broken) return { reason: broken, text: all }
  if (width !== undefined && cells.slice(width).some((cell) => cell.trim() !== '')) {
    const reason = `the row has ${cells.length} cells where ${width} are expected; a cell with the delimiter in it must stand in quotation marks`
    return { reason, text: all }
  }
  const question = cells[columns.question] ?? ''
  const answer = cells[columns.answer] ?? ''
  if (columns.isByName && question.trim() === columns.questionName && answer.trim() === columns.answerName) {
    return { reason: 'the row repeats the header', text: all }
  }
  if (RULE.test(question.trim()) && RULE.test(answer.trim())) {
    return { reason: 'the row is a line between rows', text: all }
  }
  const fault = cellFault(question, limits.questionChars, isDamaged)
  if (fault) return { reason: fault, text: question || all, column: columns.questionName }
  const answerFault = cellFault(answer, limits.answerChars, isDamaged)
  return answerFault ? { reason: answerFault, text: answer || all, column: columns.answerName } : undefined
}

/** Further questions, each a pair of its own. One that cannot be stored is listed; its row is stored all the same. */
function takeFurther(
  { row, cells }: Row,
  { columns, limits, isDamaged }: CollectOptions,
  counts: LedgerCounts,
  seen: Set<string>,
  pairs: ReadPair[],
): void {
  for (const { question: at, answer: answerAt, isList } of columns.further) {
    const answer = cells[answerAt] ?? ''
    const cell = cells[at] ?? ''
    const isOwn = answerAt !== columns.answer
    if (cell.trim() === '' && (!isOwn || answer.trim() === '')) continue
    for (const line of isList || !isOwn ? cell.split(/\r\n|\n|\r/u) : [cell]) {
      const question = line.trim()
      if (question === '' && !isOwn) continue
      const fault =
        cellFault(question, limits.questionChars, isDamaged) ??
        (isOwn ? cellFault(answer, limits.answerChars, isDamaged) : undefined)
      if (fault) {
        const { rejected } = counts
        reject(
          counts,
          row,
          `a further question was left out: ${fault}`,
          question || answer,
          `column ${at + 1}`,
        )
        counts.rejected = rejected
        continue
      }
      const key = hash('sha1', `${question}\0${answer}`, 'base64')
      if (seen.has(key)) continue
      seen.add(key)
      counts.pairs++
      pairs.push({ question, answer })
    }
  }
}

function cellFault(text: string, mostChars: number, isDamaged: boolean): string | undefined {
  if (!VISIBLE.test(text)) return 'the cell is empty'
  if (text.includes('\0')) return 'the cell holds a NUL character'
  if (!text.isWellFormed()) return 'the cell holds half a character (an unpaired surrogate)'
  if (isDamaged && text.includes('\uFFFD')) return 'the cell holds bytes that are not UTF-8'
  if (text === NEVER_CALCULATED)
    return 'the cell holds a formula that was never calculated; open the file in a spreadsheet and save it'
  if (SHEET_ERROR.test(text.trim())) return `the cell holds the spreadsheet error ${text.trim()}`
  if (text.length <= mostChars) return undefined
  let count = 0
  for (const _ of text) count++
  return count > mostChars
    ? `the cell has ${grouped(count)} characters, at most ${grouped(mostChars)} are allowed`
    : undefined
}
