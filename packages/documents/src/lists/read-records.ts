/** Reads the records of a CSV text according to RFC 4180. A stray or unclosed quotation mark breaks only its own row. */
import { Unreadable } from '../unreadable.ts'
import type { Row } from './tables.ts'

/** A longer record is broken: it has an overlong cell, or a quotation mark that is never closed. */
const RECORD_CHARS = 1024 * 1024
/** Limited, because the search for each missing mark may read the rest of the text. */
const MOST_UNCLOSED = 100
const EXCERPT_CHARS = 200
const UNCLOSED = 'the row is far too long, or a quotation mark in it is never closed'
const STRAY = 'a quotation mark stands where none may be; inside a quoted cell it is written twice'

export function* readRecords(text: string, delimiter: string): Generator<Row> {
  let at = 0
  let unclosed = 0
  for (let row = 1; at < text.length; row++) {
    const end = lineEnd(text, at)
    const line = text.slice(at, end)
    const read = line.trim() === '' ? undefined : readCells(text, at, delimiter)
    const record = read === STRAY && delimiter === '\t' ? (readUnquoted(line, end) ?? STRAY) : read
    if (typeof record === 'object') yield { row, cells: record.cells, written: record.written }
    if (typeof record === 'string') yield { row, cells: [line.slice(0, EXCERPT_CHARS)], broken: record }
    at = typeof record === 'object' ? record.end : record === STRAY ? endOfBroken(text, at) : end
    if (record === UNCLOSED && ++unclosed > MOST_UNCLOSED)
      throw new Unreadable(
        `More than ${MOST_UNCLOSED} rows have quotation marks that are never closed; save the file anew from a spreadsheet.`,
      )
  }
}

/** `end` is the position after the record and its line break. */
function readCells(text: string, from: number, delimiter: string) {
  const cells: string[] = []
  const written: string[] = []
  for (let at = from; ; at += delimiter.length) {
    const start = afterBlanks(text, at, delimiter)
    let end = start
    if (text[start] === '"') {
      const close = closingMark(text, start + 1, from + RECORD_CHARS)
      if (close === undefined) return UNCLOSED
      end = afterBlanks(text, close + 1, delimiter)
      if (!isCellEnd(text, end, delimiter)) return STRAY
      cells.push(text.slice(start + 1, close).replaceAll('""', '"'))
    } else {
      while (end - from <= RECORD_CHARS && !isCellEnd(text, end, delimiter)) end++
      cells.push(text.slice(start, end).trimEnd())
    }
    if (end - from > RECORD_CHARS) return UNCLOSED
    written.push(text.slice(at, end))
    if (!text.startsWith(delimiter, end)) return { cells, written, end: lineEnd(text, end) }
    at = end
  }
}

/** Skips white space around a cell, which is not part of its text. */
function afterBlanks(text: string, from: number, delimiter: string): number {
  let at = from
  while (/[^\S\r\n]/.test(text[at] ?? '') && !text.startsWith(delimiter, at)) at++
  return at
}

const isCellEnd = (text: string, at: number, delimiter: string) =>
  at >= text.length || text[at] === '\n' || text[at] === '\r' || text.startsWith(delimiter, at)

function closingMark(text: string, from: number, limit: number): number | undefined {
  let at = text.indexOf('"', from)
  // Inside a cell, a quotation mark is doubled.
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at >= 0 && at < limit ? at : undefined
}

/** Tables that are copied or exported with TABs have no quoting: in `"Best" of all` the marks belong to the text. */
function readUnquoted(line: string, end: number) {
  const written = line.split('\t')
  // With an odd number of marks, a cell may continue on the next line.
  if (written.length < 2 || marksIn(line) % 2 === 1) return undefined
  return { cells: written.map((cell) => cell.trim()), written, end }
}

const MOST_LINES = 50

/** The end of a broken record: its line, or further lines too if its marks show that a cell continues, so that these are not read as rows. */
function endOfBroken(text: string, from: number): number {
  const first = lineEnd(text, from)
  let marks = marksIn(text.slice(from, first))
  let end = first
  for (let lines = 0; marks % 2 === 1; lines++) {
    if (marks === 1 || lines === MOST_LINES || end === text.length) return first
    const next = lineEnd(text, end)
    marks += marksIn(text.slice(end, next))
    end = next
  }
  return end
}

const marksIn = (text: string) => text.split('"').length - 1

const LINE_BREAK = /\r\n?|\n/g

/** The position after the next line break. */
function lineEnd(text: string, from: number): number {
  LINE_BREAK.lastIndex = from
  return LINE_BREAK.test(text) ? LINE_BREAK.lastIndex : text.length
}
