/** One round of the removal of what is older than it may get. The first one tells what would go where nobody has decided. */
import type { Knowledge } from '../../knowledge/revisions.ts'
import type { Config } from '../../platform/config.ts'
import { removeDeletedAgents, removeOldQuestions } from './remove-agents.ts'
import { type RetentionDeps, removeOldConversations } from './remove-conversations.ts'
import { readRetention, tellWhatWouldGo } from './retention.ts'

const DAY_MS = 86_400_000

export interface RemoveOldDeps extends RetentionDeps {
  readonly config: Config
  readonly knowledge: Knowledge
}

/** Configurations that were told what would go: one for each start. */
const told = new WeakSet<Config>()

export async function removeOld(deps: RemoveOldDeps, stopped: () => boolean): Promise<void> {
  const { config, database, clock, log } = deps
  if (!told.has(config)) {
    told.add(config)
    await tellWhatWouldGo(database, config, log, clock.now())
  }
  const retention = await readRetention(database, config)
  if (retention.conversations > 0)
    await removeOldConversations(deps, retention.conversations * DAY_MS, stopped)
  if (retention.unanswered > 0 && !stopped()) {
    const removed = await removeOldQuestions(database, clock.now() - retention.unanswered * DAY_MS, stopped)
    if (removed > 0) log.info({ removed }, 'unanswered questions were removed: nobody asked them for long')
  }
  if (retention.deletedAgents > 0 && !stopped())
    await removeDeletedAgents(deps, retention.deletedAgents * DAY_MS, stopped)
}
