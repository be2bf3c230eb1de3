/**
 * Takes a user: the next one who waits, or one that the AI talks to. If several people request the next user at once, each gets
 * another one: a person who comes too late for a user goes on to the following one.
 */
import type { DeskNext } from '@tandem/contract/desk'
import { requireLivingAgent } from '../agents/manage-agents.ts'
import { listHumanServices } from '../agents/store.ts'
import { lockConversation } from '../conversations/store.ts'
import type { OpenHandoffs } from '../handoff/handoffs.ts'
import { requireWayBack } from '../handoff/routes.ts'
import type { Tx } from '../platform/database/handle.ts'
import { conflict, Fault, found } from '../platform/fault.ts'
import { type ClaimDeps, changeClaim, type HeldCase, holdCase, refuseIfTaken } from './claims.ts'
import type { Named } from './people.ts'
import { oldestWaiting, type QueueFilter } from './queue-store.ts'
import { openCase } from './receive.ts'
import { findCase } from './store.ts'

const READ_AT_ONCE = 20
const NOBODY: DeskNext = { taken: null }

type Waiting = Awaited<ReturnType<typeof oldestWaiting>>[number]

export async function takeNext(deps: ClaimDeps, filter: QueueFilter, who: Named): Promise<DeskNext> {
  const full = new Map<string, Fault>()
  for (;;) {
    const waiting = await oldestWaiting(deps.database, filter, [...full.keys()], READ_AT_ONCE)
    // Users wait, but only those of agents of which this person has enough.
    if (waiting.length === 0 && full.size > 0) throw full.values().next().value as Fault
    if (waiting.length === 0) return NOBODY
    for (const each of waiting) {
      if (full.has(each.agent_id)) continue
      try {
        return await takeOne(deps, each, who)
      } catch (error) {
        if (!(error instanceof Fault) || !skippable.has(error.entry)) throw error
        if (error.entry === 'deskLimit') full.set(each.agent_id, error)
      }
    }
  }
}

async function takeOne(deps: ClaimDeps, { id, conversation_id }: Waiting, who: Named): Promise<DeskNext> {
  const { database } = deps
  await refuseIfTaken(database, id, who.id)
  return database.transaction('desk: take the next', async (tx) => {
    const held = await holdCase(tx, { id, conversation_id })
    const { row } = await changeClaim(deps, tx, held, { on: 'take', by: who.id }, who)
    return { taken: { handoff_id: id, claim: row.claim } }
  })
}

/** Faults after which the next user is tried: somebody was faster, the handoff ended, or the person has enough users. */
const skippable = new Set<Fault['entry']>(['notYourClaim', 'handoffClosed', 'notFound', 'deskLimit'])

/** Takes a user over from the AI: the handoff begins and is taken in one transaction, so that it alerts nobody else. */
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
  const conversation = found(await lockConversation(tx, conversationId), 'The conversation was removed.')
  if (conversation.handoff_id !== null) {
    if (await findCase(tx, conversation.handoff_id)) return conversation.handoff_id
    throw conflict('The user talks to people of another human service.')
  }
  await requireLivingAgent(tx, conversation.agent_id)
  const services = await listHumanServices(tx, conversation.agent_id)
  const desk = services.find(({ kind }) => kind === 'desk')
  if (!desk) throw conflict('The agent is not connected to the desk: it has no human service of kind desk.')
  requireWayBack(conversation)
  const { result } = await handoffs.request(tx, conversation, { reason: 'takeover', serviceId: desk.id })
  if (result.kind === 'requested') return result.handoffId
  throw conflict('Handing over is switched off in the settings of the agent.')
}
