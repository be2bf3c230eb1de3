/** Lets other work run: long work asks after each small step whether its slice is over, and pauses then. */
const SLICE_MS = 5

export interface Slices {
  /** True when it is time to pause. */
  over(): boolean
  pause(): Promise<void>
}

export function startSlices(): Slices {
  let startedAt = performance.now()
  return {
    over: () => performance.now() - startedAt > SLICE_MS,
    async pause() {
      await new Promise((resolve) => setImmediate(resolve))
      startedAt = performance.now()
    },
  }
}
