/**
 * Decides which rows are header and which columns hold questions and answers: by the names in the header, else the first
 * two columns with anything in them, a running number aside. A first row that names nothing is a row like any other and is kept.
 */
import { columnNamed } from './column-names.ts'
import type { Row } from './read-records.ts'

export interface Columns {
  /** Rows up to this one, as a spreadsheet counts, are header. */
  readonly headerRows: number
  readonly question: number
  readonly answer: number
  /** Further questions, each with the answer of its row or, where the header has one beside it, an answer of its own. */
  readonly further: readonly FurtherColumn[]
  readonly questionName: string
  readonly answerName: string
  /** Number of columns the header has, when there is one that names the columns. */
  readonly headerWidth: number | undefined
  readonly isByName: boolean
  /** Columns of the header that nothing is read from. */
  readonly unused: readonly string[]
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
    return byPosition(
      content.filter(({ row }) => row > headerRows),
      headerRows,
    )
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
  const pick = (role: 'question' | 'answer') => {
    const sure = named.findIndex((column) => column?.role === role && column.isSure)
    return sure >= 0 ? sure : named.findIndex((column) => column?.role === role)
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
  const used = new Set([question, answer, ...further.flatMap((each) => [each.question, each.answer])])
  return {
    headerRows,
    question,
    answer,
    further,
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
  const filled: number[] = []
  for (let at = 0; at < width && filled.length < 3; at++) {
    if (readable.some(({ cells }) => (cells[at] ?? '').trim() !== '')) filled.push(at)
  }
  const isNumbered =
    filled.length > 2 && isRunningNumber(readable.map(({ cells }) => cells[filled[0]!] ?? ''))
  const [question, answer] = isNumbered ? filled.slice(1) : filled
  if (question === undefined || answer === undefined) return { reason: missing(rows) }
  return {
    headerRows,
    question,
    answer,
    further: [],
    unused: [],
    questionName: `column ${question + 1}`,
    answerName: `column ${answer + 1}`,
    headerWidth: undefined,
    isByName: false,
  }
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
