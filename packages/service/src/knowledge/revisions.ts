/**
 * How the content of a document is replaced.
 *
 * A document shows one revision, an ordered list of pairs. New content is written as a new revision beside the shown one, in
 * slices so short that no request waits behind them. Nobody reads it yet. Then one small transaction turns the document over.
 * The revision that was shown is kept, so that `rollback` can return to it; the one that was kept before is retired, and
 * `clear-revisions.ts` deletes its pairs afterwards. A replace that fails leaves the old content answering. A writer that dies
 * leaves a revision in the state `writing`, which is cleared once it has not been touched for a while.
 *
 * States of a revision: writing → live → kept → retired, or writing → draft → retired while it waits for approval.
 *
 * Pairs from requests, imported files, conversions, approved drafts and texts all take this path.
 */
import type { DocumentKind } from '@tandem/contract/documents'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import { newId } from '../platform/ids.ts'
import { forgetBase, moveRuns, retireRuns, runsOfDocument } from './convert/run-store.ts'
import { checkBase, checkKind, lockOrFail, requireDocument } from './find-document.ts'
import { moveImports } from './import/store.ts'
import type { KnowledgeMetrics } from './metrics.ts'
import {
  copyPairs,
  deleteKept,
  findKept,
  insertKept,
  insertPairs,
  insertRevision,
  type Pair,
  readPairs,
  setRevisionState,
  settleWriting,
  touchRevision,
} from './pair-store.ts'
import { changeDraft, deleteDrafts, findDraft } from './review/draft-store.ts'
import { type DocumentRow, turnDocument } from './store.ts'

export interface Knowledge {
  readonly database: Database
  readonly clock: Clock
  /** Called after a document was added: background work (token counts, search) looks again. */
  readonly added: () => void
  /** Called after a document changed or was deleted: the same, and its retired revisions are cleared. */
  readonly changed: () => void
  readonly metrics: KnowledgeMetrics
}

export interface Written {
  readonly revisionId: string
  readonly pairs: number
  /** UTF-16 units of all pairs. */
  readonly chars: number
}

/** A revision that is being written. One call at a time. */
export interface Writing {
  add(pairs: readonly Pair[]): Promise<void>
  /** Copies what a document shows, in the database. */
  copy(document: DocumentRow): Promise<void>
  /** The revision so far. */
  readonly written: Written
}

/** Pairs to write, or a revision that was written already. */
export type Content = readonly Pair[] | Written

/** Another write in the transaction that shows a document's new content. */
export type AlsoWrite = (tx: Tx, shown: { documentId: string; revisionId: string }) => Promise<void>

/** Up to this many pairs are written in the transaction that shows them. */
export const DIRECT_PAIRS = 200
/** One slice holds the only writer of the embedded engine for a few milliseconds. */
const SLICE_PAIRS = 500

const ABANDONED = 'The revision being written was cleared as abandoned; its writer was silent for too long.'

export async function startWriting({ database, clock }: Knowledge, documentId: string): Promise<Writing> {
  const revisionId = newId(clock.now())
  await database.transaction('revisions: startWriting', (tx) =>
    insertRevision(tx, {
      id: revisionId,
      document_id: documentId,
      state: 'writing',
      touched_at: clock.now(),
    }),
  )
  let pairs = 0
  let chars = 0
  /** Nobody reads a slice before the document is turned over, and that commit waits for the disk with all before it. */
  const slice = (write: (tx: Tx) => Promise<void>) =>
    database.transaction(
      'revisions: write',
      async (tx) => {
        if (!(await touchRevision(tx, revisionId, clock.now()))) throw new Error(ABANDONED)
        await write(tx)
      },
      'process',
    )
  return {
    async add(list) {
      for (let first = 0; first < list.length; first += SLICE_PAIRS) {
        const some = list.slice(first, first + SLICE_PAIRS)
        await slice((tx) => insertPairs(tx, revisionId, pairs, some))
        pairs += some.length
        chars += charCount(some)
      }
    },
    async copy({ revision_id: from, pair_count, char_count }) {
      for (let first = 0; first < pair_count; first += SLICE_PAIRS) {
        const count = Math.min(SLICE_PAIRS, pair_count - first)
        await slice((tx) => copyPairs(tx, from, revisionId, first, count))
      }
      pairs += pair_count
      chars += char_count
    },
    get written() {
      return { revisionId, pairs, chars }
    },
  }
}

/** When `write` fails, the revision is discarded. */
export async function writeRevision(
  knowledge: Knowledge,
  documentId: string,
  write: (writing: Writing) => Promise<void>,
): Promise<Written> {
  const writing = await startWriting(knowledge, documentId)
  try {
    await write(writing)
  } catch (error) {
    await discardRevision(knowledge, writing.written.revisionId)
    throw error
  }
  return writing.written
}

