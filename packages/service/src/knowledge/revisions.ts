/**
 * The revisions of a document. A document shows one revision of its pairs; each change makes the next one, in one small
 * transaction, under the lock of the document's row. The last twenty can be gone back to for some days.
 *
 * A revision shows the rows of a set with `added_in <= revision < removed_in`. New content is a set of its own
 * (`write-set.ts`); a small change adds rows to the set that is shown and marks others as removed, so it costs as much as it
 * changes, however many pairs there are. Several appends in a row make one revision.
 *
 * Pairs from requests, imported files, conversions, approved drafts and texts all take this path.
 */
import type { RevisionKind } from '@tandem/contract/admin-pairs'
import type { DocumentKind } from '@tandem/contract/documents'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import { moveRuns, retireRuns } from './convert/run-store.ts'
import { checkBase, checkKind, lockOrFail, requireDocument } from './find-document.ts'
import type { ImportProgress } from './import/progress.ts'
import { moveImports } from './import/store.ts'
import type { RequireRoom } from './limit-knowledge.ts'
import { matchPairs, type PairChanges } from './match-pairs.ts'
import type { KnowledgeMetrics } from './metrics.ts'
import {
  deletePairsFrom,
  insertPairs,
  ordinalsSince,
  type Pair,
  pairOf,
  readPairs,
  reserveOrdinals,
  setStates,
} from './pair-store.ts'
import { deleteDrafts } from './review/draft-store.ts'
import { forgetRevisions, insertRevision, moveRevisions, revisionsOf, setReplaced } from './revision-store.ts'
import { type DocumentRow, updateDocument } from './store.ts'
import {
  type Content,
  countChars,
  discardSet,
  finishSet,
  isList,
  isSmall,
  type Kept,
  SLICE_PAIRS,
  type Written,
  writeSet,
} from './write-set.ts'

export interface Knowledge extends Pick<Core, 'clock' | 'database'> {
  /** To be called when a document was added: wakes background work (token counts, search). */
  readonly contentAdded: () => void
  /** To be called when a document changed or was deleted: also clears sets that no revision shows. */
  readonly contentChanged: () => void
  readonly metrics: KnowledgeMetrics
  readonly requireRoom: RequireRoom
}

/** The cause of a revision, and the person, if known. */
export interface Cause {
  readonly kind: RevisionKind
  readonly by: string | null
}

/** Another write in the transaction that shows a document's new content. */
export type WriteWithContent = (tx: Tx, shown: { documentId: string; setId: string }) => Promise<void>

/** Revisions that stay besides the one that is shown. */
const KEPT_REVISIONS = 20

interface NewRevision extends Cause, PairChanges {
  readonly set_id: string
  readonly pair_count: number
  readonly char_count: number
  readonly status: string
  readonly format?: string
  readonly source_url?: string | null
  /** Null until it is counted. */
  readonly token_count?: number | null
}

/** Shows the next revision of a document, whose row must be locked. Returns its number. */
export async function addRevision(
  tx: Tx,
  document: DocumentRow,
  to: NewRevision,
  nowMs: number,
): Promise<number> {
  const { id, format, source_url } = document
  const { kind, by, added, changed, removed, ...shown } = to
  const revision = document.revision + 1
  const [last, ...older] = await revisionsOf(tx, id)
  const joined = kind === 'append' && last?.kind === 'append' ? last : undefined
  if (last && !joined) await setReplaced(tx, id, last.revision, nowMs)
  await insertRevision(tx, {
    document_id: id,
    revision,
    kind,
    made_by: by,
    made_at: nowMs,
    replaced_at: null,
    added: added + (joined?.added ?? 0),
    changed,
    removed,
    set_id: to.set_id,
    pair_count: to.pair_count,
    char_count: to.char_count,
    format: to.format ?? format,
    source_url: to.source_url === undefined ? source_url : to.source_url,
  })
  const forgotten = joined ? [joined] : older.slice(KEPT_REVISIONS - 1)
  await forgetRevisions(tx, id, forgotten, nowMs)
  // This also raises the version of the base, by which the search indexes find the change.
  await updateDocument(tx, document, { ...shown, revision, updated_at: nowMs })
  return revision
}

