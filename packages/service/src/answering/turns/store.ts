/**
 * SQL of turns: files inside messages, idempotency keys, which turns of a conversation are still to come, and the step of a
 * conversation that stands still.
 */
import { sql } from 'kysely'
import type { ConversationRow, MessageRow } from '../../conversations/store.ts'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'

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

const oneFile = prepared<{ messageId: string; ordinal: number }>()((q, p) =>
  q
    .selectFrom('message_files')
    .select('content')
    .where('message_id', '=', p.messageId)
    .where('ordinal', '=', p.ordinal),
)

export async function readFile(db: Reader, messageId: string, ordinal: number): Promise<string | undefined> {
  return (await db.run(oneFile, { messageId, ordinal }))[0]?.content
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

type Step = Pick<
  ConversationRow,
  'id' | 'next_seq' | 'message_count' | 'unanswered' | 'recent_chat_at' | 'last_mode' | 'subject' | 'language'
> & { spent: number; was_seq: number; was_epoch: number; was_unanswered: number; lane: string }

/**
 * The lane is asked as of the beginning of the statement. Where the row had to be waited for, whoever added to the lane
 * meanwhile has also raised its number, and that is asked of the row as it is then.
 */
const stepUnchanged = prepared<Step>()((q, p) =>
  q
    .updateTable('conversations')
    .set({
      next_seq: p.next_seq,
      message_count: p.message_count,
      // An answer that was dropped may have cost something since.
      credits: sql`credits + ${p.spent}`,
      unanswered: p.unanswered,
      recent_chat_at: p.recent_chat_at,
      last_mode: p.last_mode,
      subject: p.subject,
      language: p.language,
    })
    .where('id', '=', p.id)
    .where('next_seq', '=', p.was_seq)
    .where('epoch', '=', p.was_epoch)
    .where('unanswered', '=', p.was_unanswered)
    .where('handoff_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lanes')
            .select(sql.lit(1).as('one'))
            .where('key', '=', p.lane)
            .whereRef('lanes.next_seq', '>', 'lanes.head_seq'),
        ),
      ),
    ),
)

/**
 * Takes the conversation from one state to the next, and holds it until the transaction ends. 0, and nothing is done, when
 * something was said since, the floor has changed hands, or something in `lane` waits or runs; else 1.
 */
export function advanceUnchanged(
  tx: Tx,
  before: ConversationRow,
  after: ConversationRow,
  lane: string,
): Promise<number> {
  const was = { was_seq: before.next_seq, was_epoch: before.epoch, was_unanswered: before.unanswered }
  const spent = after.credits - before.credits
  return tx.change(stepUnchanged, { ...after, ...was, spent, lane })
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
