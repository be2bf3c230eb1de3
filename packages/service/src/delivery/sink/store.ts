/** SQL of sinks and of the requests they received. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { finding, inserting } from '../../platform/database/rows.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type SinkRow = Schema['sinks']

/** Creates a sink or changes its response; an existing sink keeps its token. */
export async function putSink(tx: Tx, row: Omit<SinkRow, 'replaced_url'>): Promise<SinkRow> {
  const { status, delay_ms, body, is_dropping, is_down } = row
  return tx.q
    .insertInto('sinks')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('agent_id').doUpdateSet({ status, delay_ms, body, is_dropping, is_down }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const findSink = finding('sinks', 'agent_id')

export function rememberReplaced(tx: Tx, agentId: string, url: string | null): Promise<SinkRow> {
  return tx.q
    .updateTable('sinks')
    .set({ replaced_url: url })
    .where('agent_id', '=', agentId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const insertRequest = inserting('sink_requests')

/** Oldest first: the requests after `after`, or the newest without it. */
export async function listRequests(db: Reader, agentId: string, after: number | undefined, limit: number) {
  const own = db.q.selectFrom('sink_requests').selectAll().where('agent_id', '=', agentId).limit(limit)
  if (after !== undefined) return own.where('id', '>', after).orderBy('id').execute()
  return (await own.orderBy('id', 'desc').execute()).reverse()
}

/** Deletes all but the newest requests, within limits of count and bytes. */
export async function dropOldRequests(
  tx: Tx,
  agentId: string,
  most: { count: number; bytes: number },
): Promise<void> {
  await sql`DELETE FROM sink_requests WHERE id IN (
    SELECT id FROM (
      SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) AS place, SUM(size_bytes) OVER (ORDER BY id DESC) AS bytes
      FROM sink_requests WHERE agent_id = ${agentId}
    ) AS kept WHERE place > ${most.count} OR bytes > ${most.bytes}
  )`.execute(tx.q)
}

export async function clearRequests(tx: Tx, agentId: string): Promise<void> {
  await tx.q.deleteFrom('sink_requests').where('agent_id', '=', agentId).execute()
}
