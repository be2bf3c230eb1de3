/** Adds and deletes documents. What they show is a revision; see `revisions.ts`. */
import type { DocumentKind } from '@tandem/contract/documents'
import type { Tx } from '../platform/database/handle.ts'
import { newId } from '../platform/ids.ts'
import { resolveBase } from './bases.ts'
import { dropRuns } from './convert/run-store.ts'
import { documentNotFound, lockOrFail } from './find-document.ts'
import { deleteImports } from './import/store.ts'
import { insertSet, setStates } from './pair-store.ts'
import { deleteRevisions, insertRevision } from './revision-store.ts'
import {
  type Cause,
  type Knowledge,
  replacePairs,
  requireRoomFor,
  supersede,
  type WriteWithContent,
} from './revisions.ts'
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
  const { name, baseId, kind = 'QA', format = 'QA', content, cause = { kind: 'add', by: null } } = input
  // A base that does not exist must refuse the request before many pairs are written for nothing.
  if (isList(content) && !isSmall(content))
    await database.transaction('documents', (tx) => resolveBase(tx, clock, agentId, baseId))
  await requireRoomFor(knowledge, agentId, content)
  await finishSet(knowledge, id, content, 'live', async (tx, { setId, pairCount, charCount }) => {
    const sizes = { pair_count: pairCount, char_count: charCount }
    const shown = { set_id: setId, revision: 1, format, source_url: input.sourceUrl, ...sizes }
    const row = { id, agent_id: agentId, name, kind, status: 'AVAILABLE', ...shown }
    const { created_at } = await insertIntoBase(tx, knowledge, baseId, row)
    await insertRevision(tx, {
      ...shown,
      ...{ document_id: id, kind: cause.kind, made_by: cause.by, made_at: created_at, replaced_at: null },
      ...{ added: pairCount, changed: 0, removed: 0 },
    })
    await input.writeWithContent?.(tx, { documentId: id, setId })
  })
  knowledge.contentAdded()
  return { doc_id: id, doc_name: name }
}

/** A file that becomes a document, or replaces the content of one. */
export interface FileOfDocument {
  readonly agentId: string
  readonly fileName: string
  /** The document to replace; undefined for a new document, which gets the name of the file. */
  readonly docId: string | undefined
  readonly baseId: string | undefined
  readonly sourceUrl: string | null
}

/** Shows the pairs of a file: as a new document, or in place of what the document shows. */
export function storeFile(
  knowledge: Knowledge,
  { agentId, fileName, docId, baseId, sourceUrl }: FileOfDocument,
  stored: Pick<NewDocument, 'id' | 'content' | 'writeWithContent'> & { format: string; cause: Cause },
): Promise<{ doc_id: string; doc_name: string }> {
  if (docId === undefined)
    return addDocument(knowledge, agentId, { ...stored, name: fileName, baseId, sourceUrl })
  const source = { format: stored.format, sourceUrl: sourceUrl ?? undefined }
  return replacePairs(knowledge, agentId, { ...stored, docId, baseId, source })
}

/** Makes room for a conversion of a file: locks the document it replaces, or adds an empty one with this id. */
export async function beginConversion(
  tx: Tx,
  knowledge: Knowledge,
  id: string,
  file: FileOfDocument,
  format: string,
): Promise<DocumentRow> {
  const document =
    file.docId === undefined
      ? await insertEmptyDocument(tx, knowledge, { ...file, id, name: file.fileName, format })
      : await lockOrFail(tx, file.agentId, id)
  await supersede(tx, knowledge, [id], knowledge.clock.now())
  return document
}

/** A document that exists before its pairs do: it shows nothing until they are written, or approved. */
export async function insertEmptyDocument(
  tx: Tx,
  knowledge: Knowledge,
  input: Pick<NewDocument, 'name' | 'baseId' | 'sourceUrl'> & {
    readonly id: string
    readonly agentId: string
    readonly format: string
  },
): Promise<DocumentRow> {
  const { id, agentId, name, format, sourceUrl } = input
  const now = knowledge.clock.now()
  const setId = newId(now)
  await insertSet(tx, { id: setId, document_id: id, state: 'live', touched_at: now })
  const empty = { set_id: setId, revision: 0, pair_count: 0, char_count: 0, status: 'PROCESSING' }
  const row = { id, agent_id: agentId, name, kind: 'QA', format, source_url: sourceUrl, ...empty } as const
  return insertIntoBase(tx, knowledge, input.baseId, row)
}

async function insertIntoBase(
  tx: Tx,
  { clock }: Knowledge,
  baseId: string | undefined,
  row: Omit<DocumentRow, 'base_id' | 'token_count' | 'created_at' | 'updated_at'>,
): Promise<DocumentRow> {
  const now = clock.now()
  const base_id = await resolveBase(tx, clock, row.agent_id, baseId)
  const whole = { ...row, base_id, token_count: null, created_at: now, updated_at: now }
  await insertDocument(tx, whole)
  return whole
}

/** Deletes all of the documents, or none. Their pairs are cleared afterwards. */
export async function removeDocuments(
  knowledge: Knowledge,
  agentId: string,
  named: readonly string[],
): Promise<void> {
  await removeThoseLeft(knowledge, agentId, named, (ids) => {
    const unknown = named.filter((id) => !ids.includes(id))
    if (unknown.length > 0) throw documentNotFound('doc', unknown)
  })
}

/** Deletes those of the documents that are still there. A fault of `check` leaves all. */
export async function removeThoseLeft(
  knowledge: Knowledge,
  agentId: string,
  named: readonly string[],
  check: (ids: readonly string[]) => void = () => {},
): Promise<void> {
  const now = knowledge.clock.now()
  await knowledge.database.transaction('documents', async (tx) => {
    const found = await lockDocuments(tx, named, agentId)
    const ids = found.map(({ id }) => id)
    check(ids)
    if (ids.length === 0) return
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
