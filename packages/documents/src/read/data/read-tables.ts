/**
 * Reads CSV and Excel as documents. A list of questions results in the same pairs as in the list reader; each row of any other table is
 * a block with the name of the row as its question, and with the column names in its text so that it can stand alone.
 */
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { someOf } from '../../document/left-out.ts'
import { excerptOf } from '../../document/split-text.ts'
import { rowText } from '../../document/table-rows.ts'
import { contentOf } from '../../lists/columns.ts'
import { findLists, hasMore, type List } from '../../lists/find-columns.ts'
import { openTables } from '../../lists/open-tables.ts'
import { type Fault, pairsOfRow, rowOptions } from '../../lists/row-pairs.ts'
import { filledIn, type Row, rowsBelow, type Table, type TableFile, widthOf } from '../../lists/tables.ts'

const PAIR = ['question', 'answer']
const SAMPLE_ROWS = 1000
/** No limits, because texts that are too long are cut where the pairs are made. */
const NO_LIMITS = { questionChars: Infinity, answerChars: Infinity, pairs: Infinity }

export async function readTables(bytes: Uint8Array): Promise<ReadDocument> {
  const file = await openTables(bytes)
  const builder = createDocumentBuilder(file.format)
  for (const { table, columns } of findLists(file, undefined)) {
    if (file.tables.length > 1) builder.add('heading', table.name, { level: 1 })
    if (columns && !hasMore(columns)) addPairs(builder, { table, columns }, file)
    else addRows(builder, table, file.tables.length > 1 ? `${table.name}: ` : '')
  }
  for (const note of file.notes) builder.warn(note)
  return builder.finish()
}

function addPairs(builder: DocumentBuilder, list: List, file: TableFile): void {
  const options = rowOptions(list, file, NO_LIMITS)
  const { table, columns } = list
  const wrong: string[] = []
  for (const row of rowsBelow(table, columns.headerRows)) {
    const { cells, pairs, faults } = pairsOfRow(row, options)
    for (const each of faults) wrong.push(faultText(row, each))
    // The row is in no pair, and listed as such.
    if (pairs.length === 0) builder.add('row', rowText(columns.names, cells), { columns: PAIR })
    for (const { question, answer } of pairs) builder.addPair(question, answer)
  }
  const sheet = table.name ? `Sheet ${JSON.stringify(table.name)}: ` : ''
  if (columns.unused.length > 0)
    builder.warn(`${sheet}Columns that were not read: ${someOf(columns.unused)}.`)
  if (wrong.length > 0) builder.warn(`${sheet}Rows that are no pair: ${someOf(wrong, '; ')}.`)
}

const faultText = ({ row }: Row, { column, reason, text }: Fault) =>
  `row ${row}${column === undefined ? '' : `, ${JSON.stringify(column)}`}: ${reason} (${JSON.stringify(excerptOf(text))})`

/** `sheet` precedes each row name. Rows above the first one with several cells are text; that one is the header if it is complete and looks like names. */
function addRows(builder: DocumentBuilder, table: Table, sheet: string): void {
  const rows = [...rowsBelow(table, 0)]
  const wide = rows.findIndex(({ cells }) => filledIn(cells).length > 1)
  const first = wide < 0 ? rows.length : wide
  const header = rows[first]?.cells ?? []
  const isFull = filledIn(header.slice(1)).length === Math.max(0, widthOf(header) - 1)
  const below = rows.slice(first + 1)
  const isHeader = below.length > 0 && isFull && header.every(isName) && !isListOfFacts(header, below)
  const columns = isHeader ? header.map((cell) => cell.trim()) : []
  const named = isHeader ? below : rows.slice(first)
  const nameOf = rowNamer(named.slice(0, SAMPLE_ROWS))
  for (const { cells } of rows.slice(0, first)) builder.add('paragraph', cells.join(' '))
  for (const { row, cells, broken } of named) {
    if (broken) builder.warn(`Row ${row} is not as it should be: ${broken}.`)
    const text = rowText(columns, cells)
    builder.add('row', text, { cells: [sheet + nameOf(cells), text], columns: PAIR })
  }
}

// Rule (off: false): "Check-in, From 3 pm" is a fact, not a header: of two columns the second has no name, and no figures below.
function isListOfFacts([, second = '', ...others]: readonly string[], below: readonly Row[]): boolean {
  if (filledIn(others).length > 0 || (!/\d/.test(second) && second.trim().split(/\s+/u).length < 4))
    return false
  const figures = below.filter(({ cells }) => !/\p{L}{2}/u.test(cells[1] ?? '')).length
  return figures * 2 <= below.length
}

const isName = (cell: string) => cell.length <= 80 && !/^[\d.,]+$/.test(cell) && !/[?？]/.test(cell)

const MOST_CELLS = 3
const NAME_CHARS = 60
/** Maximum number of columns examined. */
const MOST_COLUMNS = 50

const namesThing = (cell: string) => /\p{L}/u.test(cell) && !/^(?:https?:\S*|\S+@\S+)$/i.test(cell)

/** Returns a function that names a row by its first short cells that distinguish it from other rows, such as its number and name. */
function rowNamer(rows: readonly Row[]): (cells: readonly string[]) => string {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const chosen: number[] = []
  const saidBy = (cells: readonly string[]) =>
    [...new Set(chosen.map((at) => (cells[at] ?? '').trim()).filter(Boolean))].join(', ')
  let hasText = false
  for (let at = 0; at < Math.min(width, MOST_COLUMNS) && chosen.length < MOST_CELLS; at++) {
    // Codes such as XZ900 identify a row, too, but nobody asks by them alone.
    const told = new Set(rows.map(({ cells }) => saidBy(cells))).size
    if (hasText && told > rows.length * 0.9) break
    const { text, unlike, chars } = contentOf(rows, at)
    const names = rows.filter(({ cells }) => namesThing((cells[at] ?? '').trim())).length
    if (names * 2 < rows.length || unlike < 0.5 || chars > NAME_CHARS) continue
    chosen.push(at)
    hasText ||= text > 0.2
  }
  // If the chosen columns give no name, the first cell with a letter in it does.
  return (cells) => saidBy(cells) || (cells.find((cell) => /\p{L}/u.test(cell)) ?? cells[0] ?? '').trim()
}
