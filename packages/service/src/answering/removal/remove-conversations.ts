/**
 * Removes conversations, each in one transaction, with their messages, files, audio, handoffs and deliveries. The usage of their
 * answers stays, summed by agent and day; unanswered questions stay without the link to who asked. The properties of a user are
 * removed with the last conversation, or when they are as old and the user has no conversation. A conversation with pending work
 * or with a person who has the floor is kept.
 */
import { listAgents } from '../../agents/store.ts'
import {
  deleteConversation,
  forgetWhoAsked,
  keepUsage,
  oldConversations,
} from '../../conversations/retention-store.ts'
import { type ConversationRow, lockConversation } from '../../conversations/store.ts'
import { removeWithoutConversation, usersWithOld } from '../../conversations/user-store.ts'
import { deleteLanesAbout, hasWork, lockMessagesTo } from '../../delivery/retention-store.ts'
import { deleteHandoffs, handoffsIn } from '../../handoff/store.ts'
import type { Core } from '../../platform/core.ts'
import type { Database, Tx } from '../../platform/database/handle.ts'
import { conflict, Fault } from '../../platform/fault.ts'
import type { ListPosition } from '../../platform/http/cursor.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { deleteTurnData, spokenContents } from './removal-store.ts'

const AGENTS_AT_ONCE = 100
const CONVERSATIONS_AT_ONCE = 20
const USERS_AT_ONCE = 100
const AUDIO_NAME = /\/audio\/([A-Za-z0-9_-]{32}\.[a-z0-9]{2,5})/g

export type RetentionDeps = Pick<Core, 'log' | 'clock' | 'database'>

/** Removes conversations in which nothing was said for `keepMs`; returns their number. */
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
      await removeOldPropertiesOf(database, id, before, stopped)
    }
    if (agents.length < AGENTS_AT_ONCE) break
    cursor = agents.at(-1)?.id
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
      // One by one, so that other work runs in between. Durability "process" is enough: after a power cut the next run removes it.
      const outcome = await database.transaction(
        'remove-conversations',
        (tx) => removeConversation(tx, id, { mayRemove: ({ recent_chat_at }) => recent_chat_at < before }),
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

async function removeOldPropertiesOf(
  database: Database,
  agentId: string,
  before: number,
  stopped: () => boolean,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined && !stopped(); ) {
    const page = { agentId, before, after, limit: USERS_AT_ONCE }
    const users = await usersWithOld(database.scanReader, page)
    // One by one, as conversations are.
    for (const id of users)
      await database.transaction(
        'remove-conversations: properties',
        (tx) => removeWithoutConversation(tx, agentId, id, before),
        'process',
      )
    after = users.at(-1)
  }
}

type Removal = 'removed' | 'missing' | 'busy'

interface RemovalOptions {
  /** Checked while the conversation is locked, because a new message may have arrived since it was listed. */
  readonly mayRemove?: (conversation: ConversationRow) => boolean
  /** Also removes a conversation in which a person has the floor: its agent is deleted. */
  readonly isForced?: boolean
}

export async function removeConversation(
  tx: Tx,
  id: string,
  { mayRemove = () => true, isForced = false }: RemovalOptions = {},
): Promise<Removal> {
  const conversation = await lockConversation(tx, id)
  if (!conversation) return 'missing'
  if ((conversation.handoff_id !== null && !isForced) || !mayRemove(conversation)) return 'busy'
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

/** Removes a conversation that the developer keeps elsewhere: only the messages sent to it are stored here. */
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
      const outcome = await database.transaction('remove-conversations', async (tx) => {
        const removal = await removeConversation(tx, id)
        return removal === 'missing' ? removeMessagesTo(tx, id) : removal
      })
      if (outcome === 'missing')
        throw new Fault('notFound', `There is no conversation with the id ${id.slice(0, 60)}.`)
      if (outcome === 'busy')
        throw conflict(
          'A person has the floor in it, or something in it is still to be answered or delivered. End the handoff, or wait until deliveries have arrived or were given up.',
        )
      return { status: 204 }
    },
  }
}
