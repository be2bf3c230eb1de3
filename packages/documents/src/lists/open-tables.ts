/** Opens a file of rows, CSV or Excel: what it is, is decided by its content. Lists of pairs, documents and passages are all read from here. */
import { Unreadable } from '../unreadable.ts'
import { openCsv } from './open-csv.ts'
import { openWorkbook } from './open-workbook.ts'
import type { TableFile } from './tables.ts'

export interface OpenOptions {
  /** What separates the cells of a CSV; found where it is not told. */
  readonly splitter?: string | undefined
  /** A record larger than this is broken. */
  readonly recordLimitBytes?: number
}

const RECORD_BYTES = 1024 * 1024
const NEEDED = 'needed a CSV or an Excel workbook (.xlsx)'

export async function openTables(bytes: Uint8Array, options: OpenOptions = {}): Promise<TableFile> {
  refuseForeign(bytes)
  return isZip(bytes)
    ? openWorkbook(bytes)
    : openCsv(bytes, {
        splitter: options.splitter,
        recordLimitBytes: options.recordLimitBytes ?? RECORD_BYTES,
      })
}

const signatures: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF'],
  ['{\\rtf', 'an RTF document'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['\x1f\x8b', 'a gzip archive'],
  ['7z\xbc\xaf', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
]

function refuseForeign(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new Unreadable(`The file is empty; ${NEEDED}.`)
  const head = headOf(bytes)
  if (head.startsWith('\xd0\xcf\x11\xe0'))
    throw new Unreadable(
      'The file is an old Excel file (.xls), or one locked with a password. Open it and save it without a password as Excel workbook (.xlsx) or CSV UTF-8.',
    )
  const foreign =
    signatures.find(([mark]) => head.startsWith(mark))?.[1] ??
    (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i.test(head) ? 'a web page or XML' : undefined) ??
    (/^(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*"[^"]{0,200}"\s*:/.test(head) ? 'JSON' : undefined)
  if (foreign) throw new Unreadable(`The file is ${foreign}; ${NEEDED}.`)
}

const isZip = (bytes: Uint8Array) =>
  ['PK\x03\x04', 'PK\x05\x06'].some((mark) => headOf(bytes).startsWith(mark))

const headOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 512)).toString('latin1')
