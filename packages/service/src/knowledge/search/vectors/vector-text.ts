/** The stored form of vectors: base64 of a byte for each component. And the typical cosine of unrelated vectors. */

export function vectorText(bytes: Int8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

export function textVector(text: string): Int8Array {
  const bytes = Buffer.from(text, 'base64')
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Distances in the sample at which vectors are compared, so that each meets some others and not itself. */
const STEPS = [1, 7, 31, 67]
const FEWEST = 20
const HIGHEST = 0.9

/**
 * The mean cosine of stored questions with others: that of two unrelated questions of this base. It differs widely between
 * models. With few questions it means little and counts as 0.2.
 */
export function floorOf(sample: readonly Int8Array[]): number {
  if (sample.length < FEWEST) return 0.2
  let sum = 0
  let count = 0
  for (let i = 0; i < sample.length; i++) {
    for (const step of STEPS) {
      const other = (i + step) % sample.length
      if (other === i) continue
      sum += cosineOf(sample[i] as Int8Array, sample[other] as Int8Array)
      count++
    }
  }
  return Math.max(0, Math.min(HIGHEST, sum / count))
}

function cosineOf(a: Int8Array, b: Int8Array): number {
  let dot = 0
  let left = 0
  let right = 0
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] as number, (b[i] ?? 0) as number]
    dot += x * y
    left += x * x
    right += y * y
  }
  return dot / (Math.sqrt(left * right) || 1)
}
