/** What the cells of a column are like: whether they ask, answer at length, tell the rows apart, or are no text at all. */
import { asks } from '@tandem/languages/split-questions'
import { isQuestion } from '../document/question-marks.ts'
import type { NamedColumn } from './column-names.ts'
import type { Row } from './tables.ts'

/** What its name says is there where the name is known. */
export interface Column extends Partial<NamedColumn> {
  readonly at: number
  readonly name: string
  readonly content: ColumnContent
}

/** Shares of the filled cells, from 0 to 1. */
export interface ColumnContent {
  readonly filled: number
  /** Words of a language, and no figure, date, address or code. */
  readonly text: number
  readonly asks: number
  /** Sentences, or more than fits a name. */
  readonly atLength: number
  readonly unlike: number
  /** Names for machines: REF_12, a1b2. */
  readonly codes: number
  readonly markup: number
  /** Mean length. */
  readonly chars: number
}

const LONG_CHARS = 40
const QUESTION_CHARS = 200
/** A few of these say as much as a sentence elsewhere. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u
const LONG_DENSE_CHARS = 12
const LOOKED_AT_CHARS = 2000

export function contentOf(rows: readonly Row[], at: number): ColumnContent {
  const cells = rows.flatMap(({ cells }) => {
    const cell = (cells[at] ?? '').slice(0, LOOKED_AT_CHARS).trim()
    return cell === '' ? [] : [cell]
  })
  const share = (test: (cell: string) => boolean) =>
    cells.length === 0 ? 0 : cells.filter(test).length / cells.length
  return {
    filled: rows.length === 0 ? 0 : cells.length / rows.length,
    text: share(isText),
    asks: share((cell) => isQuestion(cell) || beginsAsQuestion(cell)),
    atLength: share(isAtLength),
    unlike: new Set(cells).size / Math.max(1, cells.length),
    codes: share((cell) => CODE.test(cell)),
    markup: share((cell) => HTML.test(cell)),
    chars: cells.reduce((sum, { length }) => sum + length, 0) / Math.max(1, cells.length),
  }
}

const CODE = /^\S*\d\S*$|^[\w:-]*[_:][\w:-]*$/u
const NO_TEXT =
  /^(?:https?:\S*|\S+@\S+\.\S+|[\d\s\p{P}\p{S}]+|\d{1,2}\s\p{L}{3,9}\s\d{2,4}|true|false|nan|null|none)$/iu

// Rule (off: true): figures, dates, addresses and codes are neither questions nor answers; tables of numbers, columns of ids.
export function isText(cell: string): boolean {
  return /\p{L}/u.test(cell) && !NO_TEXT.test(cell) && !CODE.test(cell)
}

// Rule (off: false): a question may lack its mark, but is no sentence that ends as one; lists typed in haste.
function beginsAsQuestion(cell: string): boolean {
  return asks(cell) && cell.length <= QUESTION_CHARS && !/[.!…。！:：]$/u.test(cell)
}

function isAtLength(cell: string): boolean {
  if (!isText(cell)) return false
  if (cell.length >= LONG_CHARS || (DENSE.test(cell) && cell.length >= LONG_DENSE_CHARS)) return true
  return /[.!?…。！？]["'”»)]?$/u.test(cell) && cell.split(/\s+/u).length > 2
}

/** What only a text in HTML has: paragraphs, lists, forced lines, links. */
const HTML = /<\/(?:p|div|ul|ol|li|h[1-6]|table)>|<br\s?\/?>|<a\s[^<>]{0,200}href/i
