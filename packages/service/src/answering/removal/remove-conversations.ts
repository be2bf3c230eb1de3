/**
 * Removes conversations with their messages, files, audio, handoffs and deliveries. The usage of their answers stays, summed by
 * agent and day; unanswered questions stay without the link to who asked. The properties of a user are removed with the last
 * conversation, or when they are as old and the user has no conversation. A conversation with pending work or with a person who
 * has the floor is kept.
 *
 * A conversation may be long, so it is marked first, which makes it missing to everybody, and then removed in slices, so that
 * other work runs in between. After a crash the next run goes on with those that are marked.
 */
import { listAgents } from '../../agents/store.ts'
import {
  conversationsBeingRemoved,
  deleteConversation,
  markRemoving,
  oldConversations,
} from '../../conversations/retention-store.ts'
import { type ConversationRow, lockAnyConversation } from '../../conversations/store.ts'
import { removeWithoutConversation, usersWithOld } from '../../conversations/user-store.ts'
import {
  deleteItemsIn,
  deleteLanesAbout,
  hasWork,
  lanesAbout,
  lockMessagesTo,
} from '../../delivery/retention-store.ts'
import { deleteHandoffs, handoffsIn } from '../../handoff/store.ts'
import type { Core } from '../../platform/core.ts'
import type { Database, Tx } from '../../platform/database/handle.ts'
import { deleteInSlices } from '../../platform/database/slice-store.ts'
import { conflict, Fault } from '../../platform/fault.ts'
import type { ListPosition } from '../../platform/http/cursor.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { deleteChatTokens, deletePartOf } from './removal-store.ts'

const AGENTS_AT_ONCE = 100
const CONVERSATIONS_AT_ONCE = 20
const USERS_AT_ONCE = 100
const ROWS_AT_ONCE = 200

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
      removed += await removeOldOf({ database, clock }, id, before, stopped)
      await removeOldPropertiesOf(database, id, before, stopped)
    }
    if (agents.length < AGENTS_AT_ONCE) break
    cursor = agents.at(-1)?.id
  }
  if (removed > 0) log.info({ removed }, 'conversations were removed: nothing was said in them for long')
  return removed
}

/** Goes on with removals that a crash or a stop interrupted. */
export async function resumeRemovals(deps: RemovalDeps, stopped: () => boolean): Promise<void> {
  for (;;) {
    const ids = await conversationsBeingRemoved(deps.database, CONVERSATIONS_AT_ONCE)
    for (const id of ids) if (!stopped()) await removeConversation(deps, id, { stopped })
    if (ids.length < CONVERSATIONS_AT_ONCE || stopped()) return
  }
}

async function removeOldOf(
  deps: RemovalDeps,
  agentId: string,
  before: number,
  stopped: () => boolean,
): Promise<number> {
  let removed = 0
  let after: ListPosition = { at: 0, id: '' }
  while (!stopped()) {
    const old = await oldConversations(deps.database, {
      agentId,
      before,
      after,
      limit: CONVERSATIONS_AT_ONCE,
    })
    for (const { id } of old) {
      if (stopped()) return removed
      const mayRemove = ({ recent_chat_at }: ConversationRow) => recent_chat_at < before
      const outcome = await removeConversation(deps, id, { mayRemove, stopped })
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
  readonly stopped: () => boolean
}

export type RemovalDeps = Pick<Core, 'clock' | 'database'>

export async function removeConversation(
  { clock, database }: RemovalDeps,
  id: string,
  { mayRemove = () => true, isForced = false, stopped }: RemovalOptions,
): Promise<Removal> {
  const begun = await database.transaction('remove-conversations: begin', async (tx) => {
    const conversation = await lockAnyConversation(tx, id)
    if (!conversation) return 'missing'
    if (conversation.removing_since !== null) return 'removed'
    if ((conversation.handoff_id !== null && !isForced) || !mayRemove(conversation)) return 'busy'
    if (await hasWork(tx, [id, ...(await handoffsIn(tx, id))])) return 'busy'
    await markRemoving(tx, id, clock.now())
    await deleteChatTokens(tx, id)
    return 'removed'
  })
  if (begun !== 'removed') return begun
  // Two removals of one conversation take turns.
  const slice = async (tx: Tx) => {
    const conversation = await lockAnyConversation(tx, id)
    return conversation ? deletePartOf(tx, conversation, ROWS_AT_ONCE) : 0
  }
  await deleteInSlices(database, 'remove-conversations', slice, stopped)
  if (stopped()) return 'busy'
  return database.transaction('remove-conversations: end', async (tx) => {
    const conversation = await lockAnyConversation(tx, id)
    if (!conversation) return 'missing'
    const handoffs = await handoffsIn(tx, id)
    await deleteLanesAbout(tx, [id, ...handoffs])
    await deleteHandoffs(tx, handoffs)
    await deleteConversation(tx, conversation)
    return 'removed'
  })
}

/** Removes a conversation that the developer keeps elsewhere: only the messages sent to it are stored here. */
async function removeMessagesTo(database: Database, id: string): Promise<Removal> {
  for (;;) {
    const outcome = await database.transaction('remove-conversations: messages', async (tx) => {
      if (!(await lockMessagesTo(tx, id))) return 'missing'
      if (await hasWork(tx, [id])) return 'busy'
      if ((await deleteItemsIn(tx, lanesAbout(tx, [id]), ROWS_AT_ONCE)) > 0) return 'more'
      await deleteLanesAbout(tx, [id])
      return 'removed'
    })
    if (outcome !== 'more') return outcome
  }
}

/** HTTP of the removal of one conversation, for the people who run the agent. */
export function removalHandlers(deps: RemovalDeps) {
  return {
    async remove(call: Call): Promise<RouteResponse> {
      const id = pathParam(call, 'conversationId')
      const removal = await removeConversation(deps, id, { stopped: () => false })
      const outcome = removal === 'missing' ? await removeMessagesTo(deps.database, id) : removal
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
