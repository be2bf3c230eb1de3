/** Adds and deletes documents. What they show is a revision; see `revisions.ts`. */
import type { DocumentKind } from '@tandem/contract/documents'
import type { Tx } from '../platform/database/handle.ts'
import { newId } from '../platform/ids.ts'
import { resolveBase } from './bases.ts'
import { dropRuns } from './convert/run-store.ts'
import { documentNotFound } from './find-document.ts'
import { deleteImports } from './import/store.ts'
import { insertSet, setStates } from './pair-store.ts'
import { deleteRevisions, insertRevision } from './revision-store.ts'
import { type Cause, type Knowledge, requireRoomFor, supersede, type WriteWithContent } from './revisions.ts'
import { type DocumentRow, deleteDocuments, insertDocument, lockDocuments } from './store.ts'
import { type Content, finishSet, isList, isSmall } from './write-set.ts'

interface NewDocument {
  readonly name: string
  readonly baseId: string | undefined
  /** Given when pairs were written for the document already. */
  readonly id?: string
  readonly sourceUrl: string | null
  /** Pairs by default. */
  readonly kind?: DocumentKind
  /** QA by default. */
  readonly format?: string
  readonly content: Content
  readonly writeWithContent?: WriteWithContent | undefined
  readonly cause?: Cause
}

export async function addDocument(
  knowledge: Knowledge,
  agentId: string,
  input: NewDocument,
): Promise<{ doc_id: string; doc_name: string }> {
  const { database, clock } = knowledge
  const id = input.id ?? newId(clock.now())
  const { name, content, cause = { kind: 'add', by: null } } = input
  // A base that does not exist must refuse the request before many pairs are written for nothing.
  if (isList(content) && !isSmall(content))
    await database.transaction('documents', (tx) => resolveBase(tx, clock, agentId, input.baseId))
  await requireRoomFor(knowledge, agentId, content)
  await finishSet(knowledge, id, content, 'live', async (tx, { setId, pairCount, charCount }) => {
    const made = { revision: 1, status: 'AVAILABLE' }
    const row = await insertRow(tx, knowledge, {
      ...input,
      ...made,
      id,
      agentId,
      setId,
      pairCount,
      charCount,
    })
    const { set_id, revision, pair_count, char_count, format, source_url } = row
    await insertRevision(tx, {
      ...{ document_id: id, set_id, revision, kind: cause.kind, made_by: cause.by },
      ...{ made_at: row.created_at, replaced_at: null, added: pairCount, changed: 0, removed: 0 },
      ...{ pair_count, char_count, format, source_url },
    })
    await input.writeWithContent?.(tx, { documentId: id, setId })
  })
  knowledge.contentAdded()
  return { doc_id: id, doc_name: name }
}

/** A document that exists before its pairs do: it shows nothing until they are written, or approved. */
export async function insertEmptyDocument(
  tx: Tx,
  knowledge: Knowledge,
  input: {
    readonly id: string
    readonly agentId: string
    readonly name: string
    readonly baseId: string | undefined
    readonly sourceUrl: string | null
    readonly format: string
  },
): Promise<DocumentRow> {
  const now = knowledge.clock.now()
  const setId = newId(now)
  await insertSet(tx, { id: setId, document_id: input.id, state: 'live', touched_at: now })
  const empty = { setId, revision: 0, pairCount: 0, charCount: 0, status: 'PROCESSING' }
  return insertRow(tx, knowledge, { ...input, ...empty })
}

async function insertRow(
  tx: Tx,
  { clock }: Knowledge,
  input: Omit<NewDocument, 'content' | 'cause'> & {
    id: string
    agentId: string
    setId: string
    revision: number
    pairCount: number
    charCount: number
    status: string
  },
): Promise<DocumentRow> {
  const now = clock.now()
  const row: DocumentRow = {
    id: input.id,
    agent_id: input.agentId,
    base_id: await resolveBase(tx, clock, input.agentId, input.baseId),
    name: input.name,
    kind: input.kind ?? 'QA',
    format: input.format ?? 'QA',
    source_url: input.sourceUrl,
    status: input.status,
    set_id: input.setId,
    revision: input.revision,
    pair_count: input.pairCount,
    char_count: input.charCount,
    token_count: null,
    created_at: now,
    updated_at: now,
  }
  await insertDocument(tx, row)
  return row
}

/** Deletes all of the documents, or none. Their pairs are cleared afterwards. */
export async function removeDocuments(
  knowledge: Knowledge,
  agentId: string,
  ids: readonly string[],
): Promise<void> {
  const now = knowledge.clock.now()
  await knowledge.database.transaction('documents', async (tx) => {
    const found = await lockDocuments(tx, ids, agentId)
    const known = new Set(found.map(({ id }) => id))
    const unknown = ids.filter((id) => !known.has(id))
    if (unknown.length > 0) throw documentNotFound('doc', unknown)
    await deleteDocuments(tx, ids)
    for (const doc_id of ids) tx.happened({ kind: 'document', agent_id: agentId, doc_id, state: 'DELETED' })
    await deleteImports(tx, ids)
    await supersede(tx, knowledge, ids, now)
    await dropRuns(tx, ids, now)
    const shown = found.map(({ set_id }) => set_id)
    await setStates(tx, [...shown, ...(await deleteRevisions(tx, ids))], 'retired', now)
  })
  knowledge.contentChanged()
}
