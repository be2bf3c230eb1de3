/** The rejected rows of an import, whole. */
export const rejectedRows = [`ALTER TABLE imports ADD COLUMN rejected_csv TEXT`]
