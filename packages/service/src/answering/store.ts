/** SQL of turns: files inside messages, idempotency keys, and which turns of a conversation are still to come. */
import type { MessageRow } from '../conversations/store.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Schema } from '../platform/database/schema.ts'

export type TurnKeyRow = Schema['turn_keys']

const insertFile = prepared<Schema['message_files']>()((q, p) =>
  q.insertInto('message_files').values({ message_id: p.message_id, ordinal: p.ordinal, content: p.content }),
)

/** `contents` are base64; their numbers are their places. */
export async function insertFiles(tx: Tx, messageId: string, contents: readonly string[]): Promise<void> {
  await tx.runEach(
    insertFile,
    contents.map((content, ordinal) => ({ message_id: messageId, ordinal, content })),
  )
}

const filesOf = prepared<{ messageId: string }>()((q, p) =>
  q
    .selectFrom('message_files')
    .select(['ordinal', 'content'])
    .where('message_id', '=', p.messageId)
    .orderBy('ordinal'),
)

export function readFiles(db: Reader, messageId: string): Promise<{ ordinal: number; content: string }[]> {
  return db.run(filesOf, { messageId })
}

const byKey = prepared<{ conversationId: string; key: string }>()((q, p) =>
  q
    .selectFrom('turn_keys')
    .selectAll()
    .where('conversation_id', '=', p.conversationId)
    .where('key', '=', p.key),
)

export async function findTurnKey(
  db: Reader,
  conversationId: string,
  key: string,
): Promise<TurnKeyRow | undefined> {
  return (await db.run(byKey, { conversationId, key }))[0]
}

export async function insertTurnKey(tx: Tx, row: TurnKeyRow): Promise<void> {
  await tx.q.insertInto('turn_keys').values(row).execute()
}

const pendingBodies = prepared<{ lane: string }>()((q, p) =>
  q
    .selectFrom('lanes')
    .innerJoin('lane_items as item', 'item.lane_id', 'lanes.id')
    .innerJoin('lane_bodies', 'lane_bodies.item_id', 'item.id')
    .select('body')
    .where('lanes.key', '=', p.lane)
    .whereRef('item.seq', '>=', 'lanes.head_seq')
    .where('item.state', '=', 'pending')
    .orderBy('item.seq'),
)

/** The bodies of what waits or runs in a lane. */
export async function pendingIn(db: Reader, lane: string): Promise<string[]> {
  return (await db.run(pendingBodies, { lane })).map(({ body }) => body)
}

/** Somebody may send many more while one is being answered. */
const NEAR_MOST = 100

const lastAndDocuments = prepared<{ conversationId: string; near: number; far: number }>()((q, p) =>
  q
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', p.conversationId)
    .where('seq', '>=', p.far)
    .where(({ or, and, eb }) =>
      or([
        eb('seq', '>=', p.near),
        and([eb('role', '=', 'user'), eb('content', 'like', '%"type":"document"%')]),
      ]),
    )
    .orderBy('seq')
    .limit(NEAR_MOST),
)

/** Messages from `near` on, and those from `far` on that brought documents; oldest first, not too many. */
export function messagesNear(
  db: Reader,
  conversationId: string,
  near: number,
  far: number,
): Promise<MessageRow[]> {
  return db.run(lastAndDocuments, { conversationId, near, far })
}
