/** Previews the changes of a document: by its draft, by going back, or by a list of pairs that is not stored. */
import type { KnowledgePlan, PlanList } from '@tandem/contract/admin-review'
import type { Reader } from '../../platform/database/handle.ts'
import { type PairText, pagesOf } from '../pair-store.ts'
import { revisionsOf } from '../revision-store.ts'
import { previousOf } from '../rollback.ts'
import type { DocumentRow } from '../store.ts'
import { comparePairs, type Source } from './compare-pairs.ts'
import type { DraftRow } from './draft-store.ts'
import { approvedPairs, countDraft, requireDraft } from './read-draft.ts'

interface PlanPage {
  readonly list: PlanList
  readonly from: number
  readonly limit: number
}

export async function planDraft(db: Reader, document: DocumentRow, page: PlanPage): Promise<KnowledgePlan> {
  const draft = await requireDraft(db, document.agent_id, document.id)
  const { pending } = await countDraft(db, draft)
  const { base_ordinal } = draft
  async function* next() {
    yield* approvedPairs(db, draft)
    // Pairs appended since stay, as in `apply-draft.ts`.
    if (base_ordinal !== null) yield* pagesOf(db, document, { first: base_ordinal })
  }
  return planOf(db, document, next, page, planVersion(document, draft), pending)
}

export async function planRollback(
  db: Reader,
  document: DocumentRow,
  page: PlanPage,
): Promise<KnowledgePlan> {
  const previous = previousOf(await revisionsOf(db, document.id))
  const next = () => pagesOf(db, previous)
  return planOf(db, document, next, page, `${document.revision}.${previous.revision}`, 0)
}

export function planList(
  db: Reader,
  document: DocumentRow,
  list: readonly PairText[],
  page: PlanPage,
): Promise<KnowledgePlan> {
  async function* next() {
    yield list
  }
  return planOf(db, document, next, page, `${document.set_id}.${document.revision}`, 0)
}

/** Changes whenever the draft changes, or what the document shows. */
export function planVersion(document: DocumentRow, draft: DraftRow): string {
  return [draft.set_id, draft.version, document.set_id, document.revision].join('.')
}

async function planOf(
  db: Reader,
  document: DocumentRow,
  next: Source,
  page: PlanPage,
  version: string,
  pending: number,
): Promise<KnowledgePlan> {
  const now = () => pagesOf(db, document)
  const found = await comparePairs(now, next, page)
  return {
    version,
    counts: { ...found.counts, pending },
    list: page.list,
    items: found.items,
    next_from: found.nextFrom,
    contradictions: found.contradictions,
    contradiction_count: found.contradictionCount,
  }
}
