/** A lane that waits because its receiver asked for it says so. Before, such a lane was stored as one that is not being retried. */
export const waitAsked = [`ALTER TABLE lanes ADD COLUMN wait_asked BIGINT NOT NULL DEFAULT 0`]
