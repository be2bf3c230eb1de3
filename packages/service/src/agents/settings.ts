/** Settings of agents: read whole with their defaults, changed field by field, kept in memory for a moment. */
import { type AgentSettings, agentSettings } from '@tandem/contract/agent-settings'
import type { Clock } from '../platform/clock.ts'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import { parameterFault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { requireAgent, requireLivingAgent } from './manage-agents.ts'
import { findSettings, lockAgent, putSettings } from './settings-store.ts'
import { findHumanService } from './store.ts'

export interface Settings {
  /** As saved, or at most a moment ago when another process has saved them. */
  of(agentId: string): Promise<AgentSettings>
  change(agentId: string, change: Readonly<Record<string, unknown>>): Promise<AgentSettings>
}

const FRESH_MS = 1000
const KEPT = 5000

export const defaultSettings: AgentSettings = agentSettings.parse({})

export function createSettings(database: Database, clock: Clock): Settings {
  const known = new Map<string, { settings: AgentSettings; readAt: number }>()
  database.onAnnounced((text) => {
    if (text.startsWith('settings ')) known.delete(text.slice('settings '.length))
  })

  return {
    async of(agentId) {
      const kept = known.get(agentId)
      const now = clock.now()
      if (kept && Math.abs(now - kept.readAt) < FRESH_MS) return kept.settings
      const settings = await readSettings(database, agentId)
      if (known.size >= KEPT) known.clear()
      known.set(agentId, { settings, readAt: now })
      return settings
    },
    change: (agentId, change) =>
      database.transaction(async (tx) => {
        await requireLivingAgent(tx, agentId)
        // Two changes at once must not undo each other.
        await lockAgent(tx, agentId)
        const before = (await storedOf(tx, agentId)) as Record<string, object>
        const merged: Record<string, unknown> = { ...before }
        for (const [section, fields] of Object.entries(change)) {
          if (fields === null) delete merged[section]
          else if (fields !== undefined) merged[section] = { ...before[section], ...(fields as object) }
        }
        const settings = parse(agentSettings, merged)
        await checkDefaultService(tx, agentId, settings.handoff.default_service_id, change.handoff)
        await putSettings(tx, agentId, JSON.stringify(merged), clock.now())
        tx.afterCommit(() => {
          known.delete(agentId)
          database.announce(`settings ${agentId}`)
        })
        return settings
      }),
  }
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

export async function readSettings(db: Reader, agentId: string): Promise<AgentSettings> {
  const stored = await storedOf(db, agentId)
  return Object.keys(stored).length === 0 ? defaultSettings : agentSettings.parse(stored)
}

export async function shownSettings(db: Reader, agentId: string): Promise<AgentSettings> {
  await requireAgent(db, agentId)
  return readSettings(db, agentId)
}

async function storedOf(db: Reader, agentId: string): Promise<object> {
  const row = await findSettings(db, agentId)
  return row === undefined ? {} : (JSON.parse(row.settings) as object)
}
