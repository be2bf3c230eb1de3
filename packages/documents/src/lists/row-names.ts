/**
 * What the rows of a table are asked by: the first cells that tell a row from the others, such as its number and its name. Columns
 * whose cells are long, or are the same for many rows, say what a thing is like and not what it is.
 */
import { contentOf } from './column-content.ts'
import type { Row } from './tables.ts'

const MOST_CELLS = 3
const NAME_CHARS = 60
const QUESTION_CHARS = 150
/** Columns looked at. */
const MOST_COLUMNS = 50

const isName = (cell: string) =>
  /\p{L}/u.test(cell) && !/^(?:https?:\S*|\S+@\S+|yes|no|true|false|n\/a)$/i.test(cell)

/** Columns that say by their header that they name the thing. */
const NAMES =
  /^(?:.*[ _])?(?:name|title|product|item|article|model|label|bezeichnung|artikel|produkt|titel|nom|produit|nombre|producto|nome|prodotto|名称|名稱|产品|產品|商品|品名|型号|型號|製品|이름|제품|название|товар)(?:[ _].*)?$/iu

export function rowNamer(
  rows: readonly Row[],
  columns: readonly string[],
): (cells: readonly string[]) => string {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const chosen: number[] = []
  let hasText = false
  for (let at = 0; at < Math.min(width, MOST_COLUMNS) && chosen.length < MOST_CELLS; at++) {
    const said = rows.map(({ cells }) => chosen.map((each) => cells[each]).join('\n'))
    // Codes such as XZ900 name a thing too, but nobody asks by these alone.
    const isEnough = hasText && new Set(said).size > said.length * 0.9
    if (isEnough && !NAMES.test(columns[at] ?? '')) continue
    const { filled, text, unlike, chars } = contentOf(rows, at)
    const named = rows.filter(({ cells }) => isName((cells[at] ?? '').trim())).length / rows.length
    if (named === 0 || named < filled * 0.6 || unlike < 0.5 || chars > NAME_CHARS) continue
    chosen.push(at)
    hasText ||= text > 0.2
  }
  return (cells) => {
    const said = new Set<string>()
    for (const cell of chosen.map((at) => (cells[at] ?? '').trim()))
      if (cell !== '' && [...said, cell].join(', ').length <= QUESTION_CHARS) said.add(cell)
    // Where no column names, the first cell that is not a figure does.
    return [...said].join(', ') || (cells.find((cell) => /\p{L}/u.test(cell)) ?? cells[0] ?? '').trim()
  }
}
