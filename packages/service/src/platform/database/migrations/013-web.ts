/** Which browser may use which conversation: the proof is kept as a hash. */
export const web = [
  `CREATE TABLE web_chats (
    token_hash TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX web_chats_by_conversation ON web_chats (conversation_id)`,
]
