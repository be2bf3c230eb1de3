/** SQL of the properties of users. */
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'

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

/** What the developer calls the user, by the property for it; null when none was set. */
export async function nameOfUser(db: Reader, agentId: string, userId: string): Promise<string | null> {
  const rows = await db.q
    .selectFrom('user_properties')
    .select(['name', 'value'])
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .where('name', 'in', ['user_name', 'name'])
    .orderBy('name', 'desc')
    .execute()
  const names = rows.map(({ value }) => JSON.parse(value) as unknown)
  return (names.find((name) => typeof name === 'string' && name !== '') as string | undefined) ?? null
}

export async function putProperty(tx: Tx, row: PropertyRow): Promise<void> {
  const { value, updated_at } = row
  await tx.q
    .insertInto('user_properties')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['agent_id', 'user_id', 'name']).doUpdateSet({ value, updated_at }),
    )
    .execute()
}

export async function removeProperty(tx: Tx, agentId: string, userId: string, name: string): Promise<void> {
  await tx.q
    .deleteFrom('user_properties')
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .execute()
}

/** Agents with properties that were last set before a time. */
export async function agentsWithOld(db: Reader, before: number): Promise<string[]> {
  const rows = await db.q
    .selectFrom('user_properties')
    .select('agent_id')
    .distinct()
    .where('updated_at', '<', before)
    .execute()
  return rows.map(({ agent_id }) => agent_id)
}

/** Removes the properties of users without a conversation: of this one, or of all that were last set before a time. */
export async function removeWithoutConversation(
  tx: Tx,
  agentId: string,
  which: { readonly userId: string } | { readonly before: number },
): Promise<void> {
  const rows = tx.q.deleteFrom('user_properties').where('agent_id', '=', agentId)
  const meant =
    'userId' in which ? rows.where('user_id', '=', which.userId) : rows.where('updated_at', '<', which.before)
  await meant
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('conversations')
            .select('conversations.id')
            .whereRef('conversations.agent_id', '=', 'user_properties.agent_id')
            .whereRef('conversations.user_id', '=', 'user_properties.user_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
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
    )
    .execute()
}
