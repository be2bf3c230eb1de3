/**
 * Decides which rows are header and which columns hold questions and answers: by the names in the header, else the first
 * two columns with anything in them, a running number aside. A first row that names nothing is a row like any other and is kept.
 */
import { limited } from '@tandem/languages/limited'
import { columnGuessed, columnNamed } from './column-names.ts'
import type { Row } from './read-records.ts'

export interface Columns {
  /** Rows up to this one, as a spreadsheet counts, are header. */
  readonly headerRows: number
  readonly question: number
  readonly answer: number
  /** Further questions, each with the answer of its row or, where the header has one beside it, an answer of its own. */
  readonly further: readonly FurtherColumn[]
  /** Words that should find the pair besides its own, in one cell. */
  readonly keywords: number | undefined
  readonly questionName: string
  readonly answerName: string
  /** Number of columns the header has, when there is one that names the columns. */
  readonly headerWidth: number | undefined
  readonly isByName: boolean
  /** Columns that nothing is read from. */
  readonly unused: readonly string[]
  /** The first row, where it was taken for a row and looks like a header. */
  readonly maybeHeader: readonly string[]
}

export interface FurtherColumn {
  readonly question: number
  readonly answer: number
  /** A list of other ways to ask, a line each. */
  readonly isList: boolean
}

/** Rows a title or a note may take above the header. */
const TITLE_ROWS = 10

export function findColumns(
  rows: readonly Row[],
  headerRows: number | undefined,
): Columns | { reason: string } {
  const content = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (headerRows !== undefined) {
    const header = content.filter(({ row }) => row <= headerRows)
    for (const { cells } of header.toReversed()) {
      const named = byName(cells, headerRows)
      if (named) return named
    }
    const found = byPosition(
      content.filter(({ row }) => row > headerRows),
      headerRows,
    )
    return 'reason' in found ? found : { ...found, maybeHeader: [] }
  }
  for (const row of content.slice(0, TITLE_ROWS)) {
    const named = row.broken ? undefined : byName(row.cells, row.row)
    if (named) return named
    // A title stands alone in its row. With two cells filled this is content, and what follows cannot be its header.
    if (row.cells.filter((cell) => cell.trim() !== '').length > 1) break
  }
  return byPosition(content, 0)
}

function byName(cells: readonly string[], headerRows: number): Columns | undefined {
  const named = cells.map((cell) => columnNamed(cell))
  const guessed = cells.every((cell) => isNameLike(cell)) ? cells.map((cell) => columnGuessed(cell)) : []
  const pick = (role: 'question' | 'answer') => {
    const sure = named.findIndex((column) => column?.role === role && column.isSure)
    if (sure >= 0) return sure
    const likely = named.findIndex((column) => column?.role === role)
    return guessed.includes(role) ? guessed.indexOf(role) : likely
  }
  let question = pick('question')
  let answer = pick('answer')
  const filled = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [at]))
  // With two columns, a name for one of them leaves the other.
  if (filled.length === 2 && question !== answer) {
    if (answer < 0 && named[question]?.isSure) answer = filled.find((at) => at !== question) ?? -1
    if (question < 0 && named[answer]?.isSure) question = filled.find((at) => at !== answer) ?? -1
  }
  if (question < 0 || answer < 0) return undefined
  const isFurther = (at: number) =>
    at !== question &&
    at !== answer &&
    (named[at]?.role === 'similar' || (named[at]?.role === 'question' && named[at]?.isSure))
  const isSpare = (at: number) => at !== answer && named[at]?.role === 'answer' && named[at]?.isSure
  const further = filled.filter(isFurther).map((at): FurtherColumn => {
    const isList = named[at]?.role === 'similar'
    const next = filled.find((other) => other > at && (other === question || isFurther(other)))
    const own = isList ? undefined : filled.find((other) => other > at && isSpare(other))
    return { question: at, answer: own !== undefined && own < (next ?? Infinity) ? own : answer, isList }
  })
  const keywords = named.findIndex((column) => column?.role === 'keywords')
  const used = new Set([
    question,
    answer,
    keywords,
    ...further.flatMap((each) => [each.question, each.answer]),
  ])
  return {
    headerRows,
    question,
    answer,
    further,
    keywords: keywords < 0 ? undefined : keywords,
    maybeHeader: [],
    unused: filled.filter((at) => !used.has(at)).map((at) => cells[at]!.trim()),
    questionName: cells[question]!.trim(),
    answerName: cells[answer]!.trim(),
    headerWidth: (filled.at(-1) ?? 0) + 1,
    isByName: true,
  }
}

