/** Settings of agents: read whole with their defaults, changed field by field, kept in memory for a moment. */

import { type AgentSettings, agentSettings, defaultAgentSettings } from '@tandem/contract/agent-settings'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import type { Database, Reader } from '../platform/database/handle.ts'
import { changeSettings } from './change-settings.ts'
import { requireAgent } from './manage-agents.ts'
import { storedSettings } from './settings-store.ts'

export interface Settings {
  /** As saved, or at most a moment ago when another process has saved them. */
  of(agentId: string): AgentSettings | Promise<AgentSettings>
  change(agentId: string, change: Readonly<Record<string, unknown>>): Promise<AgentSettings>
}

const FRESH_MS = 1000
const KEPT = 5000

export function createSettings(database: Database, clock: Clock): Settings {
  const known = new LRUCache<string, { settings: AgentSettings; readAt: number }>({ max: KEPT })
  database.announcements.on('settings', ({ agentId }) => void known.delete(agentId))

  async function read(agentId: string, now: number): Promise<AgentSettings> {
    const settings = await readSettings(database, agentId)
    known.set(agentId, { settings, readAt: now })
    return settings
  }

  return {
    of(agentId) {
      const kept = known.get(agentId)
      const now = clock.now()
      return kept && Math.abs(now - kept.readAt) < FRESH_MS ? kept.settings : read(agentId, now)
    },
    change: (agentId, change) => changeSettings({ database, clock }, agentId, change),
  }
}

export async function readSettings(db: Reader, agentId: string): Promise<AgentSettings> {
  const stored = await storedSettings(db, agentId)
  return Object.keys(stored).length === 0 ? defaultAgentSettings : agentSettings.parse(stored)
}

export async function shownSettings(db: Reader, agentId: string): Promise<AgentSettings> {
  await requireAgent(db, agentId)
  return readSettings(db, agentId)
}
