/** SQL of what is under way at one human service component, or at those of deleted agents. */
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
