/** Files that came with messages; and which message an idempotency key stands for. */
export const turns = [
  `CREATE TABLE message_files (
    message_id TEXT NOT NULL,
    ordinal BIGINT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (message_id, ordinal)
  )`,
  `CREATE TABLE turn_keys (
    conversation_id TEXT NOT NULL,
    key TEXT NOT NULL,
    message_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    has_turn BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (conversation_id, key)
  )`,
]
