/** SQL of the audit. */
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'

export type AuditRow = Schema['audit']

export async function insertAudit(tx: Tx, row: AuditRow): Promise<void> {
  await tx.q.insertInto('audit').values(row).execute()
}

type Filter = Partial<Record<'account_id' | 'agent_id' | 'action' | 'target', string | undefined>>

export function listAudit(
  db: Reader,
  filter: Filter & { cursor: string | undefined; limit: number },
): Promise<AuditRow[]> {
  let query = db.q.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(filter.limit)
  for (const column of ['account_id', 'agent_id', 'action', 'target'] as const) {
    const wanted = filter[column]
    if (wanted !== undefined) query = query.where(column, '=', wanted)
  }
  return (filter.cursor === undefined ? query : query.where('id', '<', filter.cursor)).execute()
}

/** Answers how many were deleted. */
export async function deleteOldAudit(tx: Tx, before: number, limit: number): Promise<number> {
  const old = tx.q.selectFrom('audit').select('id').where('at', '<', before).limit(limit)
  const result = await tx.q.deleteFrom('audit').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}