/** Does nothing to a revision that was shown after all. Never fails: a revision that stays behind is cleared as abandoned. */
export async function discardRevision({ database, clock, changed }: Knowledge, id: string): Promise<void> {
  await database
    .transaction('revisions: discardRevision', (tx) => settleWriting(tx, id, 'retired', clock.now()))
    .then(changed, () => {})
}

/** Runs `show` in the transaction that makes the content a live revision or a draft. When it throws, nothing remains. */
export async function showContent<T>(
  knowledge: Knowledge,
  documentId: string,
  content: Content,
  state: 'live' | 'draft',
  show: (tx: Tx, written: Written) => Promise<T>,
): Promise<T> {
  const { database, clock } = knowledge
  if (isList(content) && content.length <= DIRECT_PAIRS) {
    const id = newId(clock.now())
    return database.transaction('revisions', async (tx) => {
      await insertRevision(tx, { id, document_id: documentId, state, touched_at: clock.now() })
      await insertPairs(tx, id, 0, content)
      return show(tx, { revisionId: id, pairs: content.length, chars: charCount(content) })
    })
  }
  const written = isList(content)
    ? await writeRevision(knowledge, documentId, (writing) => writing.add(content))
    : content
  try {
    return await database.transaction('revisions', async (tx) => {
      if (!(await settleWriting(tx, written.revisionId, state, clock.now()))) throw new Error(ABANDONED)
      return show(tx, written)
    })
  } catch (error) {
    await discardRevision(knowledge, written.revisionId)
    throw error
  }
}

export interface Replacement {
  readonly docId: string
  readonly baseId: string | undefined
  readonly pairs: Content
  /** What the document must hold; pairs unless said otherwise. */
  readonly kind?: DocumentKind
  readonly also?: AlsoWrite
  readonly source?: NewSource
}

/** Where the content comes from. An absent field stays as it is; null clears the address. */
export interface NewSource {
  readonly format?: string | undefined
  readonly sourceUrl?: string | null | undefined
}

export async function replacePairs(
  knowledge: Knowledge,
  agentId: string,
  { docId, baseId, pairs, kind = 'QA', also, source = {} }: Replacement,
): Promise<{ doc_id: string; doc_name: string }> {
  const { database, clock } = knowledge
  const found = await requireDocument(database, agentId, docId)
  checkBase(found, baseId)
  checkKind(found, [kind], 'update')
  const name = await showContent(knowledge, docId, pairs, 'live', async (tx, written) => {
    const document = await lockOrFail(tx, agentId, docId)
    await supersede(tx, knowledge, [docId], clock.now())
    await turnOver(tx, document, written, source, clock.now())
    await also?.(tx, { documentId: docId, revisionId: written.revisionId })
    return document.name
  })
  knowledge.changed()
  return { doc_id: docId, doc_name: name }
}

/**
 * Turns a document over to a live revision, under the lock of the document's row. `baseCount` is how many pairs the document
 * had when the new content was begun: pairs that were appended since are added to it. Returns how many pairs are shown.
 */
export async function turnOver(
  tx: Tx,
  document: DocumentRow,
  written: Written,
  { format, sourceUrl }: NewSource,
  nowMs: number,
  baseCount: number | null = null,
): Promise<number> {
  const appended = baseCount === null ? [] : await appendedSince(tx, document, baseCount)
  await insertPairs(tx, written.revisionId, written.pairs, appended)
  const pairs = written.pairs + appended.length
  const before = await deleteKept(tx, [document.id])
  await keepShown(tx, document, nowMs)
  if (before.length > 0) await setRevisionState(tx, before, 'retired', nowMs)
  await turnDocument(tx, document, {
    revision_id: written.revisionId,
    pair_count: pairs,
    char_count: written.chars + charCount(appended),
    status: 'AVAILABLE',
    updated_at: nowMs,
    ...(format === undefined ? {} : { format }),
    ...(sourceUrl === undefined ? {} : { source_url: sourceUrl }),
  })
  return pairs
}

/** An empty revision is not kept. */
async function keepShown(tx: Tx, document: DocumentRow, nowMs: number): Promise<void> {
  const { id, revision_id, pair_count, char_count, format, source_url } = document
  if (pair_count > 0)
    await insertKept(tx, {
      document_id: id,
      revision_id,
      pair_count,
      char_count,
      format,
      source_url,
      kept_at: nowMs,
    })
  await setRevisionState(tx, [revision_id], pair_count > 0 ? 'kept' : 'retired', nowMs)
}

async function appendedSince(tx: Tx, document: DocumentRow, baseCount: number): Promise<Pair[]> {
  const rows = await readPairs(
    tx,
    document.revision_id,
    baseCount,
    Math.max(0, document.pair_count - baseCount),
  )
  return rows.map(({ question, answer, keywords, origin }) => ({
    question,
    answer,
    keywords: keywords === null ? [] : (JSON.parse(keywords) as string[]),
    ...(origin === null ? {} : { origin }),
  }))
}

