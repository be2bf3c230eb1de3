/** Finds the header of a table and its question and answer columns. A table is not a list if neither names nor cells show them. */
import { isQuestion } from '@tandem/languages/is-question'
import { someOf } from '../document/left-out.ts'
import { chooseColumns, furtherColumns, optionColumns, trustIn } from './choose-columns.ts'
import { columnNamed, findQaColumns, isNameLike, SURE } from './column-names.ts'
import { type Column, columnsOf } from './columns.ts'
import { filledIn, type Row, sampleOf, type Table, type TableFile, widthOf } from './tables.ts'

export interface Columns extends ReturnType<typeof columnsFound> {
  /** Number of the last header row, as a spreadsheet counts rows; 0 without a header. */
  readonly headerRows: number
  /** The columns are known by name: one name is sure, or both are at least likely. */
  readonly isByName: boolean
}

export interface List {
  readonly table: Table
  readonly columns: Columns
}

/** Finds the tables that are lists of questions, and why others are not. Beside a list known by name, tables known by content are skipped as summaries. */
export function findLists({ tables }: Pick<TableFile, 'tables'>, headerRows: number | undefined) {
  const found = tables.map((table) => ({ table, columns: findColumns(sampleOf(table), headerRows) }))
  const isCalled = found.some(({ columns }) => 'isByName' in columns && columns.isByName)
  return found.map(({ table, columns }) => {
    const sheet = table.name ? `Sheet ${JSON.stringify(table.name)}: ` : ''
    if ('reason' in columns) return { table, columns: undefined, reason: sheet + columns.reason }
    return { table, columns: isCalled && !columns.isByName ? undefined : columns, reason: '' }
  })
}

/** Number of rows at the top that are searched for the header, below titles and notes. */
const TITLE_ROWS = 10

export function findColumns(rows: readonly Row[], headerRows?: number): Columns | { reason: string } {
  const content = rows.filter(({ cells }) => widthOf(cells) > 0)
  const header = headerRow(content, headerRows)
  const below = content.filter(({ row, broken }) => row > (headerRows ?? header?.row ?? 0) && !broken)
  const named = columnsOf(header?.cells ?? [], below.length > 0 ? below : content)
  const chosen = chooseColumns(named)
  const { question, answer } = chosen
  if (question && answer && header) {
    const [asks, answers] = [trustIn(question, 'question'), trustIn(answer, 'answer')]
    // One of the names is sure, or both are likely.
    const isByName = (asks > 0 && answers > 0) || Math.max(asks, answers) >= SURE
    if (headerRows !== undefined || isByName || looksLikeHeader(header, below, question, answer)) {
      const found = columnsFound(named, question, answer, header.cells)
      return { ...found, headerRows: headerRows ?? header.row, isByName }
    }
  }
  // If the table has no header, the first row contains data.
  const bare = columnsOf([], headerRows === undefined ? content : below)
  // A caller who gives the number of header rows knows that the file is a list: of two columns, the first asks.
  const isTold = headerRows !== undefined && bare.length === 2
  const { question: asks, answer: answers } = isTold
    ? { question: bare[0], answer: bare[1] }
    : chooseColumns(bare)
  // If a header above these cells did not select their columns, its names mean something else.
  const mayBeNamed = header !== undefined && headerRows === undefined
  if (!asks || !answers || (mayBeNamed && looksLikeHeader(header, below, asks, answers)))
    return { reason: missing(content, named, chosen) }
  const found = columnsFound(bare, asks, answers, [])
  return { ...found, headerRows: headerRows ?? 0, isByName: false }
}

/** The first row with more than one filled cell, below notes. If the number of header rows is given: the last of them with a sure name, else the last. */
function headerRow(content: readonly Row[], headerRows: number | undefined): Row | undefined {
  if (headerRows === undefined) {
    const top = content.slice(0, TITLE_ROWS)
    // Notes may have two cells, too ("Last change", a date); rows that ask are no notes.
    const named = top.find(({ cells }) => findQaColumns(cells) || cells.some(isQuestion))
    const isHeader = named && findQaColumns(named.cells)
    const first = isHeader ? named : top.find(({ cells }) => filledIn(cells).length > 1)
    return first?.broken ? undefined : first
  }
  const told = content.filter(({ row, broken }) => row <= headerRows && !broken).toReversed()
  return told.find(({ cells }) => cells.some((cell) => columnNamed(cell)?.trust === SURE)) ?? told[0]
}

