/** Previews of what a document would become: by its draft, by going back, or by a list of pairs that is not stored. */
import type { KnowledgePlan, PlanList } from '@tandem/contract/admin-review'
import type { Reader } from '../../platform/database/handle.ts'
import { findKept, readPairs } from '../pair-store.ts'
import { nothingKept } from '../revisions.ts'
import type { DocumentRow } from '../store.ts'
import { comparePairs, type Said, type Source } from './compare-pairs.ts'
import type { DraftRow } from './draft-store.ts'
import { approvedPairs, countDraft, requireDraft } from './read-draft.ts'

export interface PlanPage {
  readonly list: PlanList
  readonly from: number
  readonly limit: number
}

const PAGE_PAIRS = 500

export async function planDraft(db: Reader, document: DocumentRow, page: PlanPage): Promise<KnowledgePlan> {
  const draft = await requireDraft(db, document.agent_id, document.id)
  const { pending } = await countDraft(db, draft)
  const { base_count } = draft
  async function* next() {
    yield* approvedPairs(db, draft)
    // What was appended since stays, as in `apply-draft.ts`.
    if (base_count !== null) yield* storedPairs(db, document.revision_id, base_count, document.pair_count)
  }
  return planOf(db, document, next, page, planVersion(document, draft), pending)
}

export async function planRollback(
  db: Reader,
  document: DocumentRow,
  page: PlanPage,
): Promise<KnowledgePlan> {
  const kept = await findKept(db, document.id)
  if (!kept) throw nothingKept()
  const next = () => storedPairs(db, kept.revision_id, 0, kept.pair_count)
  return planOf(db, document, next, page, `${document.revision_id}.${kept.revision_id}`, 0)
}

export function planList(
  db: Reader,
  document: DocumentRow,
  list: readonly Said[],
  page: PlanPage,
): Promise<KnowledgePlan> {
  async function* next() {
    for (let first = 0; first < list.length; first += PAGE_PAIRS) yield list.slice(first, first + PAGE_PAIRS)
  }
  return planOf(db, document, next, page, `${document.revision_id}.${document.pair_count}`, 0)
}

/** Changes with every change of the draft and of what the document shows. */
export function planVersion(document: DocumentRow, draft: DraftRow): string {
  return [draft.revision_id, draft.version, document.revision_id, document.pair_count].join('.')
}

async function planOf(
  db: Reader,
  document: DocumentRow,
  next: Source,
  page: PlanPage,
  version: string,
  pending: number,
): Promise<KnowledgePlan> {
  const now = () => storedPairs(db, document.revision_id, 0, document.pair_count)
  const { counts, items, contradictions, contradictionCount } = await comparePairs(now, next, page)
  const end = page.from + items.length
  return {
    version,
    counts: { ...counts, pending },
    list: page.list,
    items,
    next_from: end < counts[page.list] ? end : null,
    contradictions,
    contradiction_count: contradictionCount,
  }
}

async function* storedPairs(
  db: Reader,
  revisionId: string,
  from: number,
  end: number,
): AsyncGenerator<Said[]> {
  for (let first = from; first < end; first += PAGE_PAIRS) {
    yield await readPairs(db, revisionId, first, Math.min(PAGE_PAIRS, end - first))
  }
}
