/**
 * Stores the indexes of large bases in files, so that they need not be built anew after a restart. Decides when a file is
 * written, and that none holds removed pairs for long.
 */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { changesOf, type KeptIndex } from './catch-up.ts'
import { readSnapshotHeader, writeSnapshot } from './snapshot-file.ts'

/** A file is written again when this share of the phrasings was added or removed since. */
const CHANGED_SHARE = 0.1

export interface IndexFilesOptions {
  readonly folder: string
  /** An index of fewer phrasings gets no file: it is built in a second or two. */
  readonly leastPhrasings: number
}

interface IndexFilesDeps extends IndexFilesOptions {
  /** By base. An index with work under way may hold a part of a document. */
  readonly slots: ReadonlyMap<string, { readonly kept: KeptIndex; readonly work: unknown }>
  /** Replaces the index of a base by one built anew. */
  readonly rebuild: (baseId: string) => Promise<void>
  readonly versionOf: (baseId: string) => Promise<number | undefined>
  /** Called when a file could not be written: the index is built anew at the next start. */
  readonly onUnsaved: (error: Error) => void
}

export function createIndexFiles(deps: IndexFilesDeps) {
  const { folder, leastPhrasings, slots } = deps
  /** One at a time. */
  let last = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work).catch(deps.onUnsaved)
    return last
  }

  async function save(share: number, mayGoOn = () => true): Promise<void> {
    for (const [id, { work, kept }] of [...slots]) {
      const { phrasings } = kept.index
      if (work || phrasings < leastPhrasings || changesOf(kept) - kept.saved <= share * phrasings) continue
      await writeSnapshot(folder, id, kept, mayGoOn)
    }
  }

  async function isWanted(id: string): Promise<boolean> {
    const [version, slot] = [await deps.versionOf(id), slots.get(id)]
    if (version === undefined) return false
    if (slot) return slot.kept.saved > 0
    const header = await readSnapshotHeader(folder, id)
    return header !== undefined && !header.holdsGone && header.version === version
  }

  return {
    /** Writes the files of indexes that have changed much since. */
    save: () => inTurn(() => save(CHANGED_SHARE)),
    /** Writes the files of all indexes that have changed, while `mayGoOn` returns true. */
    saveAll: (mayGoOn: () => boolean) => inTurn(() => save(0, mayGoOn)),
    /** Rewrites files that hold removed or replaced pairs, and deletes files that are no longer needed. */
    tidy: () =>
      inTurn(async () => {
        for (const [id, { kept }] of [...slots]) {
          if (kept.saved > 0 && kept.index.dead > 0) await deps.rebuild(id)
        }
        await save(CHANGED_SHARE)
        for (const id of await readdir(folder).catch(() => [])) {
          if (!(await isWanted(id))) await rm(join(folder, id), { force: true })
        }
      }),
  }
}
