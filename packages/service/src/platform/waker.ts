/** For whoever works in a loop: sleeps until something has happened since it last woke up, or for a while. */
import type { Clock } from './clock.ts'

export type Waker = ReturnType<typeof createWaker>

export function createWaker(clock: Clock) {
  let isWoken = false
  let wakeSleeper = () => {}
  return {
    wake(): void {
      isWoken = true
      wakeSleeper()
    },
    /** False when nothing has happened for so long. */
    async sleep(mostMs = Number.POSITIVE_INFINITY): Promise<boolean> {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          const cancel = mostMs === Number.POSITIVE_INFINITY ? () => {} : clock.after(mostMs, resolve)
          wakeSleeper = () => {
            cancel()
            resolve()
          }
        })
      wakeSleeper = () => {}
      const wasWoken = isWoken
      isWoken = false
      return wasWoken
    },
  }
}
