/**
 * Ends handoffs whose deadline has passed. Deadlines are an indexed column, which is read twice a second and when the next known
 * deadline is due. Each is checked again under the lock of its row, so a deadline that was moved, or that another process has
 * handled, does nothing. No state is in memory that a restart could lose.
 */
import { type Background, startBackground } from '../platform/background.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { type Deadline, type HandoffIds, nextDeadlines, updateHandoff, waitingSince } from './store.ts'
import { type Happening, type Held, hold, type MoveDeps, move } from './transition.ts'

const LOOK_MS = 500
/** Handoffs ended at once: they share a commit on the embedded engine, and use a few connections on PostgreSQL. */
const BATCH = 8

export function startTimers(database: Database, moving: MoveDeps): Background {
  // Deadlines are written by the clock of the lanes.
  const { laneClock: clock, log } = moving

  async function look(stopped: () => boolean): Promise<void> {
    // Goes on after the last one: those that failed are still there, and must neither block the others nor be tried at once.
    for (let last: Deadline | undefined; ; ) {
      const found = await nextDeadlines(database, last, BATCH)
      const due = found.filter(({ at }) => at <= clock.now())
      await Promise.all(due.map(tryToFire))
      last = due.at(-1)
      if (!stopped() && due.length === BATCH) continue
      const inMs = (found[due.length]?.at ?? Number.POSITIVE_INFINITY) - clock.now()
      if (inMs < LOOK_MS) clock.after(Math.max(0, inMs), () => looking.wake())
      return
    }
  }

  /** A failure must not affect the other deadlines. */
  async function tryToFire({ id, conversationId }: HandoffIds): Promise<void> {
    try {
      await fire(conversationId, id)
    } catch (error) {
      log.warn(
        { err: error, conversation: conversationId },
        'a handoff could not be ended; it is tried again',
      )
    }
  }

  async function fire(conversationId: string, id: string): Promise<void> {
    const lateMs = await database.transaction('timers', async (tx) => {
      const held = await hold(tx, conversationId, id)
      const deadline = held?.handoff.deadline_at ?? null
      if (!held || deadline === null || deadline > clock.now()) return undefined
      const happening = await happeningOf(tx, held)
      if (!happening) return undefined
      const after = await move(moving, tx, held, happening)
      return after && clock.now() - deadline
    })
    if (lateMs !== undefined) moving.metrics.fired(lateMs)
  }

  /** The event of the passed deadline; undefined if messages since then have moved the deadline, whose column is then updated. */
  async function happeningOf(tx: Tx, { handoff }: Held): Promise<Happening | undefined> {
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

  const looking = startBackground({ name: 'end handoffs in time', everyMs: LOOK_MS, clock, log, run: look })
  looking.wake()
  return looking
}
