/** Indexes for reads that went over all rows of an agent, and a table for writes that did. */
export const indexes: readonly string[] = [
  // Handoffs and the feed.
  `CREATE INDEX handoffs_waiting ON handoffs (agent_id, requested_at, id) WHERE state IN ('REQUESTED', 'WAITING')`,

  // Users and conversations.
  `CREATE INDEX user_bindings_by_anonymous ON user_bindings (agent_id, anonymous_id, updated_at)`,
  `DROP INDEX conversations_by_anonymous`,
  `CREATE INDEX conversations_by_anonymous ON conversations (agent_id, anonymous_id, recent_chat_at)`,

  // Knowledge.
  `CREATE INDEX documents_failed ON documents (agent_id, id) WHERE status = 'FAILED'`,
  `CREATE INDEX documents_by_name ON documents (agent_id, name, id) WHERE format = 'QA'`,
  `CREATE INDEX documents_by_set ON documents (set_id)`,
  // The id alone finds a pair, in whichever set it is now.
  `DROP INDEX pairs_kept`,
  `CREATE INDEX pairs_kept ON pairs (id, set_id) WHERE id IS NOT NULL`,

  // Openings of gates whose lanes are too many for one transaction.
  `CREATE TABLE gate_openings (gate TEXT PRIMARY KEY, at BIGINT NOT NULL, with_asked BIGINT NOT NULL)`,
]
