/** SQL of handoffs that end with what they belong to: those open at a component or of deleted agents, and removed ones. */
import type { Reader, Tx } from '../platform/database/handle.ts'

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

/** The open handoffs of deleted agents, or of one of them, behind `after`. */
export async function openOfDeleted(
  db: Reader,
  { agentId, after, limit }: { agentId: string | undefined; after: string; limit: number },
): Promise<{ id: string; conversationId: string }[]> {
  let query = db.q
    .selectFrom('handoffs')
    .innerJoin('agents', 'agents.id', 'handoffs.agent_id')
    .select(['handoffs.id', 'handoffs.conversation_id as conversationId'])
    .where('handoffs.deadline_at', 'is not', null)
    .where('agents.deleted_at', 'is not', null)
    .where('handoffs.id', '>', after)
    .orderBy('handoffs.id')
    .limit(limit)
  if (agentId !== undefined) query = query.where('handoffs.agent_id', '=', agentId)
  return query.execute()
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

export async function handoffsIn(db: Reader, conversationId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom('handoffs')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .execute()
  return rows.map(({ id }) => id)
}

/** With their timelines, the marks of their replies, and what the desk keeps of them. */
export async function deleteHandoffs(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.q.deleteFrom('handoff_events').where('handoff_id', 'in', ids).execute()
  await tx.q.deleteFrom('human_replies').where('handoff_id', 'in', ids).execute()
  await tx.q.deleteFrom('desk_cases').where('handoff_id', 'in', ids).execute()
  await tx.q.deleteFrom('desk_notes').where('handoff_id', 'in', ids).execute()
  await tx.q.deleteFrom('handoffs').where('id', 'in', ids).execute()
}
