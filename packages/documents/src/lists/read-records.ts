/**
 * Reads the records of a CSV text with csv-parse, a few hundred at a time, and gets over broken ones: a stray or unclosed
 * quotation mark costs its own row, with the reason told, and not the rows after it.
 */
import { type CsvError, parse } from 'csv-parse/sync'
import { Unreadable } from '../unreadable.ts'

export interface Row {
  /** As a spreadsheet counts: blank lines count, a cell with line breaks does not. From 1. */
  readonly row: number
  readonly cells: readonly string[]
  /** As it is written, where that is known. */
  readonly line?: Buffer
  /** Set when the row could not be read; `cells` then holds its beginning. */
  readonly broken?: string
}

export interface RecordOptions {
  readonly delimiter: string
  /** A record larger than this is broken: an over-long cell, or a quotation mark that is never closed. */
  readonly recordLimitBytes: number
}

const BATCH_ROWS = 500
/** Each costs up to a whole record's limit to find. */
const MOST_UNCLOSED = 100
const FAR_SEEN = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'])
const NEWLINE = 0x0a
const RETURN = 0x0d
const QUOTE = 0x22
const BLANK = new Set([0x20, 0x09, NEWLINE, RETURN])

export function* readRecords(utf8: Buffer, options: RecordOptions): Generator<Row[]> {
  let offset = 0
  let row = 0
  let unclosed = 0
  let isAftermath = false
  while (offset < utf8.length) {
    const rest = utf8.subarray(offset)
    const { rows, bytes, error } = readSome(rest, options, row, BATCH_ROWS)
    if (rows.length > 0) isAftermath = false
    row = rows.at(-1)?.row ?? row
    offset += bytes
    if (error) {
      const broken = utf8.subarray(offset)
      const skipped = skipBlankLines(broken)
      row += skipped.lines
      const start = broken.subarray(skipped.bytes)
      const literal = isAftermath ? undefined : readLiterally(start, options, row, error)
      if (literal) {
        rows.push(literal.row)
        offset += skipped.bytes + literal.bytes
      } else {
        if (FAR_SEEN.has(error.code) && ++unclosed > MOST_UNCLOSED) {
          throw new Unreadable(
            `More than ${MOST_UNCLOSED} rows have quotation marks that are never closed; save the file anew from a spreadsheet.`,
          )
        }
        const length = brokenLength(start, error)
        rows.push({
          row: row + 1,
          cells: [start.toString('utf8', 0, Math.min(length, 200))],
          broken: wordsOf(error),
        })
        offset += skipped.bytes + length
        isAftermath = true
      }
      row++
    } else if (bytes === 0) {
      offset = utf8.length
    }
    if (rows.length > 0) yield rows
  }
}

function readSome(
  rest: Buffer,
  options: RecordOptions,
  row: number,
  most: number,
  { relaxed = false, escapedBy = '"' } = {},
) {
  const rows: Row[] = []
  let bytes = 0
  let error: CsvError | undefined
  try {
    parse(rest, {
      delimiter: options.delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: options.recordLimitBytes,
      relax_column_count: true,
      relax_quotes: relaxed,
      escape: escapedBy,
      skip_empty_lines: true,
      // White space around an unquoted cell, and between a quotation mark and its delimiter, is nobody's text.
      trim: true,
      to: most,
      on_record(cells: string[], context) {
        const line = rest.subarray(bytes, context.bytes)
        rows.push({ row: row + context.records + context.empty_lines, cells, line })
        bytes = context.bytes
        return null
      },
    })
  } catch (thrown) {
    error = thrown as CsvError
  }
  return { rows, bytes, error }
}

/**
 * A quotation mark in the middle of an unquoted cell, as in `a 5" screen`, is just a character. Inside a quoted cell some
 * databases write it with a backslash, as in `"a 5\\" screen"`.
 */
function readLiterally(start: Buffer, options: RecordOptions, row: number, error: CsvError) {
  if (error.code === 'CSV_INVALID_CLOSING_QUOTE') {
    const { rows, bytes, error: again } = readSome(start, options, row, 1, { escapedBy: '\\' })
    const [only] = rows
    if (!again && only && start.subarray(0, bytes).includes('\\"')) return { row: only, bytes }
    return options.delimiter === '\t' ? readUnquoted(start, row) : undefined
  }
  if (error.code !== 'INVALID_OPENING_QUOTE') return undefined
  const { rows, bytes, error: again } = readSome(start, options, row, 1, { relaxed: true })
  const [only] = rows
  if (again || !only || only.cells.some((cell) => cell.startsWith('"')))
    return options.delimiter === '\t' ? readUnquoted(start, row) : undefined
  return { row: only, bytes }
}

/** Tables copied or exported with TABs have no quoting at all: in `"Best" of all` the marks belong to the text. */
function readUnquoted(start: Buffer, row: number): { row: Row; bytes: number } | undefined {
  const bytes = lineEnd(start, 0)
  const line = start.subarray(0, bytes)
  const cells = line.toString('utf8').split('\t')
  // An odd number of marks may be a cell that goes on in the next line.
  if (cells.length < 2 || countQuotes(line) % 2 === 1) return undefined
  return { row: { row: row + 1, cells: cells.map((cell) => cell.trim()) }, bytes }
}

/**
 * How much to give up: the line. When its own quotation marks show that a cell goes on over further lines, those too,
 * so that the rest of a cell is not taken for rows.
 */
function brokenLength(start: Buffer, error: CsvError): number {
  let end = lineEnd(start, 0)
  const isOnFirstLine = error.code === 'CSV_INVALID_CLOSING_QUOTE' || error.code === 'INVALID_OPENING_QUOTE'
  const line = start.subarray(0, end)
  const isFound = isOnFirstLine && countQuotes(line) % 2 === 1 && countQuotes(line) > 1
  if (!isFound) return end
  let quotes = countQuotes(line)
  for (let lines = 0; lines < 50 && end < start.length && quotes % 2 === 1; lines++) {
    const next = lineEnd(start, end)
    quotes += countQuotes(start.subarray(end, next))
    end = next
  }
  return quotes % 2 === 0 ? end : line.length
}

function wordsOf(error: CsvError): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quotation mark is opened and never closed'
    case 'CSV_MAX_RECORD_SIZE':
      return 'the row is far too long, or a quotation mark in it is never closed'
    default:
      return 'a quotation mark stands where none may be; inside a quoted cell it is written twice'
  }
}

function lineEnd(bytes: Buffer, from: number): number {
  const newline = bytes.indexOf(NEWLINE, from)
  const end = newline === -1 ? bytes.length : newline + 1
  const carriage = bytes.subarray(from, end).indexOf(RETURN)
  if (carriage === -1) return end
  const after = from + carriage + 1
  return bytes[after] === NEWLINE ? after + 1 : after
}

function countQuotes(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(QUOTE); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) count++
  return count
}

function skipBlankLines(bytes: Buffer): { bytes: number; lines: number } {
  let at = 0
  let lines = 0
  while (at < bytes.length) {
    const end = lineEnd(bytes, at)
    for (let i = at; i < end; i++) if (!BLANK.has(bytes[i]!)) return { bytes: at, lines }
    at = end
    lines++
  }
  return { bytes: at, lines }
}
