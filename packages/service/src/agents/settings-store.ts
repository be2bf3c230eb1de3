/** SQL of agent settings. */
import type { Reader, Tx } from '../platform/database/handle.ts'
import { prepared } from '../platform/database/prepared.ts'

const byAgent = prepared<{ agentId: string }>()((q, p) =>
  q.selectFrom('agent_settings').select('settings').where('agent_id', '=', p.agentId),
)

/** As they were set, without the defaults of the rest. */
export async function storedSettings(db: Reader, agentId: string): Promise<object> {
  const [row] = await db.run(byAgent, { agentId })
  return row === undefined ? {} : (JSON.parse(row.settings) as object)
}

export async function putSettings(tx: Tx, agentId: string, settings: string, now: number): Promise<void> {
  await tx.q
    .insertInto('agent_settings')
    .values({ agent_id: agentId, settings, updated_at: now })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet({ settings, updated_at: now }))
    .execute()
}

/** Holds the agent's row until the transaction ends. */
export async function lockAgent(tx: Tx, agentId: string): Promise<void> {
  const query = tx.q.selectFrom('agents').select('id').where('id', '=', agentId)
  await (tx.engine === 'postgres' ? query.forUpdate() : query).execute()
}
