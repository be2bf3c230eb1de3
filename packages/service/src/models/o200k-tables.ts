/**
 * The 200,000 tokens of the encoding o200k in three flat arrays, which take a tenth of the memory of a map of strings: found by
 * the hash of their bytes, and numbered by rank, the order in which they are merged. They lie in memory that threads can share.
 */
import { readFileSync } from 'node:fs'

export interface O200kTables {
  /** The bytes of all tokens, one behind the other, and by rank where each starts. */
  readonly tokens: Uint8Array
  readonly starts: Int32Array
  /** By hash, or the next free place: a rank and one, below what is left of the hash; 0 where there is none. */
  readonly slots: Int32Array
  /** The ranks of the tokens of two bytes, by these; `NO_TOKEN` where there is none. Most that are looked up are such. */
  readonly pairs: Int32Array
  /** Bytes of the longest token. */
  readonly longest: number
}

/** About two and a half times as many slots as there are tokens. */
const SLOT_BITS = 19
const SLOTS = 1 << SLOT_BITS
const RANK_BITS = 18
export const NO_TOKEN = 0x7fffffff
const SPACE = 0x20
const NEWLINE = 0x0a
const BASE64 = new Uint8Array(128)
for (const [i, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  BASE64[char.charCodeAt(0)] = i

/** The rank of the token that these bytes are, or `NO_TOKEN`. */
export function rankOf(tables: O200kTables, bytes: Uint8Array, from: number, to: number): number {
  const length = to - from
  if (length === 2)
    return tables.pairs[((bytes[from] as number) << 8) | (bytes[from + 1] as number)] as number
  if (length > tables.longest) return NO_TOKEN
  const { tokens, starts, slots } = tables
  const hash = hashOf(bytes, from, to)
  const rest = restOf(hash)
  for (let slot = slotOf(hash); ; slot = nextSlot(slot)) {
    const found = slots[slot] as number
    if (found === 0) return NO_TOKEN
    if (found >>> RANK_BITS !== rest) continue
    const rank = (found & ((1 << RANK_BITS) - 1)) - 1
    const start = starts[rank] as number
    if ((starts[rank + 1] as number) - start !== length) continue
    let same = 0
    while (same < length && tokens[start + same] === bytes[from + same]) same++
    if (same === length) return rank
  }
}

function hashOf(of: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (of[i] as number), 0x01000193)
  return hash ^ (hash >>> 15)
}

const slotOf = (hash: number) => hash & (SLOTS - 1)
const nextSlot = (slot: number) => (slot + 1) & (SLOTS - 1)
/** The bits that say no slot; thirteen of them, which tell most tokens in neighbouring slots apart. */
const restOf = (hash: number) => hash >>> SLOT_BITS

/** Reads lines of a token in base64, a blank and its rank, by rank from 0 on. */
export function readTables(): O200kTables {
  const file = readFileSync(new URL(import.meta.resolve('gpt-tokenizer/data/o200k_base.tiktoken')))
  let lines = 0
  for (const byte of file) if (byte === NEWLINE) lines++
  const bytes = new Uint8Array(file.length)
  const starts = new Int32Array(new SharedArrayBuffer(4 * (lines + 1)))
  const slots = new Int32Array(new SharedArrayBuffer(4 * SLOTS))
  const pairs = new Int32Array(new SharedArrayBuffer(4 * 65_536)).fill(NO_TOKEN)
  let longest = 0
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
        bytes[end++] = bits >>> held
      }
    }
    let number = 0
    for (at++; at < file.length && file[at] !== NEWLINE; at++)
      number = number * 10 + (file[at] as number) - 48
    at++
    if (number !== rank) throw new Error(`The table of tokens has rank ${number} where ${rank} is needed.`)
    starts[rank + 1] = end
    longest = Math.max(longest, end - start)
    if (end - start === 2) pairs[((bytes[start] as number) << 8) | (bytes[start + 1] as number)] = rank
    const hash = hashOf(bytes, start, end)
    let slot = slotOf(hash)
    while (slots[slot] !== 0) slot = nextSlot(slot)
    slots[slot] = (restOf(hash) << RANK_BITS) | (rank + 1)
  }
  const tokens = new Uint8Array(new SharedArrayBuffer(end))
  tokens.set(bytes.subarray(0, end))
  return { tokens, starts, slots, pairs, longest }
}
