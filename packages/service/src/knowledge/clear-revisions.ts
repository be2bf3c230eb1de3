/**
 * Clears what nobody reads any more: revisions that were replaced and kept long enough, whose document was deleted, or whose
 * writer died; and the chunks of conversions that are over. Runs in the background in slices, so that it holds up nobody.
 */
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { deleteInSlices } from '../platform/database/slice-store.ts'
import { abandonRun, concludeClearing, deleteChunks, runsToClear } from './convert/run-store.ts'
import {
  deleteKept,
  deletePairs,
  deleteRevision,
  documentsKeptSince,
  retireAbandoned,
  retiredRevisions,
  setRevisionState,
} from './pair-store.ts'

/** A writer touches its revision with every slice; one silent for this long is dead. */
const ABANDONED_AFTER_MS = 15 * 60_000
const SLICE_PAIRS = 500
const SLICE_CHUNKS = 100

/** Returns how many revisions were cleared; stops early when `stopped` says so. */
export async function clearRevisions(
  database: Database,
  clock: Clock,
  stopped: () => boolean,
  keptForMs: number,
): Promise<number> {
  let cleared = 0
  const now = clock.now()
  await retireKept(database, now, keptForMs, stopped)
  await clearChunks(database, now, stopped)
  await database.transaction('clear-revisions', (tx) => retireAbandoned(tx, now - ABANDONED_AFTER_MS, now))
  while (!stopped()) {
    const batch = await retiredRevisions(database, 20)
    if (batch.length === 0) break
    for (const { id } of batch) {
      const slice = (tx: Tx) => deletePairs(tx, id, SLICE_PAIRS)
      await deleteInSlices(database, 'clear-revisions: pairs', slice, stopped)
      if (stopped()) return cleared
      await database.transaction('clear-revisions', (tx) => deleteRevision(tx, id))
      cleared++
    }
  }
  return cleared
}

/** What a document could go back to goes after a while. */
async function retireKept(
  database: Database,
  now: number,
  keptForMs: number,
  stopped: () => boolean,
): Promise<void> {
  while (!stopped()) {
    const documents = await documentsKeptSince(database, now - keptForMs, 100)
    if (documents.length === 0) return
    await database.transaction('clear-revisions', async (tx) => {
      const revisions = await deleteKept(tx, documents, now - keptForMs)
      if (revisions.length > 0) await setRevisionState(tx, revisions, 'retired', now)
    })
  }
}

async function clearChunks(database: Database, now: number, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const runs = await runsToClear(database, now - ABANDONED_AFTER_MS, 20)
    if (runs.length === 0) return
    for (const { id, state } of runs) {
      if (state === 'writing') {
        await database.transaction('clear-revisions: clearChunks', (tx) =>
          abandonRun(tx, id, now - ABANDONED_AFTER_MS),
        )
      }
      const slice = (tx: Tx) => deleteChunks(tx, id, SLICE_CHUNKS)
      await deleteInSlices(database, 'clear-revisions: chunks', slice, stopped)
      if (stopped()) return
      await database.transaction('clear-revisions: clearChunks', (tx) => concludeClearing(tx, id))
    }
  }
}
