/**
 * Ends handoffs whose deadline has passed. Deadlines are a column with an index: it is looked at twice a second and when the
 * next known one is due. Each is fired under the row's lock and only when it has really passed, so a deadline that was moved
 * or that another process has fired does nothing; nothing is kept in memory that a restart could lose.
 */
import type { Clock } from '../platform/clock.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import type { HandoffMetrics } from './metrics.ts'
import { nextDeadlines, updateHandoff, waitingSince } from './store.ts'
import { type Held, hold, type MoveDeps, move, type What } from './transition.ts'

const POLL_MS = 500
/** So many at once: they share a commit on the embedded engine and a few connections on the server. */
const BATCH = 8

export function createTimers(
  deps: Pick<Core, 'log' | 'database'> & {
    /** The lanes': deadlines are written by it. */
    clock: Clock
    metrics: HandoffMetrics
    /** What a transition needs; asked for when a deadline fires. */
    move: () => MoveDeps
  },
) {
  const { database, clock, log, metrics } = deps
  let started = false
  let stopping = false
  let running: Promise<void> | undefined
  let cancel = () => {}
  let wakeAt = Number.POSITIVE_INFINITY

  function wake(at: number): void {
    if (stopping || !started || running || at >= wakeAt) return
    cancel()
    wakeAt = at
    cancel = clock.after(Math.max(0, at - clock.now()), () => {
      wakeAt = Number.POSITIVE_INFINITY
      running = poll().finally(() => {
        running = undefined
        wake(Math.min(next, clock.now() + POLL_MS))
      })
    })
  }

  /** The next deadline known after a poll. */
  let next = Number.POSITIVE_INFINITY

  async function poll(): Promise<void> {
    try {
      for (;;) {
        const found = await nextDeadlines(database, BATCH)
        const due = found.filter(({ at }) => at <= clock.now())
        next = found[due.length]?.at ?? Number.POSITIVE_INFINITY
        const fired = (await Promise.all(due.map(tryToFire))).filter(Boolean).length
        // What could not be fired is still there at the next poll, and must not be tried without end.
        if (stopping || due.length < BATCH || fired === 0) return
      }
    } catch (error) {
      log.warn({ err: error }, 'the deadlines of handoffs could not be looked at; they are looked at again')
      next = Number.POSITIVE_INFINITY
    }
  }

  /** One that fails must not keep the others from being fired. */
  async function tryToFire({ id, conversationId }: { id: string; conversationId: string }): Promise<boolean> {
    try {
      return await fire(conversationId, id)
    } catch (error) {
      log.warn(
        { err: error, conversation: conversationId },
        'a handoff could not be ended; it is tried again',
      )
      return false
    }
  }

  async function fire(conversationId: string, id: string): Promise<boolean> {
    const ended = await database.transaction('timers', async (tx) => {
      const held = await hold(tx, conversationId, id)
      const deadline = held?.handoff.deadline_at ?? null
      if (!held || deadline === null || deadline > clock.now()) return undefined
      const what = await dueNow(tx, held)
      if (!what) return undefined
      const after = await move(deps.move(), tx, held, what)
      return 'refusal' in after ? undefined : { lateMs: clock.now() - deadline }
    })
    if (ended) metrics.fired(ended.lateMs)
    return ended !== undefined
  }

  /** What the passing of the deadline means; undefined when it was not moved as far as what was said since would have it. */
  async function dueNow(tx: Tx, { handoff }: Held): Promise<What | undefined> {
    if (handoff.state !== 'CONNECTED') return { event: 'deadline' }
    if (handoff.waits_again === 1) return { event: 'notTakenUp' }
    const since = await waitingSince(tx, handoff)
    const at = (since ?? handoff.last_activity_at) + handoff.idle_ms
    if (at > clock.now()) {
      await updateHandoff(tx, { ...handoff, deadline_at: at })
      return undefined
    }
    if (since === undefined) return { event: 'deadline' }
    return { event: 'undeliverable', detail: { error: 'The desk took nothing within the idle time.' } }
  }

  return {
    /** A deadline was set by this process. */
    deadlineSet(at: number) {
      next = Math.min(next, at)
      wake(at)
    },
    start() {
      started = true
      wake(clock.now())
    },
    async stop() {
      stopping = true
      cancel()
      await running
    },
  }
}
