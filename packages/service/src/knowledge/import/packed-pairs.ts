/**
 * Pairs on their way from the process that read them to the database, packed a slice at a time: one buffer is faster to pass
 * between processes than a thousand strings.
 */
import type { Pair } from '../pair-store.ts'
import type { ReadPair } from './collect-pairs.ts'

/** JSON of alternating questions and answers, an answer followed by the list of keywords where there are some. */
export type PackedSlice = Uint8Array<ArrayBuffer>

export function packPairs(pairs: readonly ReadPair[]): PackedSlice {
  const texts = pairs.flatMap(({ question, answer, keywords }) =>
    keywords ? [question, answer, keywords] : [question, answer],
  )
  return new TextEncoder().encode(JSON.stringify(texts))
}

export function unpackPairs(bytes: PackedSlice): Pair[] {
  const texts = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as (
    | string
    | string[]
  )[]
  const pairs: Pair[] = []
  for (let i = 0; i + 1 < texts.length; i += 2) {
    const [question, answer, keywords] = [texts[i] as string, texts[i + 1] as string, texts[i + 2]]
    if (Array.isArray(keywords)) {
      pairs.push({ question, answer, keywords })
      i++
    } else pairs.push({ question, answer })
  }
  return pairs
}
