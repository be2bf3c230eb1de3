/**
 * CSV and Excel as documents. A list of questions gives the pairs that it gives as a list; of any other table each row is a block
 * that is asked by what names it, with the names of the columns in its text so that it can stand alone.
 */
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { rowText } from '../../document/row-text.ts'
import { excerptOf, type List, rowOptions } from '../../lists/collect-pairs.ts'
import { columnNamed } from '../../lists/column-names.ts'
import { type Columns, findLists } from '../../lists/find-columns.ts'
import { openTables } from '../../lists/open-tables.ts'
import { rowNamer } from '../../lists/row-names.ts'
import { type Fault, pairsOfRow } from '../../lists/row-pairs.ts'
import { type Row, rowsBelow, type Table, type TableFile, widthOf } from '../../lists/tables.ts'

const PAIR = ['question', 'answer']
const FAULTS_SHOWN = 20
const SAMPLE_ROWS = 1000
/** Cutting what is too long is left to those who make the pairs. */
const NO_LIMITS = { questionChars: Infinity, answerChars: Infinity, pairs: Infinity }

export async function readTables(bytes: Uint8Array): Promise<ReadDocument> {
  const file = await openTables(bytes)
  const builder = createDocumentBuilder(file.format)
  for (const { table, columns } of findLists(file.tables, undefined)) {
    if (file.tables.length > 1) builder.add('heading', table.name, { level: 1 })
    if (columns) await addPairs(builder, { table, columns }, file)
    else addRows(builder, table, file.tables.length > 1 ? `${table.name}: ` : '')
  }
  for (const note of file.notes) builder.warn(note)
  return builder.finish()
}

async function addPairs(builder: DocumentBuilder, list: List, file: TableFile): Promise<void> {
  const options = await rowOptions(list, file, NO_LIMITS)
  const { table, columns } = list
  const faults: string[] = []
  const names = blockColumns(columns)
  for (const row of rowsBelow(table, columns.headerRows)) {
    const { cells, fault, pairs, left } = pairsOfRow(row, options)
    for (const each of fault ? [fault, ...left] : left) faults.push(faultText(row, each))
    const [first, ...further] = pairs
    const text = rowText(columns.names, cells)
    const asked = [...cells]
    asked[columns.question] = first?.question ?? cells[columns.question] ?? ''
    asked[columns.answer] = first?.answer ?? ''
    // The letter of a choice is not in the text.
    if (first && !text.includes(first.answer.trim())) addPair(builder, first)
    else builder.add('row', text, { cells: asked, columns: names })
    for (const pair of further) addPair(builder, pair)
  }
  if (faults.length === 0) return
  const more = faults.length > FAULTS_SHOWN ? `; and ${faults.length - FAULTS_SHOWN} more` : ''
  const sheet = table.name ? `Sheet ${JSON.stringify(table.name)}: rows` : 'Rows'
  builder.warn(`${sheet} that are no pair: ${faults.slice(0, FAULTS_SHOWN).join('; ')}${more}.`)
}

function addPair(builder: DocumentBuilder, { question, answer }: { question: string; answer: string }): void {
  builder.add('row', `${question}\n${answer}`, { cells: [question, answer], columns: PAIR })
}

const faultText = ({ row }: Row, { column, reason, text }: Fault) =>
  `row ${row}${column === undefined ? '' : `, ${JSON.stringify(column)}`}: ${reason} (${JSON.stringify(excerptOf(text))})`

/** The names of the cells, those of the pair being plain and no other like them. */
function blockColumns({ names, question, answer }: Columns): string[] {
  const width = Math.max(names.length, question + 1, answer + 1)
  return Array.from({ length: width }, (_, at) => {
    if (at === question || at === answer) return at === question ? 'question' : 'answer'
    const name = names[at] ?? ''
    return columnNamed(name)?.how === 'surely' ? `${name}.` : name
  })
}

/** Rows of several sheets are told apart by the names of those. A title over the table is text; its first full row names the columns where all its cells look like names. */
function addRows(builder: DocumentBuilder, table: Table, sheet: string): void {
  const rows = [...rowsBelow(table, 0)]
  const titles = rows.slice(
    0,
    Math.max(
      0,
      rows.findIndex(({ cells }) => filled(cells) > 1),
    ),
  )
  const header = rows[titles.length]?.cells ?? []
  const isHeader =
    rows.length > titles.length + 1 &&
    filled(header.slice(1)) === Math.max(0, widthOf(header) - 1) &&
    header.every(isName)
  const columns = isHeader ? header.map((cell) => cell.trim()) : []
  const below = rows.slice(titles.length + (isHeader ? 1 : 0))
  const nameOf = rowNamer(below.slice(0, SAMPLE_ROWS), columns)
  for (const { cells } of titles) builder.add('paragraph', cells.join(' '))
  for (const { row, cells, broken } of below) {
    if (broken) builder.warn(`Row ${row} is not as it should be: ${broken}.`)
    const text = rowText(columns, cells)
    builder.add('row', text, { cells: [sheet + nameOf(cells), text], columns: PAIR })
  }
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length
const isName = (cell: string) => cell.length <= 80 && !/^[\d.,]+$/.test(cell) && !/[?？]/.test(cell)
