/** Reads a file of pairs, in the process where files are read. */

import type { RowProgress } from '@tandem/documents/collect-pairs'
import { type PairListInput, type PairListResult, readPairList } from '@tandem/documents/read-pair-list'
import type { ReadPair } from '@tandem/documents/row-pairs'
import type { Emit } from '../../platform/sandbox-work.ts'

export type ImportJob = Omit<PairListInput, 'bytes'>

/** Some pairs, and how far the reading has come with them. */
export interface ImportPart {
  readonly pairs: readonly ReadPair[]
  readonly rows: RowProgress
}

/** Handed over at a time: as many as one transaction writes, and few enough characters to be unpacked in a moment. */
const SLICE_PAIRS = 500
const SLICE_CHARS = 256 * 1024

export async function importJob(job: ImportJob, bytes: Uint8Array, emit: Emit): Promise<PairListResult> {
  let slice: ReadPair[] = []
  let chars = 0
  let rows: RowProgress = { read: 0, total: 0 }
  const send = async () => {
    if (slice.length > 0) await emit({ pairs: slice, rows } satisfies ImportPart)
    slice = []
    chars = 0
  }
  const result = await readPairList({ ...job, bytes }, async (pairs, progress) => {
    rows = progress
    for (const pair of pairs) {
      slice.push(pair)
      chars += pair.question.length + pair.answer.length
      if (slice.length === SLICE_PAIRS || chars > SLICE_CHARS) await send()
    }
  })
  await send()
  return result
}
