/**
 * Pairs on their way from the thread that read them to the database, packed a slice at a time. A hundred thousand of them are
 * then a few buffers, and not objects that the service's garbage collector goes through again and again.
 */
import type { Pair } from '../pair-store.ts'
import { type PairList, SLICE_PAIRS } from '../write-revision.ts'
import type { ReadPair } from './collect-pairs.ts'

export interface PackedSlice {
  /** JSON of alternating questions and answers. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly pairs: number
  readonly chars: number
}

/** Every slice but the last has this many pairs. */
export const PACKED_PAIRS = SLICE_PAIRS

export function packPairs(pairs: readonly ReadPair[]): PackedSlice {
  let chars = 0
  const texts: string[] = []
  for (const { question, answer } of pairs) {
    texts.push(question, answer)
    chars += question.length + answer.length
  }
  return { bytes: new TextEncoder().encode(JSON.stringify(texts)), pairs: pairs.length, chars }
}

export function packedList(slices: readonly PackedSlice[]): PairList {
  const length = slices.reduce((sum, { pairs }) => sum + pairs, 0)
  return {
    length,
    chars: slices.reduce((sum, { chars }) => sum + chars, 0),
    slice(first, end) {
      const from = Math.floor(first / PACKED_PAIRS)
      const to = Math.ceil(Math.min(end, length) / PACKED_PAIRS)
      const pairs = slices.slice(from, to).flatMap(unpacked)
      return pairs.slice(first - from * PACKED_PAIRS, end - from * PACKED_PAIRS)
    },
  }
}

function unpacked({ bytes }: PackedSlice): Pair[] {
  const texts = JSON.parse(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(),
  ) as string[]
  const pairs: Pair[] = []
  for (let i = 0; i + 1 < texts.length; i += 2) pairs.push({ question: texts[i]!, answer: texts[i + 1]! })
  return pairs
}
