/**
 * Takes the user with the oldest deadline that a person may take. Of several who ask at once each gets another: whoever comes
 * second to a user goes on to the next one. In one process they ask one after the other, so few come second.
 */
import type { DeskNext } from '@tandem/contract/desk'
import { Fault } from '../platform/fault.ts'
import { type ClaimDeps, changeClaim, holdCase, refuseIfTaken } from './claims.ts'
import type { Named } from './people.ts'
import { oldestWaiting, type QueueFilter } from './queue-store.ts'

const READ_AT_ONCE = 20
const NOBODY: DeskNext = { taken: null }

type Waiting = Awaited<ReturnType<typeof oldestWaiting>>[number]

export function createTakeNext(deps: ClaimDeps) {
  const { database } = deps
  let last: Promise<unknown> = Promise.resolve()

  async function takeOne({ id, conversation_id }: Waiting, who: Named): Promise<DeskNext> {
    await refuseIfTaken(database, id, who.id)
    return database.transaction('desk: take the next', async (tx) => {
      const held = await holdCase(tx, { id, conversation_id })
      const { row } = await changeClaim(deps, tx, held, { on: 'take', by: who.id }, who)
      return { taken: { handoff_id: id, claim: row.claim } }
    })
  }

  async function take(filter: QueueFilter, who: Named): Promise<DeskNext> {
    const full = new Map<string, Fault>()
    for (;;) {
      const waiting = await oldestWaiting(database, filter, [...full.keys()], READ_AT_ONCE)
      // Somebody waits, but only with agents of which this person has enough.
      if (waiting.length === 0 && full.size > 0) throw full.values().next().value as Fault
      if (waiting.length === 0) return NOBODY
      for (const each of waiting) {
        if (full.has(each.agent_id)) continue
        try {
          return await takeOne(each, who)
        } catch (error) {
          if (!(error instanceof Fault) || !goOnAfter.has(error.entry)) throw error
          if (error.entry === 'deskLimit') full.set(each.agent_id, error)
        }
      }
    }
  }

  return (filter: QueueFilter, who: Named): Promise<DeskNext> => {
    const turn = last.then(() => take(filter, who))
    last = turn.catch(() => {})
    return turn
  }
}

/** Somebody else was first, the handoff ended meanwhile, or the person has enough users of the agent. */
const goOnAfter = new Set<Fault['entry']>(['notYourClaim', 'handoffClosed', 'notFound', 'deskLimit'])
