/** The time, to the last tick: all parts of the page that count by the same step count together. */
import { useSyncExternalStore } from 'react'

/** A hook that answers the time, and draws anew with every step. */
export function createTick(everyMs: number): () => number {
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    timer ??= setInterval(() => {
      now = Date.now()
      for (const each of listeners) each()
    }, everyMs)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  // The first reader after a pause gets the time of then.
  function read(): number {
    if (timer === undefined && Date.now() - now >= everyMs) now = Date.now()
    return now
  }
  return () => useSyncExternalStore(subscribe, read)
}
