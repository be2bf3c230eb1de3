/** What the rows of a table are asked by: the first short cells that tell a row from the others, such as its number and its name. */
import { contentOf } from './column-content.ts'
import type { Row } from './tables.ts'

const MOST_CELLS = 3
const NAME_CHARS = 60
/** Columns looked at. */
const MOST_COLUMNS = 50

const isName = (cell: string) => /\p{L}/u.test(cell) && !/^(?:https?:\S*|\S+@\S+)$/i.test(cell)

export function rowNamer(rows: readonly Row[]): (cells: readonly string[]) => string {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const chosen: number[] = []
  const saidBy = (cells: readonly string[]) =>
    [...new Set(chosen.map((at) => (cells[at] ?? '').trim()).filter(Boolean))].join(', ')
  let hasText = false
  for (let at = 0; at < Math.min(width, MOST_COLUMNS) && chosen.length < MOST_CELLS; at++) {
    // Codes such as XZ900 name a thing too, but nobody asks by these alone.
    const told = new Set(rows.map(({ cells }) => saidBy(cells))).size
    if (hasText && told > rows.length * 0.9) break
    const { text, unlike, chars } = contentOf(rows, at)
    const names = rows.filter(({ cells }) => isName((cells[at] ?? '').trim())).length
    if (names * 2 < rows.length || unlike < 0.5 || chars > NAME_CHARS) continue
    chosen.push(at)
    hasText ||= text > 0.2
  }
  // Where no column names, the first cell that is not a figure does.
  return (cells) => saidBy(cells) || (cells.find((cell) => /\p{L}/u.test(cell)) ?? cells[0] ?? '').trim()
}
