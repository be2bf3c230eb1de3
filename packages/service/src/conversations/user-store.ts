/** SQL of which user an anonymous id belongs to. */
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'
import { unlessOwn } from './store.ts'

export type BindingRow = Schema['user_bindings']

/** Binds, or moves the binding: the key is anonymous id, type and source. */
export async function putBinding(tx: Tx, row: BindingRow): Promise<void> {
  const { user_id, updated_at } = row
  await tx.q
    .insertInto('user_bindings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'anonymous_id', 'conversation_type', 'source_id'])
        .doUpdateSet({ user_id, updated_at }),
    )
    .execute()
}

/** The last bound first; of those bound together, in the order of their ids. */
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

export function usersOfAnonymous(
  db: Reader,
  agentId: string,
  anonymousId: string,
): Promise<{ user_id: string }[]> {
  return db.q
    .selectFrom('user_bindings')
    .select('user_id')
    .distinct()
    .where('agent_id', '=', agentId)
    .where('anonymous_id', '=', anonymousId)
    .execute()
}

/** The user that an anonymous id of any kind is bound to: without a source before those with one, the last bound first. */
export async function userOfAnonymous(
  db: Reader,
  agentId: string,
  anonymousId: string,
): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('user_bindings')
    .select('user_id')
    .where('agent_id', '=', agentId)
    .where('anonymous_id', '=', anonymousId)
    .orderBy(unlessOwn)
    .orderBy('updated_at', 'desc')
    .orderBy('conversation_type')
    .limit(1)
    .executeTakeFirst()
  return row?.user_id
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
