/** Writes pairs that come slice by slice as a revision nobody reads yet. Whoever turns it over does so in one small transaction. */
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { newId } from '../platform/ids.ts'
import { insertPairs, insertRevision, type Pair, retireWriting, touchRevision } from './pair-store.ts'

/** Sized so that one slice holds the embedded engine for a few milliseconds. */
export const SLICE_PAIRS = 500

export interface Written {
  readonly revisionId: string
  readonly pairs: number
  /** UTF-16 units of all of them. */
  readonly chars: number
}

export interface Writing {
  /** One call at a time. */
  add(pairs: readonly Pair[]): Promise<void>
  /** So far. */
  readonly written: Written
}

interface Store {
  readonly database: Database
  readonly clock: Clock
}

export async function writeStream(
  store: Store,
  documentId: string,
  source: AsyncIterable<readonly Pair[]> | Iterable<readonly Pair[]>,
): Promise<Written> {
  const writing = await startWriting(store, documentId)
  try {
    for await (const list of source) await writing.add(list)
  } catch (error) {
    await discardWritten(store, writing.written.revisionId).catch(() => {})
    throw error
  }
  return writing.written
}

export async function startWriting({ database, clock }: Store, documentId: string): Promise<Writing> {
  const revisionId = newId(clock.now())
  await database.transaction((tx) =>
    insertRevision(tx, {
      id: revisionId,
      document_id: documentId,
      state: 'writing',
      touched_at: clock.now(),
    }),
  )
  let pairs = 0
  let chars = 0
  return {
    async add(list) {
      for (let first = 0; first < list.length; first += SLICE_PAIRS) {
        const slice = list.slice(first, first + SLICE_PAIRS)
        const ordinal = pairs
        // Nobody reads a slice before the turn-over, and that commit waits for the disk with all that went before it.
        await database.transaction(async (tx) => {
          await keepRevision(tx, clock, revisionId)
          await insertPairs(tx, revisionId, ordinal, slice)
        }, 'process')
        pairs += slice.length
        for (const { question, answer } of slice) chars += question.length + answer.length
      }
    },
    get written() {
      return { revisionId, pairs, chars }
    },
  }
}

export async function keepRevision(tx: Tx, clock: Clock, id: string): Promise<void> {
  if (!(await touchRevision(tx, id, clock.now()))) {
    throw new Error(
      'The revision being written was cleared as abandoned; its writer was silent for too long.',
    )
  }
}

/** Does nothing to a revision that was turned over after all. */
export function discardWritten({ database, clock }: Store, revisionId: string): Promise<void> {
  return database.transaction((tx) => retireWriting(tx, revisionId, clock.now()))
}
