/** SQL of handoffs for people: lists, counts, timelines with their messages, and the requests to the desk. */
import type { handoffEndReasons, handoffListStates } from '@tandem/contract/admin-handoffs'
import { sql } from 'kysely'
import { handoffLane } from '../delivery/deliver.ts'
import type { Reader } from '../platform/database/handle.ts'
import type { ListPosition } from '../platform/http/cursor.ts'
import type { HandoffRow } from './store.ts'

interface HandoffFilter {
  readonly agentId?: string | undefined
  readonly agents?: 'all' | readonly string[]
  readonly conversationId?: string | undefined
  readonly serviceId?: string | undefined
  readonly state?: (typeof handoffListStates)[number] | undefined
  readonly endReason?: (typeof handoffEndReasons)[number] | undefined
  /** The last row of the previous page. */
  readonly before?: ListPosition | undefined
  readonly limit: number
}

/** Newest first. */
export function listHandoffs(db: Reader, filter: HandoffFilter): Promise<HandoffRow[]> {
  const { agentId, agents = 'all', conversationId, serviceId, state, endReason, before } = filter
  let query = db.q
    .selectFrom('handoffs')
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId)
  if (agents !== 'all') query = query.where('agent_id', 'in', agents)
  if (conversationId !== undefined) query = query.where('conversation_id', '=', conversationId)
  if (serviceId !== undefined) query = query.where('service_id', '=', serviceId)
  if (state === 'OPEN') query = query.where('deadline_at', 'is not', null)
  else if (state !== undefined) query = query.where('state', '=', state)
  if (endReason !== undefined) query = query.where('end_reason', '=', endReason)
  if (before !== undefined)
    query = query.where(sql<boolean>`(requested_at, id) < (${before.at}, ${before.id})`)
  return query.execute()
}

/** Written out, because their index is used only by a query that repeats its condition word for word. */
const waits = sql<boolean>`handoffs.state IN ('REQUESTED', 'WAITING')`

/** Handoffs that wait for a first reply, the oldest request first. */
export function waitingHandoffs(
  db: Reader,
  { agentId, channel, limit }: { agentId: string; channel: string | undefined; limit: number },
) {
  const query = db.q
    .selectFrom('handoffs')
    .innerJoin('conversations as talk', 'talk.id', 'handoffs.conversation_id')
    .select(['handoffs.id', 'handoffs.service_id'])
    .where('handoffs.deadline_at', 'is not', null)
    .where('handoffs.agent_id', '=', agentId)
    .where(waits)
    .orderBy('handoffs.requested_at')
    .orderBy('handoffs.id')
    .limit(limit)
  return (channel === undefined ? query : query.where('talk.channel', '=', channel as 'WEB')).execute()
}

/** The body of its establish request. */
export async function establishBody(
  db: Reader,
  { id, service_id }: Pick<HandoffRow, 'id' | 'service_id'>,
): Promise<string | undefined> {
  const found = await db.q
    .selectFrom('lanes as lane')
    .innerJoin('lane_items as item', 'item.lane_id', 'lane.id')
    .innerJoin('lane_bodies as body', 'body.item_id', 'item.id')
    .select('body.body')
    .where('lane.key', '=', handoffLane(service_id, id))
    .where('item.kind', '=', 'handoff_establish')
    .executeTakeFirst()
  return found?.body
}

export function countOpenHandoffs(db: Reader): Promise<{ state: string; count: number }[]> {
  return db.q
    .selectFrom('handoffs')
    .select('state')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deadline_at', 'is not', null)
    .groupBy('state')
    .execute()
}

/** The last events of a handoff before a number, in order, with the words of each message. */
export async function eventsBefore(db: Reader, handoffId: string, before: number, limit: number) {
  const newestFirst = await db.q
    .selectFrom('handoff_events as event')
    .leftJoin('messages as message', 'message.id', 'event.message_id')
    .select(['event.n', 'event.at', 'event.kind', 'event.detail', 'event.message_id'])
    .select(['message.role', 'message.text'])
    .where('event.handoff_id', '=', handoffId)
    .where('event.n', '<', before)
    .orderBy('event.n', 'desc')
    .limit(limit)
    .execute()
  return newestFirst.reverse()
}

/** The replies of people in these handoffs, each with the detail of its event, which names its delivery if it has one. */
export async function repliesIn(db: Reader, handoffIds: readonly string[]) {
  if (handoffIds.length === 0) return []
  return db.q
    .selectFrom('handoff_events')
    .select(['message_id', 'detail'])
    .where('handoff_id', 'in', handoffIds)
    .where('kind', '=', 'humanReply')
    .execute()
}

/** The last requests to the desk before a number, in order, with their bodies. */
export async function deskRequestsBefore(
  db: Reader,
  handoff: Pick<HandoffRow, 'id' | 'service_id'>,
  before: number,
  limit: number,
) {
  const newestFirst = await db.q
    .selectFrom('lanes as lane')
    .innerJoin('lane_items as item', 'item.lane_id', 'lane.id')
    .leftJoin('lane_bodies as body', 'body.item_id', 'item.id')
    .select([
      'item.id',
      'item.seq',
      'item.kind',
      'item.state',
      'item.created_at',
      'item.changed_at',
      'item.last_error',
      'lane.uid',
      'body.body',
    ])
    .where('lane.key', '=', handoffLane(handoff.service_id, handoff.id))
    .where('item.seq', '<', before)
    .orderBy('item.seq', 'desc')
    .limit(limit)
    .execute()
  return newestFirst.reverse()
}
