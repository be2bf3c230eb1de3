/** The account of each file that filled a document. */
export const imports = [
  `CREATE TABLE imports (
    id TEXT PRIMARY KEY,
    document_id TEXT NOT NULL,
    revision_id TEXT NOT NULL,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    file_name TEXT NOT NULL,
    state TEXT NOT NULL,
    ledger TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX imports_by_document ON imports (document_id, id)`,
]