function byPosition(rows: readonly Row[], headerRows: number): Columns | { reason: string } {
  const readable = rows.filter(({ broken }) => !broken)
  const width = Math.max(0, ...readable.map(({ cells }) => cells.length))
  const columnAt = (at: number) => readable.map(({ cells }) => (cells[at] ?? '').trim())
  const filled = Array.from({ length: width }, (_, at) => at).filter((at) =>
    columnAt(at).some((cell) => cell !== ''),
  )
  // What is counted or dated in front of two others is neither a question nor an answer.
  const [question, answer] = filled.reduce<number[]>((left, at) => {
    const isPassedOver = left.length > 2 && left.indexOf(at) < 2 && isNoText(columnAt(at), left[0] === at)
    return isPassedOver ? left.filter((other) => other !== at) : left
  }, filled)
  if (question === undefined || answer === undefined) return { reason: missing(rows) }
  const nameOf = (at: number) => `column ${at + 1}`
  return {
    headerRows,
    question,
    answer,
    further: [],
    keywords: undefined,
    unused: filled
      .filter((at) => at !== question && at !== answer && !isRunningNumber(columnAt(at)))
      .map(nameOf),
    questionName: nameOf(question),
    answerName: nameOf(answer),
    headerWidth: undefined,
    isByName: false,
    maybeHeader: maybeHeader(readable, question, answer),
  }
}

const MOST_NAME_CHARS = 40
const SENTENCE = limited(/[?？!！。]|\.\s|\s.*\.$/u, MOST_NAME_CHARS)

/** A header cell is short, and no sentence. */
function isNameLike(cell: string): boolean {
  const text = cell.trim()
  return text.length <= MOST_NAME_CHARS && !SENTENCE.test(text) && !/^[\d.,:/-]+$/.test(text)
}

const isNoText = (cells: readonly string[], isFirst: boolean) =>
  (isFirst && isRunningNumber(cells)) || isOfDates(cells)

const DATE =
  /^(?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\d{1,2}[-/. ](?:\d{1,2}|\p{L}{3,9})[-/. ,]{1,2}\d{2,4})(?:[T ,]+\d{1,2}:\d{2}.{0,16})?$/u

/** Dates down the rows, under a first cell that may name them. */
function isOfDates(cells: readonly string[]): boolean {
  const below = cells.slice(1).filter((cell) => cell !== '')
  return below.length > 0 && below.every((cell) => DATE.test(cell))
}

/** Whether the first row, which names nothing that is known, is written as headers are and the others are not. */
function maybeHeader(rows: readonly Row[], question: number, answer: number): string[] {
  const [first, ...below] = rows
  const cells = first?.cells.map((cell) => cell.trim()).filter((cell) => cell !== '') ?? []
  const isShort = (cell: string) => isNameLike(cell) && cell.split(/\s+/u).length <= 3
  if (below.length < 2 || cells.length < 2 || !cells.every(isShort)) return []
  const looksAlike = ({ cells: row }: Row) =>
    isShort((row[question] ?? '').trim()) && isShort((row[answer] ?? '').trim())
  return below.filter(looksAlike).length > below.length / 4 ? [] : cells
}

/** 1, 2, 3 down the rows, under a first cell that may name it. */
function isRunningNumber(cells: readonly string[]): boolean {
  const numbers = cells.map((cell) =>
    /^#?\d{1,9}[.)]?$/.test(cell.trim()) ? Number.parseInt(cell.replace(/\D/g, ''), 10) : NaN,
  )
  const from = Number.isNaN(numbers[0]) ? 1 : 0
  return (
    numbers.length - from > 1 &&
    numbers.slice(from).every((value, i, all) => (i === 0 ? value >= 0 : value === all[i - 1]! + 1))
  )
}

function missing(rows: readonly Row[]): string {
  const needed = 'needed one of questions and one of answers, best with the header question,answer'
  const [first] = rows
  if (!first) return `Found no rows; ${needed}.`
  if (first.broken) return `Found no readable row (${first.broken}); ${needed}.`
  const shown = first.cells
    .filter((cell) => cell.trim() !== '')
    .map((cell) => JSON.stringify(cell.trim().slice(0, 40)))
  return `Found one column (beginning with ${shown[0] ?? 'an empty cell'}); ${needed}.`
}
