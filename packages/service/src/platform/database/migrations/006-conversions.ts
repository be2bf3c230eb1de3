/** Where each converted pair came from, and the report of each conversion. */
export const conversions = [
  `ALTER TABLE pairs ADD COLUMN origin TEXT`,
  `CREATE TABLE conversions (
    document_id TEXT PRIMARY KEY,
    revision_id TEXT NOT NULL,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    file_name TEXT NOT NULL,
    report TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
]
