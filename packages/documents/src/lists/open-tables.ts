/** Opens a file of rows, CSV or Excel: what it is, is decided by its content. Lists of pairs, documents and passages are all read from here. */
import { decodeText } from '../decode-text.ts'
import { isZip, openingOf, refuseForeign } from '../foreign-files.ts'
import { Unreadable } from '../unreadable.ts'
import { openCsv } from './open-csv.ts'
import { openWorkbook } from './open-workbook.ts'
import type { TableFile } from './tables.ts'

const NEEDED = 'a CSV or an Excel workbook (.xlsx)'

/** Without a splitter, what separates the cells of a CSV is found. */
export async function openTables(bytes: Uint8Array, splitter?: string): Promise<TableFile> {
  refuseForeign(bytes, NEEDED)
  if (isZip(bytes)) return openWorkbook(bytes, NEEDED)
  const other = [...OTHERS].find(([, opening]) => opening.test(openingOf(bytes)))?.[0]
  if (other) throw new Unreadable(`The file is ${other}; needed ${NEEDED}.`)
  return openCsv(decodeText(bytes, NEEDED), splitter)
}

/** Read as documents, and no rows. */
const OTHERS = new Map([
  ['a PDF', /^%PDF-/],
  ['a web page or XML', /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i],
  ['JSON', /^(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*"[^"]{0,200}"\s*:/],
])
