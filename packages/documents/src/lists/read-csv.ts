/** Reads pairs out of a CSV: encoding, delimiter and columns by evidence, then every row to its end. */
import { Unreadable } from '../unreadable.ts'
import { collectPairs, type ReadPair } from './collect-pairs.ts'
import { concluded, headerNote, unusedNote } from './conclude.ts'
import { decodeText } from './decode-text.ts'
import { findColumns } from './find-columns.ts'
import { type Row, readRecords } from './read-records.ts'
import type { ReadFileInput, ReadFileResult } from './reading.ts'
import { sampleRows, sniffDelimiter, usualWidth } from './sniff-delimiter.ts'

const MIB = 1024 * 1024
const QUOTE = 0x22

export async function readCsv(
  { bytes, headerRows, splitter, limits }: ReadFileInput,
  emit: (pairs: ReadPair[]) => Promise<void>,
): Promise<ReadFileResult> {
  const text = decodeText(bytes)
  if ('reason' in text) return text
  if (isBinary(text.utf8)) {
    return { reason: 'The file is not text; needed a CSV or an Excel workbook (.xlsx).' }
  }
  const recordLimitBytes = Math.max(MIB, 8 * (limits.questionChars + limits.answerChars))
  const inner = unwrapped(text.utf8, recordLimitBytes)
  const whole = inner ?? text.utf8
  const named = separatorLine(whole)
  const content = named ? whole.subarray(named.bytes) : whole
  const delimiter = given(splitter) ?? (named ? named.delimiter : sniffDelimiter(content, recordLimitBytes))
  if (/["\r\n]/.test(delimiter)) {
    return { reason: 'splitter: a quotation mark or a line break cannot separate the cells of a CSV.' }
  }
  const reading = { delimiter, recordLimitBytes }
  const sample = sampleRows(content, reading)
  const columns = findColumns(sample, headerRows)
  if ('reason' in columns) return { reason: `${columns.reason} The delimiter used was ${nameOf(delimiter)}.` }
  const width =
    columns.headerWidth ?? Math.max(2, usualWidth(sample.filter(({ row }) => row > columns.headerRows)))
  const counts = await collectPairs(
    readRecords(content, reading) as Iterable<Row[]>,
    {
      columns,
      limits,
      width: Math.max(width, columns.question + 1, columns.answer + 1),
      isDamaged: text.isDamaged,
    },
    emit,
  )
  return concluded({
    ...counts,
    format: 'CSV',
    encoding: text.encoding,
    delimiter,
    sheet: null,
    header_rows: columns.headerRows,
    question_column: columns.questionName,
    answer_column: columns.answerName,
    notes: [
      ...(text.isDamaged
        ? ['The text is UTF-8 with broken places in it; rows with such a place are rejected.']
        : []),
      ...(inner ? ['Every line stood whole in quotation marks, which were taken off.'] : []),
      ...unusedNote(columns.unused),
      ...headerNote(columns.maybeHeader),
    ],
  })
}

/** The rows of a CSV, whatever they hold. */
export function csvRows(bytes: Uint8Array, recordLimitBytes: number): Iterable<Row[]> {
  const text = decodeText(bytes)
  if ('reason' in text) throw new Unreadable(text.reason)
  if (isBinary(text.utf8))
    throw new Unreadable('The file is not text; needed a CSV or an Excel workbook (.xlsx).')
  const named = separatorLine(text.utf8)
  const content = named ? text.utf8.subarray(named.bytes) : text.utf8
  const delimiter = named?.delimiter ?? sniffDelimiter(content, recordLimitBytes)
  return readRecords(content, { delimiter, recordLimitBytes })
}

/**
 * A spreadsheet that took the file for a single column saves each line whole in quotation marks; inside, the line is as it
 * was. Undefined where that is not so.
 */
function unwrapped(utf8: Buffer, recordLimitBytes: number): Buffer | undefined {
  if (utf8[0] !== QUOTE) return undefined
  const reading = { delimiter: ',', recordLimitBytes }
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

/** The way a TAB is written where none can be typed. */
function given(splitter: string | undefined): string | undefined {
  return splitter === '\\t' ? '\t' : splitter
}

function nameOf(delimiter: string): string {
  return delimiter === '\t' ? 'TAB' : JSON.stringify(delimiter)
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
