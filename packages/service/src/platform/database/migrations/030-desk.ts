/**
 * The desk: human services that people of this installation answer at. A case is a handoff that has reached the desk; `claim` is
 * the number of its last claim, `owner_id` who has it. The talk is in the messages.
 */
export const desk = [
  `ALTER TABLE human_services ADD COLUMN kind TEXT NOT NULL DEFAULT 'webhook'`,
  // Whoever had the user has gone: until the next reply the waiting time counts again.
  `ALTER TABLE handoffs ADD COLUMN waits_again BIGINT NOT NULL DEFAULT 0`,
  `CREATE TABLE desk_cases (
    handoff_id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    claim BIGINT NOT NULL,
    owner_id TEXT,
    offered_to TEXT,
    away_ms BIGINT NOT NULL,
    waiting_since BIGINT NOT NULL,
    read_seq BIGINT NOT NULL
  )`,
  `CREATE INDEX desk_cases_by_owner ON desk_cases (owner_id) WHERE owner_id IS NOT NULL`,
  `CREATE TABLE desk_people (
    account_id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    seen_at BIGINT NOT NULL
  )`,
  `CREATE TABLE desk_notes (
    id TEXT PRIMARY KEY,
    handoff_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX desk_notes_by_handoff ON desk_notes (handoff_id, id)`,
  `CREATE TABLE desk_snippets (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (agent_id, name)
  )`,
]
