/**
 * Clears data that is no longer read: revisions that were replaced long enough ago, sets of pairs that no revision shows or
 * whose writer died, and the chunks of conversions that have ended. Runs in the background in slices, so that it holds up
 * nobody.
 */
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { deleteInSlices } from '../platform/database/slice-store.ts'
import { abandonRun, concludeClearing, deleteChunks, runsToClear } from './convert/run-store.ts'
import { endUnderWay } from './import/store.ts'
import { deletePairs, deleteSet, retireAbandoned, retiredSets } from './pair-store.ts'
import { documentsWithOldRevisions, forgetRevisions, revisionsOf } from './revision-store.ts'
import { lockDocuments } from './store.ts'

/** A writer touches its set with every slice; one silent for this long is dead. */
const ABANDONED_AFTER_MS = 15 * 60_000
const SLICE_PAIRS = 100
const SLICE_CHUNKS = 100

/** Ends early when `stopped` returns true. */
export async function clearSets(
  database: Database,
  clock: Clock,
  stopped: () => boolean,
  keptForMs: number,
): Promise<void> {
  const now = clock.now()
  await forgetOldRevisions(database, now - keptForMs, now, stopped)
  await clearChunks(database, now, stopped)
  await database.transaction('clear-sets', (tx) => retireAbandoned(tx, now - ABANDONED_AFTER_MS, now))
  while (!stopped()) {
    const batch = await retiredSets(database, 20)
    if (batch.length === 0) break
    for (const { id } of batch) {
      const slice = (tx: Tx) => deletePairs(tx, id, SLICE_PAIRS)
      await deleteInSlices(database, 'clear-sets: pairs', slice, stopped)
      if (stopped()) return
      await database.transaction('clear-sets', async (tx) => {
        await endUnderWay(tx, id)
        await deleteSet(tx, id)
      })
    }
  }
}

/** One revision of a document in each transaction, since each may be the last to show many pairs. */
async function forgetOldRevisions(
  database: Database,
  replacedBefore: number,
  now: number,
  stopped: () => boolean,
): Promise<void> {
  while (!stopped()) {
    const documents = await documentsWithOldRevisions(database, replacedBefore, 100)
    if (documents.length === 0) return
    for (const id of documents)
      await database.transaction('clear-sets: old revisions', async (tx) => {
        await lockDocuments(tx, [id])
        const rows = await revisionsOf(tx, id)
        const old = rows.filter(({ replaced_at }) => replaced_at !== null && replaced_at <= replacedBefore)
        await forgetRevisions(tx, id, old.slice(-1), now)
      })
  }
}

async function clearChunks(database: Database, now: number, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const runs = await runsToClear(database, now - ABANDONED_AFTER_MS, 20)
    if (runs.length === 0) return
    for (const { id, state } of runs) {
      const abandon = (tx: Tx) => abandonRun(tx, id, now - ABANDONED_AFTER_MS)
      if (state === 'writing' && !(await database.transaction('clear-sets: abandon', abandon))) continue
      const slice = (tx: Tx) => deleteChunks(tx, id, SLICE_CHUNKS)
      await deleteInSlices(database, 'clear-sets: chunks', slice, stopped)
      if (stopped()) return
      await database.transaction('clear-sets: clearChunks', (tx) => concludeClearing(tx, id))
    }
  }
}
