/**
 * Users as the developer knows them. Properties are set one by one: each invalid one is reported with the reason, the others are
 * set. Anonymous ids are bound to the developer's id of a user. Binding an id again moves it; beyond 100 bindings of a user or
 * of an anonymous id the oldest is dropped.
 */
import { type BoundUser, maxAnonymousIdsPerUser } from '@tandem/contract/conversations'
import { grouped } from '@tandem/contract/grouped'
import {
  maxPropertiesPerUser,
  type PropertyUpdateResult,
  propertyNameFault,
  propertyText,
  propertyValueFault,
  type UserProperties,
} from '@tandem/contract/user-properties'
import { lockAgent } from '../agents/store.ts'
import type { Core } from '../platform/core.ts'
import type { Reader } from '../platform/database/handle.ts'
import { parameterFault } from '../platform/fault.ts'
import { startSlices } from '../platform/time-slices.ts'
import { type ConversationRow, userOf } from './store.ts'
import {
  type BindingRow,
  bindingsOfUser,
  olderBindings,
  propertiesOfUser,
  putBinding,
  removeBinding,
  userOfAnonymous,
  usersOfAnonymous,
  writeProperties,
} from './user-store.ts'

interface PropertyValue {
  readonly property_name?: unknown
  readonly value?: unknown
}

export function updateProperties(
  { database, clock }: Pick<Core, 'clock' | 'database'>,
  agentId: string,
  userId: string,
  values: readonly PropertyValue[],
): Promise<PropertyUpdateResult> {
  return database.transaction('update-properties', async (tx) => {
    // Without the lock, two updates of a user at once could each add the last allowed property.
    await lockAgent(tx, agentId)
    const names = new Set((await propertiesOfUser(tx, agentId, userId)).map(({ name }) => name))
    const changes = new Map<string, unknown>()
    const result: PropertyUpdateResult = { success_update: [], fail_update: [] }
    for (const { property_name: name, value } of values) {
      const reason = faultOf(name, value, names)
      if (reason !== undefined) {
        result.fail_update.push({ ...view(propertyText(name ?? ''), value ?? null), reason })
        continue
      }
      const known = name as string
      changes.set(known, value)
      if (value === null) names.delete(known)
      else names.add(known)
      result.success_update.push(view(known, value))
    }
    await writeProperties(tx, { agent_id: agentId, user_id: userId, updated_at: clock.now() }, changes)
    return result
  })
}

function faultOf(name: unknown, value: unknown, names: ReadonlySet<string>): string | undefined {
  const fault = propertyNameFault(name) ?? propertyValueFault(value)
  if (fault !== undefined || value === null || names.has(name as string)) return fault
  return names.size >= maxPropertiesPerUser
    ? `The user has ${maxPropertiesPerUser} properties, which is the most; set one to null to remove it.`
    : undefined
}

const view = (name: string, value: unknown) => ({ property_name: name, propertyName: name, value })

/** The most characters that all properties of one query may have together. */
const MOST_CHARS_READ = 1_000_000

/** In the order of the ids, each id once. */
export async function readProperties(
  db: Reader,
  agentId: string,
  { userIds, anonymousIds }: { userIds: readonly string[] | undefined; anonymousIds: readonly string[] },
): Promise<UserProperties[]> {
  const list: UserProperties[] = []
  const slices = startSlices()
  let chars = 0
  const valuesOf = async (userId: string) => {
    const rows = await propertiesOfUser(db, agentId, userId)
    for (const { value } of rows) chars += value.length
    if (chars > MOST_CHARS_READ)
      throw parameterFault(
        userIds ? 'user_ids' : 'anonymous_ids',
        `users with more than ${grouped(MOST_CHARS_READ)} characters of properties`,
        'fewer users at a time',
      )
    return rows.map(({ name, value }) => view(name, JSON.parse(value)))
  }
  // Many queries at once may each read many users: each does so one at a time.
  for (const user_id of new Set(userIds)) {
    await slices.pause()
    list.push({ user_id, property_values: await valuesOf(user_id) })
  }
  if (userIds) return list
  for (const anonymous_id of new Set(anonymousIds)) {
    await slices.pause()
    const userId = await userOfAnonymous(db, agentId, anonymous_id)
    list.push({ anonymous_id, property_values: userId ? await valuesOf(userId) : [] })
  }
  return list
}

/** The properties of a conversation's user as text by name, the most recently set first. */
export async function factsAbout(
  db: Reader,
  conversation: ConversationRow,
): Promise<ReadonlyMap<string, string>> {
  const userId = await userOf(db, conversation)
  if (userId === null) return new Map()
  const rows = await propertiesOfUser(db, conversation.agent_id, userId)
  rows.sort((a, b) => b.updated_at - a.updated_at)
  return new Map(rows.map(({ name, value }) => [name, propertyText(JSON.parse(value))]))
}

interface AnonymousId {
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
    // Without the lock, two bindings of a user at once could each keep a hundred ids.
    await lockAgent(tx, agentId)
    const now = clock.now()
    for (const { anonymous_id, conversation_type, source_id = '' } of anonymousIds) {
      const row = { agent_id: agentId, anonymous_id, conversation_type, source_id, user_id: userId }
      await putBinding(tx, { ...row, updated_at: now })
    }
    for (const anonymousId of new Set(anonymousIds.map(({ anonymous_id }) => anonymous_id)))
      for (const dropped of await olderBindings(tx, agentId, anonymousId)) await removeBinding(tx, dropped)
    const bound = await bindingsOfUser(tx, agentId, userId)
    for (const dropped of bound.slice(maxAnonymousIdsPerUser)) await removeBinding(tx, dropped)
    return userView(userId, bound.slice(0, maxAnonymousIdsPerUser))
  })
}

export async function readUsers(
  db: Reader,
  agentId: string,
  wanted: { userId: string | undefined; anonymousId: string | undefined },
): Promise<Record<string, BoundUser>> {
  // If both ids are given, the developer's counts.
  const ids =
    wanted.userId !== undefined
      ? [wanted.userId]
      : await usersOfAnonymous(db, agentId, wanted.anonymousId ?? '')
  const slices = startSlices()
  const users: [string, BoundUser][] = []
  for (const userId of ids) {
    await slices.pause()
    const bound = await bindingsOfUser(db, agentId, userId)
    if (bound.length > 0) users.push([userId, userView(userId, bound)])
  }
  // `fromEntries` makes own properties, even of an id such as `__proto__`.
  return Object.fromEntries(users)
}

function userView(userId: string, rows: readonly BindingRow[]): BoundUser {
  return {
    user_id: userId,
    anonymous_ids: rows.map(({ anonymous_id, conversation_type, source_id }) => ({
      anonymous_id,
      conversation_type,
      source_id: source_id === '' ? null : source_id,
    })),
  }
}
