/** Lets long work alternate with other work: in slices of time, or with a limited number of items at once. */
import { currentOwner } from './activity.ts'
import { createHold } from './hold-work.ts'
import { createTickQueue } from './tick-queue.ts'

const SLICE_MS = 2

export type TimeSlices = ReturnType<typeof startSlices>

/** The paused work of this thread. */
const paused = createTickQueue({ isHeld: createHold() })

/** Long work checks after each small step whether its slice is over, and then pauses. */
export function startSlices() {
  const owner = currentOwner()
  let startedAt = performance.now()
  return {
    /** True when it is time to pause. */
    over: () => performance.now() - startedAt > SLICE_MS,
    async pause() {
      await new Promise<void>((resolve) => paused.add(owner, resolve))
      startedAt = performance.now()
    },
  }
}

/** Work that yields after each small step. */
export type Steps<Result = unknown> = Generator<undefined, Result>

/** The first slice waits for its turn too: many may begin in the same tick. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  const slices = startSlices()
  for (;;) {
    await slices.pause()
    do {
      const { done, value } = steps.next()
      if (done) return value
    } while (!slices.over())
  }
}

/** Calls `make` for each item, `atOnce` at a time, and returns the results in the order of the items. */
export async function mapConcurrently<Item, Made>(
  items: readonly Item[],
  atOnce: number,
  make: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next++
      made[at] = await make(items[at] as Item)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return made
}
