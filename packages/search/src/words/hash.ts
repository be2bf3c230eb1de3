/** A 32-bit hash of a text (FNV-1a over UTF-16 units, then mixed): the same in every process, for keys that need no secrecy. */
export function hash32(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** Two hashes of a text in one go, each going on from the state of what came before it. */
export function hashPair(text: string, state: readonly [number, number]): [number, number] {
  let [first, second] = state
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    first = Math.imul(first ^ char, 0x01000193)
    second = Math.imul(second ^ char, 0x5bd1e995)
  }
  return [first ^ (first >>> 15), second ^ (second >>> 13)]
}

/** A hash of two numbers. */
export function hashNumbers(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b + 1, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
