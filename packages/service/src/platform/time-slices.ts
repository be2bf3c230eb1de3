/** Long work that lets other work run: in slices of time, or a few things at a time. */
import { currentOwner } from './activity.ts'
import { createTickQueue } from './tick-queue.ts'

const SLICE_MS = 5

/** Long work asks after each small step whether its slice is over, and pauses then. */
export interface TimeSlices {
  /** True when it is time to pause. */
  over(): boolean
  pause(): Promise<void>
}

/** All long work of this thread that has paused. */
const paused = createTickQueue()

export function startSlices(): TimeSlices {
  const owner = currentOwner()
  let startedAt = performance.now()
  return {
    over: () => performance.now() - startedAt > SLICE_MS,
    async pause() {
      await new Promise<void>((resolve) => paused.add(owner, resolve))
      startedAt = performance.now()
    },
  }
}

/** Calls `make` for each item, `atOnce` at a time, and returns the results in the order of the items. */
export async function mapSome<Item, Made>(
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
