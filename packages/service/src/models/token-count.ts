/**
 * Counts the tokens of a text (o200k, the encoding of current models) in linear time, with an error of a token or two for each
 * part of a very long word. Of a very long text only the beginning is counted, and the count is extrapolated.
 *
 * Byte pair encoding: a text is cut into pieces, roughly words. In each piece the two neighbouring parts that form the token of
 * the lowest rank are merged, until no two neighbours form a token. The table of ranks is from gpt-tokenizer. The library itself
 * takes 70 MB, in the tokenizer's thread and in each process that reads files; our map of ranks takes a third of that.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { LRUCache } from 'lru-cache'

/** Merging takes quadratic time, so a longer piece is counted in parts. */
const PART_CHARS = 128
const MOST_CHARS = 100_000

export function tokensIn(text: string): number {
  if (text.length <= MOST_CHARS) return countO200k(text)
  return Math.ceil((countO200k(text.slice(0, MOST_CHARS)) * text.length) / MOST_CHARS)
}

/** Ranks of tokens. A token is a string with one character per byte. */
const ranks = readRanks()
const ASCII = /^[\x20-\x7e]*$/
/** The counts of recent pieces, because words repeat and merging is the slowest step. */
const merged = new LRUCache<string, number>({ max: 20_000 })
const WORDS = new RegExp(O200K_TOKEN_SPLIT_REGEX.source, 'gu')

function readRanks(): ReadonlyMap<string, number> {
  const path = fileURLToPath(import.meta.resolve('gpt-tokenizer/data/o200k_base.tiktoken'))
  const lines = readFileSync(path, 'latin1')
  const table = new Map<string, number>()
  for (let from = 0; from < lines.length; ) {
    const end = lines.indexOf('\n', from)
    const space = lines.indexOf(' ', from)
    table.set(atob(lines.slice(from, space)), Number(lines.slice(space + 1, end)))
    from = end + 1
  }
  return table
}

/** The names of special tokens in a text count as ordinary text. */
function countO200k(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(WORDS))
    for (let at = 0; at < piece.length; at += PART_CHARS)
      tokens += countPiece(piece.slice(at, at + PART_CHARS))
  return tokens
}

function countPiece(piece: string): number {
  const bytes = ASCII.test(piece) ? piece : Buffer.from(piece).toString('latin1')
  if (ranks.has(bytes)) return 1
  const known = merged.get(bytes)
  if (known !== undefined) return known
  const parts = [...bytes]
  for (let at = lowestPair(parts); at !== -1; at = lowestPair(parts))
    parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`)
  merged.set(bytes, parts.length)
  return parts.length
}

/** Returns the index of the two neighbours that form the token of the lowest rank; -1 if no two form a token. */
function lowestPair(parts: readonly string[]): number {
  let lowest = Number.POSITIVE_INFINITY
  let found = -1
  for (let at = 0; at + 1 < parts.length; at++) {
    const rank = ranks.get(`${parts[at]}${parts[at + 1]}`)
    if (rank === undefined || rank >= lowest) continue
    lowest = rank
    found = at
  }
  return found
}
