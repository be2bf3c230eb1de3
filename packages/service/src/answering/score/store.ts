/** SQL of the score: the messages and turns of a conversation, newest first and without texts, and the state of gates. */
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/handle.ts'
import { turnKind } from '../turns/turn-item.ts'

export function lastMessages(db: Reader, conversationId: string, limit: number) {
  return db.q
    .selectFrom('messages')
    .select(['id', 'role', 'detail', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** Of each body only the beginning, which names the message: bodies may be long. Those of older turns are not read at all. */
export function lastTurns(db: Reader, conversationId: string, limit: number) {
  const newest = db.q
    .selectFrom('lanes as lane')
    .innerJoin('lane_items as item', 'item.lane_id', 'lane.id')
    .select(['item.id', 'item.state', 'item.attempts', 'item.created_at', 'item.changed_at'])
    .where('lane.subject', '=', conversationId)
    .where('item.kind', '=', turnKind)
    .orderBy('item.id', 'desc')
    .limit(limit)
  return db.q
    .selectFrom(newest.as('turn'))
    .innerJoin('lane_bodies as body', 'body.item_id', 'turn.id')
    .select(['turn.state', 'turn.attempts', 'turn.created_at', 'turn.changed_at'])
    .select(sql<string>`substr(body.body, 1, 100)`.as('start'))
    .orderBy('turn.id', 'desc')
    .execute()
}

export async function readGates(db: Reader, gates: readonly string[]) {
  if (gates.length === 0) return []
  return db.q
    .selectFrom('gates')
    .select(['id', 'state', 'reason', 'parked_at'])
    .where('id', 'in', gates)
    .execute()
}
