/** Makes the pairs of one row: its question with its answer, and further questions. Blank, overlong and unreadable cells are reported, never cut. */
import { grouped } from '@tandem/contract/grouped'
import { isQuestion } from '@tandem/languages/is-question'
import { withoutMarkup } from '../read/html/read-html.ts'
import type { Columns, List } from './find-columns.ts'
import { NEVER_CALCULATED } from './read-sheet.ts'
import { type Row, sampleOf, type TableFile, widthOf } from './tables.ts'

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

export interface Fault {
  readonly reason: string
  readonly text: string
  readonly column?: string
}

/** The options for reading the rows of a list. */
export function rowOptions(
  { table, columns }: List,
  { format, delimiter, isDamaged }: TableFile,
  limits: PairLimits,
) {
  const { names, headerRows, question, answer } = columns
  const rows = sampleOf(table).filter(({ row, broken }) => row > headerRows && !broken)
  const least = Math.min(...rows.map(({ cells }) => cells.length))
  // In a CSV, cells beyond the header, or without one beyond the shortest row, result from an unquoted delimiter in a text.
  const width = format === 'CSV' ? Math.max(question + 1, answer + 1, widthOf(names) || least) : Infinity
  return { columns, limits, width, delimiter: delimiter ?? '', isDamaged }
}

type RowOptions = ReturnType<typeof rowOptions>

/** Without pairs, the row is rejected for its only fault. With pairs, the faults report further questions that were left out. */
export function pairsOfRow(whole: Row, options: RowOptions) {
  const { columns } = options
  const row = mendedRow(whole, options)
  const cells = row.cells.map((cell, at) =>
    columns.markup.includes(at) ? withoutMarkup(cell) : withoutApostrophe(cell),
  )
  const cellAt = (at = -1) => cells[at] ?? ''
  const about = cellAt(columns.about).trim()
  const question = cellAt(columns.question) + (about && `\n${about}`)
  const answer = chosenAnswer(cells, columns)
  const pairs: ReadPair[] = []
  const faults: Fault[] = []
  const text = row.cells.join(' | ')
  const reason = rowFault(row, question.trim(), answer.trim(), options)
  const fault = reason ? { reason, text } : pairFault(question, answer, options)
  const isMended = row !== whole
  if (fault) return { cells, pairs, isMended, faults: [{ ...fault, text: fault.text || text }] }
  const keywords = keywordsIn(cellAt(columns.keywords))
  pairs.push({ question, answer, ...(keywords.length > 0 && { keywords }) })
  for (const further of columns.further) {
    const isOwn = further.answer !== columns.answer
    const said = isOwn ? cellAt(further.answer) : answer
    // Each line contains an alternative question.
    const asked = isOwn ? [cellAt(further.question)] : cellAt(further.question).split(/[\r\n]+/u)
    for (const each of asked.map((line) => line.trim())) {
      if (each === '' && !(isOwn && said.trim())) continue
      const wrong = pairFault(each, said, options)
      if (!wrong) pairs.push({ question: each, answer: said })
      else
        faults.push({
          reason: `a further question was left out: ${wrong.reason}`,
          text: each || said,
          column: `column ${further.question + 1}`,
        })
    }
  }
  return { cells, pairs, isMended, faults }
}

/** Exports add an apostrophe before text that a spreadsheet would take for a formula; it is not part of the text. */
const withoutApostrophe = (cell: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

// Rule (off: row): if a row has too many cells, the question ends at the first question mark and the rest is the answer; lists written by hand. Without a mark the row is rejected.
function mendedRow(row: Row, { columns: { question, answer }, width, delimiter }: RowOptions): Row {
  const { cells, written = [] } = row
  const after = cells.length - (width - answer - 1)
  const ends = written.findIndex((cell, at) => at >= question && at < after - 1 && isQuestion(cell))
  if (widthOf(cells) <= width || answer !== question + 1 || ends < 0) return row
  const joined = (from: number, to: number) =>
    to - from === 1 ? cells[from]! : written.slice(from, to).join(delimiter).trim()
  const divided = [joined(question, ends + 1), joined(ends + 1, after)]
  return { ...row, cells: [...cells.slice(0, question), ...divided, ...cells.slice(after)] }
}

function rowFault({ cells, broken }: Row, question: string, answer: string, options: RowOptions) {
  const { columns, width } = options
  if (broken) return broken
  if (widthOf(cells) > width)
    return `the row has ${cells.length} cells where ${width} are expected; a cell with the delimiter in it must stand in quotation marks`
  if (/^[:-]{6,}$/.test(question + answer)) return 'the row is a line between rows'
  const isHeader = question === columns.questionName && answer === columns.answerName
  return columns.isByName && isHeader ? 'the row repeats the header' : undefined
}

// Rule (off: cells[columns.answer] ?? ''): the answer of a quiz may be the letter of an option; "B" alone is not a useful answer.
function chosenAnswer(cells: readonly string[], columns: Columns): string {
  const answer = cells[columns.answer] ?? ''
  const [, letter = ''] = /^\(?([a-h])[).]?$/.exec(answer.trim().toLowerCase()) ?? []
  return cells[columns.options.get(letter) ?? -1] || answer
}

const MOST_KEYWORDS = 50
const KEYWORD_CHARS = 200

/** Splits a cell at the separators that people use in lists. */
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

/** A visible character: not white space, a control character or a character without width. */
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
