/** HTTP of conversions: how much of a document became pairs, and the pairs themselves with the places they came from. */
import {
  conversionReport,
  type DocumentConversion,
  documentPairsQuery,
  pairOrigin,
  type StoredPair,
} from '@tandem/contract/admin-conversions'
import { requireAgent } from '../../agents/manage-agents.ts'
import type { Database } from '../../platform/database/handle.ts'
import { Fault } from '../../platform/fault.ts'
import { parse } from '../../platform/http/parse.ts'
import { type Answer, type Call, pathParam } from '../../platform/http/route.ts'
import { readPairs } from '../pair-store.ts'
import { findDocument } from '../store.ts'
import { findConversion } from './store.ts'

export function conversionHandlers({ database }: { readonly database: Database }) {
  return {
    async get(call: Call): Promise<Answer> {
      const agentId = pathParam(call, 'agentId')
      const docId = pathParam(call, 'docId')
      await requireAgent(database, agentId)
      const row = await findConversion(database, agentId, docId)
      if (!row)
        throw new Fault('notFound', `The agent has no converted document with the id ${docId.slice(0, 60)}.`)
      const json: DocumentConversion = {
        doc_id: row.document_id,
        file_name: row.file_name,
        ...conversionReport.parse(JSON.parse(row.report)),
        created_at: row.created_at,
      }
      return { json }
    },

    async pairs(call: Call): Promise<Answer> {
      const agentId = pathParam(call, 'agentId')
      const docId = pathParam(call, 'docId')
      const { limit, from } = parse(documentPairsQuery, call.query)
      await requireAgent(database, agentId)
      const document = await findDocument(database, agentId, docId)
      if (!document)
        throw new Fault('notFound', `The agent has no document with the id ${docId.slice(0, 60)}.`)
      const rows = await readPairs(database, document.revision_id, from, limit)
      const items = rows.map(
        ({ ordinal, question, answer, keywords, origin }): StoredPair => ({
          ordinal,
          question,
          answer,
          keywords: keywords === null ? [] : JSON.parse(keywords),
          origin: origin === null ? null : pairOrigin.parse(JSON.parse(origin)),
        }),
      )
      const next = (rows.at(-1)?.ordinal ?? 0) + 1
      return {
        json: { items, total: document.pair_count, next_from: next < document.pair_count ? next : null },
      }
    },
  }
}