/** Newer content ends the conversion under way and the draft that waits. Under the lock of the document's row. */
export async function supersede(
  tx: Tx,
  { database }: Pick<Knowledge, 'database'>,
  documentIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const running = await retireRuns(tx, documentIds, nowMs)
  await dropDrafts(tx, documentIds, nowMs)
  tx.afterCommit(() => {
    for (const runId of running) database.announcements.notify('conversionDropped', { runId })
  })
}

export async function dropDrafts(tx: Tx, documentIds: readonly string[], nowMs: number): Promise<void> {
  const revisions = await deleteDrafts(tx, documentIds)
  if (revisions.length > 0) await setRevisionState(tx, revisions, 'retired', nowMs)
}

export interface Appending {
  /** Written with the pairs, or neither is. */
  readonly also?: (tx: Tx) => Promise<void>
  /** What the document must hold; pairs unless said otherwise. */
  readonly kinds?: readonly DocumentKind[]
}

/** Few pairs join the revision that is shown. Many are written behind a copy of it, which replaces it. */
export async function appendPairs(
  knowledge: Knowledge,
  agentId: string,
  docId: string,
  pairs: readonly Pair[],
  { also = async () => {}, kinds = ['QA'] }: Appending = {},
): Promise<void> {
  const { database } = knowledge
  const show = async (tx: Tx, document: DocumentRow, revisionId: string) => {
    // A document of which nothing could be made is available once it shows a pair.
    const isMended = document.status === 'FAILED' && document.pair_count === 0
    await turnDocument(tx, document, {
      revision_id: revisionId,
      pair_count: document.pair_count + pairs.length,
      char_count: document.char_count + charCount(pairs),
      status: isMended ? 'AVAILABLE' : document.status,
      updated_at: knowledge.clock.now(),
    })
    await also(tx)
  }
  if (pairs.length <= DIRECT_PAIRS) {
    await database.transaction('revisions', async (tx) => {
      const document = await lockOrFail(tx, agentId, docId)
      checkKind(document, kinds, 'append')
      await insertPairs(tx, document.revision_id, document.pair_count, pairs)
      await show(tx, document, document.revision_id)
    })
  } else while (!(await appendMany())) {}
  knowledge.changed()

  /** False when the document changed meanwhile: the copy starts over. */
  async function appendMany(): Promise<boolean> {
    const before = await requireDocument(database, agentId, docId)
    checkKind(before, kinds, 'append')
    const copy = await writeRevision(knowledge, docId, async (writing) => {
      await writing.copy(before)
      await writing.add(pairs)
    })
    return showContent(knowledge, docId, copy, 'live', async (tx, { revisionId }) => {
      const now = await lockOrFail(tx, agentId, docId)
      const isSame = now.revision_id === before.revision_id && now.pair_count === before.pair_count
      const retired = isSame ? before.revision_id : revisionId
      await setRevisionState(tx, [retired], 'retired', knowledge.clock.now())
      if (!isSame) return false
      await show(tx, now, revisionId)
      await moveRuns(tx, docId, before.revision_id, revisionId)
      await moveImports(tx, docId, before.revision_id, revisionId)
      return true
    })
  }
}

/** Returns to what the document showed before its last change, in one transaction. A second call undoes the first. */
export async function rollback(
  knowledge: Knowledge,
  agentId: string,
  docId: string,
): Promise<{ pairs: number }> {
  const { database, clock } = knowledge
  const pairs = await database.transaction('revisions: copy', async (tx) => {
    const now = clock.now()
    const document = await lockOrFail(tx, agentId, docId)
    const runs = await runsOfDocument(tx, agentId, docId)
    if (runs.some(({ state }) => state === 'running'))
      throw new Fault('conflict', 'The document is being converted. Go back once that has ended.')
    const kept = await findKept(tx, docId)
    // The row may have been cleared since it was read.
    if (!kept || (await deleteKept(tx, [docId])).length === 0) throw nothingKept()
    const { revision_id, pair_count, char_count, format, source_url } = kept
    await keepShown(tx, document, now)
    await setRevisionState(tx, [revision_id], 'live', now)
    const status = (await findDraft(tx, agentId, docId)) ? 'PROCESSING' : 'AVAILABLE'
    const shown = { revision_id, pair_count, char_count, format, source_url, status, updated_at: now }
    await turnDocument(tx, document, shown)
    // Pairs appended since a draft or a conversion began are no longer at the end of what the document shows.
    await changeDraft(tx, docId, { base_count: null })
    await forgetBase(tx, docId)
    return pair_count
  })
  knowledge.changed()
  return { pairs }
}

export const nothingKept = () =>
  new Fault('conflict', 'There is nothing to go back to: the document was never replaced, or too long ago.')

export const isList = (content: Content): content is readonly Pair[] => Array.isArray(content)

function charCount(pairs: readonly Pair[]): number {
  let chars = 0
  for (const { question, answer } of pairs) chars += question.length + answer.length
  return chars
}
