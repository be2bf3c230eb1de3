/** Time that counts by the second, for who waits how long. */
import { createTick } from '../ui/tick.ts'

const SECOND_MS = 1_000

export const useSeconds = createTick(SECOND_MS)

/** Shows a time as a stopwatch does: 0:48, 12:05, 1:02:00. */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
