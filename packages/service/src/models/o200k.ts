/**
 * Counts the tokens of a text in the encoding o200k. Special tokens written in a text are ordinary text there. The tables are
 * read at the first count, unless another thread has handed over its own.
 */
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { keepTokens, knownTokens } from './known-pieces.ts'
import { NO_TOKEN, type O200kTables, rankOf, readTables } from './o200k-tables.ts'

export type { O200kTables }

let tables: O200kTables | undefined

/** For another thread to count with. */
export function tablesToShare(): O200kTables {
  tables ??= readTables()
  return tables
}

export function useTables(shared: O200kTables): void {
  tables ??= shared
}

/** Of our own: where an expression that others use as well stands would be their concern. */
const PIECE = new RegExp(O200K_TOKEN_SPLIT_REGEX.source, 'uy')
const SPACE = 0x20
const APOSTROPHE = 0x27
const encoder = new TextEncoder()
/** The bytes of the text or piece at hand; and of that piece the parts left, with the rank of each joined with the next. */
let bytes = new Uint8Array(1024)
let partStarts = new Int32Array(1024)
let joined = new Int32Array(1024)

export function countO200k(text: string): number {
  const all = tablesToShare()
  makeRoom(text.length)
  const isPlain = Buffer.byteLength(text) === text.length
  if (isPlain) encoder.encodeInto(text, bytes)
  const { length } = text
  let count = 0
  for (let start = 0; start < length; ) {
    const word = isPlain ? wordEnd(start, length) : start
    const end = word > start ? word : pieceEnd(text, start)
    const from = isPlain ? start : 0
    const to = isPlain ? end : encoder.encodeInto(text.slice(start, end), bytes).written
    count += countPiece(all, from, to)
    start = end
  }
  return count
}

/** Every character is part of a match, so one begins where the last ended; to ask for no more than its end is faster. */
function pieceEnd(text: string, start: number): number {
  PIECE.lastIndex = start
  PIECE.test(text)
  return PIECE.lastIndex
}

/**
 * Where an ordinary word of a plain text ends, the blank before it included: capitals, then small letters, either may be missing.
 * Most pieces are such, and they are cut off far faster than by the expression. `start` when it has to decide.
 */
function wordEnd(start: number, length: number): number {
  const first = bytes[start] === SPACE ? start + 1 : start
  let at = first
  while (at < length && isCapital(bytes[at] as number)) at++
  while (at < length && isSmall(bytes[at] as number)) at++
  // What follows an apostrophe may belong to the word.
  return at === first || (at < length && bytes[at] === APOSTROPHE) ? start : at
}

const isCapital = (byte: number) => byte >= 0x41 && byte <= 0x5a
const isSmall = (byte: number) => byte >= 0x61 && byte <= 0x7a

function countPiece(all: O200kTables, from: number, to: number): number {
  const known = knownTokens(bytes, from, to)
  if (known > 0) return known
  const tokens = rankOf(all, bytes, from, to) === NO_TOKEN ? countMerged(all, from, to) : 1
  keepTokens(bytes, from, to, tokens)
  return tokens
}

/** Joins the two neighbours whose token has the lowest rank, the first of them, until none are a token together. */
function countMerged(all: O200kTables, from: number, to: number): number {
  const at = bytes
  const starts = partStarts
  const ranks = joined
  let last = to - from - 1
  for (let i = 0; i <= last; i++) {
    starts[i] = from + i
    ranks[i] = i < last ? rankOf(all, at, from + i, from + i + 2) : NO_TOKEN
  }
  starts[last + 1] = to
  for (;;) {
    let lowest = NO_TOKEN
    let first = 0
    for (let i = 0; i < last; i++) {
      const rank = ranks[i] as number
      if (rank < lowest) {
        lowest = rank
        first = i
      }
    }
    if (lowest === NO_TOKEN) return last + 1
    // By hand: most pieces are words, and to call for so few to be moved takes longer than to move them.
    for (let i = first + 1; i <= last; i++) {
      starts[i] = starts[i + 1] as number
      ranks[i] = ranks[i + 1] as number
    }
    last--
    ranks[first] =
      first < last ? rankOf(all, at, starts[first] as number, starts[first + 2] as number) : NO_TOKEN
    if (first > 0)
      ranks[first - 1] = rankOf(all, at, starts[first - 1] as number, starts[first + 1] as number)
  }
}

function makeRoom(chars: number): void {
  const most = chars * 3 + 1
  if (bytes.length >= most) return
  bytes = new Uint8Array(most)
  partStarts = new Int32Array(most + 1)
  joined = new Int32Array(most)
}
