/** How far the page of a chat has shown it. */
export const seen = [`ALTER TABLE conversations ADD COLUMN seen_seq BIGINT NOT NULL DEFAULT 0`]
