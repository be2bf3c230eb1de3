/**
 * Ends the handoffs of agents that were deleted: the users are told, no deadline is left, and each desk hears of the end, since
 * the address of its component is kept. The deletion asks for it at once; a look now and then finds what was asked for in the
 * same moment, and what a process left behind that died in between.
 */
import type { Database } from '../platform/database/handle.ts'
import { openOfDeleted } from './service-store.ts'
import { hold, type MoveDeps, move } from './transition.ts'

const AT_ONCE = 8

export async function endOfDeleted(
  database: Database,
  moving: MoveDeps,
  { agentId, stopped }: { agentId?: string; stopped: () => boolean },
): Promise<void> {
  let after = ''
  while (!stopped()) {
    const some = await openOfDeleted(database, { agentId, after, limit: AT_ONCE })
    await Promise.all(
      some.map(({ id, conversationId }) =>
        database.transaction(async (tx) => {
          const held = await hold(tx, conversationId, id)
          // Refused when it has ended by itself, which is as good.
          if (held) await move(moving, tx, held, { event: 'agentDeleted' })
        }),
      ),
    )
    if (some.length < AT_ONCE) return
    after = some.at(-1)?.id ?? after
  }
}
