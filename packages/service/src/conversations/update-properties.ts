/** Sets properties of a user one by one: what fits is set, the rest is answered with the reason. */
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
import { propertiesOfUser, putProperty, removeProperty } from './property-store.ts'
import { type ConversationRow, userOf } from './store.ts'
import { userOfAnonymous } from './user-store.ts'

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
    // Two updates of one user at once could each add the last property there is room for.
    await lockAgent(tx, agentId)
    const names = new Set((await propertiesOfUser(tx, agentId, userId)).map(({ name }) => name))
    const result: PropertyUpdateResult = { success_update: [], fail_update: [] }
    for (const { property_name: name, value } of values) {
      const reason = faultOf(name, value, names)
      if (reason !== undefined) {
        result.fail_update.push({ ...view(String(name ?? ''), value ?? null), reason })
        continue
      }
      const known = name as string
      if (value === null) {
        await removeProperty(tx, agentId, userId, known)
        names.delete(known)
      } else {
        const row = { agent_id: agentId, user_id: userId, name: known, value: JSON.stringify(value) }
        await putProperty(tx, { ...row, updated_at: clock.now() })
        names.add(known)
      }
      result.success_update.push(view(known, value))
    }
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

const valuesOf = async (db: Reader, agentId: string, userId: string) =>
  (await propertiesOfUser(db, agentId, userId)).map(({ name, value }) => view(name, JSON.parse(value)))

/** In the order of the ids. */
export async function readProperties(
  db: Reader,
  agentId: string,
  { userIds, anonymousIds }: { userIds: readonly string[] | undefined; anonymousIds: readonly string[] },
): Promise<UserProperties[]> {
  const list: UserProperties[] = []
  for (const user_id of userIds ?? [])
    list.push({ user_id, property_values: await valuesOf(db, agentId, user_id) })
  if (userIds) return list
  for (const anonymous_id of anonymousIds) {
    const userId = await userOfAnonymous(db, agentId, anonymous_id)
    list.push({ anonymous_id, property_values: userId ? await valuesOf(db, agentId, userId) : [] })
  }
  return list
}

/** What is known about the user of a conversation, as text by name; those set last come first. */
export async function knownAbout(
  db: Reader,
  conversation: ConversationRow,
): Promise<ReadonlyMap<string, string>> {
  const userId = await userOf(db, conversation)
  if (userId === null) return new Map()
  const rows = await propertiesOfUser(db, conversation.agent_id, userId)
  rows.sort((a, b) => b.updated_at - a.updated_at)
  return new Map(rows.map(({ name, value }) => [name, propertyText(JSON.parse(value))]))
}
