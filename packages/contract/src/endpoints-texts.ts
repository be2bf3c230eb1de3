/** The endpoints of texts and spreadsheets as knowledge, and the retry of failed documents. */

import { type Endpoint, keyErrors } from './endpoint.ts'
import { qaResult } from './knowledge.ts'
import { okBody } from './response-bodies.ts'
import { defaultTextRequests, retryResult, textChunksAddRequest, textUpdateResult } from './texts.ts'

const docId = '0199a1f2-5d0a-7c44-9a55-3f5b8e0c6a21'
const writeErrors = [...keyErrors, 'targetNotFound'] as const
const added = (name: string) => ({
  status: 200,
  says: 'Documents added, and names of files that failed',
  body: qaResult,
  example: { doc: [{ doc_id: docId, doc_name: name }], failed: [] },
})
const replaced = {
  status: 200,
  says: 'Documents replaced, and ids of documents that were not',
  body: textUpdateResult,
  example: {
    doc: [],
    failed: [docId],
    failed_reasons: [
      {
        doc_id: docId,
        file_name: 'handbook.pdf',
        reason: 'The file could not be fetched: the server answered 404.',
      },
    ],
  },
}

export const textEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/v1/bot/doc/text/add',
    tag: 'Knowledge',
    id: 'addTexts',
    summary: 'Add texts',
    description:
      'PDF, DOCX, HTML, Markdown, plain text, JSON. Each file becomes a document of passages. A model writes answers from them. Without a model they are offered with the name of their document, but never given as a sure answer.',
    auth: 'apiKey',
    body: defaultTextRequests.textAdd,
    examples: {
      content: {
        files: [{ file_name: 'returns.md', file_base64: 'IyBSZXR1cm5zCgpXaXRoaW4gMzAgZGF5cy4=' }],
        chunk_token: 600,
      },
      address: {
        files: [{ file_name: 'handbook.pdf', file_url: 'https://example.com/handbook.pdf' }],
        splitter: '\n\n',
      },
    },
    response: added('returns.md'),
    errors: writeErrors,
  },
  {
    method: 'put',
    path: '/v1/bot/doc/text/update',
    tag: 'Knowledge',
    id: 'updateTexts',
    summary: 'Replace texts',
    description:
      'Each file replaces all passages of its document. Readers see either the old or the new content. If the update fails, the old content stays.',
    auth: 'apiKey',
    body: defaultTextRequests.textUpdate,
    examples: {
      address: {
        files: [{ doc_id: docId, file_name: 'handbook.pdf', file_url: 'https://example.com/handbook.pdf' }],
      },
    },
    response: replaced,
    errors: writeErrors,
  },
  {
    method: 'post',
    path: '/v1/bot/doc/spreadsheet/add',
    tag: 'Knowledge',
    id: 'addSpreadsheets',
    summary: 'Add spreadsheets',
    description:
      'CSV and XLSX. Each row becomes a passage with the names of its columns: "Plan: Basic; Price: 5 €". Add lists of questions and answers as QA documents instead.',
    auth: 'apiKey',
    body: defaultTextRequests.spreadsheetAdd,
    examples: {
      content: {
        files: [{ file_name: 'prices.csv', file_base64: 'UGxhbixQcmljZQpCYXNpYyw1IOKCrAo=' }],
        header_row: 1,
      },
    },
    response: added('prices.csv'),
    errors: writeErrors,
  },
  {
    method: 'put',
    path: '/v1/bot/doc/spreadsheet/update',
    tag: 'Knowledge',
    id: 'updateSpreadsheets',
    summary: 'Replace spreadsheets',
    auth: 'apiKey',
    body: defaultTextRequests.spreadsheetUpdate,
    examples: {
      address: {
        files: [{ doc_id: docId, file_name: 'prices.xlsx', file_url: 'https://example.com/prices.xlsx' }],
      },
    },
    response: replaced,
    errors: writeErrors,
  },
  {
    method: 'post',
    path: '/v1/bot/doc/chunks/add',
    tag: 'Knowledge',
    id: 'addTextChunks',
    summary: 'Append passages to a text or spreadsheet',
    auth: 'apiKey',
    body: textChunksAddRequest,
    examples: {
      passages: {
        doc_id: docId,
        chunks: [{ content: 'Sale items can be returned within 14 days.', keywords: ['outlet'] }],
      },
    },
    response: { status: 200, says: 'Done', body: okBody },
    errors: writeErrors,
  },
  {
    method: 'post',
    path: '/v1/bot/data/retry/batch',
    tag: 'Knowledge',
    id: 'retryFailedDocuments',
    summary: 'Try all failed documents again',
    description:
      'Runs failed conversions again, and requests embeddings that could not be made again at once. Files that a response listed in `failed` were not stored: send them again.',
    auth: 'apiKey',
    response: {
      status: 200,
      says: 'Number of documents that are tried again',
      body: retryResult,
      example: { affectCount: 2 },
    },
    errors: keyErrors,
  },
]
