/**
 * The history of documents. What was called a revision is a *set* of pairs from now on; a revision has a number and shows some
 * rows of a set, those with `added_in <= number < removed_in`. So one edited pair is one new row, whatever the set holds.
 */
export const revisions = [
  `ALTER TABLE revisions RENAME TO pair_sets`,
  `UPDATE pair_sets SET state = 'live' WHERE state = 'kept'`,
  `ALTER TABLE pair_sets ADD COLUMN next_ordinal BIGINT NOT NULL DEFAULT 0`,
  `UPDATE pair_sets SET next_ordinal = COALESCE(
    (SELECT MAX(ordinal) + 1 FROM pairs WHERE pairs.revision_id = pair_sets.id), 0)`,
  ...['documents', 'conversion_runs', 'imports', 'drafts', 'draft_marks'].map(
    (table) => `ALTER TABLE ${table} RENAME COLUMN revision_id TO set_id`,
  ),
  // A pair keeps its ordinal when it is edited, and another one goes: a count no longer tells where those behind it begin.
  ...['conversion_runs', 'drafts'].map(
    (table) => `ALTER TABLE ${table} RENAME COLUMN base_count TO base_ordinal`,
  ),

  `ALTER TABLE pairs RENAME TO pairs_before`,
  `CREATE TABLE pairs (
    set_id TEXT NOT NULL,
    ordinal BIGINT NOT NULL,
    added_in BIGINT NOT NULL DEFAULT 0,
    removed_in BIGINT,
    id TEXT,
    question TEXT NOT NULL,
    answer TEXT NOT NULL,
    keywords TEXT,
    origin TEXT,
    PRIMARY KEY (set_id, ordinal, added_in)
  )`,
  `INSERT INTO pairs (set_id, ordinal, question, answer, keywords, origin)
    SELECT revision_id, ordinal, question, answer, keywords, origin FROM pairs_before`,
  `DROP TABLE pairs_before`,
  // Most rows are in none of these: they were written with their set, and are as they were.
  `CREATE INDEX pairs_added ON pairs (set_id, added_in) WHERE added_in > 0`,
  `CREATE INDEX pairs_removed ON pairs (set_id, removed_in) WHERE removed_in IS NOT NULL`,
  `CREATE INDEX pairs_kept ON pairs (set_id, id) WHERE id IS NOT NULL`,

  `CREATE TABLE revisions (
    document_id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    set_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    made_by TEXT,
    made_at BIGINT NOT NULL,
    replaced_at BIGINT,
    added BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    removed BIGINT NOT NULL,
    pair_count BIGINT NOT NULL,
    char_count BIGINT NOT NULL,
    format TEXT NOT NULL,
    source_url TEXT,
    PRIMARY KEY (document_id, revision)
  )`,
  `CREATE INDEX revisions_by_set ON revisions (set_id)`,
  `CREATE INDEX revisions_by_age ON revisions (replaced_at) WHERE replaced_at IS NOT NULL`,
  `ALTER TABLE documents ADD COLUMN revision BIGINT NOT NULL DEFAULT 0`,
  `INSERT INTO revisions (document_id, revision, set_id, kind, made_at, replaced_at, added, changed, removed,
      pair_count, char_count, format, source_url)
    SELECT document_id, 1, revision_id, 'replace', kept_at, kept_at, pair_count, 0, 0,
      pair_count, char_count, format, source_url FROM kept_revisions`,
  `UPDATE documents SET revision = 1 WHERE pair_count > 0`,
  `UPDATE documents SET revision = 2 WHERE id IN (SELECT document_id FROM kept_revisions)`,
  `INSERT INTO revisions (document_id, revision, set_id, kind, made_at, added, changed, removed,
      pair_count, char_count, format, source_url)
    SELECT id, revision, set_id, 'replace', updated_at, pair_count, 0, 0, pair_count, char_count, format, source_url
    FROM documents WHERE revision > 0`,
  `DROP TABLE kept_revisions`,
]
