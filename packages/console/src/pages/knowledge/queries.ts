/** What the screens of knowledge read. */
import { TandemError } from '@tandem/sdk/source'
import { queryOptions } from '@tanstack/react-query'
import { admin, live, liveOf, queryClient } from '../../api.ts'
import type { CursorPage } from '../../list-merge.ts'

export type DocumentStatus = 'AVAILABLE' | 'PROCESSING' | 'FAILED'
export const statuses: readonly DocumentStatus[] = ['AVAILABLE', 'PROCESSING', 'FAILED']

export interface DocumentFilter {
  readonly base?: string | undefined
  readonly q?: string | undefined
}

const PAGE = 100

export const knowledge = {
  bases: (agentId: string) =>
    queryOptions({
      queryKey: ['bases', agentId],
      queryFn: async ({ signal }) =>
        (await admin.asAgent(agentId).knowledge.bases({ signal })).knowledge_base,
      meta: live('document'),
    }),
  counts: (agentId: string, { base, q }: DocumentFilter) =>
    queryOptions({
      queryKey: ['document-counts', agentId, base, q],
      queryFn: async ({ signal }) =>
        (await admin.documents.list({ agentId, baseId: base, q, limit: 1 }, { signal }).page()).counts,
      meta: live('document'),
    }),
  drafts: (agentId: string) =>
    queryOptions({
      queryKey: ['drafts', agentId],
      queryFn: async ({ signal }) =>
        (await admin.drafts.list({ agentId, limit: PAGE }, { signal }).page()).items,
      meta: live('document'),
    }),
  document: (agentId: string, docId: string) =>
    queryOptions({
      queryKey: ['document', agentId, docId],
      queryFn: ({ signal }) => admin.documents.get({ agentId, docId }, { signal }),
      meta: liveOf({ doc_id: docId }, 'document'),
    }),
  pair: (agentId: string, docId: string, pairId: string) =>
    queryOptions({
      queryKey: ['pair', agentId, docId, pairId],
      queryFn: ({ signal }) => admin.documents.getPair({ agentId, docId, pairId }, { signal }),
      meta: liveOf({ doc_id: docId }, 'document'),
    }),
  imports: (agentId: string) =>
    queryOptions({
      queryKey: ['imports', agentId],
      queryFn: async ({ signal }) => (await admin.documents.imports({ agentId }, { signal })).items,
      meta: liveOf({ agent_id: agentId }, 'document'),
    }),
  /** Null: the document was not made from a list of pairs in a file. */
  import: (agentId: string, docId: string) =>
    queryOptions({
      queryKey: ['import', agentId, docId],
      queryFn: ({ signal }) => admin.documents.import({ agentId, docId }, { signal }).catch(nullIfNotFound),
      meta: liveOf({ doc_id: docId }, 'document'),
    }),
  /** Null: the document was not converted. */
  conversion: (agentId: string, docId: string) =>
    queryOptions({
      queryKey: ['conversion', agentId, docId],
      queryFn: ({ signal }) =>
        admin.documents.conversion({ agentId, docId }, { signal }).catch(nullIfNotFound),
      meta: liveOf({ doc_id: docId }, 'document'),
    }),
  revisions: (agentId: string, docId: string) =>
    queryOptions({
      queryKey: ['revisions', agentId, docId],
      queryFn: async ({ signal }) => (await admin.documents.revisions({ agentId, docId }, { signal })).items,
      meta: liveOf({ doc_id: docId }, 'document'),
    }),
}

/** What every screen of knowledge shows may have changed. */
export const readAgain = () =>
  queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.kinds?.includes('document') ?? false })

function nullIfNotFound(error: unknown): null {
  if (error instanceof TandemError && error.status === 404) return null
  throw error
}

/** Lists that go on by a place, as pages that go on by a cursor. */
export function byPlace<Item, Page extends { items: readonly Item[]; next_from: number | null }>(
  page: Page,
): Page & CursorPage<Item> {
  return { ...page, next_cursor: page.next_from === null ? null : String(page.next_from) }
}
