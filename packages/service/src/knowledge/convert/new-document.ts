/** A document that is there before its pairs are: it shows nothing until they are, or until they are approved. */
import type { Tx } from '../../platform/database/handle.ts'
import { newId } from '../../platform/ids.ts'
import { resolveBase } from '../bases.ts'
import { insertRevision } from '../pair-store.ts'
import { type DocumentRow, insertDocument } from '../store.ts'
import type { Knowledge } from '../write-revision.ts'

export interface NewPlace {
  readonly name: string
  readonly baseId: string | undefined
}

export async function insertEmptyDocument(
  tx: Tx,
  { clock }: Pick<Knowledge, 'clock'>,
  input: NewPlace & { id: string; agentId: string; sourceUrl: string | null; format: string },
): Promise<DocumentRow> {
  const now = clock.now()
  const revisionId = newId(now)
  await insertRevision(tx, { id: revisionId, document_id: input.id, state: 'live', touched_at: now })
  const row: DocumentRow = {
    id: input.id,
    agent_id: input.agentId,
    base_id: await resolveBase(tx, clock, input.agentId, input.baseId),
    name: input.name,
    kind: 'QA',
    format: input.format,
    source_url: input.sourceUrl,
    status: 'PROCESSING',
    revision_id: revisionId,
    pair_count: 0,
    char_count: 0,
    token_count: null,
    created_at: now,
    updated_at: now,
  }
  await insertDocument(tx, row)
  return row
}
