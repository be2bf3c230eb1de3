/** Brings a vector to length 1, so that a dot product is a cosine. */

/** In place. Null when it has no length: all zeros, or numbers that are none. */
export function normalise(vector: Float32Array): Float32Array | null {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  if (!Number.isFinite(length) || length === 0) return null
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] as number) / length
  return vector
}
