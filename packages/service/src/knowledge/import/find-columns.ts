/**
 * Decides which rows are header and which columns hold questions and answers: by the names in the header, else the first
 * two columns with anything in them. A first row that names nothing is a row like any other and is kept.
 */
import { columnNamed } from './column-names.ts'
import type { Row } from './read-records.ts'

export interface Columns {
  /** Rows up to this one, as a spreadsheet counts, are header. */
  readonly headerRows: number
  readonly question: number
  readonly answer: number
  /** Further questions with the same answer; each may hold several, a line each. */
  readonly similar: readonly number[]
  readonly questionName: string
  readonly answerName: string
  /** Number of columns the header has, when there is one that names the columns. */
  readonly headerWidth: number | undefined
  readonly isByName: boolean
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
  return {
    headerRows,
    question,
    answer,
    similar: filled.filter(isFurther),
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
  for (let at = 0; at < width && filled.length < 2; at++) {
    if (readable.some(({ cells }) => (cells[at] ?? '').trim() !== '')) filled.push(at)
  }
  const [question, answer] = filled
  if (question === undefined || answer === undefined) return { reason: missing(rows) }
  return {
    headerRows,
    question,
    answer,
    similar: [],
    questionName: `column ${question + 1}`,
    answerName: `column ${answer + 1}`,
    headerWidth: undefined,
    isByName: false,
  }
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
