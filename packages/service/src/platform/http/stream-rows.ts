/**
 * Responds with rows as a CSV or JSON Lines file of any length. The next page of rows is read once the caller has taken the one
 * before, so a file takes the memory of about one page. A file that cannot be finished is cut off, so that nobody takes it for
 * a whole one.
 */
import type { RouteResponse } from './route.ts'

export type RowFormat = 'csv' | 'jsonl'
interface RowFile<Row> {
  readonly format: RowFormat
  /** Without its extension. Letters, digits, dots and hyphens. */
  readonly name: string
  /** The name of each column, and what stands in it: anything JSON can hold. A line of JSON has the same names. */
  readonly columns: Readonly<Record<string, (row: Row) => unknown>>
  readonly pages: AsyncIterable<readonly Row[]>
}

/**
 * Spreadsheets take a cell that begins so for a formula, some also with wide signs; behind an apostrophe they show it as it
 * is. One that has an apostrophe there gets another, so that an import, which takes one off, gives back the text.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const QUOTED = /[",\r\n]/
/** Without this mark spreadsheets read a file in the encoding of their country. */
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

/** Page after page, each from where the one before ended; an empty page is not the end, but no `next` is. */
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
