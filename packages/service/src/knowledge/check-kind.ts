/** Refuses to put pairs into a document of passages and the reverse, and names the endpoint that fits the document. */
import type { DocumentKind } from '@tandem/contract/documents'
import { Fault } from '../platform/fault.ts'
import type { DocumentRow } from './store.ts'

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

export function checkKind(
  { id, kind }: Pick<DocumentRow, 'id' | 'kind'>,
  wanted: readonly DocumentKind[],
  how: 'update' | 'append',
): void {
  if (wanted.includes(kind)) return
  const { holds, [how]: endpoint } = KINDS[kind]
  const needed = wanted.map((each) => KINDS[each].holds).join(' or ')
  throw new Fault(
    'parameterError',
    `doc_id: found ${id}, a document of ${holds}, needed one of ${needed}; for this one use ${endpoint}`,
  )
}
