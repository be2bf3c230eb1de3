/** The mark of a conversation that is being removed in slices, so that the removal goes on after a crash. */
export const removing: readonly string[] = [
  `ALTER TABLE conversations ADD COLUMN removing_since BIGINT`,
  `CREATE INDEX conversations_removing ON conversations (removing_since) WHERE removing_since IS NOT NULL`,
]
