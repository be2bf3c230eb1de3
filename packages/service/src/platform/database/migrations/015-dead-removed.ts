/** How many dead items of a lane are gone from the log: what was delivered is told from numbers, and they have used some. */
export const deadRemoved = [`ALTER TABLE lanes ADD COLUMN dead_removed BIGINT NOT NULL DEFAULT 0`]
