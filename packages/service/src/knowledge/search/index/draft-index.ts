/**
 * The index of a base with the draft of one of its documents applied, to try the draft out. It is built from the database
 * beside the regular index, and only the last one is kept. Pending pairs count as approved. New questions of the draft have no
 * vectors: they match by words.
 */
import type { Reader } from '../../../platform/database/handle.ts'
import { startSlices } from '../../../platform/time-slices.ts'
import { PAGE_PAIRS, type PairText, readPairs } from '../../pair-store.ts'
import type { DraftRow } from '../../review/draft-store.ts'
import { pageReviewed, requireDraft } from '../../review/read-draft.ts'
import type { BaseVersion } from '../store.ts'
import { loadVectors } from '../vectors/load-vectors.ts'
import type { Semantics } from '../vectors/semantics.ts'
import { catchUp, dropParts, emptyIndex, type KeptIndex, readPart } from './catch-up.ts'

export function createDraftIndex({
  database,
  semantics,
}: {
  readonly database: Reader
  readonly semantics: Semantics | undefined
}) {
  let kept: { readonly key: string; readonly made: Promise<KeptIndex> } | undefined
  /** One is built at a time. */
  let last: Promise<unknown> = Promise.resolve()

  async function build(base: BaseVersion, draft: DraftRow): Promise<KeptIndex> {
    const fresh = emptyIndex(semantics !== undefined)
    await catchUp(database, fresh, base)
    const shown = await withDraft(database, fresh, draft)
    if (semantics) await loadVectors(database, fresh.index, base.id, semantics)
    return shown
  }

  return {
    /** Throws when the document has no draft any more. */
    async ready(base: BaseVersion, agentId: string, docId: string): Promise<KeptIndex> {
      const draft = await requireDraft(database, agentId, docId)
      const key = [base.id, base.version, draft.set_id, draft.version].join('.')
      if (kept?.key === key) return kept.made
      const made = last.then(() => build(base, draft))
      const mine = { key, made }
      kept = mine
      last = made.catch(() => {
        if (kept === mine) kept = undefined
      })
      return made
    },
    forget() {
      kept = undefined
    },
  }
}

/** Replaces what the document shows by its draft; pairs appended since then stay, as in `apply-draft.ts`. */
async function withDraft(db: Reader, fresh: KeptIndex, draft: DraftRow): Promise<KeptIndex> {
  const { index, documents } = fresh
  const { document_id: docId, set_id: setId, base_ordinal, pair_count } = draft
  const slices = startSlices()
  const edited = new Map<string, PairText>()
  const now = documents.get(docId)
  if (!now) return fresh
  const part = index.openPart(docId, setId)
  for (let from: number | null = 0; from !== null; ) {
    const { items, nextFrom } = await pageReviewed(db, draft, undefined, from, PAGE_PAIRS)
    for (const { ordinal, state, question, answer } of items) {
      if (state === 'dropped') continue
      if (state === 'edited') edited.set(placeKey({ setId, ordinal }), { question, answer })
      index.addPair(ordinal, question, answer, [])
      if (slices.over()) await slices.pause()
    }
    from = nextFrom
  }
  const parts = [part]
  if (base_ordinal !== null) {
    const shown = { id: docId, set_id: now.setId, revision: now.revision }
    const appended = (first: number) => readPairs(db, shown, Math.max(first, base_ordinal), PAGE_PAIRS)
    parts.push((await readPart(index, shown, appended, slices)).part)
  }
  await dropParts(index, now.parts, slices)
  for (const each of parts) each.live = true
  documents.set(docId, { name: now.name, setId, revision: 0, pairCount: pair_count, parts })
  return { ...fresh, edited }
}

export const placeKey = ({ setId, ordinal }: { setId: string; ordinal: number }) => `${setId}.${ordinal}`
