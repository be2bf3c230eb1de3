/** Compact vectors: a byte for each component, and a bit for the sign of each component. */

export interface QueryVector {
  readonly bytes: Int8Array
  readonly signs: Int32Array
  readonly norm: number
}

export function queryVector(vector: Float32Array): QueryVector {
  const bytes = toBytes(vector)
  return { bytes, signs: signsOf(bytes), norm: Math.hypot(...bytes) || 1 }
}

/** Scales a vector to a byte for each component. Its length is lost, its direction stays. */
export function toBytes(vector: Float32Array): Int8Array {
  const most = vector.reduce((top, value) => Math.max(top, Math.abs(value)), 0) || 1
  return Int8Array.from(vector, (value) => Math.round((value / most) * 127))
}

/** The number of 32-bit integers that hold the signs of a vector. */
export const signWords = (dimensions: number) => Math.ceil(dimensions / 32)

export function signsOf(vector: Int8Array): Int32Array {
  const signs = new Int32Array(signWords(vector.length))
  for (const [i, value] of vector.entries())
    if (value > 0) signs[i >> 5] = (signs[i >> 5] as number) | (1 << (i & 31))
  return signs
}

/** The number of signs in which two vectors differ; the first starts at index `at` of `data`. */
export function signsApart(data: Int32Array, at: number, signs: Int32Array): number {
  let apart = 0
  for (let i = 0; i < signs.length; i++) apart += bitCount((data[at + i] as number) ^ (signs[i] as number))
  return apart
}

/** The number of bits that are set, summed up in pairs, nibbles and bytes. */
function bitCount(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
