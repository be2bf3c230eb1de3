/**
 * Ends open handoffs whose human service component is removed or whose agent is deleted: the users get a notice, the AI gets the
 * floor, and each desk is notified while its address is still known. The deletion of an agent ends its handoffs at once. A look
 * at intervals finds handoffs that began in the same moment, and those of a process that died meanwhile.
 */
import { serviceGate } from '../agents/endpoints.ts'
import type { RemovalHooks } from '../agents/integrations.ts'
import { findClosedGate } from '../lanes/gate-store.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { mapConcurrently } from '../platform/time-slices.ts'
import { sleep } from '../platform/within-time.ts'
import { areAtWork, type Deadline, type HandoffIds, openAt, openOfDeleted } from './store.ts'
import { hold, type MoveDeps, move } from './transition.ts'

/** The removal of a component waits this long for requests to its desk. */
const DELIVERY_WAIT_MS = 5000
const LOOK_MS = 50
const AT_ONCE = 8
const LOOKED_AT = 100

async function end(
  deps: MoveDeps,
  tx: Tx,
  open: HandoffIds,
  event: 'removed' | 'agentDeleted',
): Promise<void> {
  const held = await hold(tx, open.conversationId, open.id)
  // A handoff that has already ended refuses the event, which is fine.
  if (held) await move(deps, tx, held, { event })
}

export function createRemovalHooks(database: Database, deps: MoveDeps): RemovalHooks {
  const { clock } = deps
  return {
    async beforeRemoval(serviceId) {
      const open = await openAt(database, serviceId)
      if (open.length === 0) return
      await mapConcurrently(open, AT_ONCE, (one) =>
        database.transaction('end-handoffs: beforeRemoval', (tx) => end(deps, tx, one, 'removed')),
      )
      const gate = serviceGate(serviceId)
      const until = clock.now() + DELIVERY_WAIT_MS
      // A closed gate sends nothing, so there is nothing to wait for.
      for (let left = open.map(({ id }) => id); left.length > 0; ) {
        if (!(await areAtWork(database, serviceId, left.slice(0, LOOKED_AT)))) left = left.slice(LOOKED_AT)
        else if (clock.now() >= until || (await findClosedGate(database, gate))) return
        else await sleep(clock, LOOK_MS)
      }
    },
    // Also ends handoffs that began in the meantime.
    async withRemoval(tx, serviceId) {
      for (const one of await openAt(tx, serviceId)) await end(deps, tx, one, 'removed')
    },
    afterDeletion: () => endOfDeleted(database, deps, () => false),
  }
}

export async function endOfDeleted(
  database: Database,
  deps: MoveDeps,
  stopped: () => boolean,
): Promise<void> {
  // Goes on after the last one: those that failed are still there.
  for (let last: Deadline | undefined; !stopped(); ) {
    const some = await openOfDeleted(database, last, AT_ONCE)
    await Promise.all(some.map((one) => tryToEnd(database, deps, one)))
    if (some.length < AT_ONCE) return
    last = some.at(-1)
  }
}

/** A failure must not affect the other handoffs; the next look tries again. */
async function tryToEnd(database: Database, deps: MoveDeps, one: HandoffIds): Promise<void> {
  try {
    await database.transaction('end-handoffs', (tx) => end(deps, tx, one, 'agentDeleted'))
  } catch (error) {
    deps.log.warn(
      { err: error, conversation: one.conversationId },
      'a handoff of a deleted agent could not be ended; it is tried again',
    )
  }
}
