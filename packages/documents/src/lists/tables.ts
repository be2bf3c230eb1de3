/** The tables of a file, whatever kind of file that is. */
export interface Row {
  /** The number that a spreadsheet shows: blank lines count, a cell with line breaks does not. From 1. */
  readonly row: number
  readonly cells: readonly string[]
  /** The cells of a CSV with their blanks and quotation marks. */
  readonly written?: readonly string[]
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
