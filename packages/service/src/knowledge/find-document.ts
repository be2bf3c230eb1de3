/** Finds the document a request names, and refuses one that does not fit the request. */
import type { DocumentKind } from '@tandem/contract/documents'
import { agentInPath } from '../agents/manage-agents.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { Fault, found, parameterFault } from '../platform/fault.ts'
import { type Call, pathParam } from '../platform/http/route.ts'
import { type DocumentRow, findDocument, lockDocument } from './store.ts'

export async function requireDocument(db: Reader, agentId: string, docId: string): Promise<DocumentRow> {
  const document = await findDocument(db, agentId, docId)
  if (!document) throw documentNotFound('doc_id', [docId])
  return document
}

/** The document that the path of an admin request names; 404 when there is none. With `living`, a deleted agent is refused. */
export async function documentInPath(db: Reader, call: Call, status?: 'living'): Promise<DocumentRow> {
  const agentId = await agentInPath(db, call, status)
  const docId = pathParam(call, 'docId')
  const words = `The agent has no document with the id ${docId.slice(0, 60)}.`
  return found(await findDocument(db, agentId, docId), words)
}

/** The same as `requireDocument`, and locks the row of the document until the transaction ends. */
export async function lockOrFail(tx: Tx, agentId: string, docId: string): Promise<DocumentRow> {
  const document = await lockDocument(tx, agentId, docId)
  if (!document) throw documentNotFound('doc_id', [docId])
  return document
}

export function documentNotFound(field: string, ids: readonly string[]): Fault {
  const shown = ids.slice(0, 5).map((id) => JSON.stringify(id.slice(0, 80)))
  return new Fault(
    'targetNotFound',
    `${field}: found ${shown.join(', ')}, needed the id of a document of this agent`,
  )
}

export function checkBase(document: DocumentRow, baseId: string | undefined): void {
  if (baseId === undefined || baseId === document.base_id) return
  const needed = `the base of document ${document.id}, or leave it out`
  throw parameterFault('knowledge_base_id', JSON.stringify(baseId.slice(0, 80)), needed)
}

/** Finds the documents that the files of one request replace, each once. All is checked again when the new content is shown. */
export function replacedBy(db: Reader, agentId: string, baseId: string | undefined, kind: DocumentKind) {
  const taken = new Set<string>()
  return async (docId: string): Promise<DocumentRow> => {
    if (taken.has(docId)) {
      const found = `doc_id: an earlier file of the request replaces ${docId.slice(0, 80)}.`
      throw new Fault('parameterError', found)
    }
    taken.add(docId)
    const document = await requireDocument(db, agentId, docId)
    checkBase(document, baseId)
    checkKind(document, [kind], 'update')
    return document
  }
}

const KINDS: Record<DocumentKind, { holds: string; update: string; append: string }> = {
  QA: {
    holds: 'question-answer pairs',
    update: 'PUT /v1/bot/doc/qa/update',
    append: 'POST /v1/bot/doc/qa/chunks/add',
  },
  TEXT: {
    holds: 'passages of a text',
    update: 'PUT /v1/bot/doc/text/update',
    append: 'POST /v1/bot/doc/chunks/add',
  },
  SPREADSHEET: {
    holds: 'rows of a spreadsheet',
    update: 'PUT /v1/bot/doc/spreadsheet/update',
    append: 'POST /v1/bot/doc/chunks/add',
  },
}

/** Pairs cannot go into a document of passages, nor the reverse. The refusal names the endpoint that fits the document. */
export function checkKind(
  { id, kind }: Pick<DocumentRow, 'id' | 'kind'>,
  wanted: readonly DocumentKind[],
  how: 'update' | 'append',
): void {
  if (wanted.includes(kind)) return
  const { holds, [how]: endpoint } = KINDS[kind]
  const needed = `one of ${wanted.map((each) => KINDS[each].holds).join(' or ')}; for this one use ${endpoint}`
  throw parameterFault('doc_id', `${id}, a document of ${holds}`, needed)
}
