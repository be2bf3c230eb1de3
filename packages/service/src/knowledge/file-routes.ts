/** HTTP of files that become knowledge: a preview, imports under way, and the import or conversion of a document. */
import { type DocumentImport, type ImportsUnderWay, importLedger } from '@tandem/contract/admin-imports'
import { documentPreviewRequest } from '@tandem/contract/admin-preview'
import type { Limits } from '@tandem/contract/limits'
import { agentInPath } from '../agents/manage-agents.ts'
import type { Lanes } from '../lanes/lanes.ts'
import { found } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse } from '../platform/http/route.ts'
import { retryConversion } from './convert/accept-conversion.ts'
import { showConversion } from './convert/show-conversion.ts'
import { importsUnderWay, latestImport } from './import/store.ts'
import { previewFile } from './preview-file.ts'
import type { Knowledge } from './revisions.ts'
import { findDocument } from './store.ts'
import type { FileReading } from './store-files.ts'

const MOST_LISTED = 100
const SHOWN_PAIRS = 50

export function fileHandlers(deps: {
  readonly knowledge: Knowledge
  readonly lanes: Pick<Lanes, 'add'>
  readonly limits: Limits
  readonly reading: FileReading
}) {
  const { knowledge, lanes, reading } = deps
  const { database } = knowledge
  const previewRequest = documentPreviewRequest(deps.limits)
  return {
    async preview(call: Call): Promise<RouteResponse> {
      const { file, purpose, limit = SHOWN_PAIRS, ...request } = parse(previewRequest, call.body)
      const agentId = await agentInPath(database, call, 'living')
      const preview = await previewFile(database, reading, agentId, {
        entry: file,
        purpose,
        headerRows: request.header_row,
        splitter: request.splitter,
        chunkTokens: request.chunk_token,
        limit,
      })
      return { json: preview }
    },

    async importsUnderWay(call: Call): Promise<RouteResponse> {
      const agentId = await agentInPath(database, call)
      const rows = await importsUnderWay(database, agentId, MOST_LISTED)
      const items = rows.map(({ document_id: doc_id, file_name, rows_read, rows_total, started_at }) => {
        return { doc_id, file_name, rows_read, rows_total, started_at }
      })
      return { json: { items } satisfies ImportsUnderWay }
    },

    async import(call: Call): Promise<RouteResponse> {
      const docId = pathParam(call, 'docId')
      const agentId = await agentInPath(database, call)
      const document = await findDocument(database, agentId, docId)
      const row = found(
        document && (await latestImport(database, agentId, docId, document.set_id)),
        `The agent has no document with the id ${docId.slice(0, 60)} that was filled from a CSV or Excel file.`,
      )
      const { id, file_name, state, rejected_csv, created_at } = row
      const ledger = importLedger.parse(JSON.parse(row.ledger))
      const json: DocumentImport = { id, doc_id: docId, file_name, state, ledger, rejected_csv, created_at }
      return { json }
    },

    async conversion(call: Call): Promise<RouteResponse> {
      const docId = pathParam(call, 'docId')
      const agentId = await agentInPath(database, call)
      const shown = await showConversion(database, agentId, docId)
      return { json: found(shown, `The agent has no converted document with the id ${docId.slice(0, 60)}.`) }
    },

    async retryConversion(call: Call): Promise<RouteResponse> {
      const docId = pathParam(call, 'docId')
      const agentId = await agentInPath(database, call, 'living')
      const chunks = await retryConversion(knowledge, lanes, agentId, docId)
      return { status: 202, json: { doc_id: docId, chunks } }
    },
  }
}
