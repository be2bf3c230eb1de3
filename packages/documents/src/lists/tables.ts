/** The tables of a file, whatever kind of file that is. */

export interface Row {
  /** The number that a spreadsheet shows: blank lines count, a cell with line breaks does not. From 1. */
  readonly row: number
  readonly cells: readonly string[]
  /** The cells of a CSV with their blanks and quotation marks. */
  readonly written?: readonly string[]
  /** Columns whose cell is merged with the one above. */
  readonly merged?: ReadonlySet<number>
  /** Set when the row could not be read; `cells` then holds its beginning. */
  readonly broken?: string
}

export interface Table {
  /** The name of its sheet; empty for a CSV. */
  readonly name: string
  /** From the first row on, each time it is called. */
  rows(): IteratorObject<Row>
}

export interface TableFile {
  readonly format: 'CSV' | 'XLSX'
  readonly tables: readonly Table[]
  readonly encoding: string | null
  readonly delimiter: string | null
  /** U+FFFD stands for bytes that could not be read, and not for itself. */
  readonly isDamaged: boolean
  readonly notes: readonly string[]
}

const SAMPLE_ROWS = 300

/** The first rows, by which the columns are told. */
export const sampleOf = ({ rows }: Pick<Table, 'rows'>) => rows().take(SAMPLE_ROWS).toArray()

/** The texts of the cells that are not empty. */
export const filledIn = (cells: readonly string[]) => cells.map((cell) => cell.trim()).filter(Boolean)

/** Without the empty cells at the end. */
export const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** The rows with something in them that are no header. */
export const rowsBelow = ({ rows }: Table, headerRows: number) =>
  rows().filter(({ row, cells }) => row > headerRows && widthOf(cells) > 0)

/** The rows below the header that hold a question each: those of one question are one. */
export function* pairRows(
  table: Table,
  { question, answer, headerRows }: { question: number; answer: number; headerRows: number },
): Generator<Row> {
  const group: Row[] = []
  for (const row of rowsBelow(table, headerRows)) {
    if (group.length > 0 && !hasQuestionAbove(row, question, answer)) yield oneRow(group.splice(0), answer)
    group.push(row)
  }
  if (group.length > 0) yield oneRow(group, answer)
}

// Rule (off: false): one question merged over several rows has all their answers; one answer merged over several questions answers each.
function hasQuestionAbove({ merged }: Row, question: number, answer: number): boolean {
  return Boolean(merged?.has(question) && !merged.has(answer))
}

function oneRow(rows: readonly Row[], answer: number): Row {
  const first = rows[0]!
  if (rows.length === 1) return first
  const answers = rows.map(({ cells }) => cells[answer] ?? '').filter((text) => text.trim())
  const before = Array.from({ length: answer }, (_, at) => first.cells[at] ?? '')
  return { ...first, cells: [...before, answers.join('\n'), ...first.cells.slice(answer + 1)] }
}
