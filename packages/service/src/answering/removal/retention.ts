/**
 * How long things are kept. What the operator set counts; else the default of the database: 400 days in a new one, for ever in
 * one that was made before there was a default. At the start of such a database the log says what would go.
 */
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/handle.ts'
import type { Log } from '../../platform/log.ts'
import { countOld, defaultRetentionDays } from './retention-store.ts'

export const NEW_DATABASE_DAYS = 400
const DAY_MS = 86_400_000

/** In days; 0 is for ever. */
export interface Retention {
  readonly conversations: number
  readonly unanswered: number
  readonly deletedAgents: number
}

type Keys = Pick<
  Config,
  'conversationRetentionDays' | 'unansweredRetentionDays' | 'deletedAgentRetentionDays'
>

export async function readRetention(database: Database, config: Keys): Promise<Retention> {
  const days = await defaultRetentionDays(database)
  return {
    conversations: config.conversationRetentionDays ?? days,
    unanswered: config.unansweredRetentionDays ?? days,
    deletedAgents: config.deletedAgentRetentionDays ?? days,
  }
}

/** Only where something is kept for ever because nobody has decided. */
export async function tellWhatWouldGo(
  database: Database,
  config: Keys,
  log: Log,
  now: number,
): Promise<void> {
  if ((await defaultRetentionDays(database)) > 0) return
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
