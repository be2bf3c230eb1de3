/**
 * How pairs reach a document whole or not at all. A few are written in the transaction that makes them visible. Many are
 * written beside the document first, as a revision nobody reads, in slices short enough that no request waits behind
 * them; then one small transaction turns the document over to it. A writer that dies leaves a revision that
 * `clear-revisions.ts` removes.
 */
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { newId } from '../platform/ids.ts'
import type { Drops } from './drops.ts'
import { insertPairs, insertRevision, type Pair, setRevisionState, touchRevision } from './pair-store.ts'

/** Up to this many pairs go in with the transaction that shows them. */
export const DIRECT_PAIRS = 200
/** Sized so that one slice holds the embedded engine for a few milliseconds. */
export const SLICE_PAIRS = 500

/** Something more to write in the transaction that shows a document's new content. */
export type AlsoWrite = (tx: Tx, shown: { documentId: string; revisionId: string }) => Promise<void>

/** A list of pairs, or something that gives them a slice at a time. */
export interface PairList {
  readonly length: number
  /** UTF-16 units of all of them, where that is known already. */
  readonly chars?: number
  slice(first: number, end: number): readonly Pair[]
}

export interface Knowledge {
  readonly database: Database
  readonly clock: Clock
  /** Called after a document changed, so that background work (clearing, counting) looks again. */
  readonly changed: () => void
  readonly drops: Drops
}

/**
 * Writes `pairs` as a revision of `documentId` and runs `show` in the transaction that makes it live; `show` puts the
 * revision into the document, or throws, in which case nothing of it remains.
 */
export async function writeRevision<T>(
  { database, clock }: Pick<Knowledge, 'database' | 'clock'>,
  documentId: string,
  pairs: PairList,
  show: (tx: Tx, revisionId: string) => Promise<T>,
): Promise<T> {
  const id = newId(clock.now())
  if (pairs.length <= DIRECT_PAIRS) {
    return database.transaction(async (tx) => {
      await insertRevision(tx, { id, document_id: documentId, state: 'live', touched_at: clock.now() })
      await insertPairs(tx, id, 0, pairs.slice(0, pairs.length))
      return show(tx, id)
    })
  }
  await database.transaction((tx) =>
    insertRevision(tx, { id, document_id: documentId, state: 'writing', touched_at: clock.now() }),
  )
  try {
    for (let first = 0; first < pairs.length; first += SLICE_PAIRS) {
      const slice = pairs.slice(first, first + SLICE_PAIRS)
      // Nobody reads a slice before the turn-over below, and that commit waits for the disk with all that went before it.
      await database.transaction(async (tx) => {
        await keepRevision(tx, clock, id)
        await insertPairs(tx, id, first, slice)
      }, 'process')
    }
    return await turnLive(database, clock, id, show)
  } catch (error) {
    await database.transaction((tx) => setRevisionState(tx, [id], 'retired', clock.now())).catch(() => {})
    throw error
  }
}

export async function keepRevision(tx: Tx, clock: Clock, id: string): Promise<void> {
  if (!(await touchRevision(tx, id, clock.now()))) {
    throw new Error(
      'The revision being written was cleared as abandoned; its writer was silent for too long.',
    )
  }
}

export function turnLive<T>(
  database: Database,
  clock: Clock,
  revisionId: string,
  show: (tx: Tx, revisionId: string) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await keepRevision(tx, clock, revisionId)
    await setRevisionState(tx, [revisionId], 'live', clock.now())
    return show(tx, revisionId)
  })
}

export function charCount(pairs: PairList): number {
  if (pairs.chars !== undefined) return pairs.chars
  let chars = 0
  for (const { question, answer } of pairs.slice(0, pairs.length)) chars += question.length + answer.length
  return chars
}
