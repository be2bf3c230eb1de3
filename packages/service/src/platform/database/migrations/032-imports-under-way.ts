/** How far long imports have come. */
export const importsUnderWay = [
  `CREATE TABLE imports_under_way (
    set_id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    file_name TEXT NOT NULL,
    rows_read BIGINT NOT NULL,
    rows_total BIGINT NOT NULL,
    started_at BIGINT NOT NULL
  )`,
]
