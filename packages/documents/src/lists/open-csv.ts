/** Opens a CSV: encoding and delimiter by evidence. */
import { Unreadable } from '../unreadable.ts'
import { decodeText } from './decode-text.ts'
import { findColumns } from './find-columns.ts'
import { type RecordOptions, type Row, readRecords } from './read-records.ts'
import { sampleRows, sniffDelimiter } from './sniff-delimiter.ts'
import type { TableFile } from './tables.ts'

const QUOTE = 0x22

export interface CsvOptions {
  readonly splitter: string | undefined
  readonly recordLimitBytes: number
}

export function openCsv(bytes: Uint8Array, { splitter, recordLimitBytes }: CsvOptions): TableFile {
  const text = decodeText(bytes)
  if ('reason' in text) throw new Unreadable(text.reason)
  if (isBinary(text.utf8))
    throw new Unreadable('The file is not text; needed a CSV or an Excel workbook (.xlsx).')
  const inner = unwrapped(text.utf8, recordLimitBytes)
  const whole = inner ?? text.utf8
  const named = separatorLine(whole)
  const content = named ? whole.subarray(named.bytes) : whole
  // The way a TAB is written where none can be typed.
  const given = splitter === '\\t' ? '\t' : splitter
  const delimiter = given ?? named?.delimiter ?? sniffDelimiter(content, recordLimitBytes)
  if (/["\r\n]/.test(delimiter))
    throw new Unreadable('splitter: a quotation mark or a line break cannot separate the cells of a CSV.')
  return {
    format: 'CSV',
    tables: [{ name: '', rows: () => readRecords(content, { delimiter, recordLimitBytes }) }],
    encoding: text.encoding,
    delimiter,
    isDamaged: text.isDamaged,
    notes: [
      ...(text.isDamaged
        ? ['The text is UTF-8 with broken places in it; rows with such a place are rejected.']
        : []),
      ...(inner ? ['Every line stood whole in quotation marks, which were taken off.'] : []),
    ],
  }
}

// Rule (off: undefined): a spreadsheet that took the file for a single column saves each line whole in quotation marks; inside, the line is as it was.
function unwrapped(utf8: Buffer, recordLimitBytes: number): Buffer | undefined {
  if (utf8[0] !== QUOTE) return undefined
  const reading: RecordOptions = { delimiter: ',', recordLimitBytes }
  const isWrapped = ({ cells, broken }: Row) => !broken && cells.length === 1
  const sample = sampleRows(utf8, reading)
  if (!sample.every(isWrapped)) return undefined
  const inner = Buffer.from(sample.map(({ cells }) => cells[0]).join('\n'))
  const delimiter = sniffDelimiter(inner, recordLimitBytes)
  const columns = findColumns(sampleRows(inner, { delimiter, recordLimitBytes }), undefined)
  if ('reason' in columns || !columns.isByName) return undefined
  const lines: string[] = []
  for (const rows of readRecords(utf8, reading)) {
    for (const row of rows) {
      if (!isWrapped(row)) return undefined
      lines[row.row - 1] = row.cells[0]!
    }
  }
  return Buffer.from(Array.from(lines, (line) => line ?? '').join('\n'))
}

/** Excel's own first line `sep=;`, which names the delimiter and is no row. */
function separatorLine(utf8: Buffer): { delimiter: string; bytes: number } | undefined {
  const found = /^"?sep=(.)"?(\r\n|\n|\r)/i.exec(utf8.toString('utf8', 0, 16))
  return found ? { delimiter: found[1]!, bytes: Buffer.byteLength(found[0]) } : undefined
}

/** A text has hardly any control characters; a stray NUL does not make a file binary. */
function isBinary(utf8: Buffer): boolean {
  const sample = utf8.subarray(0, 64 * 1024)
  let controls = 0
  for (const byte of sample)
    if (byte < 8 || (byte > 13 && byte < 32 && byte !== 27) || byte === 0x7f) controls++
  return controls > 2 && controls > sample.length * 0.01
}
