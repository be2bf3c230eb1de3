/**
 * Counts the tokens of a text in the encoding o200k. Its 200,000 tokens lie in three flat arrays, which take a tenth of the
 * memory of a map of strings: found by the hash of their bytes, and numbered by rank, the order in which they are merged.
 * Special tokens written in a text are ordinary text there.
 */
import { readFileSync } from 'node:fs'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'

const NONE = 0x7fffffff
/** About two and a half times as many as there are tokens, and a power of two. */
const SLOTS = 1 << 19
const SPACE = 0x20
const NEWLINE = 0x0a
const BASE64 = new Uint8Array(128)
for (const [i, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  BASE64[char.charCodeAt(0)] = i

/** The bytes of all tokens, one behind the other, and by rank where each starts. */
let tokens: Uint8Array = new Uint8Array(0)
let starts = new Int32Array(0)
/** By hash, or the next free place: a rank and one; 0 where there is none. */
const slots = new Int32Array(SLOTS)
let longest = 0
readTokens(readFileSync(new URL(import.meta.resolve('gpt-tokenizer/data/o200k_base.tiktoken'))))

const encoder = new TextEncoder()
/** The bytes of the text or piece at hand; and of that piece the parts left, with the rank of each joined with the next. */
let bytes = new Uint8Array(1024)
let partStarts = new Int32Array(1024)
let joined = new Int32Array(1024)

export function countO200k(text: string): number {
  makeRoom(text.length)
  const isPlain = Buffer.byteLength(text) === text.length
  if (isPlain) encoder.encodeInto(text, bytes)
  let count = 0
  for (const { 0: piece, index } of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
    const from = isPlain ? index : 0
    const to = from + (isPlain ? piece.length : encoder.encodeInto(piece, bytes).written)
    count += rankOf(bytes, from, to) === NONE ? countMerged(from, to) : 1
  }
  return count
}

/** Joins the two neighbours whose token has the lowest rank, the first of them, until none are a token together. */
function countMerged(from: number, to: number): number {
  let parts = to - from
  for (let i = 0; i <= parts; i++) partStarts[i] = from + i
  const rankAt = (i: number) =>
    i + 2 > parts ? NONE : rankOf(bytes, partStarts[i] as number, partStarts[i + 2] as number)
  for (let i = 0; i < parts; i++) joined[i] = rankAt(i)
  for (;;) {
    let lowest = NONE
    let at = 0
    for (let i = 0; i < parts; i++) {
      if ((joined[i] as number) < lowest) {
        lowest = joined[i] as number
        at = i
      }
    }
    if (lowest === NONE) return parts
    partStarts.copyWithin(at + 1, at + 2, parts + 1)
    joined.copyWithin(at, at + 1, parts)
    parts--
    joined[at] = rankAt(at)
    if (at > 0) joined[at - 1] = rankAt(at - 1)
  }
}

function rankOf(of: Uint8Array, from: number, to: number): number {
  const length = to - from
  if (length > longest) return NONE
  for (let slot = hashOf(of, from, to); ; slot = (slot + 1) & (SLOTS - 1)) {
    const rank = (slots[slot] as number) - 1
    if (rank < 0) return NONE
    const start = starts[rank] as number
    if ((starts[rank + 1] as number) - start !== length) continue
    let same = 0
    while (same < length && tokens[start + same] === of[from + same]) same++
    if (same === length) return rank
  }
}

function hashOf(of: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (of[i] as number), 0x01000193)
  return (hash ^ (hash >>> 15)) & (SLOTS - 1)
}

/** Lines of a token in base64, a blank and its rank, by rank from 0 on. */
function readTokens(file: Uint8Array): void {
  let lines = 0
  for (const byte of file) if (byte === NEWLINE) lines++
  tokens = new Uint8Array(file.length)
  starts = new Int32Array(lines + 1)
  let rank = 0
  let end = 0
  for (let at = 0; at < file.length; rank++) {
    const start = end
    let bits = 0
    let held = 0
    for (; file[at] !== SPACE; at++) {
      if (file[at] === 0x3d) continue
      bits = (bits << 6) | (BASE64[file[at] as number] as number)
      held += 6
      if (held >= 8) {
        held -= 8
        tokens[end++] = bits >>> held
      }
    }
    let number = 0
    for (at++; at < file.length && file[at] !== NEWLINE; at++)
      number = number * 10 + (file[at] as number) - 48
    at++
    if (number !== rank) throw new Error(`The table of tokens has rank ${number} where ${rank} is needed.`)
    starts[rank + 1] = end
    longest = Math.max(longest, end - start)
    let slot = hashOf(tokens, start, end)
    while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    slots[slot] = rank + 1
  }
  tokens = tokens.slice(0, end)
}

function makeRoom(chars: number): void {
  const most = chars * 3 + 1
  if (bytes.length >= most) return
  bytes = new Uint8Array(most)
  partStarts = new Int32Array(most + 1)
  joined = new Int32Array(most)
}
