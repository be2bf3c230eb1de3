/** The thread that reads files of pairs. */
import { serveSandbox } from '../../platform/sandbox-thread.ts'
import type { ReadPair } from './collect-pairs.ts'
import { PACKED_PAIRS, packPairs } from './packed-pairs.ts'
import { readFile } from './read-file.ts'
import type { ReadFileInput, ReadFileResult } from './reading.ts'

serveSandbox<ReadFileInput, ReadFileResult>(async (input, emit) => {
  let waiting: ReadPair[] = []
  const send = (pairs: readonly ReadPair[]) => {
    const packed = packPairs(pairs)
    return emit(packed, [packed.buffer])
  }
  const result = await readFile(input, async (pairs) => {
    waiting = waiting.length > 0 ? [...waiting, ...pairs] : pairs
    for (; waiting.length >= PACKED_PAIRS; waiting = waiting.slice(PACKED_PAIRS)) {
      await send(waiting.slice(0, PACKED_PAIRS))
    }
  })
  if (waiting.length > 0) await send(waiting)
  return result
})
