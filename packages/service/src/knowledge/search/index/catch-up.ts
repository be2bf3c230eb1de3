/**
 * Brings an index up to a version of its base: reads the documents that changed since, adds what is new, and shows it in one
 * step with the hiding of what it replaces. An empty index is built in the same way. Works in slices.
 */

import { BaseIndex, type Part } from '@tandem/search/base-index'
import type { Reader } from '../../../platform/database/handle.ts'
import { type Slices, startSlices } from '../../../platform/slices.ts'
import { readPairs } from '../../pair-store.ts'
import { type BaseVersion, changedDocuments, documentIdsIn } from '../store.ts'

const PAGE_PAIRS = 100

interface IndexedDocument {
  name: string
  revisionId: string
  pairCount: number
  parts: Part[]
}

export interface KeptIndex {
  index: BaseIndex
  /** The version of the base it is at; -1 when it has seen nothing yet. */
  version: number
  readonly documents: Map<string, IndexedDocument>
  /** Pairs whose text is not that of the database, by their places: those an editor changed in a draft. */
  readonly edited?: ReadonlyMap<string, { readonly question: string; readonly answer: string }>
  /** `changesOf` when it was last written to its file; 0 when there is none. */
  saved: number
}

/** How many phrasings have come and gone; two that differ are two states of the index. */
export const changesOf = ({ index }: Pick<KeptIndex, 'index'>) => index.part.length + index.dead

export function emptyIndex(withVectors: boolean): KeptIndex {
  return { index: new BaseIndex({ withVectors }), version: -1, documents: new Map(), saved: 0 }
}

/** False when a document changed while it was read: then what `base` says is out of date, and it must be read again. */
export async function catchUp(db: Reader, kept: KeptIndex, base: BaseVersion): Promise<boolean> {
  const slices = startSlices()
  let whole = true
  for (const row of await changedDocuments(db, base.id, kept.version)) {
    const known = kept.documents.get(row.id)
    if (known) known.name = row.name
    // Pairs are only ever added to a revision; a database put back to an earlier state may have fewer than were read.
    const same = known?.revisionId === row.revision_id && known.pairCount <= row.pair_count
    if (same && known.pairCount === row.pair_count) continue
    const first = same ? known.pairCount : 0
    const part = await readPart(db, kept.index, row.id, row.revision_id, first, row.pair_count, slices)
    if (!part) {
      whole = false
      continue
    }
    part.live = true
    if (same) {
      known.parts.push(part)
      known.pairCount = row.pair_count
      continue
    }
    kept.documents.set(row.id, {
      name: row.name,
      revisionId: row.revision_id,
      pairCount: row.pair_count,
      parts: [part],
    })
    if (known) await drop(kept.index, known.parts, slices)
  }
  if (base.removed_version > kept.version) await dropRemoved(db, kept, base.id, slices)
  if (whole) kept.version = base.version
  return whole
}

/** Undefined when pairs are missing, because the revision was replaced and cleared meanwhile. */
export async function readPart(
  db: Reader,
  index: BaseIndex,
  docId: string,
  revisionId: string,
  first: number,
  end: number,
  slices: Slices,
): Promise<Part | undefined> {
  const part = index.openPart(docId, revisionId)
  try {
    for (let next = first; next < end; ) {
      const rows = await readPairs(db, revisionId, next, Math.min(PAGE_PAIRS, end - next))
      if (rows.length === 0) {
        await drop(index, [part], slices)
        return undefined
      }
      for (const { ordinal, question, answer, keywords } of rows) {
        index.addPair(ordinal, question, answer, keywords ? (JSON.parse(keywords) as string[]) : [])
        if (slices.over()) await slices.pause()
      }
      next += rows.length
    }
  } catch (error) {
    await drop(index, [part], slices)
    throw error
  }
  return part
}

export async function drop(index: BaseIndex, parts: readonly Part[], slices: Slices): Promise<void> {
  // Hidden at once, all of them; what they counted is taken back in slices.
  for (const part of parts) part.live = false
  for (const part of parts) {
    for (let next = part.from; next < part.to; ) {
      next = index.forget(part, next, slices.over)
      if (slices.over()) await slices.pause()
    }
  }
}

async function dropRemoved(db: Reader, kept: KeptIndex, baseId: string, slices: Slices): Promise<void> {
  const present = await documentIdsIn(db, baseId)
  for (const [id, { parts }] of kept.documents) {
    if (present.has(id)) continue
    kept.documents.delete(id)
    await drop(kept.index, parts, slices)
  }
}
