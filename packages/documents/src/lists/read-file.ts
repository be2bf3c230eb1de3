/** Reads a file of pairs: what it is, is decided by its content, and its name only checked against that. */
import type { ReadPair } from './collect-pairs.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import type { ReadFileInput, ReadFileResult } from './reading.ts'

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

export async function readFile(
  input: ReadFileInput,
  emit: (pairs: ReadPair[]) => Promise<void>,
): Promise<ReadFileResult> {
  const { bytes, fileName } = input
  if (bytes.length === 0)
    return { reason: 'The file is empty; needed a CSV with the columns question and answer.' }
  const refused = foreignFile(bytes)
  if (refused) return { reason: refused }
  const isWorkbook = isZip(bytes)
  const result = isWorkbook ? await readXlsx(input, emit) : await readCsv(input, emit)
  if (!('ledger' in result) || !result.ledger) return result
  const note = nameNote(fileName, isWorkbook)
  return note ? { ...result, ledger: { ...result.ledger, notes: [...result.ledger.notes, note] } } : result
}

/** Why a file cannot be a CSV or a workbook; undefined for one that may be. */
export function foreignFile(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'The file is empty; needed a CSV or an Excel workbook (.xlsx).'
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0) {
    return 'The file is an old Excel file (.xls), or one locked with a password. Open it and save it without a password as Excel workbook (.xlsx) or CSV UTF-8.'
  }
  const head = headOf(bytes)
  const foreign = signatures.find(([mark]) => head.startsWith(mark))
  if (foreign) return `The file is ${foreign[1]}; needed a CSV or an Excel workbook (.xlsx).`
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i.test(head)) {
    return 'The file is a web page or XML; needed a CSV or an Excel workbook (.xlsx).'
  }
  if (/^(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*"[^"]{0,200}"\s*:/.test(head)) {
    return 'The file is JSON; needed a CSV or an Excel workbook (.xlsx).'
  }
  return undefined
}

export function isZip(bytes: Uint8Array): boolean {
  const head = headOf(bytes)
  return head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')
}

const headOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 512)).toString('latin1')

function nameNote(fileName: string, isWorkbook: boolean): string | undefined {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase()
  if (ending === undefined) return undefined
  const isWorkbookName = ending === 'xlsx' || ending === 'xlsm'
  if (isWorkbook)
    return isWorkbookName ? undefined : `The name ends in .${ending}; the content is an Excel workbook.`
  return ['csv', 'tsv', 'txt', 'tab'].includes(ending)
    ? undefined
    : `The name ends in .${ending}; the content is plain text, read as CSV.`
}
