/**
 * How pairs reach a document whole or not at all. A few are written in the transaction that makes them visible. Many are
 * written beside the document first, as a revision nobody reads, in slices short enough that no request waits behind
 * them; then one small transaction turns the document over to it. A writer that dies leaves a revision that
 * `clear-revisions.ts` removes.
 */
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { newId } from '../platform/ids.ts'
import type { KnowledgeMetrics } from './metrics.ts'
import { insertPairs, insertRevision, type Pair, setRevisionState } from './pair-store.ts'
import { discardWritten, keepRevision, type Written, writeStream } from './write-stream.ts'

/** Up to this many pairs go in with the transaction that shows them. */
export const DIRECT_PAIRS = 200

/** Something more to write in the transaction that shows a document's new content. */
export type AlsoWrite = (tx: Tx, shown: { documentId: string; revisionId: string }) => Promise<void>

/** Pairs to write, or those that were written already, as a revision nobody reads. */
export type Content = readonly Pair[] | Written

export interface Knowledge {
  readonly database: Database
  readonly clock: Clock
  /** Called after a document came, so that background work (counting, search) looks again. */
  readonly added: () => void
  /** Called after one changed or went: the same, and what is left of it is cleared. */
  readonly changed: () => void
  readonly metrics: KnowledgeMetrics
}

/**
 * Makes `content` a revision of `documentId` and runs `show` in the transaction that makes it live; `show` puts the
 * revision into the document, or throws, in which case nothing of it remains.
 */
export async function writeRevision<T>(
  store: Pick<Knowledge, 'database' | 'clock'>,
  documentId: string,
  content: Content,
  show: (tx: Tx, written: Written) => Promise<T>,
): Promise<T> {
  const { database, clock } = store
  if (isList(content) && content.length <= DIRECT_PAIRS) {
    const id = newId(clock.now())
    return database.transaction(async (tx) => {
      await insertRevision(tx, { id, document_id: documentId, state: 'live', touched_at: clock.now() })
      await insertPairs(tx, id, 0, content)
      return show(tx, { revisionId: id, pairs: content.length, chars: charCount(content) })
    })
  }
  const written = isList(content) ? await writeStream(store, documentId, [content]) : content
  try {
    return await turnLive(database, clock, written.revisionId, (tx) => show(tx, written))
  } catch (error) {
    await discardWritten(store, written.revisionId).catch(() => {})
    throw error
  }
}

export const isList = (content: Content): content is readonly Pair[] => Array.isArray(content)

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

export function charCount(pairs: readonly Pair[]): number {
  let chars = 0
  for (const { question, answer } of pairs) chars += question.length + answer.length
  return chars
}
