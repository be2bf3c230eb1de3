/**
 * Updates an index to a version of its base: reads the documents that changed since, adds what is new, and shows it in the same
 * step in which it hides what it replaces. An empty index is built in the same way. Works in slices.
 */
import { BaseIndex, type Part } from '@tandem/search/base-index'
import type { Reader } from '../../../platform/database/handle.ts'
import { startSlices, type TimeSlices } from '../../../platform/time-slices.ts'
import {
  addedBetween,
  keywordsOf,
  type PairRow,
  type PairText,
  readPairs,
  removedBetween,
  type SetRevision,
} from '../../pair-store.ts'
import {
  type BaseVersion,
  baseVersion,
  type ChangedDocument,
  changedDocuments,
  documentIdsIn,
} from '../store.ts'

/** Larger pages than elsewhere: in the thread of the search they hold up no request. */
const PAGE_PAIRS = 100

export interface IndexedDocument {
  name: string
  setId: string
  revision: number
  pairCount: number
  parts: Part[]
}

export interface KeptIndex {
  index: BaseIndex
  /** The version of the base that it shows; -1 until it has caught up for the first time. */
  version: number
  readonly documents: Map<string, IndexedDocument>
  /** By `placeKey`: pairs whose text is not that of the database, because an editor changed them in a draft. */
  readonly edited?: ReadonlyMap<string, PairText>
  /** `changesOf` when it was last written to its file; 0 without a file. */
  saved: number
}

/** The number of phrasings ever added or removed; while it is the same, so is the index. */
export const changesOf = ({ index }: Pick<KeptIndex, 'index'>) => index.part.length + index.dead

export function emptyIndex(withVectors: boolean): KeptIndex {
  return { index: new BaseIndex({ withVectors }), version: -1, documents: new Map(), saved: 0 }
}

/** Returns false when the base is gone. Starts over when a document changes while it is read. */
export async function catchUp(db: Reader, kept: KeptIndex, base: BaseVersion): Promise<boolean> {
  let before: number | undefined
  for (let to: BaseVersion | undefined = base; to; to = await baseVersion(db, base.id)) {
    if (await catchUpOnce(db, kept, to, to.version === before)) return true
    before = to.version
  }
  return false
}

/**
 * Returns false when a document changed while it was read: then `base` is out of date. With `isSame`, the try before was at the
 * same version: then no document has changed since, and the pairs that were found are all.
 */
async function catchUpOnce(
  db: Reader,
  kept: KeptIndex,
  base: BaseVersion,
  isSame: boolean,
): Promise<boolean> {
  const slices = startSlices()
  let isComplete = true
  for (const row of await changedDocuments(db, base.id, kept.version)) {
    const known = kept.documents.get(row.id)
    if (known) known.name = row.name
    if (known?.setId === row.set_id && known.revision === row.revision) continue
    if (known && (await followChanges(db, kept.index, known, row, slices))) continue
    const all = (first: number) => readPairs(db, row, first, PAGE_PAIRS)
    const { part, count } = await readPart(kept.index, row, all, slices)
    if (count !== row.pair_count && !isSame) {
      // The revision was replaced and cleared meanwhile.
      await dropParts(kept.index, [part], slices)
      isComplete = false
      continue
    }
    // Nothing is awaited before `dropParts` hides the old parts, so no search sees both or neither.
    part.live = true
    const { name, set_id: setId, revision, pair_count: pairCount } = row
    kept.documents.set(row.id, { name, setId, revision, pairCount, parts: [part] })
    if (known) await dropParts(kept.index, known.parts, slices)
  }
  if (base.removed_version > kept.version) await dropRemoved(db, kept, base.id, slices)
  if (isComplete) kept.version = base.version
  return isComplete
}

/**
 * Reads only the pairs that were added and removed since the known revision. Returns false when that is impossible: the
 * document shows another set, was put back to an earlier state, or removed rows are cleared already.
 */
async function followChanges(
  db: Reader,
  index: BaseIndex,
  known: IndexedDocument,
  row: ChangedDocument,
  slices: TimeSlices,
): Promise<boolean> {
  if (known.setId !== row.set_id || known.revision > row.revision) return false
  const gone = await removedBetween(db, known.revision, row)
  const added = (first: number) => addedBetween(db, known.revision, row, first, PAGE_PAIRS)
  const { part, count } = await readPart(index, row, added, slices)
  if (known.pairCount - gone.length + count !== row.pair_count) {
    await dropParts(index, [part], slices)
    return false
  }
  // Shown and hidden in one step: nothing is awaited here.
  part.live = true
  for (const ordinal of gone) known.parts.some((each) => index.removePair(each, ordinal))
  known.parts.push(part)
  known.revision = row.revision
  known.pairCount = row.pair_count
  return true
}

/** Adds a hidden part with the pairs that `read` returns, page by page. */
export async function readPart(
  index: BaseIndex,
  { id, set_id, revision }: SetRevision & { readonly id: string },
  read: (first: number) => Promise<readonly PairRow[]>,
  slices: TimeSlices,
): Promise<{ part: Part; count: number }> {
  const part = index.openPart(id, set_id, revision)
  let count = 0
  try {
    for (let page = await read(0); page.length > 0; ) {
      for (const pair of page) {
        index.addPair(pair.ordinal, pair.question, pair.answer, keywordsOf(pair))
        if (slices.over()) await slices.pause()
      }
      count += page.length
      page = await read((page.at(-1)?.ordinal ?? 0) + 1)
    }
  } catch (error) {
    await dropParts(index, [part], slices)
    throw error
  }
  return { part, count }
}

export async function dropParts(index: BaseIndex, parts: readonly Part[], slices: TimeSlices): Promise<void> {
  // All are hidden at once; their counts are subtracted in slices.
  for (const part of parts) part.live = false
  for (const part of parts) {
    for (let next = part.from; next < part.to; ) {
      next = index.forget(part, next, slices.over)
      if (slices.over()) await slices.pause()
    }
  }
}

async function dropRemoved(db: Reader, kept: KeptIndex, baseId: string, slices: TimeSlices): Promise<void> {
  const present = await documentIdsIn(db, baseId)
  for (const [id, { parts }] of kept.documents) {
    if (present.has(id)) continue
    kept.documents.delete(id)
    await dropParts(kept.index, parts, slices)
  }
}
