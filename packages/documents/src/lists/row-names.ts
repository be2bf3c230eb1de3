/**
 * What the rows of a list are asked by: the cells that name the thing, such as its number and its name. Columns whose cells
 * are long, or are the same for many rows, say what it is like and not what it is.
 */
const MOST_CELLS = 3
const NAME_CHARS = 60
/** Columns looked at. */
const MOST_COLUMNS = 50
const QUESTION_CHARS = 150
const LEAST_UNLIKE = 0.5
const NAMES =
  /^(?:.*[ _])?(?:name|title|product|item|article|model|label|bezeichnung|artikel|produkt|titel|nom|produit|nombre|producto|nome|prodotto|名称|名稱|产品|產品|商品|品名|型号|型號|製品|이름|제품|название|товар)(?:[ _].*)?$/iu
const NO_NAME = /^(?:https?:\/\/\S+|\S+@\S+\.\S+|yes|no|true|false|ja|nein|n\/a|-+)$/i

export function rowNamer(rows: readonly (readonly string[])[], columns: readonly string[]) {
  const width = Math.min(
    MOST_COLUMNS,
    rows.reduce((most, { length }) => Math.max(most, length), 0),
  )
  const column = (at: number) => rows.map((cells) => (cells[at] ?? '').trim())
  const naming: number[] = []
  for (let at = 0; at < width; at++) if (names(column(at))) naming.push(at)
  const called = naming.filter((at) => NAMES.test(columns[at]?.trim() ?? ''))
  const chosen = new Set([...naming.slice(0, 1), ...called].slice(0, MOST_CELLS))
  const isEnough = () => {
    const said = rows.map((cells) => [...chosen].map((at) => cells[at]).join())
    return [...chosen].some((at) => !isOfCodes(column(at))) && new Set(said).size > said.length * 0.9
  }
  for (const at of naming) {
    if (chosen.size >= MOST_CELLS || isEnough()) break
    chosen.add(at)
  }
  const inOrder = [...chosen].sort((a, b) => a - b)
  return (cells: readonly string[]): string => {
    const said: string[] = []
    for (const at of inOrder) {
      const cell = (cells[at] ?? '').trim()
      const isMore = cell !== '' && !NO_NAME.test(cell) && !said.includes(cell)
      if (isMore && [...said, cell].join(', ').length <= QUESTION_CHARS) said.push(cell)
    }
    // Where no column names, the first cell that is not a figure does.
    return said.join(', ') || (cells.find((cell) => /\p{L}/u.test(cell)) ?? cells[0] ?? '').trim()
  }
}

/** A-1, XZ900: nobody asks by these alone. */
function isOfCodes(column: readonly string[]): boolean {
  const filled = column.filter((cell) => cell !== '')
  return filled.filter((cell) => /^\S*\d\S*$/u.test(cell)).length > filled.length * 0.8
}

function names(column: readonly string[]): boolean {
  const filled = column.filter((cell) => cell !== '')
  const worded = filled.filter((cell) => /\p{L}/u.test(cell) && !NO_NAME.test(cell))
  if (worded.length === 0 || worded.length < filled.length * 0.6) return false
  const chars = worded.reduce((sum, cell) => sum + cell.length, 0) / worded.length
  return chars <= NAME_CHARS && new Set(filled).size >= filled.length * LEAST_UNLIKE
}
