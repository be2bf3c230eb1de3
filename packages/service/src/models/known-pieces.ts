/**
 * How many tokens the pieces of texts have that are no token themselves. Merging one takes many times as long as finding
 * it here, and the words of one business come again and again. A piece lies at the place its bytes lead to, until another takes it.
 */

const PLACE_BITS = 14
/** Bytes of a place: the length of the piece, its tokens, its bytes. */
const PLACE_BYTES = 32
const HEAD_BYTES = 2
const LONGEST = PLACE_BYTES - HEAD_BYTES

const places = new Uint8Array(PLACE_BYTES << PLACE_BITS)

/** The tokens of the piece, or 0 when it is not known here. */
export function knownTokens(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from
  if (length > LONGEST) return 0
  const place = placeOf(bytes, from, to)
  if (places[place] !== length) return 0
  const start = place + HEAD_BYTES
  for (let i = 0; i < length; i++) if (places[start + i] !== bytes[from + i]) return 0
  return places[place + 1] as number
}

export function keepTokens(bytes: Uint8Array, from: number, to: number, tokens: number): void {
  const length = to - from
  if (length > LONGEST) return
  const place = placeOf(bytes, from, to)
  places[place] = length
  places[place + 1] = tokens
  const start = place + HEAD_BYTES
  for (let i = 0; i < length; i++) places[start + i] = bytes[from + i] as number
}

function placeOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193)
  hash ^= hash >>> 15
  return (hash & ((1 << PLACE_BITS) - 1)) * PLACE_BYTES
}
