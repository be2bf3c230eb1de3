/**
 * Removes conversations with all that hangs on them, each in one transaction: messages, files and audio, handoffs and their
 * timelines, what was delivered of them. What their answers consumed stays, by agent and day, and so do questions nobody could
 * answer, without the way to who asked. What is known about a user goes with their last conversation, or when it was set as long
 * ago and there is none. One in which something waits to be done, or a person has the floor, is left alone.
 */
import { listAgents } from '../../agents/store.ts'
import {
  deleteConversation,
  forgetWhoAsked,
  keepUsage,
  oldConversations,
} from '../../conversations/retention-store.ts'
import { type ConversationRow, lockConversation } from '../../conversations/store.ts'
import { agentsWithOld, removeWithoutConversation } from '../../conversations/user-store.ts'
import { deleteLanesAbout, hasWork, lockMessagesTo } from '../../delivery/retention-store.ts'
import { deleteHandoffs, handoffsIn } from '../../handoff/store.ts'
import type { Core } from '../../platform/core.ts'
import type { Database, Tx } from '../../platform/database/handle.ts'
import { Fault } from '../../platform/fault.ts'
import type { ListPosition } from '../../platform/http/cursor.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { deleteTurnData, spokenContents } from './removal-store.ts'

const AGENTS_AT_ONCE = 100
const CONVERSATIONS_AT_ONCE = 20
const AUDIO_NAME = /\/audio\/([A-Za-z0-9_-]{32}\.[a-z0-9]{2,5})/g

export type RetentionDeps = Pick<Core, 'log' | 'clock' | 'database'>

/** Removes what is older; returns how many. */
export async function removeOldConversations(
  { database, clock, log }: RetentionDeps,
  keepMs: number,
  stopped: () => boolean,
): Promise<number> {
  const before = clock.now() - keepMs
  let removed = 0
  let cursor: string | undefined
  for (;;) {
    const agents = await listAgents(database, { status: undefined, cursor, limit: AGENTS_AT_ONCE })
    for (const { id } of agents) {
      if (stopped()) return removed
      removed += await removeOldOf(database, id, before, stopped)
    }
    if (agents.length < AGENTS_AT_ONCE) break
    cursor = agents.at(-1)?.id
  }
  for (const id of await agentsWithOld(database, before)) {
    if (stopped()) return removed
    await database.transaction(
      'remove-conversations',
      (tx) => removeWithoutConversation(tx, id, { before }),
      'process',
    )
  }
  if (removed > 0) log.info({ removed }, 'conversations were removed: nothing was said in them for long')
  return removed
}

async function removeOldOf(
  database: Database,
  agentId: string,
  before: number,
  stopped: () => boolean,
): Promise<number> {
  let removed = 0
  let after: ListPosition = { at: 0, id: '' }
  while (!stopped()) {
    const old = await oldConversations(database, { agentId, before, after, limit: CONVERSATIONS_AT_ONCE })
    for (const { id } of old) {
      if (stopped()) return removed
      // One by one: other work runs in between. A row that a power cut brings back is removed an hour later.
      const outcome = await database.transaction(
        'remove-conversations',
        (tx) => removeConversation(tx, id, { isMeant: ({ recent_chat_at }) => recent_chat_at < before }),
        'process',
      )
      if (outcome === 'removed') removed++
    }
    const last = old.at(-1)
    if (!last || old.length < CONVERSATIONS_AT_ONCE) return removed
    after = last
  }
  return removed
}

type Removal = 'removed' | 'missing' | 'busy'

interface RemovalOptions {
  /** Asked of the conversation as it is under its lock: somebody may have said something meanwhile. */
  readonly isMeant?: (conversation: ConversationRow) => boolean
  /** Its agent is gone, so a person who has the floor has nobody to speak for. */
  readonly isForced?: boolean
}

export async function removeConversation(
  tx: Tx,
  id: string,
  { isMeant = () => true, isForced = false }: RemovalOptions = {},
): Promise<Removal> {
  const conversation = await lockConversation(tx, id)
  if (!conversation) return 'missing'
  if ((conversation.handoff_id !== null && !isForced) || !isMeant(conversation)) return 'busy'
  const handoffs = await handoffsIn(tx, id)
  const subjects = [id, ...handoffs]
  if (await hasWork(tx, subjects)) return 'busy'
  const contents = await spokenContents(tx, id)
  const audio = contents.flatMap((content) => [...content.matchAll(AUDIO_NAME)].map(([, name = '']) => name))
  await keepUsage(tx, conversation)
  await forgetWhoAsked(tx, id)
  await deleteLanesAbout(tx, subjects)
  await deleteHandoffs(tx, handoffs)
  await deleteTurnData(tx, id, audio)
  await deleteConversation(tx, conversation)
  return 'removed'
}

/** A conversation that is kept elsewhere is known here by the messages that were sent to it, and they are all there is of it. */
async function removeMessagesTo(tx: Tx, id: string): Promise<Removal> {
  if (!(await lockMessagesTo(tx, id))) return 'missing'
  if (await hasWork(tx, [id])) return 'busy'
  await deleteLanesAbout(tx, [id])
  return 'removed'
}

/** HTTP of the removal of one conversation, for the people who run the agent. */
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
