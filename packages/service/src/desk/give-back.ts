/**
 * Returns users to the queue whose person is gone, or may no longer work for the agent. The time a person was last seen, and how
 * long they may be gone, are columns, which are read every half second. Each case is checked again while it is locked, so a person
 * who came back keeps it, and only one of several processes returns it. No state is in memory that a restart could lose.
 */
import { sendWaitsAgain } from '../handoff/transition.ts'
import { type Background, startBackground } from '../platform/background.ts'
import type { Core } from '../platform/core.ts'
import { type ClaimDeps, changeClaim, holdCase, notifyDesk } from './claims.ts'
import { worksFor } from './people.ts'
import { casesOfGone, findPresence } from './store.ts'

const LOOK_MS = 500
const AT_ONCE = 50

/** `clock` only times the looks. Times of presence are those of the clock of the lanes. */
export function startGivingBack(deps: ClaimDeps & Pick<Core, 'log' | 'clock'>): Background {
  const { database, moving, clock, log } = deps
  const { laneClock } = moving

  async function giveBack(handoffId: string, conversationId: string): Promise<void> {
    await database.transaction('desk: give back', async (tx) => {
      const held = await holdCase(tx, { id: handoffId, conversation_id: conversationId })
      const { owner_id: owner, away_ms: awayMs } = held.row
      if (owner === null || held.handoff.state === 'ENDED') return
      const seen = await findPresence(tx, owner)
      const isHere = seen && seen.state !== 'off' && seen.seen_at + awayMs > laneClock.now()
      if (isHere && (await worksFor(tx, owner, held.row.agent_id))) return
      const after = await changeClaim(deps, tx, held, { on: 'gone', by: null }, null)
      // A user who has not talked to anybody yet just keeps waiting, without a notice.
      if (after.handoff.state === 'CONNECTED') await sendWaitsAgain(moving, tx, after)
      notifyDesk(tx, held.row, { about: 'away', account_id: owner })
    })
  }

  async function look(stopped: () => boolean): Promise<void> {
    const found = await casesOfGone(database, laneClock.now(), AT_ONCE)
    for (const { handoffId, conversationId } of found) {
      if (stopped()) return
      // A failure must not affect the other cases.
      await giveBack(handoffId, conversationId).catch((error) =>
        log.warn({ err: error }, 'a user could not be given back to the queue; it is tried again'),
      )
    }
  }

  return startBackground({ name: 'give users back to the queue', everyMs: LOOK_MS, clock, log, run: look })
}
