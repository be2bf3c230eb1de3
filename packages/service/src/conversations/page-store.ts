/** SQL of the list of conversations. */
import { sql } from 'kysely'
import { holdsText } from '../platform/database/dialect.ts'
import type { Reader } from '../platform/database/handle.ts'
import { boundUser, type ConversationRow } from './store.ts'

/** An agent and a period of time. */
interface Span {
  readonly agentId: string
  readonly from: number
  readonly until: number
}

export interface ConversationFilter extends Span {
  /** Null for every channel but the playground. */
  readonly channel: ConversationRow['channel'] | null
  readonly userId: string | undefined
  readonly owner?: 'ai' | 'human' | undefined
  readonly outcome?: ConversationRow['outcome'] | undefined
  /** At least one of its answers has this feedback. */
  readonly feedback?: string | undefined
  /** Also matches tags with a region, such as `de-AT` for `de`. */
  readonly language?: string | undefined
  readonly ids?: readonly string[] | undefined
}

function matching(db: Reader, filter: ConversationFilter) {
  const { agentId, channel, userId, from, until, owner, outcome, feedback, language, ids } = filter
  let query = db.q
    .selectFrom('conversations')
    .where('agent_id', '=', agentId)
    .where('recent_chat_at', '>=', from)
    .where('recent_chat_at', '<=', until)
  if (channel === null) query = query.where('channel', '<>', 'PLAYGROUND')
  else query = query.where('channel', '=', sql.lit(channel))
  if (owner !== undefined) query = query.where('handoff_id', owner === 'ai' ? 'is' : 'is not', null)
  if (outcome !== undefined) query = query.where('outcome', '=', outcome)
  if (language !== undefined)
    query = query.where(({ or, eb }) =>
      or([eb('language', '=', language), eb('language', 'like', `${language}-%`)]),
    )
  if (ids !== undefined) query = query.where('id', 'in', ids.length > 0 ? ids : [''])
  if (feedback !== undefined)
    query = query.where('id', 'in', (rated) =>
      rated
        .selectFrom('messages')
        .select('messages.conversation_id')
        .where('messages.agent_id', '=', agentId)
        .where('messages.feedback', '=', feedback),
    )
  if (userId !== undefined) {
    // Also conversations whose anonymous id is bound to the user.
    query = query.where((where) =>
      where.or([
        where('user_id', '=', userId),
        where.and([
          where('user_id', 'is', null),
          sql<boolean>`(anonymous_id, channel) IN ${boundTo(db, agentId, userId)}`,
        ]),
      ]),
    )
  }
  return query
}

/** The anonymous ids and channels that are bound to the user: few, so they are found before the conversations. */
const boundTo = (db: Reader, agentId: string, userId: string) =>
  db.q
    .selectFrom('user_bindings as own')
    .select(['own.anonymous_id', 'own.conversation_type'])
    .where('own.agent_id', '=', agentId)
    .where('own.user_id', '=', userId)
    .where(
      boundUser(db.q, sql.ref('own.agent_id'), sql.ref('own.anonymous_id'), sql.ref('own.conversation_type')),
      '=',
      userId,
    )

/** The most recently active first. */
const newestFirst = (db: Reader, filter: ConversationFilter, limit: number) =>
  matching(db, filter).selectAll().orderBy('recent_chat_at', 'desc').orderBy('id', 'desc').limit(limit)

export async function pageConversations(
  db: Reader,
  filter: ConversationFilter,
  limit: number,
  offset: number,
): Promise<{ list: ConversationRow[]; total: number }> {
  const { total } = await matching(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  // Reading an empty page would cost as much as counting.
  if (total <= offset) return { list: [], total }
  return { list: await newestFirst(db, filter, limit).offset(offset).execute(), total }
}

/** The conversations after `after` in the list. */
export function conversationsAfter(
  db: Reader,
  filter: ConversationFilter,
  after: Pick<ConversationRow, 'recent_chat_at' | 'id'> | undefined,
  limit: number,
): Promise<ConversationRow[]> {
  const query = newestFirst(db, filter, limit)
  if (!after) return query.execute()
  return query.where(sql<boolean>`(recent_chat_at, id) < (${after.recent_chat_at}, ${after.id})`).execute()
}

const messagesIn = (db: Reader, { agentId, from, until }: Span) =>
  db.q
    .selectFrom('messages')
    .where('agent_id', '=', agentId)
    .where('created_at', '>=', from)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')

/** The time of the `nth` newest message; undefined when there are fewer. */
export async function timeOfNthNewest(db: Reader, span: Span, nth: number): Promise<number | undefined> {
  const row = await messagesIn(db, span)
    .select('created_at')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

/** The conversations whose newest messages contain the text, in any case; the most recent match first. */
export async function conversationsContaining(
  db: Reader,
  { text, newest, most, ...span }: Span & { text: string; newest: number; most: number },
): Promise<string[]> {
  const said = messagesIn(db, span).select(['conversation_id', 'text', 'created_at']).limit(newest)
  const rows = await db.q
    .selectFrom(said.as('said'))
    .select('conversation_id')
    .where(holdsText(db.engine, 'text', text))
    .groupBy('conversation_id')
    .orderBy(({ fn }) => fn.max('created_at'), 'desc')
    .limit(most)
    .execute()
  return rows.map(({ conversation_id }) => conversation_id)
}
