/** SQL of the audit. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'
import { deleteSlice } from '../platform/database/slice-store.ts'

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

export const deleteOldAudit = (tx: Tx, before: number, limit: number) =>
  deleteSlice(tx, 'audit', 'id', sql`at < ${before}`, limit)
