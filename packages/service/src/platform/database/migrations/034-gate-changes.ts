/** The history of gates: a row for each time one was closed or opened. */
export const gateChanges = [
  `CREATE TABLE gate_changes (
    id TEXT PRIMARY KEY,
    gate TEXT NOT NULL,
    at BIGINT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT
  )`,
  `CREATE INDEX gate_changes_by_gate ON gate_changes (gate, at)`,
  `CREATE INDEX gate_changes_by_time ON gate_changes (at)`,
]
