/** HTTP of imports: the account of the file that what a document shows was read from. */
import { type DocumentImport, type ImportsUnderWay, importLedger } from '@tandem/contract/admin-imports'
import { agentInPath } from '../../agents/manage-agents.ts'
import type { Database } from '../../platform/database/handle.ts'
import { Fault } from '../../platform/fault.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { findDocument } from '../store.ts'
import { importsUnderWay, latestImport } from './store.ts'

const MOST_LISTED = 100

export function importHandlers({ database }: { readonly database: Database }) {
  return {
    async underWay(call: Call): Promise<RouteResponse> {
      const agentId = await agentInPath(database, call)
      const rows = await importsUnderWay(database, agentId, MOST_LISTED)
      const json: ImportsUnderWay = {
        items: rows.map(({ document_id, file_name, rows_read, rows_total, started_at }) => ({
          doc_id: document_id,
          file_name,
          rows_read,
          rows_total,
          started_at,
        })),
      }
      return { json }
    },

    async get(call: Call): Promise<RouteResponse> {
      const docId = pathParam(call, 'docId')
      const agentId = await agentInPath(database, call)
      const document = await findDocument(database, agentId, docId)
      const row = document && (await latestImport(database, agentId, docId, document.set_id))
      if (!row) {
        throw new Fault(
          'notFound',
          `The agent has no document with the id ${docId.slice(0, 60)} that was filled from a CSV or Excel file.`,
        )
      }
      const json: DocumentImport = {
        id: row.id,
        doc_id: row.document_id,
        file_name: row.file_name,
        state: row.state,
        ledger: importLedger.parse(JSON.parse(row.ledger)),
        rejected_csv: row.rejected_csv,
        created_at: row.created_at,
      }
      return { json }
    },
  }
}
