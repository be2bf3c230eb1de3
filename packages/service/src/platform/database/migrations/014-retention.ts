/** What stays of conversations that were removed: what they consumed, by agent and day. And the way from a question to them. */
export const retention = [
  `CREATE TABLE kept_usage (
    agent_id TEXT NOT NULL,
    day BIGINT NOT NULL,
    turns BIGINT NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    completion_tokens BIGINT NOT NULL,
    credits DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (agent_id, day)
  )`,
  `CREATE INDEX unanswered_by_conversation ON unanswered_questions (conversation_id)`,
]
