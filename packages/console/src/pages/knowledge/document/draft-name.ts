/** What is typed into a pair and not saved is kept under this name. */
export const draftNameOf = (docId: string, pairId: string) => `pair.${docId}.${pairId}`
