/** Divides anew a row of a CSV in which the delimiter stands unquoted in a text, where only one way to do so makes sense. */
import { isQuestion } from '../document/question-marks.ts'
import type { Row } from './read-records.ts'

interface Division {
  readonly width: number
  readonly delimiter: string
}

// Rule (off: undefined): with too many cells in a row the question ends at the first question mark, and what follows is the answer; lists written by hand. Without a mark nobody can tell.
export function mendedCells(
  { cells, line }: Row,
  { question, answer }: { readonly question: number; readonly answer: number },
  { width, delimiter }: Division,
): readonly string[] | undefined {
  const pieces = line === undefined ? [] : piecesOf(line.toString('utf8').trim(), delimiter)
  const after = cells.length - (width - answer - 1)
  if (answer !== question + 1 || pieces.length !== cells.length || after <= answer) return undefined
  const ends = pieces.findIndex((piece, at) => at >= question && at < after - 1 && isQuestion(piece))
  if (ends < 0) return undefined
  const joined = (from: number, to: number) =>
    to - from === 1 ? cells[from]! : pieces.slice(from, to).join(delimiter).trim()
  return [
    ...cells.slice(0, question),
    joined(question, ends + 1),
    joined(ends + 1, after),
    ...cells.slice(after),
  ]
}

/** As they are written, with their blanks and quotation marks. */
function piecesOf(line: string, delimiter: string): string[] {
  const pieces: string[] = []
  let isQuoted = false
  let from = 0
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    if (isQuoted || !line.startsWith(delimiter, at)) continue
    pieces.push(line.slice(from, at))
    from = at + delimiter.length
  }
  return [...pieces, line.slice(from)]
}
