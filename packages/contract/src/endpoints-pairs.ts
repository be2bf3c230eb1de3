/** The admin endpoints of single pairs, of the history of a document, and of its export. */
import * as conversions from './admin-conversions.ts'
import * as pairs from './admin-pairs.ts'
import { type Endpoint, livingErrors, namedErrors, rowFiles } from './endpoint.ts'

const documents = { tag: 'Admin: documents', auth: 'admin' } as const
const DOCUMENT = '/admin/v1/agents/{agent_id}/documents/{doc_id}'

export const pairEndpoints: readonly Endpoint[] = [
  {
    ...documents,
    method: 'get',
    path: `${DOCUMENT}/pairs`,
    id: 'listDocumentPairs',
    summary: 'List the pairs of a document with their origins',
    query: conversions.documentPairsQuery,
    response: { status: 200, says: 'The pairs', body: conversions.documentPairs },
    errors: namedErrors,
  },
  {
    ...documents,
    method: 'post',
    path: `${DOCUMENT}/pairs`,
    id: 'addDocumentPair',
    summary: 'Append one pair to a document',
    body: pairs.defaultNewPair,
    examples: { pair: { question: 'When are you open?', answer: 'From nine to five.' } },
    response: { status: 201, says: 'The pair', body: pairs.livePair },
    errors: livingErrors,
  },
  {
    ...documents,
    method: 'get',
    path: `${DOCUMENT}/pairs/{pair_id}`,
    id: 'getDocumentPair',
    summary: 'Get one pair of a document',
    response: { status: 200, says: 'The pair', body: pairs.livePair },
    errors: namedErrors,
  },
  {
    ...documents,
    method: 'patch',
    path: `${DOCUMENT}/pairs/{pair_id}`,
    id: 'editDocumentPair',
    summary: 'Edit one pair of a document',
    description:
      'The pair keeps its id and position. With `if_revision`, the request fails with code 40901 if somebody else has changed the pair since that revision; the body then has the current `pair` and the current `revision` of the document.',
    body: pairs.defaultPairChange,
    examples: { answer: { answer: 'From nine to six.', if_revision: 4 } },
    response: { status: 200, says: 'The pair', body: pairs.livePair },
    errors: [...livingErrors, 'changedMeanwhile'],
  },
  {
    ...documents,
    method: 'delete',
    path: `${DOCUMENT}/pairs/{pair_id}`,
    id: 'deleteDocumentPair',
    summary: 'Delete one pair of a document',
    response: { status: 204, says: 'Done' },
    errors: livingErrors,
  },
  {
    ...documents,
    method: 'get',
    path: `${DOCUMENT}/revisions`,
    id: 'listRevisions',
    summary: 'List the revisions of a document: who changed it, when and how',
    response: { status: 200, says: 'The revisions', body: pairs.revisionList },
    errors: namedErrors,
  },
  {
    ...documents,
    method: 'get',
    path: `${DOCUMENT}/revisions/{revision}/diff`,
    id: 'diffRevision',
    summary: 'List the changes in a document since a revision',
    query: pairs.revisionDiffQuery,
    response: { status: 200, says: 'The differences', body: pairs.revisionDiff },
    errors: namedErrors,
  },
  {
    ...documents,
    method: 'post',
    path: `${DOCUMENT}/rollback`,
    id: 'rollbackDocument',
    summary: 'Restore the revision before the last change, or any other revision',
    description:
      'Works after every kind of change. The rollback itself is a new revision, so a second rollback undoes the first one.',
    body: pairs.rollbackRequest,
    examples: { last: {}, any: { revision: 3 } },
    response: { status: 200, says: 'The document after the rollback', body: pairs.rolledBack },
    errors: [...livingErrors, 'conflict'],
  },
  {
    ...documents,
    method: 'get',
    path: `${DOCUMENT}/export`,
    id: 'exportDocument',
    summary: 'Download the pairs of a document as CSV or JSON Lines',
    description:
      'In CSV, a cell that a spreadsheet would read as a formula gets an apostrophe in front. If the file cannot be completed, the connection is cut.',
    query: pairs.pairExportQuery,
    response: { status: 200, says: 'The file', media: rowFiles },
    errors: [...namedErrors, 'conflict'],
  },
]
