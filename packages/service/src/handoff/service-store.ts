/** SQL of what is under way at one human service component. */
import type { Reader } from '../platform/database/handle.ts'

/** The handoffs that are open at it. */
export async function openAt(
  db: Reader,
  serviceId: string,
): Promise<{ id: string; conversationId: string }[]> {
  return db.q
    .selectFrom('handoffs')
    .select(['id', 'conversation_id as conversationId'])
    .where('service_id', '=', serviceId)
    .where('deadline_at', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Whether something behind the gate waits or runs. */
export async function isAtWork(db: Reader, gate: string): Promise<boolean> {
  const found = await db.q
    .selectFrom('lanes')
    .select('id')
    .where('gate', '=', gate)
    .where(({ or, eb }) => or([eb('owner', 'is not', null), eb('ready_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
