/**
 * Gives users back to the queue whose person is gone, or may no longer work for the agent. When a person was last seen, and how long
 * they may be gone, are columns; they are looked at every half second. Each case is looked at again while it is held, so a person who
 * came back keeps it, and of several processes one gives it back; nothing is kept in memory that a restart could lose.
 */
import { sayWaitsAgain } from '../handoff/transition.ts'
import { type Background, startBackground } from '../platform/background.ts'
import type { Core } from '../platform/core.ts'
import { type ClaimDeps, changeClaim, holdCase, tellDesk } from './claims.ts'
import { worksFor } from './people.ts'
import { casesOfGone, findPresence } from './store.ts'

const LOOK_MS = 500
const AT_ONCE = 50

/** `clock` runs the looks; when somebody was seen goes by the clock of the lanes. */
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
      // A user who has not talked to anybody yet waits on as before.
      if (after.handoff.state === 'CONNECTED') await sayWaitsAgain(moving, tx, after)
      tellDesk(tx, held.row, { about: 'away', account_id: owner })
    })
  }

  async function look(stopped: () => boolean): Promise<void> {
    const found = await casesOfGone(database, laneClock.now(), AT_ONCE)
    for (const { handoffId, conversationId } of found) {
      if (stopped()) return
      // One that fails must not keep the others waiting.
      await giveBack(handoffId, conversationId).catch((error) =>
        log.warn({ err: error }, 'a user could not be given back to the queue; it is tried again'),
      )
    }
  }

  return startBackground({ name: 'give users back to the queue', everyMs: LOOK_MS, clock, log, run: look })
}
