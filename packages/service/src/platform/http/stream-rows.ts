/**
 * Responds with rows as a CSV or JSON Lines file of any length. The next page of rows is read once the caller has read the
 * previous one, so a file takes the memory of about one page. If reading fails, the connection is cut, so that the caller sees
 * that the file is incomplete.
 */
import type { RouteResponse } from './route.ts'

export type RowFormat = 'csv' | 'jsonl'
interface RowFile<Row> {
  readonly format: RowFormat
  /** Without its extension. Letters, digits, dots and hyphens. */
  readonly name: string
  /** The name of each column and the function that returns its cell: any JSON value. Lines of JSON use the same names. */
  readonly columns: Readonly<Record<string, (row: Row) => unknown>>
  readonly pages: AsyncIterable<readonly Row[]>
}

/**
 * Spreadsheets read a cell that begins like this as a formula, some also with full-width signs; after an apostrophe they show it
 * as text. A cell that begins with an apostrophe and a sign gets another apostrophe, because an import removes one.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const QUOTED = /[",;\t\r\n]/
/** Without this byte order mark spreadsheets read a file in a local encoding. */
const IS_UTF8 = '\uFEFF'
const CHUNK_CHARS = 64 * 1024

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' }

export function streamRows<Row>(file: RowFile<Row>): RouteResponse {
  const { format, name } = file
  return {
    contentType: TYPES[format],
    headers: {
      'content-disposition': `attachment; filename="${name}.${format}"`,
      'cache-control': 'no-store',
    },
    chunks: chunksOf(file),
  }
}

/** The text of a short CSV file; the first line is the header. */
export const csvText = (lines: readonly (readonly unknown[])[]) => IS_UTF8 + lines.map(csvLine).join('')

const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\r\n`

async function* chunksOf<Row>({ format, columns, pages }: RowFile<Row>) {
  const names = Object.keys(columns)
  const cells = Object.values(columns)
  const jsonLine = (row: Row) =>
    `${JSON.stringify(Object.fromEntries(names.map((name, i) => [name, cells[i]?.(row)])))}\n`
  const lineOf = format === 'csv' ? (row: Row) => csvLine(cells.map((cell) => cell(row))) : jsonLine
  let chunk = format === 'csv' ? csvText([names]) : ''
  for await (const page of pages) {
    for (const row of page) {
      chunk += lineOf(row)
      if (chunk.length < CHUNK_CHARS) continue
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Reads page after page, each from where the previous one ended. A page without `next` is the last; an empty page may not be. */
export async function* pagesOf<Row, Place>(
  read: (after: Place | undefined) => Promise<{ items: readonly Row[]; next: Place | undefined }>,
): AsyncGenerator<readonly Row[]> {
  for (let after: Place | undefined; ; ) {
    const { items, next } = await read(after)
    yield items
    if (next === undefined) return
    after = next
  }
}

/** Columns that are fields of the rows. */
export const columnsOf =
  <Row>() =>
  <Name extends keyof Row & string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, (row: Row) => row[name]]))
