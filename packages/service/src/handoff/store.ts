/** SQL of handoffs: their rows, timelines, received replies and deadlines; also those of removed components and deleted agents. */
import { sql } from 'kysely'
import { handoffLane } from '../delivery/deliver.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { finding, inserting, locking } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'

export type HandoffRow = Schema['handoffs']

export const findHandoff = finding('handoffs', 'id')

/** Locks the row until the transaction ends. Every transaction that moves a handoff locks its conversation first. */
export const lockHandoff = locking('handoffs', 'id')

/**
 * The time of the visitor's last request before the `skip` latest; undefined when there is none after `after`. A visitor may have
 * any number of conversations, so the agent's requests of that time are read, and not the conversations.
 */
export async function timeOfNthLastRequest(
  db: Reader,
  visitor: { agentId: string; anonymousId: string; skip: number; after: number },
): Promise<number | undefined> {
  const found = await db.q
    .selectFrom('handoffs')
    .select('requested_at')
    .where('agent_id', '=', visitor.agentId)
    .where('requested_at', '>', visitor.after)
    .where(
      ({ selectFrom }) =>
        selectFrom('conversations')
          .select('anonymous_id')
          .whereRef('conversations.id', '=', 'handoffs.conversation_id'),
      '=',
      visitor.anonymousId,
    )
    .orderBy('requested_at', 'desc')
    .limit(1)
    .offset(visitor.skip)
    .executeTakeFirst()
  return found?.requested_at
}

export const insertHandoff = inserting('handoffs')

/** Writes the columns that a transition may change. */
export async function updateHandoff(tx: Tx, row: HandoffRow): Promise<void> {
  await tx.q
    .updateTable('handoffs')
    .set({
      state: row.state,
      established_at: row.established_at,
      first_reply_at: row.first_reply_at,
      last_activity_at: row.last_activity_at,
      deadline_at: row.deadline_at,
      ended_at: row.ended_at,
      end_reason: row.end_reason,
      user_messages: row.user_messages,
      human_messages: row.human_messages,
      events: row.events,
      waits_again: row.waits_again,
    })
    .where('id', '=', row.id)
    .execute()
}

export const insertEvent = inserting('handoff_events')

/** Counts an attempt of the establish request that begins; false when the handoff no longer needs the request. */
export async function beginEstablishTry(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.q
    .updateTable('handoffs')
    .set((set) => ({ establish_tries: set('establish_tries', '+', 1) }))
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('state', '=', 'REQUESTED'),
        // Somebody replied by the id of the conversation before any attempt reached the desk, which still needs the request.
        where.and([
          where('state', '=', 'CONNECTED'),
          where('establish_tries', '=', where.ref('establish_unsent')),
        ]),
      ]),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

/** Counts an attempt that sent nothing. */
export async function noteUnsentTry(tx: Tx, id: string): Promise<void> {
  await tx.q
    .updateTable('handoffs')
    .set((set) => ({ establish_unsent: set('establish_unsent', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export const findReply = finding('human_replies', 'handoff_id', 'mark')

export const insertReply = inserting('human_replies')

/** The time of the oldest message of the user that still waits for the desk; undefined when none waits. */
export async function waitingSince(
  db: Reader,
  { id, service_id }: Pick<HandoffRow, 'id' | 'service_id'>,
): Promise<number | undefined> {
  const oldest = await db.q
    .selectFrom('lanes')
    .innerJoin('lane_items as item', 'item.lane_id', 'lanes.id')
    .select('item.created_at')
    .where('lanes.key', '=', handoffLane(service_id, id))
    .whereRef('item.seq', '>=', 'lanes.head_seq')
    .where('item.kind', '=', 'handoff_chat')
    .where('item.state', '=', 'pending')
    .orderBy('item.seq')
    .limit(1)
    .executeTakeFirst()
  return oldest?.created_at
}

export interface HandoffIds {
  readonly id: string
  readonly conversationId: string
}

export interface Deadline extends HandoffIds {
  readonly at: number
}

/** The earliest deadlines, including passed ones; those behind `after`, if given. */
export const nextDeadlines = (db: Reader, after: Deadline | undefined, limit: number): Promise<Deadline[]> =>
  openByDeadline(db, after, limit).execute()

function openByDeadline(db: Reader, after: Deadline | undefined, limit: number) {
  const query = db.q
    .selectFrom('handoffs')
    .select(['handoffs.id', 'conversation_id as conversationId'])
    .select(sql<number>`deadline_at`.as('at'))
    .where('deadline_at', 'is not', null)
    .orderBy('deadline_at')
    .orderBy('handoffs.id')
    .limit(limit)
  return after ? query.where(sql<boolean>`(deadline_at, handoffs.id) > (${after.at}, ${after.id})`) : query
}

export async function setEmail(tx: Tx, conversationId: string, email: string): Promise<void> {
  await tx.q.updateTable('conversations').set({ email }).where('id', '=', conversationId).execute()
}

/** The open handoffs of a human service component. */
export async function openAt(db: Reader, serviceId: string): Promise<HandoffIds[]> {
  return db.q
    .selectFrom('handoffs')
    .select(['id', 'conversation_id as conversationId'])
    .where('service_id', '=', serviceId)
    .where('deadline_at', 'is not', null)
    .orderBy('deadline_at')
    .orderBy('id')
    .execute()
}

/** The open handoffs of deleted agents, in the order of their deadlines; those behind `after`, if given. */
export const openOfDeleted = (db: Reader, after: Deadline | undefined, limit: number): Promise<Deadline[]> =>
  openByDeadline(db, after, limit)
    // SQLite keeps the order of a cross join, so it begins with the handoffs, of which few are open.
    .crossJoin('agents')
    .whereRef('agents.id', '=', 'handoffs.agent_id')
    .where('agents.deleted_at', 'is not', null)
    .execute()

/** Whether a request of these handoffs to their desk is being sent or ready to be sent. */
export async function areAtWork(
  db: Reader,
  serviceId: string,
  handoffIds: readonly string[],
): Promise<boolean> {
  const keys = handoffIds.map((id) => handoffLane(serviceId, id))
  const found = await db.q
    .selectFrom('lanes')
    .select('id')
    .where('key', 'in', keys)
    .where(({ or, eb }) => or([eb('owner', 'is not', null), eb('ready_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function handoffsIn(db: Reader, conversationId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom('handoffs')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes handoffs with their timelines, the marks of their replies, and their cases and notes at the desk. */
export async function deleteHandoffs(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  for (const table of ['handoff_events', 'human_replies', 'desk_cases', 'desk_notes'] as const)
    await tx.q.deleteFrom(table).where('handoff_id', 'in', ids).execute()
  await tx.q.deleteFrom('handoffs').where('id', 'in', ids).execute()
}
