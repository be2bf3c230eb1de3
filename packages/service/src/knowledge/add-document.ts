/** Adds a document made of question-answer pairs to a knowledge base. */
import type { DocumentKind } from '@tandem/contract/documents'
import { newId } from '../platform/ids.ts'
import { resolveBase } from './bases.ts'
import { insertDocument } from './store.ts'
import {
  type AlsoWrite,
  type Content,
  DIRECT_PAIRS,
  isList,
  type Knowledge,
  writeRevision,
} from './write-revision.ts'

export interface NewDocument {
  /** Where pairs were written for it already. */
  readonly id?: string
  readonly name: string
  readonly baseId: string | undefined
  readonly sourceUrl: string | null
  /** Pairs unless said otherwise. */
  readonly kind?: DocumentKind
  /** QA unless said otherwise. */
  readonly format?: string
  readonly pairs: Content
  readonly also?: AlsoWrite
}

export async function addDocument(
  knowledge: Knowledge,
  agentId: string,
  input: NewDocument,
): Promise<{ doc_id: string; doc_name: string }> {
  const { database, clock } = knowledge
  const now = clock.now()
  const id = input.id ?? newId(now)
  // Before writing many pairs for nothing, see that the base exists; it is looked up again when the document is shown.
  if (isList(input.pairs) && input.pairs.length > DIRECT_PAIRS) {
    await database.transaction((tx) => resolveBase(tx, clock, agentId, input.baseId))
  }
  await writeRevision(knowledge, id, input.pairs, async (tx, { revisionId, pairs, chars }) => {
    await insertDocument(tx, {
      id,
      agent_id: agentId,
      base_id: await resolveBase(tx, clock, agentId, input.baseId),
      name: input.name,
      kind: input.kind ?? 'QA',
      format: input.format ?? 'QA',
      source_url: input.sourceUrl,
      status: 'AVAILABLE',
      revision_id: revisionId,
      pair_count: pairs,
      char_count: chars,
      token_count: null,
      created_at: now,
      updated_at: now,
    })
    await input.also?.(tx, { documentId: id, revisionId })
  })
  knowledge.added()
  return { doc_id: id, doc_name: input.name }
}
