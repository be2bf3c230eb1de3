/** HTTP of the removal of one conversation, for the people who run the agent. */
import type { Database } from '../../platform/database/handle.ts'
import { Fault } from '../../platform/fault.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { removeConversation, removeMessagesTo } from './remove-conversations.ts'

export function removalHandlers({ database }: { database: Database }) {
  return {
    async remove(call: Call): Promise<RouteResponse> {
      const id = pathParam(call, 'conversationId')
      const outcome = await database.transaction('removal-routes', async (tx) => {
        const removal = await removeConversation(tx, id)
        return removal === 'missing' ? removeMessagesTo(tx, id) : removal
      })
      if (outcome === 'missing')
        throw new Fault('notFound', `There is no conversation with the id ${id.slice(0, 60)}.`)
      if (outcome === 'busy')
        throw new Fault(
          'conflict',
          'A person has the floor in it, or something in it is still to be answered or delivered. End the handoff, or wait until deliveries have arrived or were given up.',
        )
      return { status: 204 }
    },
  }
}
