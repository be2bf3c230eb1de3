/** The admin endpoints of single pairs, of the history of a document, and of its export, one row each. */
import * as conversions from './admin-conversions.ts'
import * as pairs from './admin-pairs.ts'
import { adminErrors, type Endpoint } from './endpoint.ts'

const documents = { tag: 'Admin: documents', auth: 'admin' } as const
const DOCUMENT = '/admin/v1/agents/{agent_id}/documents/{doc_id}'
const known = [...adminErrors, 'notFound'] as const
const living = [...known, 'agentDeleted'] as const

export const pairEndpoints: readonly Endpoint[] = [
  {
    ...documents,
    method: 'get',
    path: `${DOCUMENT}/pairs`,
    id: 'listDocumentPairs',
    summary: 'List the pairs of a document, each with the place it came from',
    query: conversions.documentPairsQuery,
    response: { status: 200, says: 'The pairs', body: conversions.documentPairs },
    errors: known,
  },
  {
    ...documents,
    method: 'post',
    path: `${DOCUMENT}/pairs`,
    id: 'addDocumentPair',
    summary: 'Add one pair behind the others',
    body: pairs.defaultNewPair,
    examples: { pair: { question: 'When are you open?', answer: 'From nine to five.' } },
    response: { status: 201, says: 'The pair', body: pairs.livePair },
    errors: living,
  },
  {
    ...documents,
    method: 'get',
    path: `${DOCUMENT}/pairs/{pair_id}`,
    id: 'getDocumentPair',
    summary: 'Show one pair of a document',
    response: { status: 200, says: 'The pair', body: pairs.livePair },
    errors: known,
  },
  {
    ...documents,
    method: 'patch',
    path: `${DOCUMENT}/pairs/{pair_id}`,
    id: 'editDocumentPair',
    summary: 'Edit one pair of a document',
    description:
      'It keeps its id and its place. With `if_revision`, code 40901 says that somebody else has changed the pair since; that answer has the `pair` as it is now and the `revision` of the document.',
    body: pairs.defaultPairChange,
    examples: { answer: { answer: 'From nine to six.', if_revision: 4 } },
    response: { status: 200, says: 'The pair', body: pairs.livePair },
    errors: [...living, 'changedMeanwhile'],
  },
  {
    ...documents,
    method: 'delete',
    path: `${DOCUMENT}/pairs/{pair_id}`,
    id: 'deleteDocumentPair',
    summary: 'Delete one pair of a document',
    response: { status: 204, says: 'Done' },
    errors: living,
  },
  {
    ...documents,
    method: 'get',
    path: `${DOCUMENT}/revisions`,
    id: 'listRevisions',
    summary: 'Show the history of a document: who changed what, and when',
    response: { status: 200, says: 'The revisions', body: pairs.revisionList },
    errors: known,
  },
  {
    ...documents,
    method: 'get',
    path: `${DOCUMENT}/revisions/{revision}/diff`,
    id: 'diffRevision',
    summary: 'See what has changed in a document since a revision',
    query: pairs.revisionDiffQuery,
    response: { status: 200, says: 'The differences', body: pairs.revisionDiff },
    errors: known,
  },
  {
    ...documents,
    method: 'post',
    path: `${DOCUMENT}/rollback`,
    id: 'rollbackDocument',
    summary: 'Go back to what the document showed before its last change, or to any of its revisions',
    description:
      'Works for every document that was changed, however. Going back is a revision of its own: going back twice undoes it.',
    body: pairs.rollbackRequest,
    examples: { last: {}, any: { revision: 3 } },
    response: { status: 200, says: 'What the document shows now', body: pairs.rolledBack },
    errors: [...living, 'conflict'],
  },
  {
    ...documents,
    method: 'get',
    path: `${DOCUMENT}/export`,
    id: 'exportDocument',
    summary: 'Download the pairs of a document as CSV or JSON Lines',
    description:
      'In CSV, cells that a spreadsheet would take for a formula begin with an apostrophe. The connection is cut when the file cannot be finished.',
    query: pairs.pairExportQuery,
    response: { status: 200, says: 'The file' },
    errors: known,
  },
]
