/** Reads stored files for callers: few at a time, since each may take megabytes, and callers take turns. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Fault } from '../fault.ts'
import { createMemoryBudget } from '../memory-budget.ts'

/** About the largest, as it is stored. */
const FILE_BYTES = 16 * 1024 * 1024
/** Half of them for one caller. */
const AT_ONCE = 2

export function createReadInTurn() {
  const inHand = createMemoryBudget(AT_ONCE * FILE_BYTES)
  return async <T>(address: string, read: () => Promise<T>): Promise<T> => {
    const share = await inHand.enter(address, FILE_BYTES)
    if (!share) throw new Fault('unavailable', 'Too many files are asked for at once; try again in a moment.')
    try {
      return await read()
    } finally {
      // Between two files everybody else has a turn.
      await nextTurn()
      share.leave()
    }
  }
}
