/** The pairs of one row: its question with its answer, and further questions. What is blank, too long or unreadable is told, never cut. */
import { grouped } from '@tandem/contract/grouped'
import { isQuestion } from '../document/question-marks.ts'
import { withoutMarkup } from '../read/html/read-html.ts'
import type { Columns } from './find-columns.ts'
import { NEVER_CALCULATED } from './read-sheet.ts'
import { type Row, widthOf } from './tables.ts'

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

export interface RowOptions {
  readonly columns: Columns
  readonly limits: PairLimits
  /** Of a CSV: cells beyond it mean that the delimiter stood unquoted in a text. */
  readonly width: number
  readonly delimiter: string
  /** U+FFFD stands for bytes that could not be read, and not for itself. */
  readonly isDamaged: boolean
}

export interface Fault {
  readonly reason: string
  readonly text: string
  readonly column?: string
}

/** A line that Markdown draws in its tables. */
const RULE = /^:?-{3,}:?$/

/** With the cells as they are read: divided anew where a delimiter stood unquoted, without markup. */
export function pairsOfRow(row: Row, options: RowOptions) {
  const { columns, width } = options
  const pairs: ReadPair[] = []
  /** Further questions that cannot be stored; the row is stored all the same. */
  const left: Fault[] = []
  const refused = (fault: Omit<Fault, 'text'> & { text?: string }, cells = row.cells) => ({
    cells,
    fault: { ...fault, text: fault.text || row.cells.join(' | ') },
    pairs,
    left,
  })
  if (row.broken) return refused({ reason: row.broken })
  const divided = widthOf(row.cells) > width ? mendedCells(row, options) : row.cells
  if (!divided)
    return refused({
      reason: `the row has ${row.cells.length} cells where ${width} are expected; a cell with the delimiter in it must stand in quotation marks`,
    })
  const cells = divided.map((cell, at) =>
    columns.markup.includes(at) ? withoutMarkup(cell) : withoutApostrophe(cell),
  )
  const cellAt = (at = -1) => cells[at] ?? ''
  const about = cellAt(columns.about).trim()
  const question = cellAt(columns.question) + (about && `\n${about}`)
  const answer = chosenAnswer(cells, columns)
  const isHeader = question.trim() === columns.questionName && answer.trim() === columns.answerName
  if (columns.isByName && isHeader) return refused({ reason: 'the row repeats the header' })
  if (RULE.test(question.trim()) && RULE.test(answer.trim()))
    return refused({ reason: 'the row is a line between rows' })
  const fault = pairFault(question, answer, options)
  if (fault) return refused(fault, cells)
  const keywords = keywordsIn(cellAt(columns.keywords))
  pairs.push({ question, answer, ...(keywords.length > 0 && { keywords }) })
  for (const further of columns.further) {
    const isOwn = further.answer !== columns.answer
    const said = isOwn ? cellAt(further.answer) : answer
    // Other ways to ask stand in a line each.
    const asked = isOwn ? [cellAt(further.question)] : cellAt(further.question).split(/[\r\n]+/u)
    for (const each of asked.map((text) => text.trim())) {
      if (each === '' && !(isOwn && said.trim())) continue
      const wrong = pairFault(each, said, options)
      if (!wrong) pairs.push({ question: each, answer: said })
      else
        left.push({
          reason: `a further question was left out: ${wrong.reason}`,
          text: each || said,
          column: `column ${further.question + 1}`,
        })
    }
  }
  return { cells, fault: undefined, pairs, left }
}

/** Exports write an apostrophe before what a spreadsheet would take for a formula; it is no part of the text. */
const withoutApostrophe = (cell: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

// Rule (off: undefined): with too many cells in a row the question ends at the first question mark, and what follows is the answer; lists written by hand. Without a mark nobody can tell.
function mendedCells(
  { cells, written = [] }: Row,
  { columns: { question, answer }, width, delimiter }: RowOptions,
): readonly string[] | undefined {
  const after = cells.length - (width - answer - 1)
  const ends = written.findIndex((cell, at) => at >= question && at < after - 1 && isQuestion(cell))
  if (answer !== question + 1 || ends < 0) return undefined
  const joined = (from: number, to: number) =>
    to - from === 1 ? cells[from]! : written.slice(from, to).join(delimiter).trim()
  return [
    ...cells.slice(0, question),
    joined(question, ends + 1),
    joined(ends + 1, after),
    ...cells.slice(after),
  ]
}

// Rule (off: cells[columns.answer] ?? ''): the answer of a quiz may be the letter of a choice; nobody is helped by "B".
function chosenAnswer(cells: readonly string[], columns: Columns): string {
  const answer = cells[columns.answer] ?? ''
  const letter = /^\(?([a-h])[).]?$/i.exec(answer.trim())?.[1]?.toLowerCase()
  const option = letter === undefined ? undefined : columns.options.get(letter)
  return (option === undefined ? undefined : cells[option]) || answer
}

const MOST_KEYWORDS = 50
const KEYWORD_CHARS = 200

/** Divided as people divide lists. */
function keywordsIn(cell: string): string[] {
  const words = cell.split(/[,;|\n\r、，；]/u).map((word) => word.trim().replaceAll('\0', '').toWellFormed())
  return words.filter((word) => VISIBLE.test(word) && word.length <= KEYWORD_CHARS).slice(0, MOST_KEYWORDS)
}

function pairFault(question: string, answer: string, options: RowOptions): Fault | undefined {
  const { columns, limits, isDamaged } = options
  const ofQuestion = cellFault(question, limits.questionChars, isDamaged)
  if (ofQuestion) return { reason: ofQuestion, text: question, column: columns.questionName }
  const ofAnswer = cellFault(answer, limits.answerChars, isDamaged)
  return ofAnswer === undefined ? undefined : { reason: ofAnswer, text: answer, column: columns.answerName }
}

/** Something a reader sees: not only blanks, and not only characters without width. */
const VISIBLE = /[^\s\p{Cf}\p{Cc}\u115f\u1160\u3164]/u
const SHEET_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/

function cellFault(text: string, mostChars: number, isDamaged: boolean): string | undefined {
  if (!VISIBLE.test(text)) return 'the cell is empty'
  if (text.includes('\0')) return 'the cell holds a NUL character'
  if (!text.isWellFormed()) return 'the cell holds half a character (an unpaired surrogate)'
  if (isDamaged && text.includes('\uFFFD')) return 'the cell holds bytes that are not UTF-8'
  if (text === NEVER_CALCULATED)
    return 'the cell holds a formula that was never calculated; open the file in a spreadsheet and save it'
  if (SHEET_ERROR.test(text.trim())) return `the cell holds the spreadsheet error ${text.trim()}`
  const count = text.length > mostChars ? [...text].length : 0
  if (count <= mostChars) return undefined
  return `the cell has ${grouped(count)} characters, at most ${grouped(mostChars)} are allowed`
}
