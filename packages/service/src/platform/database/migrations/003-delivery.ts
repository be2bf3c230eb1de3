/** Signing secrets of webhook endpoints. */
export const delivery = [
  `CREATE TABLE signing_secrets (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    sealed_secret TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT
  )`,
  `CREATE INDEX signing_secrets_by_owner ON signing_secrets (owner)`,
]
