/**
 * Counts the tokens of a text in the encoding o200k, by the table that gpt-tokenizer ships. The library itself takes 70 MB for
 * its tables, in the tokenizer's thread and in each process that reads files; one map of ranks takes a third of that.
 *
 * Byte pair encoding: a text is cut into pieces (about words); the bytes of a piece are merged, always the two neighbours
 * that form the token of the lowest rank, until no two neighbours form a token.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { LRUCache } from 'lru-cache'

/** Tokens by their bytes, each byte one character of a string. */
const ranks = readRanks()
const ASCII = /^[\x20-\x7e]*$/
/** Words are repeated, and merging takes longest. */
const merged = new LRUCache<string, number>({ max: 20_000 })
const PIECES = new RegExp(O200K_TOKEN_SPLIT_REGEX.source, 'gu')

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

/** Special tokens that are written in a text are ordinary text. */
export function countO200k(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES))
    tokens += countPiece(ASCII.test(piece) ? piece : Buffer.from(piece).toString('latin1'))
  return tokens
}

function countPiece(bytes: string): number {
  if (ranks.has(bytes)) return 1
  const known = merged.get(bytes)
  if (known !== undefined) return known
  const parts = [...bytes]
  for (let at = lowestPair(parts); at !== -1; at = lowestPair(parts))
    parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`)
  merged.set(bytes, parts.length)
  return parts.length
}

/** Where the two neighbours begin that form the token of the lowest rank; -1 when no two form one. */
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
