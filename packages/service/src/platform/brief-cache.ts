/** Caches by key what was just read: callers at the same time share one read. A failed read and a missing value are not cached. */
import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

const KEPT = 5000

export type BriefCache<Value> = ReturnType<typeof createBriefCache<Value>>

export function createBriefCache<Value>(
  clock: Clock,
  freshMs: number,
  read: (key: string) => Promise<Value>,
) {
  const options = { max: KEPT, ttl: freshMs, ttlResolution: 0, perf: clock }
  const known = new LRUCache<string, Promise<Value>>(options)
  return {
    find(key: string): Promise<Value> {
      const kept = known.get(key)
      if (kept) return kept
      const begun = read(key)
      const drop = () => void (known.peek(key) === begun && known.delete(key))
      begun.then((value) => value ?? drop(), drop)
      known.set(key, begun)
      return begun
    },
    forget: (key: string) => void known.delete(key),
  }
}
