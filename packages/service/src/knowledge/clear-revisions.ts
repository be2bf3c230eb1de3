/**
 * Clears what nobody reads any more: revisions that were replaced, whose document was deleted, or whose writer died.
 * Runs in the background in slices, so that it holds up nobody.
 */
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import { deletePairs, deleteRevision, hasAbandoned, retireAbandoned, retiredRevisions } from './pair-store.ts'

/** A writer touches its revision with every slice; one silent for this long is dead. */
const ABANDONED_AFTER_MS = 15 * 60_000
const SLICE_PAIRS = 500

/** Answers how many revisions were cleared; stops early when `stopped` says so. */
export async function clearRevisions(
  database: Database,
  clock: Clock,
  stopped: () => boolean,
): Promise<number> {
  let cleared = 0
  const now = clock.now()
  // Asked before it is done: this runs after every change, and nearly always there is nobody to take from.
  if (await hasAbandoned(database, now - ABANDONED_AFTER_MS)) {
    await database.transaction((tx) => retireAbandoned(tx, now - ABANDONED_AFTER_MS, now))
  }
  while (!stopped()) {
    const batch = await retiredRevisions(database, 20)
    if (batch.length === 0) break
    for (const { id } of batch) {
      // Need not wait for the disk: whatever a power cut brings back is cleared again.
      const clearSlice = () => database.transaction((tx) => deletePairs(tx, id, SLICE_PAIRS), 'process')
      while (!stopped() && (await clearSlice()) > 0) {}
      if (stopped()) return cleared
      await database.transaction((tx) => deleteRevision(tx, id))
      cleared++
    }
  }
  return cleared
}
