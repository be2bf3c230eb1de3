/** A backlog as accepting messages would leave it, written straight into the tables: a million of them must not take minutes. */
import { messageGate } from '@tandem/service/agents/endpoints'
import { deliveryLifeMs } from '@tandem/service/delivery/schedule'
import type { Database, Tx } from '@tandem/service/platform/database/handle'
import { newId } from '@tandem/service/platform/ids'
import { sql } from 'kysely'
import { conversationId, sampleBody } from './sample-message.ts'

const ROWS_AT_ONCE = 30_000

/** Gives every one of the agent's `conversations` its share. The agent must have no other conversation. */
export async function addBacklog(
  database: Database,
  backlog: { agentId: string; messages: number; conversations: number },
): Promise<void> {
  const { agentId, messages, conversations } = backlog
  const each = Math.ceil(messages / conversations)
  const step = Math.max(1, Math.floor(ROWS_AT_ONCE / conversations))
  await database.transaction('test', (tx) => addLanes(tx, agentId, conversations))
  for (let left = each; left > 0; left -= step) {
    await database.transaction('test', (tx) => addToEach(tx, agentId, Math.min(left, step)))
  }
}

async function addLanes(tx: Tx, agentId: string, conversations: number): Promise<void> {
  const rows = await tx.q.selectFrom('lanes').select('subject').where('tenant', '=', agentId).execute()
  const known = new Set(rows.map(({ subject }) => subject))
  const missing = Array.from({ length: conversations }, (_, i) => conversationId(i)).filter(
    (id) => !known.has(id),
  )
  await tx.insertMany(
    'lanes',
    {
      uid: 'text',
      key: 'text',
      gate: 'text',
      tenant: 'text',
      subject: 'text',
      next_seq: 'bigint',
      head_seq: 'bigint',
      ready_at: 'bigint',
      retrying: 'bigint',
      owner: 'text',
      claim: 'bigint',
    },
    missing.map((id) => [
      newId(),
      `message:${agentId}:${id}`,
      messageGate(agentId),
      agentId,
      id,
      1,
      1,
      null,
      0,
      null,
      0,
    ]),
  )
}

async function addToEach(tx: Tx, agentId: string, count: number): Promise<void> {
  const now = Date.now()
  const body = sampleBody(conversationId(0), now)
  const { last } = await tx.q
    .selectFrom('lane_items')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  await sql`
    WITH RECURSIVE nth (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM nth WHERE i + 1 < ${sql.lit(count)})
    INSERT INTO lane_items (lane_id, seq, kind, tenant, state, attempts, runs, created_at, expires_at, changed_at)
    SELECT lanes.id, lanes.next_seq + nth.i, 'message', lanes.tenant, 'pending', 0, 0,
      ${sql.lit(now)}, ${sql.lit(now + deliveryLifeMs)}, ${sql.lit(now)}
    FROM nth CROSS JOIN lanes WHERE lanes.tenant = ${agentId} ORDER BY nth.i, lanes.id`.execute(tx.q)
  await sql`INSERT INTO lane_bodies (item_id, body) SELECT id, ${body} FROM lane_items WHERE id > ${sql.lit(last ?? 0)}`.execute(
    tx.q,
  )
  await tx.q
    .updateTable('lanes')
    .set({ next_seq: sql`next_seq + ${sql.lit(count)}`, ready_at: sql`COALESCE(ready_at, ${sql.lit(now)})` })
    .where('tenant', '=', agentId)
    .execute()
}
