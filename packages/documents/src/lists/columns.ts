/** The columns of a table, with the meaning of their names and statistics of their cells: questions, long answers, or no text. */
import { isQuestion } from '@tandem/languages/is-question'
import { columnsNamed, GUESSED, type NamedColumn, type Role, SURE } from './column-names.ts'
import type { Row } from './tables.ts'

export interface Column extends Omit<NamedColumn, 'role'> {
  /** The role that the name indicates, if the name is known. */
  readonly role: Role | undefined
  readonly at: number
  readonly name: string
  readonly content: ReturnType<typeof contentOf>
}

export const MOST = 0.5

export function columnsOf(header: readonly string[], rows: readonly Row[]): Column[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), header.length)
  const named = columnsNamed(header)
  const all = Array.from({ length: width }, (_, at): Column => {
    const content = contentOf(rows, at)
    const { role, trust = 0, variant = '' } = named[at] ?? {}
    // Below the header "question", numbers and codes are indexes or identifiers, so the name counts only as a guess.
    const believed = role === 'question' && content.text < MOST ? Math.min(trust, GUESSED) : trust
    return { at, name: header[at]?.trim() ?? '', role, trust: believed, variant, content }
  })
  const together = namedTogether(all)
  return all
    .filter(({ name, content }) => name !== '' || content.filled > 0)
    .map((each) => (together.has(each.at) ? { ...each, role: together.get(each.at)!, trust: SURE } : each))
}

/** In descending order of preference. */
const ASKING = ['instruction', 'prompt', 'patterns', 'utterances', 'q', 'question', 'input']
const ANSWERING = ['output', 'completion', 'responses', 'response', 'answer', 'a']

// Rule (off: new Map()): some names mean question and answer only in combination; training data, chatbot intents.
function namedTogether(columns: readonly Column[]): ReadonlyMap<number, Role> {
  const called = (names: readonly string[]) =>
    names.flatMap((name) => columns.find((each) => each.name.toLowerCase() === name) ?? [])[0]
  const [question, answer] = [called(ASKING), called(ANSWERING)]
  if (!question || !answer || question.content.text < MOST) return new Map()
  return new Map([[question.at, 'question'] as const, [answer.at, 'answer'] as const])
}

const LONG_CHARS = 40
/** Scripts in which a few characters express as much as a sentence in other scripts. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u
const LONG_DENSE_CHARS = 12
const LOOKED_AT_CHARS = 2000
const CODE = /^\S*\d\S*$|^[\w:-]*[_:][\w:-]*$/u
const NO_TEXT =
  /^(?:https?:\S*|\S+@\S+\.\S+|[\d\s\p{P}\p{S}]+|\d{1,2}\s\p{L}{3,9}\s\d{2,4}|true|false|nan|null|none)$/iu
/** Markup that occurs only in HTML text: paragraphs, lists, headings, tables, line breaks, links. */
const HTML = /<\/(?:p|div|ul|ol|li|h[1-6]|table)>|<br\s?\/?>|<a\s[^<>]{0,200}href/i

/** Statistics of a column: shares of its filled cells from 0 to 1 (`filled`: of all rows), and their mean length in `chars`. */
export function contentOf(rows: readonly Row[], at: number) {
  const all = rows.map(({ cells }) => (cells[at] ?? '').slice(0, LOOKED_AT_CHARS).trim())
  const cells = all.filter((cell) => cell !== '')
  const share = (test: (cell: string) => boolean) => cells.filter(test).length / Math.max(1, cells.length)
  return {
    filled: cells.length / Math.max(1, rows.length),
    /** Natural language: not a number, date, address or code. */
    text: share(isText),
    asks: share(isQuestion),
    /** A sentence, or text longer than a name. */
    atLength: share(isAtLength),
    unlike: new Set(cells).size / Math.max(1, cells.length),
    /** Machine-readable identifiers: REF_12, a1b2. */
    codes: share((cell) => CODE.test(cell)),
    markup: share((cell) => HTML.test(cell)),
    chars: cells.reduce((sum, { length }) => sum + length, 0) / Math.max(1, cells.length),
  }
}

// Rule (off: true): numbers, dates, addresses and codes are neither questions nor answers; tables of numbers, columns of ids.
const isText = (cell: string) => /\p{L}/u.test(cell) && !NO_TEXT.test(cell) && !CODE.test(cell)

function isAtLength(cell: string): boolean {
  if (!isText(cell)) return false
  if (cell.length >= LONG_CHARS || (DENSE.test(cell) && cell.length >= LONG_DENSE_CHARS)) return true
  return /[.!?…。！？]["'”»)]?$/u.test(cell) && cell.split(/\s+/u).length > 2
}
