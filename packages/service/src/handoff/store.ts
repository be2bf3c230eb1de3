/** SQL of handoffs: their rows, timelines, taken replies and deadlines. */
import { handoffLane } from '../delivery/enqueue-delivery.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { atMost, prepared } from '../platform/database/prepared.ts'
import type { Schema } from '../platform/database/schema.ts'

export type HandoffRow = Schema['handoffs']
export type HandoffEventRow = Schema['handoff_events']
export type HumanReplyRow = Schema['human_replies']

const byId = prepared<{ id: string }>()((q, p) => q.selectFrom('handoffs').selectAll().where('id', '=', p.id))
const byIdLocked = prepared<{ id: string }>()((q, p) =>
  q.selectFrom('handoffs').selectAll().where('id', '=', p.id).forUpdate(),
)

export async function findHandoff(db: Reader, id: string): Promise<HandoffRow | undefined> {
  return (await db.run(byId, { id }))[0]
}

/** Holds the row until the transaction ends. Whoever moves a handoff holds its conversation before. */
export async function lockHandoff(tx: Tx, id: string): Promise<HandoffRow | undefined> {
  return (await tx.run(tx.engine === 'postgres' ? byIdLocked : byId, { id }))[0]
}

const nthLastRequest = prepared<{ agentId: string; anonymousId: string; skip: number }>()((q, p) =>
  q
    .selectFrom('handoffs')
    .innerJoin('conversations as talk', 'talk.id', 'handoffs.conversation_id')
    .select('handoffs.requested_at')
    .where('talk.agent_id', '=', p.agentId)
    .where('talk.anonymous_id', '=', p.anonymousId)
    .orderBy('handoffs.requested_at', 'desc')
    .limit(1)
    .offset(p.skip),
)

/** When a visitor was handed over before, so many times ago; undefined when it was not. */
export async function timeOfNthLastRequest(
  db: Reader,
  visitor: { agentId: string; anonymousId: string; skip: number },
): Promise<number | undefined> {
  return (await db.run(nthLastRequest, visitor))[0]?.requested_at
}

export async function insertHandoff(tx: Tx, row: HandoffRow): Promise<void> {
  await tx.q.insertInto('handoffs').values(row).execute()
}

const update = prepared<HandoffRow>()((q, p) =>
  q
    .updateTable('handoffs')
    .set({
      state: p.state,
      established_at: p.established_at,
      first_reply_at: p.first_reply_at,
      last_activity_at: p.last_activity_at,
      deadline_at: p.deadline_at,
      ended_at: p.ended_at,
      end_reason: p.end_reason,
      user_messages: p.user_messages,
      human_messages: p.human_messages,
      events: p.events,
    })
    .where('id', '=', p.id),
)

/** Writes back what a transition may change. */
export async function updateHandoff(tx: Tx, row: HandoffRow): Promise<void> {
  await tx.run(update, row)
}

const insertOneEvent = prepared<HandoffEventRow>()((q, p) =>
  q.insertInto('handoff_events').values({
    handoff_id: p.handoff_id,
    n: p.n,
    at: p.at,
    kind: p.kind,
    message_id: p.message_id,
    detail: p.detail,
  }),
)

export async function insertEvent(tx: Tx, row: HandoffEventRow): Promise<void> {
  await tx.run(insertOneEvent, row)
}

const beginTry = prepared<{ id: string }>()((q, p) =>
  q
    .updateTable('handoffs')
    .set((set) => ({ establish_tries: set('establish_tries', '+', 1) }))
    .where('id', '=', p.id)
    .where((where) =>
      where.or([
        where('state', '=', 'REQUESTED'),
        // Somebody replied who knows the conversation otherwise; the desk still needs the request.
        where.and([
          where('state', '=', 'CONNECTED'),
          where('establish_tries', '=', where.ref('establish_unsent')),
        ]),
      ]),
    ),
)

/** Notes that an attempt at the establish request begins; false when the handoff no longer waits for it. */
export async function beginEstablishTry(tx: Tx, id: string): Promise<boolean> {
  return (await tx.change(beginTry, { id })) === 1
}

/** Notes that an attempt never got out. */
export async function noteUnsentTry(tx: Tx, id: string): Promise<void> {
  await tx.q
    .updateTable('handoffs')
    .set((set) => ({ establish_unsent: set('establish_unsent', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

const replyByMark = prepared<{ handoffId: string; mark: string }>()((q, p) =>
  q.selectFrom('human_replies').selectAll().where('handoff_id', '=', p.handoffId).where('mark', '=', p.mark),
)

export async function findReply(
  db: Reader,
  handoffId: string,
  mark: string,
): Promise<HumanReplyRow | undefined> {
  return (await db.run(replyByMark, { handoffId, mark }))[0]
}

const insertOneReply = prepared<HumanReplyRow>()((q, p) =>
  q.insertInto('human_replies').values({
    handoff_id: p.handoff_id,
    mark: p.mark,
    digest: p.digest,
    message_id: p.message_id,
    at: p.at,
  }),
)

export async function insertReply(tx: Tx, row: HumanReplyRow): Promise<void> {
  await tx.run(insertOneReply, row)
}

const oldestWaiting = prepared<{ lane: string }>()((q, p) =>
  q
    .selectFrom('lanes')
    .innerJoin('lane_items as item', 'item.lane_id', 'lanes.id')
    .select('item.created_at')
    .where('lanes.key', '=', p.lane)
    .whereRef('item.seq', '>=', 'lanes.head_seq')
    .where('item.kind', '=', 'handoff_chat')
    .where('item.state', '=', 'pending')
    .orderBy('item.seq')
    .limit(1),
)

/** When the oldest words of the user were said that the desk has not taken; undefined when there are none. */
export async function waitingSince(
  db: Reader,
  { id, service_id }: Pick<HandoffRow, 'id' | 'service_id'>,
): Promise<number | undefined> {
  return (await db.run(oldestWaiting, { lane: handoffLane(service_id, id) }))[0]?.created_at
}

const deadlines = prepared<{ limit: number }>()((q, p) =>
  q
    .selectFrom('handoffs')
    .select(['id', 'conversation_id', 'deadline_at'])
    .where('deadline_at', 'is not', null)
    .orderBy('deadline_at')
    .limit(atMost(p.limit)),
)

/** The next deadlines, those that have passed among them. */
export async function nextDeadlines(db: Reader, limit: number) {
  const rows = await db.run(deadlines, { limit })
  return rows.map(({ id, conversation_id, deadline_at }) => ({
    id,
    conversationId: conversation_id,
    at: deadline_at as number,
  }))
}

export async function setEmail(tx: Tx, conversationId: string, email: string): Promise<void> {
  await tx.q.updateTable('conversations').set({ email }).where('id', '=', conversationId).execute()
}
