/**
 * The indexes in memory, one for each base that was searched. Each is updated before a search, dropped (least recently used
 * first) when all together are too large, and rebuilt when most of it is removed pairs. Indexes of large bases are also stored
 * in files, from which they are read after a restart.
 */
import type { Reader } from '../../../platform/database/handle.ts'
import { type BaseVersion, baseVersion, largestBases } from '../store.ts'
import { loadVectors } from '../vectors/load-vectors.ts'
import type { Semantics } from '../vectors/semantics.ts'
import { catchUp, emptyIndex, type KeptIndex } from './catch-up.ts'
import { createDraftIndex } from './draft-index.ts'
import { createIndexFiles, type IndexFilesOptions } from './index-files.ts'
import { readSnapshot } from './snapshot-file.ts'

/** An index is rebuilt when more of its phrasings are removed than shown, and at least this many. */
const DEAD_AT_LEAST = 2000
/** Only the last used indexes are updated in the background; the others catch up when they are searched. */
const REFRESHED = 10
/** An index of fewer pairs is built in no time when it is first searched. */
const WARMED_PAIRS = 1000

export type Indexes = ReturnType<typeof createIndexes>

interface Slot {
  kept: KeptIndex
  bytes: number
  /** The catching up under way. */
  work: Promise<void> | undefined
  /** There may be vectors in the database that are not in the index. */
  lacksVectors: boolean
}

interface IndexesOptions {
  readonly database: Reader
  readonly limitBytes: number
  readonly semantics?: Semantics | undefined
  /** Called when there may be vectors to load, which a refresh does. */
  readonly wakeRefresh?: () => void
  readonly files?: IndexFilesOptions | undefined
  readonly onUnsaved?: (error: Error) => void
}

export function createIndexes(options: IndexesOptions) {
  const { database, limitBytes, semantics } = options
  const withVectors = semantics !== undefined
  /** In the order they were last used. */
  const slots = new Map<string, Slot>()

  const total = () => {
    let bytes = 0
    for (const slot of slots.values()) bytes += slot.bytes
    return bytes
  }

  function evict(): void {
    for (const id of slots.keys()) {
      if (slots.size <= 1 || total() <= limitBytes) return
      slots.delete(id)
    }
  }

  /** The catching up under way, or a new one. */
  function workOn(slot: Slot, base: BaseVersion): Promise<void> {
    slot.work ??= follow(slot, base).finally(() => {
      slot.work = undefined
    })
    return slot.work
  }

  async function follow(slot: Slot, base: BaseVersion): Promise<void> {
    if (slot.kept.version < 0 && options.files)
      slot.kept = (await readSnapshot(options.files.folder, base, withVectors)) ?? slot.kept
    if (!(await catchUp(database, slot.kept, base)))
      slot.kept = { ...emptyIndex(withVectors), version: base.version }
    if (slot.kept.index.dead > Math.max(DEAD_AT_LEAST, slot.kept.index.phrasings))
      await rebuild(slot, base.id)
    slot.bytes = slot.kept.index.bytes
    evict()
    if (withVectors) wantVectors(slot)
  }

  function wantVectors(slot: Slot): void {
    slot.lacksVectors = true
    options.wakeRefresh?.()
  }

  async function readVectors(slot: Slot, id: string): Promise<void> {
    if (!semantics || !slot.lacksVectors) return
    slot.lacksVectors = false
    await loadVectors(database, slot.kept.index, id, semantics)
    slot.bytes = slot.kept.index.bytes
    evict()
  }

  /** Searches under way go on with the old index. */
  async function rebuild(slot: Slot, id: string): Promise<void> {
    const fresh = emptyIndex(withVectors)
    const base = await baseVersion(database, id)
    if (!base || !(await catchUp(database, fresh, base))) return
    if (semantics) await loadVectors(database, fresh.index, id, semantics)
    slot.kept = fresh
    slot.bytes = fresh.index.bytes
  }

  /** The index of a base, at that version or a later one. */
  async function ready(base: BaseVersion): Promise<KeptIndex> {
    const slot = slots.get(base.id) ?? {
      kept: emptyIndex(withVectors),
      bytes: 0,
      work: undefined,
      lacksVectors: withVectors,
    }
    slots.delete(base.id)
    slots.set(base.id, slot)
    while (slot.kept.version < base.version) await workOn(slot, base)
    return slot.kept
  }

  const files =
    options.files &&
    createIndexFiles({
      ...options.files,
      slots,
      async rebuild(id) {
        const slot = slots.get(id)
        if (slot) await rebuild(slot, id)
      },
      versionOf: async (id) => (await baseVersion(database, id))?.version,
      onUnsaved: options.onUnsaved ?? (() => {}),
    })

  return {
    ready,
    drafts: createDraftIndex({ database, semantics }),
    /** Undefined unless indexes are stored in files. */
    files,
    /** Undefined without embeddings. */
    semantics,
    /** To be called when the database has new vectors of a base. */
    noteNewVectors(baseId: string) {
      const slot = slots.get(baseId)
      if (slot) wantVectors(slot)
    },
    /** Updates the last used indexes, so that the next search need not, and loads new vectors. */
    async refresh() {
      for (const [id, slot] of [...slots].slice(-REFRESHED).reverse()) {
        const base = await baseVersion(database, id)
        if (base && base.version > slot.kept.version) await workOn(slot, base)
        await readVectors(slot, id)
      }
    },
    /** Builds the indexes of the largest bases, so that the first search after a start need not. */
    async warmUp() {
      for (const base of await largestBases(database, WARMED_PAIRS, REFRESHED)) {
        // Indexes in use come first: none of them is dropped for these.
        if (total() > limitBytes / 2) return
        await ready(base)
      }
    },
    get count() {
      return slots.size
    },
  }
}
