/**
 * For how many days a database keeps by default what grows: 400 in a new one, for ever (0) in one that was used before. That one
 * has had its key check written at its first start. And when the data of a deleted agent was removed.
 */
export const retentionDefaults = [
  `INSERT INTO instance (key, value)
    SELECT 'retention_days',
      CASE WHEN EXISTS (SELECT 1 FROM instance WHERE key = 'key_check') OR EXISTS (SELECT 1 FROM agents)
        THEN '0' ELSE '400' END`,
  `ALTER TABLE agents ADD COLUMN removed_at BIGINT`,
  `CREATE INDEX unanswered_by_time ON unanswered_questions (last_asked_at)`,
]
