/** Hashes for keys that need no secrecy: the same in every process. */

/** A 32-bit hash of a text: FNV-1a over its UTF-16 units, then mixed. */
export function hash32(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** A hash of 52 bits as a number: two texts never share it in practice. */
export function hash52(text: string): number {
  return (hash32(text, 0x2545f491) >>> 0) * 2 ** 20 + (hash32(text, 0x9e3779b9) >>> 12)
}
