/** SQL of users: the bindings of anonymous ids to users, and the properties of users. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { putting } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'
import { MOST_BINDINGS, newestBindings, sourcelessFirst } from './store.ts'

export type BindingRow = Schema['user_bindings']

/** Inserts the binding, or moves it to another user: the key is anonymous id, type and source. */
export const putBinding = putting(
  'user_bindings',
  'agent_id',
  'anonymous_id',
  'conversation_type',
  'source_id',
)

/** The last bound first, then by id. */
export function bindingsOfUser(db: Reader, agentId: string, userId: string): Promise<BindingRow[]> {
  return db.q
    .selectFrom('user_bindings')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('anonymous_id')
    .orderBy('conversation_type')
    .orderBy('source_id')
    .execute()
}

/** The users that an anonymous id of any type and source is bound to, the last bound first. */
export async function usersOfAnonymous(db: Reader, agentId: string, anonymousId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom(newestBindings(db.q, agentId, anonymousId).as('newest'))
    .select('user_id')
    .groupBy('user_id')
    .orderBy(({ fn }) => fn.max('updated_at'), 'desc')
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * The user that an anonymous id of any type is bound to. Bindings without a source come first, then the last bound. An id
 * without a binding belongs to the user whom its conversation was created for.
 */
export async function userOfAnonymous(
  db: Reader,
  agentId: string,
  anonymousId: string,
): Promise<string | undefined> {
  const bound = await db.q
    .selectFrom(newestBindings(db.q, agentId, anonymousId).as('newest'))
    .select('user_id')
    .orderBy(sourcelessFirst)
    .orderBy('updated_at', 'desc')
    .orderBy('conversation_type')
    .limit(1)
    .executeTakeFirst()
  if (bound) return bound.user_id
  const conversation = await db.q
    .selectFrom('conversations')
    .select('user_id')
    .where('agent_id', '=', agentId)
    .where('anonymous_id', '=', anonymousId)
    .orderBy('recent_chat_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return conversation?.user_id ?? undefined
}

/** Bindings of an anonymous id beyond those that are kept: at most as many as one request adds. */
export function olderBindings(db: Reader, agentId: string, anonymousId: string): Promise<BindingRow[]> {
  return newestBindings(db.q, agentId, anonymousId).offset(sql.lit(MOST_BINDINGS)).execute()
}

export async function removeBinding(tx: Tx, row: BindingRow): Promise<void> {
  await tx.q
    .deleteFrom('user_bindings')
    .where('agent_id', '=', row.agent_id)
    .where('anonymous_id', '=', row.anonymous_id)
    .where('conversation_type', '=', row.conversation_type)
    .where('source_id', '=', row.source_id)
    .execute()
}

type PropertyRow = Schema['user_properties']

export function propertiesOfUser(db: Reader, agentId: string, userId: string): Promise<PropertyRow[]> {
  return db.q
    .selectFrom('user_properties')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute()
}

interface UserKey {
  readonly agent_id: string
  readonly user_id: string | null
}

/** The names of users, from the property `user_name` or else `name`; null without one. */
export async function namesOfUsers(
  db: Reader,
  users: readonly UserKey[],
): Promise<(user: UserKey) => string | null> {
  const ids = users.flatMap(({ user_id }) => user_id ?? [])
  if (ids.length === 0) return () => null
  const rows = await db.q
    .selectFrom('user_properties')
    .select(['agent_id', 'user_id', 'value'])
    .where('user_id', 'in', [...new Set(ids)])
    .where('agent_id', 'in', [...new Set(users.map(({ agent_id }) => agent_id))])
    .where('name', 'in', ['user_name', 'name'])
    .orderBy('name')
    .execute()
  // Sorted by property name, so `user_name` overwrites `name`.
  const names = new Map<string, string>()
  for (const { agent_id, user_id, value } of rows) {
    const name: unknown = JSON.parse(value)
    if (typeof name === 'string' && name !== '') names.set(`${agent_id} ${user_id}`, name)
  }
  return ({ agent_id, user_id }) => names.get(`${agent_id} ${user_id}`) ?? null
}

export async function nameOfUser(db: Reader, user: UserKey): Promise<string | null> {
  return (await namesOfUsers(db, [user]))(user)
}

/** Sets properties by name; null removes one. */
export async function writeProperties(
  tx: Tx,
  user: Omit<PropertyRow, 'name' | 'value'>,
  changes: ReadonlyMap<string, unknown>,
): Promise<void> {
  const { agent_id, user_id } = user
  const rows: PropertyRow[] = []
  const removed: string[] = []
  for (const [name, value] of changes) {
    if (value === null) removed.push(name)
    else rows.push({ ...user, name, value: JSON.stringify(value) })
  }
  if (rows.length > 0)
    await tx.q
      .insertInto('user_properties')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['agent_id', 'user_id', 'name']).doUpdateSet(({ ref }) => ({
          value: ref('excluded.value'),
          updated_at: ref('excluded.updated_at'),
        })),
      )
      .execute()
  if (removed.length > 0)
    await tx.q
      .deleteFrom('user_properties')
      .where('agent_id', '=', agent_id)
      .where('user_id', '=', user_id)
      .where('name', 'in', removed)
      .execute()
}

/** Users of the agent without a conversation, with properties that were last set before `before`; those after the id `after`. */
export async function usersWithOld(
  db: Reader,
  { agentId, before, after, limit }: { agentId: string; before: number; after: string; limit: number },
): Promise<string[]> {
  const rows = await db.q
    .selectFrom('user_properties')
    .select('user_id')
    .distinct()
    .where('agent_id', '=', agentId)
    .where('user_id', '>', after)
    .where('updated_at', '<', before)
    .where(hasNoConversation)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Removes the properties of a user without a conversation that were last set before `before`. */
export async function removeWithoutConversation(
  tx: Tx,
  agentId: string,
  userId: string,
  before: number,
): Promise<void> {
  await tx.q
    .deleteFrom('user_properties')
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .where('updated_at', '<', before)
    .where(hasNoConversation)
    .execute()
}

const hasNoConversation = ({ and, not, exists, selectFrom }: ExpressionBuilder<Schema, 'user_properties'>) =>
  and([
    not(
      exists(
        selectFrom('conversations')
          .select('conversations.id')
          .whereRef('conversations.agent_id', '=', 'user_properties.agent_id')
          .whereRef('conversations.user_id', '=', 'user_properties.user_id'),
      ),
    ),
    not(
      exists(
        selectFrom('user_bindings')
          .innerJoin('conversations', (join) =>
            join
              .onRef('conversations.agent_id', '=', 'user_bindings.agent_id')
              .onRef('conversations.anonymous_id', '=', 'user_bindings.anonymous_id'),
          )
          .select('conversations.id')
          .whereRef('user_bindings.agent_id', '=', 'user_properties.agent_id')
          .whereRef('user_bindings.user_id', '=', 'user_properties.user_id'),
      ),
    ),
  ])