/** Minimum share of cells with HTML elements in an HTML column; a single cell may only mention them. */
const HTML_SHARE = 0.2

const nameOf = ({ name, at }: Column) => name || `column ${at + 1}`

// Rule (off: false): in a document, a column beside titles and texts, such as the price of a dish, is content too: rows are read whole.
export const hasMore = ({ isTitled, unused }: Pick<Columns, 'isTitled' | 'unused'>) =>
  isTitled && unused.length > 0

/** Describes the chosen columns and the columns that belong to them. */
export function columnsFound(
  columns: readonly Column[],
  question: Column,
  answer: Column,
  names: readonly string[],
) {
  const further = furtherColumns(columns, question, answer)
  const options = optionColumns(columns)
  const keywords = columns.find((each) => each.role === 'keywords' && each !== question)?.at
  // The subject of an instruction is in a separate column.
  const isInput = ({ name }: Column) => /^instruction$/i.test(question.name) && /^input$/i.test(name)
  const about = columns.find(isInput)?.at
  const used = new Set([question.at, answer.at, about, keywords, ...options.values()])
  for (const each of further) used.add(each.question).add(each.answer)
  const isWorthSaying = ({ at, name, content }: Column) =>
    !used.has(at) && (name !== '' || (names.length === 0 && content.text > 0))
  return {
    /** The cells of the header; empty if there is none. */
    names: names.map((name) => name.trim()),
    question: question.at,
    answer: answer.at,
    further,
    options,
    about,
    keywords,
    /** Columns that contain HTML. */
    markup: columns.filter(({ content }) => content.markup > HTML_SHARE).map(({ at }) => at),
    /** No column asks: the question is a title. */
    isTitled: question.content.asks === 0 && trustIn(question, 'question') < SURE,
    questionName: nameOf(question),
    answerName: nameOf(answer),
    /** Names of the columns that are not read. */
    unused: columns.filter(isWorthSaying).map(nameOf),
  }
}

// Rule (off: false): a first row of short names above longer cells is a header even if no name is known; "Issue, Resolution", names in other languages.
function looksLikeHeader(header: Row, below: readonly Row[], question: Column, answer: Column): boolean {
  const named = filledIn(header.cells)
  const mostWords = named.length > 2 ? 6 : 3
  const isShort = (cell = '') =>
    cell.trim() !== '' && isNameLike(cell) && cell.trim().split(/\s+/u).length <= mostWords
  const isShortRow = ({ cells }: Row) => isShort(cells[question.at]) && isShort(cells[answer.at])
  if (below.length < 2 || !isShortRow(header) || !named.every(isNameLike)) return false
  return below.filter(isShortRow).length <= below.length / 4
}

type Chosen = ReturnType<typeof chooseColumns>

/** The reason for the author of the file: the columns that were found and those that are needed. */
function missing([first]: readonly Row[], columns: readonly Column[], chosen: Chosen): string {
  const { question, answer } = chosen
  const needed = 'needed one of questions and one of answers, best with the header question,answer'
  if (!first) return `Found no rows; ${needed}.`
  if (first.broken) return `Found no readable row (${first.broken}); ${needed}.`
  const shown = (text: string) => JSON.stringify(text.trim().slice(0, 40))
  if (columns.length < 2)
    return `Found one column (beginning with ${shown(filledIn(first.cells)[0] ?? '')}); ${needed}.`
  const shownName = (each: Column) => (each.name ? shown(each.name) : nameOf(each))
  const all = `Found the columns ${someOf(columns.map(shownName))}`
  if (question && answer) return `${all}: no header names them; ${needed}.`
  if (question) return `${all}: ${shownName(question)} asks, but no column answers; ${needed}.`
  if (answer) return `${all}: ${shownName(answer)} answers, but no column asks; ${needed}.`
  return `${all}: none of them asks or answers; ${needed}.`
}
