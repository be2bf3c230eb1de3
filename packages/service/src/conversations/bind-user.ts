/** Binds anonymous ids to the developer's id of a user. Binding again moves; beyond 100 the oldest drops out. */
import { type BoundUser, maxAnonymousIdsPerUser } from '@tandem/contract/conversations'
import { lockAgent } from '../agents/store.ts'
import type { Core } from '../platform/core.ts'
import type { Reader } from '../platform/database/handle.ts'
import { type BindingRow, bindingsOfUser, putBinding, removeBinding, usersOfAnonymous } from './user-store.ts'

export interface AnonymousId {
  readonly anonymous_id: string
  readonly conversation_type: string
  readonly source_id?: string | undefined
}

export function bindUser(
  { database, clock }: Pick<Core, 'clock' | 'database'>,
  agentId: string,
  userId: string,
  anonymousIds: readonly AnonymousId[],
): Promise<BoundUser> {
  return database.transaction('bind-user', async (tx) => {
    // Two bindings of one user at once could each keep a hundred.
    await lockAgent(tx, agentId)
    const now = clock.now()
    for (const { anonymous_id, conversation_type, source_id = '' } of anonymousIds) {
      const row = { agent_id: agentId, anonymous_id, conversation_type, source_id, user_id: userId }
      await putBinding(tx, { ...row, updated_at: now })
    }
    const bound = await bindingsOfUser(tx, agentId, userId)
    for (const dropped of bound.slice(maxAnonymousIdsPerUser)) await removeBinding(tx, dropped)
    return view(userId, bound.slice(0, maxAnonymousIdsPerUser))
  })
}

export async function readUsers(
  db: Reader,
  agentId: string,
  wanted: { userId: string | undefined; anonymousId: string | undefined },
): Promise<Record<string, BoundUser>> {
  // The developer's own id outranks the anonymous one.
  const ids =
    wanted.userId !== undefined
      ? [wanted.userId]
      : (await usersOfAnonymous(db, agentId, wanted.anonymousId ?? '')).map(({ user_id }) => user_id)
  const users: [string, BoundUser][] = []
  for (const userId of ids) {
    const bound = await bindingsOfUser(db, agentId, userId)
    if (bound.length > 0) users.push([userId, view(userId, bound)])
  }
  // Whatever a user is called: entries become properties of the object's own.
  return Object.fromEntries(users)
}

function view(userId: string, rows: readonly BindingRow[]): BoundUser {
  return {
    user_id: userId,
    anonymous_ids: rows.map(({ anonymous_id, conversation_type, source_id }) => ({
      anonymous_id,
      conversation_type,
      source_id: source_id === '' ? null : source_id,
    })),
  }
}
