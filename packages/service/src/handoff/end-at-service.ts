/**
 * Ends what is open at a human service component that is being removed: the users are told, the AI is back, and the desk hears
 * of each end while its address is still known. Handoffs that begin meanwhile are ended with the removal itself.
 */
import { serviceGate } from '../agents/gate-names.ts'
import type { Leaving } from '../agents/integrations.ts'
import { findGate } from '../lanes/gates.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { endOfDeleted } from './end-with-agent.ts'
import { isAtWork, openAt } from './service-store.ts'
import { hold, type MoveDeps, move } from './transition.ts'

/** Whoever removes a component waits no longer than this for its desk. */
const TELL_MS = 5000
const LOOK_MS = 50
const AT_ONCE = 8

export function createLeaving(database: Database, moving: MoveDeps): Leaving {
  const { clock } = moving
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

  async function end(tx: Tx, { id, conversationId }: { id: string; conversationId: string }): Promise<void> {
    const held = await hold(tx, conversationId, id)
    // Refused when it has ended by itself, which is as good.
    if (held) await move(moving, tx, held, { event: 'removed' })
  }

  return {
    async beforeRemoval(serviceId) {
      const open = await openAt(database, serviceId)
      if (open.length === 0) return
      for (let first = 0; first < open.length; first += AT_ONCE) {
        const some = open.slice(first, first + AT_ONCE)
        await Promise.all(some.map((one) => database.transaction((tx) => end(tx, one))))
      }
      const gate = serviceGate(serviceId)
      const until = clock.now() + TELL_MS
      // Behind a closed gate nothing is sent.
      while ((await isAtWork(database, gate)) && !(await findGate(database, gate))) {
        if (clock.now() >= until) return
        await pause(LOOK_MS)
      }
    },
    async withRemoval(tx, serviceId) {
      for (const one of await openAt(tx, serviceId)) await end(tx, one)
    },
    afterDeletion: (agentId) => endOfDeleted(database, moving, { agentId, stopped: () => false }),
  }
}
