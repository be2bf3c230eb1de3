/** SQL of ratings of answers, of unanswered questions, and of usage. */
import { type ExpressionBuilder, sql } from 'kysely'
import { DAY_MS } from '../platform/clock.ts'
import { holdsText } from '../platform/database/dialect.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { finding } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'

export type UnansweredRow = Schema['unanswered_questions']

/** Returns the number of changed messages: only those of the agent or of a person can be rated. */
export async function rateMessage(
  tx: Tx,
  agentId: string,
  id: string,
  rating: { feedback: string | null } | { quality: string | null },
): Promise<number> {
  const result = await tx.q
    .updateTable('messages')
    .set(rating)
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .where('role', 'in', ['assistant', 'human'])
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function countUnanswered(tx: Tx, row: UnansweredRow): Promise<void> {
  await tx.q
    .insertInto('unanswered_questions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['agent_id', 'fingerprint']).doUpdateSet((set) => ({
        asked: set('unanswered_questions.asked', '+', 1),
        last_asked_at: set.ref('excluded.last_asked_at'),
        conversation_id: set.ref('excluded.conversation_id'),
        message_id: set.ref('excluded.message_id'),
        // An answered question that is asked again without an answer is open again. A dismissed one stays dismissed.
        state: set
          .case()
          .when('unanswered_questions.state', '=', 'dismissed')
          .then('dismissed' as const)
          .else('open' as const)
          .end(),
      })),
    )
    .execute()
}

export interface UnansweredFilter {
  readonly agentId: string
  readonly state: UnansweredRow['state']
  /** Only questions that contain it. */
  readonly text?: string | undefined
  readonly sort: 'asked' | 'newest'
}

/** The column of each order. */
export const sortedBy = (sort: UnansweredFilter['sort']) => (sort === 'asked' ? 'asked' : 'last_asked_at')

/** Highest first, then by id. `after` is the last row of the previous page, which may have left the list since. */
export function listUnanswered(
  db: Reader,
  { agentId, state, text, sort }: UnansweredFilter,
  limit: number,
  after?: { readonly at: number; readonly id: string },
): Promise<UnansweredRow[]> {
  const by = sortedBy(sort)
  let query = db.q
    .selectFrom('unanswered_questions')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('state', '=', state)
    .orderBy(by, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (text !== undefined) query = query.where(holdsText(db.engine, 'question', text))
  if (after) query = query.where(sql<boolean>`(${sql.ref(by)}, id) < (${after.at}, ${after.id})`)
  return query.execute()
}

export const findUnanswered = finding('unanswered_questions', 'agent_id', 'id')

/** Returns how many were closed: those that are already answered stay as they are. */
export async function closeUnanswered(
  tx: Tx,
  agentId: string,
  ids: readonly string[],
  state: 'answered' | 'dismissed',
): Promise<number> {
  if (ids.length === 0) return 0
  const result = await tx.q
    .updateTable('unanswered_questions')
    .set({ state })
    .where('agent_id', '=', agentId)
    .where('id', 'in', ids)
    .where('state', '<>', 'answered')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export type UsageRow = Omit<Schema['kept_usage'], 'agent_id'>

/**
 * The usage of answers in existing conversations, summed by day (UTC); `day` counts days since 1970. Conversations of the
 * playground are left out, unless the filter names one.
 */
export async function usageByDay(
  db: Reader,
  filter: {
    agentId: string
    from: number
    until: number
    conversationId?: string | undefined
    /** The number of the last message that counts. */
    lastSeq?: number
  },
): Promise<UsageRow[]> {
  const { agentId, conversationId } = filter
  const conversationsOf = ({ selectFrom }: Pick<ExpressionBuilder<Schema, never>, 'selectFrom'>) =>
    selectFrom('conversations').select('conversations.id').where('conversations.agent_id', '=', agentId)
  let query = db.q
    .selectFrom('messages')
    .select((select) => [
      // A literal, so that both engines divide whole numbers to whole numbers.
      sql<number>`created_at / ${sql.lit(DAY_MS)}`.as('day'),
      select.fn.countAll<number>().as('turns'),
      select.fn.sum<number>('prompt_tokens').as('prompt_tokens'),
      select.fn.sum<number>('completion_tokens').as('completion_tokens'),
      select.fn.sum<number>('credits').as('credits'),
    ])
    // The usage of a dropped answer is stored with its question.
    .where(({ or, and, eb }) =>
      or([eb('role', '=', 'assistant'), and([eb('role', '=', 'user'), eb('usage', 'is not', null)])]),
    )
    .where('created_at', '>=', filter.from)
    .where('created_at', '<', filter.until)
  if (conversationId === undefined)
    query = query
      .where('agent_id', '=', agentId)
      .where('conversation_id', 'not in', (own) =>
        conversationsOf(own).where('conversations.channel', '=', sql.lit('PLAYGROUND')),
      )
  // Without the agent of the messages: SQLite would read all messages of the agent to find those of the conversation.
  else
    query = query.where('conversation_id', 'in', (own) =>
      conversationsOf(own).where('conversations.id', '=', conversationId),
    )
  if (filter.lastSeq !== undefined) query = query.where('seq', '<=', filter.lastSeq)
  const rows = await query.groupBy('day').orderBy('day').execute()
  // PostgreSQL returns sums of whole numbers as text.
  return rows.map((row) => ({
    ...row,
    prompt_tokens: Number(row.prompt_tokens),
    completion_tokens: Number(row.completion_tokens),
  }))
}

/** The usage of removed conversations, which is stored for whole days only. */
export function keptUsageByDay(
  db: Reader,
  { agentId, from, until }: { agentId: string; from: number; until: number },
): Promise<UsageRow[]> {
  return db.q
    .selectFrom('kept_usage')
    .select(['day', 'turns', 'prompt_tokens', 'completion_tokens', 'credits'])
    .where('agent_id', '=', agentId)
    .where('day', '>=', Math.floor(from / DAY_MS))
    .where('day', '<', Math.ceil(until / DAY_MS))
    .orderBy('day')
    .execute()
}
