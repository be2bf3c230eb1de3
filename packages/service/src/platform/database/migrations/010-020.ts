/** Migrations 10 to 20. */

/**
 * Vectors of the questions of a knowledge base. They are kept by text, not by pair: a new revision finds those of every
 * question it left as it was. `embedded_bases` says up to which version of a base all are there, and up to which one somebody
 * was asked to make them.
 */
const embeddings = [
  `CREATE TABLE embeddings (
    base_id TEXT NOT NULL,
    embedder TEXT NOT NULL,
    text_key TEXT NOT NULL,
    vector TEXT NOT NULL,
    PRIMARY KEY (base_id, embedder, text_key)
  )`,
  `CREATE TABLE embedded_bases (
    base_id TEXT NOT NULL,
    embedder TEXT NOT NULL,
    version BIGINT NOT NULL,
    queued_version BIGINT NOT NULL,
    floor DOUBLE PRECISION NOT NULL,
    last_error TEXT,
    PRIMARY KEY (base_id, embedder)
  )`,
]

/** Files that came with messages; and which message an idempotency key stands for. */
const turns = [
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

/** Spoken answers, kept where every process finds them until they expire. */
const audio = [
  `CREATE TABLE audio_files (
    name TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    content TEXT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX audio_files_by_expiry ON audio_files (expires_at)`,
]

/** Which browser may use which conversation: the proof is kept as a hash. */
const web = [
  `CREATE TABLE web_chats (
    token_hash TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX web_chats_by_conversation ON web_chats (conversation_id)`,
]

/** What stays of conversations that were removed: what they consumed, by agent and day. And the way from a question to them. */
const retention = [
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

/** How many dead items of a lane are gone from the log: what was delivered is told from numbers, and they have used some. */
const deadRemoved = [`ALTER TABLE lanes ADD COLUMN dead_removed BIGINT NOT NULL DEFAULT 0`]

/** Finds what a delivery was repeated by; few are. */
const repeated = [`CREATE INDEX lane_items_repeated ON lane_items (lane_id, origin) WHERE origin IS NOT NULL`]

/** Which items of our own code run or are suspects; `lanes/own-work.ts` says what for. */
const laneRuns = [
  `CREATE TABLE lane_runs (
    lane TEXT NOT NULL,
    seq BIGINT NOT NULL,
    worker TEXT,
    alone BIGINT NOT NULL,
    named BIGINT NOT NULL,
    strikes BIGINT NOT NULL,
    PRIMARY KEY (lane, seq)
  )`,
]

/** What a document holds: question-answer pairs, passages of a text, or rows of a spreadsheet. */
const texts = [`ALTER TABLE documents ADD COLUMN kind TEXT NOT NULL DEFAULT 'QA'`]

/** What is known about a user of an agent; `value` is JSON. */
const userProperties = [
  `CREATE TABLE user_properties (
    agent_id TEXT NOT NULL REFERENCES agents (id),
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (agent_id, user_id, name)
  )`,
  `CREATE INDEX user_properties_by_age ON user_properties (updated_at, agent_id)`,
]

/**
 * For how many days a database keeps by default what grows: 400 in a new one, for ever (0) in one that was used before. That one
 * has had its key check written at its first start. And when the data of a deleted agent was removed.
 */
const retentionDefaults = [
  `INSERT INTO instance (key, value)
    SELECT 'retention_days',
      CASE WHEN EXISTS (SELECT 1 FROM instance WHERE key = 'key_check') OR EXISTS (SELECT 1 FROM agents)
        THEN '0' ELSE '400' END`,
  `ALTER TABLE agents ADD COLUMN removed_at BIGINT`,
  `CREATE INDEX unanswered_by_time ON unanswered_questions (last_asked_at)`,
]

export const migrations10to20 = [
  { number: 10, name: 'embeddings', statements: embeddings },
  { number: 11, name: 'turns', statements: turns },
  { number: 12, name: 'audio', statements: audio },
  { number: 13, name: 'web', statements: web },
  { number: 14, name: 'retention', statements: retention },
  { number: 15, name: 'dead removed', statements: deadRemoved },
  { number: 16, name: 'repeated', statements: repeated },
  { number: 17, name: 'lane runs', statements: laneRuns },
  { number: 18, name: 'texts', statements: texts },
  { number: 19, name: 'user properties', statements: userProperties },
  { number: 20, name: 'retention defaults', statements: retentionDefaults },
]
