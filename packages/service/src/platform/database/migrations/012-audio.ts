/** Spoken answers, kept where every process finds them until they expire. */
export const audio = [
  `CREATE TABLE audio_files (
    name TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    content TEXT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX audio_files_by_expiry ON audio_files (expires_at)`,
]
