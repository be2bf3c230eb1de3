/** Lets a loop sleep until it is woken. A wake-up during the loop's work ends its next sleep at once. */
import type { Clock } from './clock.ts'

export type Waker = ReturnType<typeof createWaker>

export function createWaker(clock: Clock) {
  /** There was a wake-up since the last sleep. */
  let isWakeDue = false
  let endSleep = () => {}
  return {
    wake(): void {
      isWakeDue = true
      endSleep()
    },
    /** Returns whether it was woken; false when `mostMs` passed without a wake-up. */
    async sleep(mostMs = Number.POSITIVE_INFINITY): Promise<boolean> {
      if (!isWakeDue)
        await new Promise<void>((resolve) => {
          const cancel = mostMs === Number.POSITIVE_INFINITY ? () => {} : clock.after(mostMs, resolve)
          endSleep = () => {
            cancel()
            resolve()
          }
        })
      endSleep = () => {}
      const wasWoken = isWakeDue
      isWakeDue = false
      return wasWoken
    },
  }
}
