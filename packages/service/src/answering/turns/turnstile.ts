/**
 * Lets turns that are answered within their request through, a few in each turn of the event loop, so that whoever else wants
 * something is heard soon. Agents take turns, and those for whom there is no room are sent away.
 */
import { createFairQueue } from '../../platform/fair-queue.ts'

export interface Turnstile {
  /** True when it may go on; false when too many wait already. */
  pass(agentId: string): Promise<boolean> | boolean
}

const PER_LOOP = 16
const MOST_WAITING = 1000

export function createTurnstile(): Turnstile {
  const waiting = createFairQueue<() => void>({ jobs: MOST_WAITING, bytes: MOST_WAITING })
  let passed = 0

  function nextLoop(): void {
    passed = 0
    while (passed < PER_LOOP) {
      const next = waiting.take(() => true)
      if (!next) break
      passed++
      next.job()
    }
    if (passed > 0) setImmediate(nextLoop)
  }

  return {
    pass(agentId) {
      if (passed < PER_LOOP) {
        if (++passed === 1) setImmediate(nextLoop)
        return true
      }
      return new Promise<boolean>((resolve) => {
        if (!waiting.add(agentId, () => resolve(true), 1)) resolve(false)
      })
    },
  }
}
