/** Changes an agent's settings field by field; null puts a section back to its defaults. */
import { type AgentSettings, agentSettings } from '@tandem/contract/agent-settings'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { parameterFault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { requireLivingAgent } from './manage-agents.ts'
import { lockAgent, putSettings, storedSettings } from './settings-store.ts'
import { findHumanService } from './store.ts'

export function changeSettings(
  { database, clock }: { database: Database; clock: Clock },
  agentId: string,
  change: Readonly<Record<string, unknown>>,
): Promise<AgentSettings> {
  return database.transaction(async (tx) => {
    await requireLivingAgent(tx, agentId)
    // Two changes at once must not undo each other.
    await lockAgent(tx, agentId)
    const before = (await storedSettings(tx, agentId)) as Record<string, object>
    const merged: Record<string, unknown> = { ...before }
    for (const [section, fields] of Object.entries(change)) {
      if (fields === null) delete merged[section]
      else if (fields !== undefined) merged[section] = { ...before[section], ...(fields as object) }
    }
    const settings = parse(agentSettings, merged)
    await checkDefaultService(tx, agentId, settings.handoff.default_service_id, change.handoff)
    await putSettings(tx, agentId, JSON.stringify(merged), clock.now())
    tx.afterCommit(() => database.announcements.notify('settings', { agentId }))
    return settings
  })
}

/** One that was removed since may stay in the settings; nobody may put in one that is not there. */
async function checkDefaultService(
  tx: Tx,
  agentId: string,
  id: string | null,
  change: unknown,
): Promise<void> {
  const isChanged = Object.hasOwn((change ?? {}) as object, 'default_service_id')
  if (!isChanged || id === null || (await findHumanService(tx, agentId, id))) return
  const needed = 'the id of one of the agent’s human service components, or null'
  throw parameterFault('handoff.default_service_id', JSON.stringify(id), needed)
}
