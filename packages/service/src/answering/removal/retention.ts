/**
 * Removes conversations, unanswered questions and deleted agents that have reached their age limit. The operator sets the
 * limits; otherwise the default of the database holds: 400 days in a new database, none in a database made before there was a
 * default. For such a database the log says at the start how much 400 days would remove.
 */
import { removeOldAudit } from '../../accounts/audit.ts'
import type { Knowledge } from '../../knowledge/revisions.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database, Tx } from '../../platform/database/handle.ts'
import { readInstance } from '../../platform/database/instance-store.ts'
import { deleteInSlices } from '../../platform/database/slice-store.ts'
import type { Log } from '../../platform/log.ts'
import { countOld, deleteOldQuestions } from './removal-store.ts'
import { removeDeletedAgents } from './remove-agents.ts'
import { type RetentionDeps, removeOldConversations, resumeRemovals } from './remove-conversations.ts'

const NEW_DATABASE_DAYS = 400
const QUESTIONS_AT_ONCE = 200

/** For a database without a default: logs what a limit would remove, if there are keys without a value. */
async function logWithoutLimit(database: Database, config: Config, log: Log, now: number): Promise<void> {
  const open = [
    ['TANDEM_CONVERSATION_RETENTION_DAYS', config.conversationRetentionDays],
    ['TANDEM_UNANSWERED_RETENTION_DAYS', config.unansweredRetentionDays],
    ['TANDEM_DELETED_AGENT_RETENTION_DAYS', config.deletedAgentRetentionDays],
  ].flatMap(([key, value]) => (value === undefined ? [key] : []))
  if (open.length === 0) return
  const wouldGo = await countOld(database, now - NEW_DATABASE_DAYS * DAY_MS)
  log.info(
    { notSet: open, days: NEW_DATABASE_DAYS, ...wouldGo },
    'this database keeps everything for ever; new ones keep 400 days. The counts are what would be removed with that. Set the keys to decide, 0 for ever',
  )
}

interface RemoveOldDeps extends RetentionDeps {
  readonly config: Config
  readonly knowledge: Knowledge
}

/** To be called at intervals. */
export function createRetention(deps: RemoveOldDeps): (stopped: () => boolean) => Promise<void> {
  const { config, database, clock, log } = deps
  let isFirst = true
  return async (stopped) => {
    const byDefault = Number((await readInstance(database, 'retention_days')) ?? 0)
    if (isFirst) {
      isFirst = false
      if (byDefault === 0) await logWithoutLimit(database, config, log, clock.now())
    }
    await resumeRemovals(deps, stopped)
    const conversationDays = config.conversationRetentionDays ?? byDefault
    const unansweredDays = config.unansweredRetentionDays ?? byDefault
    const agentDays = config.deletedAgentRetentionDays ?? byDefault
    if (conversationDays > 0) await removeOldConversations(deps, conversationDays * DAY_MS, stopped)
    if (unansweredDays > 0 && !stopped()) {
      const before = clock.now() - unansweredDays * DAY_MS
      const slice = (tx: Tx) => deleteOldQuestions(tx, before, QUESTIONS_AT_ONCE)
      const removed = await deleteInSlices(database, 'remove old questions', slice, stopped)
      if (removed > 0) log.info({ removed }, 'unanswered questions were removed: nobody asked them for long')
    }
    if (agentDays > 0 && !stopped()) await removeDeletedAgents(deps, agentDays * DAY_MS, stopped)
    if (!stopped()) await removeOldAudit(deps, config.auditRetentionDays, stopped)
  }
}
