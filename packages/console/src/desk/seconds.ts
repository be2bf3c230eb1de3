/** Time that counts by the second, for who waits how long; all parts of the page count together. */
import { useSyncExternalStore } from 'react'

const SECOND_MS = 1_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, SECOND_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** To the last tick; the first reader after a pause gets the time of then. */
export const useSeconds = () =>
  useSyncExternalStore(subscribe, () => {
    if (timer === undefined) now = Date.now()
    return now
  })

/** As on a stopwatch: 0:48, 12:05, 1:02:00. */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
