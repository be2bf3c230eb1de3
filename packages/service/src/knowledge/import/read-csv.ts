/** Reads pairs out of a CSV: encoding, delimiter and columns by evidence, then every row to its end. */
import { collectPairs, type ReadPair } from './collect-pairs.ts'
import { concluded } from './conclude.ts'
import { decodeText } from './decode-text.ts'
import { findColumns } from './find-columns.ts'
import { type Row, readRecords } from './read-records.ts'
import type { ReadFileInput, ReadFileResult } from './reading.ts'
import { sampleRows, sniffDelimiter, usualWidth } from './sniff-delimiter.ts'

const MIB = 1024 * 1024

export async function readCsv(
  { bytes, headerRows, splitter, limits }: ReadFileInput,
  emit: (pairs: ReadPair[]) => Promise<void>,
): Promise<ReadFileResult> {
  const text = decodeText(bytes)
  if ('reason' in text) return text
  if (isBinary(text.utf8)) {
    return { reason: 'The file is not text; needed a CSV or an Excel workbook (.xlsx).' }
  }
  const named = separatorLine(text.utf8)
  const content = named ? text.utf8.subarray(named.bytes) : text.utf8
  const recordLimitBytes = Math.max(MIB, 8 * (limits.questionChars + limits.answerChars))
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
    notes: text.isDamaged
      ? ['The text is UTF-8 with broken places in it; rows with such a place are rejected.']
      : [],
  })
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
  const sample = utf8.subarray(0, 8192)
  let controls = 0
  for (const byte of sample) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) controls++
  return controls > sample.length * 0.1
}
