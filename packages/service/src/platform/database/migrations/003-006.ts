/** Migrations 3 to 6. */

/** Signing secrets of webhook endpoints. */
const delivery = [
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

/**
 * Versions of knowledge bases: each change of a document raises that of its base and stands in the document, so that an index
 * of the base finds what it has missed. `removed_version` is that of the last removal, which leaves no document behind.
 */
const search = [
  `ALTER TABLE knowledge_bases ADD COLUMN version BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE knowledge_bases ADD COLUMN removed_version BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE documents ADD COLUMN base_version BIGINT NOT NULL DEFAULT 0`,
  `CREATE INDEX documents_by_version ON documents (base_id, base_version)`,
]

/** The account of each file that filled a document. */
const imports = [
  `CREATE TABLE imports (
    id TEXT PRIMARY KEY,
    document_id TEXT NOT NULL,
    revision_id TEXT NOT NULL,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    file_name TEXT NOT NULL,
    state TEXT NOT NULL,
    ledger TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX imports_by_document ON imports (document_id, id)`,
]

/** Where each converted pair came from, and the report of each conversion. */
const conversions = [
  `ALTER TABLE pairs ADD COLUMN origin TEXT`,
  `CREATE TABLE conversions (
    document_id TEXT PRIMARY KEY,
    revision_id TEXT NOT NULL,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    file_name TEXT NOT NULL,
    report TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
]

export const migrations3to6 = [
  { number: 3, name: 'delivery', statements: delivery },
  { number: 4, name: 'search', statements: search },
  { number: 5, name: 'imports', statements: imports },
  { number: 6, name: 'conversions', statements: conversions },
]
