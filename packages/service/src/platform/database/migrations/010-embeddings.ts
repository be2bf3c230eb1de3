/**
 * Vectors of the questions of a knowledge base. They are kept by text, not by pair: a new revision finds those of every
 * question it left as it was. `embedded_bases` says up to which version of a base all are there, and up to which one somebody
 * was asked to make them.
 */
export const embeddings = [
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
