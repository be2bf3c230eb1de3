/** Settings of agents: read whole with their defaults, changed field by field, and cached for a moment. */
import { type AgentSettings, agentSettings } from '@tandem/contract/agent-settings'
import { createBriefCache } from '../platform/brief-cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import { parameterFault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { lockLivingAgent } from './manage-agents.ts'
import { findHumanService, putSettings, storedSettings } from './store.ts'

export type Settings = ReturnType<typeof createSettings>
/** An absent field stays as it is; a section that is null goes back to its defaults. */
type Change = Readonly<Record<string, unknown>>

const FRESH_MS = 1000

export function createSettings(database: Database, clock: Clock) {
  const known = createBriefCache(clock, FRESH_MS, (agentId) => readSettings(database, agentId))
  database.announcements.on('settings', ({ agentId }) => known.forget(agentId))
  return {
    /** The saved settings, at most a second old when another process has changed them. */
    of: known.find,
    change: (agentId: string, change: Change): Promise<AgentSettings> =>
      database.transaction('settings', async (tx) => {
        // Two changes at once must not undo each other.
        await lockLivingAgent(tx, agentId)
        const merged = withChange(await storedSettings(tx, agentId), change)
        const settings = parse(agentSettings, merged)
        await checkDefaultService(tx, agentId, settings.handoff.default_service_id, change.handoff)
        await putSettings(tx, agentId, JSON.stringify(merged), clock.now())
        tx.afterCommit(() => database.announcements.notify('settings', { agentId }))
        return settings
      }),
    /** The settings after such a change, which is not saved. */
    preview: async (agentId: string, change: Change) =>
      parse(agentSettings, withChange(await storedSettings(database, agentId), change)),
  }
}

export async function readSettings(db: Reader, agentId: string): Promise<AgentSettings> {
  return agentSettings.parse(await storedSettings(db, agentId))
}

function withChange(stored: object, change: Change): Record<string, unknown> {
  const before = stored as Readonly<Record<string, object>>
  const merged: Record<string, unknown> = { ...before }
  for (const [section, fields] of Object.entries(change)) {
    if (fields === null) delete merged[section]
    else if (fields !== undefined) merged[section] = { ...before[section], ...(fields as object) }
  }
  return merged
}

/** A stored id may be of a component that was removed since; a change must name one that exists. */
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
