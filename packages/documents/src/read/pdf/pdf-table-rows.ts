/** Rows of a table whose cells go over several lines: the lines of each cell are put together again. */
import { joinHyphenated, lineWidth } from '../../document/wrapped-lines.ts'

export interface Cell {
  readonly text: string
  readonly x: number
  readonly right: number
}

export interface CellRow {
  readonly cells: readonly Cell[]
  readonly y: number
  readonly size: number
}

/** Which rows go on with the one before, and what its cells are then. By row: its cells, or undefined where it was joined. */
export function joinWrappedCells(rows: readonly CellRow[]): (readonly Cell[] | undefined)[] {
  const furthest = Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ right }) => right)))
  const joined: (readonly Cell[] | undefined)[] = []
  let head = -1
  for (const [i, row] of rows.entries()) {
    const before = rows[i - 1]
    const open = joined[head]
    const places =
      open && before && isTight(rows, i) && open.length > 1
        ? placesOf(open, row, before, furthest)
        : undefined
    if (!open || !places) {
      joined.push(row.cells)
      head = i
      continue
    }
    const cells = [...open]
    for (const [n, cell] of row.cells.entries()) {
      const own = cells[places[n]!]!
      cells[places[n]!] = { ...cell, text: joinHyphenated([own.text, cell.text], () => false), x: own.x }
    }
    joined[head] = cells
    joined.push(undefined)
  }
  return joined
}

/** Nearer to the row before than rows of this table are to each other. */
function isTight(rows: readonly CellRow[], at: number): boolean {
  const distance = (i: number) => rows[i - 1]!.y - rows[i]!.y
  const around: number[] = []
  for (let i = Math.max(1, at - 4); i <= Math.min(rows.length - 1, at + 4); i++)
    if (distance(i) > 0 && distance(i) < rows[i]!.size * 4) around.push(distance(i))
  const own = distance(at)
  return own > 0 && own <= Math.min(...around) * 1.1 && Math.max(...around) >= own * 1.15
}

/** The cells with which those of a row go on; undefined when any of them does not. */
function placesOf(
  open: readonly Cell[],
  row: CellRow,
  before: CellRow,
  furthest: number,
): number[] | undefined {
  const places: number[] = []
  // One at least must surely go on: of single words the next row of the table would look the same.
  let isSure = false
  for (const cell of row.cells) {
    const at = open.findIndex(({ x }) => Math.abs(x - cell.x) < row.size * 0.4)
    if (at < 0) return undefined
    const above = before.cells.find(({ x }) => Math.abs(x - cell.x) < row.size * 0.4)
    const edge = open[at + 1] ? open[at + 1]!.x - row.size * 0.35 : furthest
    const goesOn = /^\p{Ll}/u.test(cell.text)
    const wasFull = !!above && isFull(above, cell, edge - row.size * 0.8)
    if (!above || !(goesOn || wasFull)) return undefined
    isSure ||= wasFull && (goesOn || isOpen(above.text))
    places.push(at)
  }
  return isSure ? places : undefined
}

const OPEN_WORDS = 5

/** Words that make a sentence whose end is still to come. */
function isOpen(text: string): boolean {
  return text.split(/\s+/).length >= OPEN_WORDS && !/[.!?。！？:：;；]["'”’»)\]」』）]*$/u.test(text)
}

/** Several words, after which the first of the next line would not have found room. */
function isFull(above: Cell, cell: Cell, edge: number): boolean {
  if (!/\S\s+\S/.test(above.text)) return false
  const word = /^\S+/u.exec(cell.text)?.[0] ?? ''
  const width = ((cell.right - cell.x) * lineWidth(word)) / Math.max(1, lineWidth(cell.text))
  return above.right + width > edge
}
