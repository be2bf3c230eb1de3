/**
 * Turns a document over to another revision, inside the caller's transaction and under the lock of the document's row. The
 * revision it had is kept, so that one call goes back to it; the one kept before is let go.
 */
import type { Tx } from '../platform/database/handle.ts'
import { insertKept, takeKept } from './kept-store.ts'
import { setRevisionState } from './pair-store.ts'
import { type DocumentRow, turnDocument } from './store.ts'

export interface NextContent {
  readonly revisionId: string
  readonly pairs: number
  readonly chars: number
  /** These stay as they are when not given. */
  readonly format?: string | undefined
  readonly sourceUrl?: string | null | undefined
  /** The document no longer names where it came from. */
  readonly isSourceCleared?: boolean | undefined
}

export async function turnOver(
  tx: Tx,
  document: DocumentRow,
  next: NextContent,
  nowMs: number,
): Promise<void> {
  const before = await takeKept(tx, document.id)
  await putAside(tx, document, nowMs)
  if (before !== undefined) await setRevisionState(tx, [before], 'retired', nowMs)
  await turnDocument(tx, document.id, {
    revision_id: next.revisionId,
    pair_count: next.pairs,
    char_count: next.chars,
    status: 'AVAILABLE',
    updated_at: nowMs,
    ...(next.format === undefined ? {} : { format: next.format }),
    ...(next.isSourceCleared ? { source_url: null } : next.sourceUrl ? { source_url: next.sourceUrl } : {}),
  })
}

/** What the document shows now is kept; nothing is not worth keeping. */
export async function putAside(tx: Tx, document: DocumentRow, nowMs: number): Promise<void> {
  if (document.pair_count === 0) {
    await setRevisionState(tx, [document.revision_id], 'retired', nowMs)
    return
  }
  await insertKept(tx, {
    document_id: document.id,
    revision_id: document.revision_id,
    pair_count: document.pair_count,
    char_count: document.char_count,
    format: document.format,
    source_url: document.source_url,
    kept_at: nowMs,
  })
  await setRevisionState(tx, [document.revision_id], 'kept', nowMs)
}
