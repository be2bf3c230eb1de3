/**
 * Versions of knowledge bases: each change of a document raises that of its base and stands in the document, so that an index
 * of the base finds what it has missed. `removed_version` is that of the last removal, which leaves no document behind.
 */
export const search = [
  `ALTER TABLE knowledge_bases ADD COLUMN version BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE knowledge_bases ADD COLUMN removed_version BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE documents ADD COLUMN base_version BIGINT NOT NULL DEFAULT 0`,
  `CREATE INDEX documents_by_version ON documents (base_id, base_version)`,
]