interface Replacement {
  readonly docId: string
  readonly baseId: string | undefined
  readonly content: Content
  /** The kind that the document must have; pairs by default. */
  readonly kind?: DocumentKind
  readonly writeWithContent?: WriteWithContent | undefined
  readonly source?: NewSource
  readonly cause: Cause
}

/** Where the content comes from. An absent field stays as it is; null clears the address. */
interface NewSource {
  readonly format?: string | undefined
  readonly sourceUrl?: string | null | undefined
}

export async function replacePairs(
  knowledge: Knowledge,
  agentId: string,
  { docId, baseId, content, kind = 'QA', writeWithContent, source = {}, cause }: Replacement,
): Promise<{ doc_id: string; doc_name: string }> {
  const { database, clock } = knowledge
  const checked = (document: DocumentRow) => {
    checkBase(document, baseId)
    checkKind(document, [kind], 'update')
    return document
  }
  const show = async (tx: Tx, written: Written) => {
    const document = checked(await lockOrFail(tx, agentId, docId))
    await supersede(tx, knowledge, [docId], clock.now())
    await replaceSet(tx, document, written, source, cause, clock.now())
    await writeWithContent?.(tx, { documentId: docId, setId: written.setId })
    return document.name
  }
  // Unwritten pairs are checked before they are written.
  const matcher = isList(content)
    ? await matchPairs(database, checked(await requireDocument(database, agentId, docId)))
    : undefined
  await requireRoomFor(knowledge, agentId, content)
  const name = await finishSet(knowledge, docId, content, 'live', show, matcher)
  knowledge.contentChanged()
  return { doc_id: docId, doc_name: name }
}

/** Throws when the agent has no room for the content. Content that was written already is discarded then. */
export async function requireRoomFor(knowledge: Knowledge, agentId: string, content: Content): Promise<void> {
  const size = isList(content)
    ? { chars: countChars(content), pairs: content.length }
    : { chars: content.charCount, pairs: content.pairCount }
  try {
    await knowledge.requireRoom(agentId, size)
  } catch (error) {
    if (!isList(content)) await discardSet(knowledge, content.setId)
    throw error
  }
}

/**
 * Makes a document, whose row must be locked, show another set. Pairs that were appended since the new content was begun, from
 * `baseOrdinal` on, are added to it, without those that are in it already. Returns the number of pairs shown.
 */
export async function replaceSet(
  tx: Tx,
  document: DocumentRow,
  written: Written,
  { format, sourceUrl }: NewSource,
  cause: Cause,
  nowMs: number,
  baseOrdinal: number | null = null,
): Promise<number> {
  const { setId, pairCount, charCount, changes } = written
  const kept = baseOrdinal === null ? undefined : await keptIn(tx, document, written)
  if (written.kept && !kept) await deletePairsFrom(tx, setId, written.kept.first)
  const from = kept?.end ?? baseOrdinal
  const appended = from === null ? [] : await readPairs(tx, document, from, document.pair_count)
  if (appended.length > 0) {
    const first = await reserveOrdinals(tx, setId, 'live', appended.length, nowMs)
    await insertPairs(tx, setId, first ?? pairCount, appended.map(pairOf))
  }
  const shownCount = pairCount + (kept?.pairCount ?? 0) + appended.length
  await addRevision(
    tx,
    document,
    {
      ...cause,
      ...changes,
      set_id: setId,
      pair_count: shownCount,
      char_count: charCount + (kept?.charCount ?? 0) + countChars(appended),
      status: 'AVAILABLE',
      ...(format === undefined ? {} : { format }),
      ...(sourceUrl === undefined ? {} : { source_url: sourceUrl }),
    },
    nowMs,
  )
  return shownCount
}

/** The pairs that were copied into the set before; undefined when the document has since changed or removed pairs. */
async function keptIn(tx: Tx, document: DocumentRow, { kept }: Written): Promise<Kept | undefined> {
  if (!kept) return undefined
  const since = await ordinalsSince(tx, document.set_id, kept.revision)
  const isChanged = since.some((ordinal) => ordinal < kept.end)
  return isChanged || document.pair_count !== kept.shownPairs + since.length ? undefined : kept
}

