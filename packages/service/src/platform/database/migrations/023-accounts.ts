/** Accounts of people, their sessions and sign-in links, and the audit of what was done. */
export const accounts = [
  `CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    agents TEXT,
    desk BIGINT NOT NULL,
    password TEXT,
    created_at BIGINT NOT NULL,
    disabled_at BIGINT
  )`,
  `CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    by_link BIGINT NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL
  )`,
  `CREATE INDEX sessions_by_account ON sessions (account_id)`,
  `CREATE TABLE sign_in_links (
    code_hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id)`,
  `CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    account_id TEXT,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    agent_id TEXT,
    target TEXT,
    address TEXT NOT NULL
  )`,
  `CREATE INDEX audit_by_time ON audit (at)`,
  `CREATE INDEX audit_by_account ON audit (account_id, id)`,
  `CREATE INDEX audit_by_agent ON audit (agent_id, id)`,
]
