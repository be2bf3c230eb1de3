/** Agents with their keys and integrations; knowledge bases, documents, revisions and pairs. */
export const ground = [
  `CREATE TABLE instance (key TEXT PRIMARY KEY, value TEXT NOT NULL)`,

  `CREATE TABLE agents (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
  )`,
  `CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    prefix TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    label TEXT,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at BIGINT
  )`,
  `CREATE INDEX api_keys_by_agent ON api_keys (agent_id)`,
  `CREATE TABLE message_webhooks (
    agent_id TEXT PRIMARY KEY REFERENCES agents (id),
    url TEXT NOT NULL,
    username TEXT,
    sealed_secret TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE TABLE human_services (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    name TEXT NOT NULL,
    webhook_url TEXT NOT NULL,
    username TEXT,
    sealed_secret TEXT,
    waiting_timeout_s BIGINT NOT NULL,
    idle_timeout_s BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX human_services_by_agent ON human_services (agent_id)`,

  `CREATE TABLE knowledge_bases (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    is_default BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX knowledge_bases_by_agent ON knowledge_bases (agent_id)`,
  `CREATE UNIQUE INDEX one_default_base ON knowledge_bases (agent_id) WHERE is_default = 1`,
  `CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    base_id TEXT NOT NULL REFERENCES knowledge_bases (id),
    name TEXT NOT NULL,
    format TEXT NOT NULL,
    source_url TEXT,
    status TEXT NOT NULL,
    revision_id TEXT NOT NULL,
    pair_count BIGINT NOT NULL,
    char_count BIGINT NOT NULL,
    token_count BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE INDEX documents_by_base ON documents (base_id, id)`,
  `CREATE INDEX documents_uncounted ON documents (id) WHERE token_count IS NULL`,
  `CREATE TABLE revisions (
    id TEXT PRIMARY KEY,
    document_id TEXT NOT NULL,
    state TEXT NOT NULL,
    touched_at BIGINT NOT NULL
  )`,
  `CREATE INDEX revisions_to_clear ON revisions (touched_at) WHERE state <> 'live'`,
  `CREATE TABLE pairs (
    revision_id TEXT NOT NULL,
    ordinal BIGINT NOT NULL,
    question TEXT NOT NULL,
    answer TEXT NOT NULL,
    keywords TEXT,
    PRIMARY KEY (revision_id, ordinal)
  )`,
]