/** Drops running conversions and waiting drafts when newer content takes their place. The documents' rows must be locked. */
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
  const sets = await deleteDrafts(tx, documentIds)
  if (sets.length > 0) await setStates(tx, sets, 'retired', nowMs)
}

interface Appending {
  /** Written in the transaction that shows the pairs. */
  readonly writeWithContent?: WriteWithContent | undefined
  /** The kind that the document must have; pairs by default. */
  readonly kinds?: readonly DocumentKind[]
  readonly by: string | null
  /** Starts to store the progress when many pairs are written, into this set. */
  readonly follow?: (setId: string) => ImportProgress
}

/** A few pairs are added to the set that is shown. Many are written after a copy of the set, which takes its place. */
export async function appendPairs(
  knowledge: Knowledge,
  agentId: string,
  docId: string,
  pairs: readonly Pair[],
  { writeWithContent, kinds = ['QA'], by, follow }: Appending,
): Promise<void> {
  const { database, clock } = knowledge
  const show = async (tx: Tx, document: DocumentRow, setId: string) => {
    const revision = await addRevision(
      tx,
      document,
      {
        ...{ kind: 'append', by, added: pairs.length, changed: 0, removed: 0, set_id: setId },
        pair_count: document.pair_count + pairs.length,
        char_count: document.char_count + countChars(pairs),
        status: statusWithPairs(document),
      },
      clock.now(),
    )
    await writeWithContent?.(tx, { documentId: docId, setId })
    return revision
  }
  await requireRoomFor(knowledge, agentId, pairs)
  if (isSmall(pairs)) {
    await database.transaction('revisions: append', async (tx) => {
      const document = await lockOrFail(tx, agentId, docId)
      checkKind(document, kinds, 'append')
      await addToSet(tx, document, pairs, clock.now())
      await show(tx, document, document.set_id)
    })
  } else while ((await appendMany()) === undefined) {}
  knowledge.contentChanged()

  /** Undefined when the document changed meanwhile: the copy starts over. */
  async function appendMany(): Promise<number | undefined> {
    const before = await requireDocument(database, agentId, docId)
    checkKind(before, kinds, 'append')
    const copy = await writeSet(knowledge, docId, async (writing) => {
      const progress = follow?.(writing.written.setId)
      await writing.copy(before)
      for (let at = 0; at < pairs.length; at += SLICE_PAIRS) {
        const some = pairs.slice(at, at + SLICE_PAIRS)
        await writing.add(some, before.revision + 1)
        await progress?.report({ read: at + some.length, total: pairs.length })
      }
      await progress?.end()
    })
    return showCopy(knowledge, before, before.set_id, copy, show)
  }
}

/** Lets the copy of a set take its place, and shows it. Undefined when the document has changed since it was `seen`. */
export function showCopy<T>(
  knowledge: Knowledge,
  seen: DocumentRow,
  from: string,
  copy: Written,
  show: (tx: Tx, document: DocumentRow, setId: string) => Promise<T>,
): Promise<T | undefined> {
  return finishSet(knowledge, seen.id, copy, 'live', async (tx, { setId: to }) => {
    const document = await lockOrFail(tx, seen.agent_id, seen.id)
    const isSame = document.revision === seen.revision
    await setStates(tx, [isSame ? from : to], 'retired', knowledge.clock.now())
    if (!isSame) return undefined
    await moveRevisions(tx, from, to)
    await moveRuns(tx, seen.id, from, to)
    await moveImports(tx, seen.id, from, to)
    return show(tx, document, to)
  })
}

/** A document whose conversion failed is available once it shows a pair. */
export const statusWithPairs = ({ status, pair_count }: DocumentRow) =>
  status === 'FAILED' && pair_count === 0 ? 'AVAILABLE' : status

/** Adds pairs to the set that a document shows; its next revision shows them. Returns the first ordinal. */
export async function addToSet(
  tx: Tx,
  { id, set_id, revision }: DocumentRow,
  pairs: readonly Pair[],
  nowMs: number,
): Promise<number> {
  const first = await reserveOrdinals(tx, set_id, 'live', pairs.length, nowMs)
  if (first === undefined) throw new Error(`The set of document ${id} is not live.`)
  await insertPairs(tx, set_id, first, pairs, revision + 1)
  return first
}
