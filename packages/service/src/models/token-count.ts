/**
 * How many tokens a text has (o200k, the encoding of current models). The time grows with the text, whatever the text is:
 * merging one unbroken run of letters, blanks or signs takes time by the square of its length, so long runs are counted in
 * pieces, off by a token or two at each cut. Of a very long text the beginning is counted, and the rest is taken to be like it.
 *
 * Byte pair encoding: a text is cut into words, more or less; the bytes of a word are merged, always the two neighbours that form
 * the token of the lowest rank, until no two neighbours form a token. The table of ranks is that of gpt-tokenizer. The library
 * itself takes 70 MB, in the tokenizer's thread and in each process that reads files; one map of ranks takes a third of that.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { LRUCache } from 'lru-cache'

const RUN_CHARS = 128
/** Numbers are left out: the encoding itself cuts them into groups of three. */
const LONG_RUNS = new RegExp(
  [String.raw`[\p{L}\p{M}]`, String.raw`\s`, String.raw`[^\s\p{L}\p{N}]`]
    .map((of) => `${of}{${RUN_CHARS + 1},}`)
    .join('|'),
  'gu',
)
const PIECES = new RegExp(`.{1,${RUN_CHARS}}`, 'gsu')
const MOST_CHARS = 100_000

export function tokensIn(text: string): number {
  if (text.length <= MOST_CHARS) return countRuns(text)
  return Math.ceil((countRuns(text.slice(0, MOST_CHARS)) * text.length) / MOST_CHARS)
}

function countRuns(text: string): number {
  let tokens = 0
  let counted = 0
  for (const { 0: run, index } of text.matchAll(LONG_RUNS)) {
    tokens += countO200k(text.slice(counted, index))
    for (const [piece] of run.matchAll(PIECES)) tokens += countO200k(piece)
    counted = index + run.length
  }
  return tokens + countO200k(text.slice(counted))
}

/** Tokens by their bytes, each byte one character of a string. */
const ranks = readRanks()
const ASCII = /^[\x20-\x7e]*$/
/** Words are repeated, and merging takes longest. */
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

/** Special tokens that are written in a text are ordinary text. */
function countO200k(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(WORDS))
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
