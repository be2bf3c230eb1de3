/**
 * Conversions that go on after their call was answered, drafts that wait for approval, and the revision of each document
 * that can be gone back to.
 */
export const review = [
  // Kept revisions and drafts are many and stay; whoever looks for what to clear must not walk past them.
  `DROP INDEX revisions_to_clear`,
  `CREATE INDEX revisions_to_clear ON revisions (state, touched_at) WHERE state <> 'live'`,
  `CREATE TABLE kept_revisions (
    document_id TEXT PRIMARY KEY,
    revision_id TEXT NOT NULL,
    pair_count BIGINT NOT NULL,
    char_count BIGINT NOT NULL,
    format TEXT NOT NULL,
    source_url TEXT,
    kept_at BIGINT NOT NULL
  )`,
  `CREATE INDEX kept_revisions_by_age ON kept_revisions (kept_at)`,

  `CREATE TABLE conversion_runs (
    id TEXT PRIMARY KEY,
    document_id TEXT NOT NULL,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    file_name TEXT NOT NULL,
    source_url TEXT,
    state TEXT NOT NULL,
    is_current BIGINT NOT NULL,
    is_reviewed BIGINT NOT NULL,
    revision_id TEXT,
    base_count BIGINT,
    reason TEXT,
    report TEXT NOT NULL,
    to_clear BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    ended_at BIGINT
  )`,
  `CREATE INDEX conversion_runs_by_document ON conversion_runs (document_id)`,
  `CREATE INDEX conversion_runs_to_clear ON conversion_runs (updated_at) WHERE to_clear = 1`,
  `CREATE TABLE conversion_chunks (
    run_id TEXT NOT NULL,
    ordinal BIGINT NOT NULL,
    state TEXT NOT NULL,
    place TEXT NOT NULL,
    body TEXT NOT NULL,
    fallback TEXT NOT NULL,
    result TEXT,
    tries BIGINT NOT NULL,
    reason TEXT,
    PRIMARY KEY (run_id, ordinal)
  )`,
  `INSERT INTO conversion_runs (id, document_id, agent_id, file_name, source_url, state, is_current, is_reviewed,
      revision_id, base_count, reason, report, to_clear, started_at, updated_at, ended_at)
    SELECT document_id, document_id, agent_id, file_name, NULL, 'done', 1, 0,
      revision_id, NULL, NULL, report, 0, created_at, created_at, created_at FROM conversions`,
  `DROP TABLE conversions`,

  `CREATE TABLE drafts (
    document_id TEXT PRIMARY KEY,
    revision_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    format TEXT NOT NULL,
    source_url TEXT,
    pair_count BIGINT NOT NULL,
    rest TEXT NOT NULL,
    version BIGINT NOT NULL,
    base_count BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX drafts_by_agent ON drafts (agent_id, document_id)`,
  `CREATE TABLE draft_marks (
    revision_id TEXT NOT NULL,
    ordinal BIGINT NOT NULL,
    state TEXT NOT NULL,
    held BIGINT NOT NULL,
    question TEXT,
    answer TEXT,
    PRIMARY KEY (revision_id, ordinal)
  )`,
]
