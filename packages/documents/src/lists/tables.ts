/** The tables of a file, independent of its format. */
export interface Row {
  /** Row number as a spreadsheet shows it, from 1: blank lines count, line breaks inside a cell do not. */
  readonly row: number
  readonly cells: readonly string[]
  /** The cells of a CSV as written, with white space and quotation marks. */
  readonly written?: readonly string[]
  /** Set to the reason if the row could not be read; `cells` then contains its beginning. */
  readonly broken?: string
}

export interface Table {
  /** The name of the sheet; empty for a CSV. */
  readonly name: string
  /** Starts at the first row on each call. */
  rows(): IteratorObject<Row>
}

export interface TableFile {
  readonly format: 'CSV' | 'XLSX'
  readonly tables: readonly Table[]
  readonly encoding: string | null
  readonly delimiter: string | null
  /** Whether U+FFFD in the text stands for bytes that could not be decoded. */
  readonly isDamaged: boolean
  readonly notes: readonly string[]
}

const SAMPLE_ROWS = 300

/** The first rows, which serve to recognise the columns. */
export const sampleOf = ({ rows }: Pick<Table, 'rows'>) => rows().take(SAMPLE_ROWS).toArray()

/** The trimmed texts of the cells that are not empty. */
export const filledIn = (cells: readonly string[]) => cells.map((cell) => cell.trim()).filter(Boolean)

/** Number of cells without the empty cells at the end. */
export const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** The rows below the header that are not empty. */
export const rowsBelow = ({ rows }: Table, headerRows: number) =>
  rows().filter(({ row, cells }) => row > headerRows && widthOf(cells) > 0)
