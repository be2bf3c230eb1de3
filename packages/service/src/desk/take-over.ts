/** A person takes a user over from the AI: the handoff begins and is taken in one transaction, so nobody else rings for it. */
import { findAgent, listHumanServices } from '../agents/store.ts'
import { lockConversation } from '../conversations/store.ts'
import type { OpenHandoffs } from '../handoff/handoffs.ts'
import { requireWayBack } from '../handoff/routes.ts'
import type { Tx } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import { type ClaimDeps, changeClaim, type HeldCase, holdCase } from './claims.ts'
import type { Named } from './people.ts'
import { openCase } from './receive.ts'
import { findCase } from './store.ts'

export function takeOver(
  deps: ClaimDeps & { readonly handoffs: OpenHandoffs },
  conversationId: string,
  who: Named,
): Promise<HeldCase> {
  const { database, moving } = deps
  return database.transaction('desk: take over', async (tx) => {
    const id = await handoffTo(deps.handoffs, tx, conversationId)
    await openCase(tx, id, moving.laneClock.now())
    const held = await holdCase(tx, { id, conversation_id: conversationId })
    return changeClaim(deps, tx, held, { on: 'take', by: who.id }, who)
  })
}

/** The open handoff of the conversation, or a new one to the desk. */
async function handoffTo(handoffs: OpenHandoffs, tx: Tx, conversationId: string): Promise<string> {
  const conversation = await lockConversation(tx, conversationId)
  if (!conversation) throw new Fault('notFound', 'The conversation was removed.')
  if (conversation.handoff_id !== null) {
    if (await findCase(tx, conversation.handoff_id)) return conversation.handoff_id
    throw new Fault('conflict', 'The user talks to people of another human service.')
  }
  if ((await findAgent(tx, conversation.agent_id))?.deleted_at !== null) throw new Fault('agentDeleted')
  const services = await listHumanServices(tx, conversation.agent_id)
  const desk = services.find(({ kind }) => kind === 'desk')
  if (!desk)
    throw new Fault(
      'conflict',
      'The agent is not connected to the desk: it has no human service of kind desk.',
    )
  requireWayBack(conversation)
  const { result } = await handoffs.request(tx, conversation, { reason: 'takeover', serviceId: desk.id })
  if (result.kind === 'requested') return result.handoffId
  throw new Fault('conflict', 'Handing over is switched off in the settings of the agent.')
}
