/** HTTP of the knowledge slice: QA documents (contract 4.1, 4.2) and the neighbouring endpoints clients already use. */
import {
  type AdminDocument,
  type AdminDocumentList,
  adminDocumentListQuery,
} from '@tandem/contract/admin-documents'
import {
  type DocumentEntry,
  documentDeleteQuery,
  documentPageQuery,
  documentStatusQuery,
  type KnowledgeBase,
  knowledgeBaseCreateRequest,
  qaChunkSchema,
  qaChunksAddEnvelope,
} from '@tandem/contract/documents'
import {
  type QaAddEnvelope,
  type QaResult,
  type QaUpdateEnvelope,
  qaAddEnvelope,
  qaPairSchema,
  qaUpdateEnvelope,
} from '@tandem/contract/knowledge'
import type { Limits } from '@tandem/contract/limits'
import { ok } from '@tandem/contract/response-bodies'
import { agentInPath } from '../agents/manage-agents.ts'
import { idOf, pageOf } from '../platform/http/cursor.ts'
import { parse, parseEach } from '../platform/http/parse.ts'
import { type Call, callerName, type RouteResponse } from '../platform/http/route.ts'
import { baseNotFound, createBase, readBases } from './bases.ts'
import { addDocument, removeDocuments } from './documents.ts'
import { documentInPath } from './find-document.ts'
import { appendPairs, type Knowledge, replacePairs } from './revisions.ts'
import {
  countDocuments,
  type DocumentRow,
  documentsByIds,
  findBase,
  type listBases,
  listDocuments,
  pageDocuments,
} from './store.ts'
import { addByFiles, type FileReading, updateByFiles } from './store-files.ts'

export function knowledgeHandlers(knowledge: Knowledge, limits: Limits, reading: FileReading) {
  const { database, clock } = knowledge
  const addEnvelope = qaAddEnvelope(limits)
  const updateEnvelope = qaUpdateEnvelope(limits)
  const chunksEnvelope = qaChunksAddEnvelope(limits)
  const pair = qaPairSchema(limits)
  const chunk = qaChunkSchema(limits)
  const added = (doc: QaResult['doc'][number]): RouteResponse => ({
    json: { doc: [doc], failed: [] } satisfies QaResult,
  })

  return {
    async addQa(call: Call): Promise<RouteResponse> {
      const request = parse(addEnvelope, call.body)
      const { agentId } = call.caller
      const { purpose } = request
      if (purpose === 'QA_FILE' || purpose === 'FILE_2_QA')
        return { json: await addByFiles(knowledge, reading, agentId, filesOf(call, request), purpose) }
      return added(
        await addDocument(knowledge, agentId, {
          name: request.name ?? '',
          baseId: request.knowledge_base_id,
          sourceUrl: null,
          content: await parseEach(pair, 'qaList', request.qaList ?? []),
          cause: { kind: 'add', by: callerName(call) },
        }),
      )
    },

    async updateQa(call: Call): Promise<RouteResponse> {
      const request = parse(updateEnvelope, call.body)
      const { append = false } = request
      if (!request.qaList?.length) {
        const files = { ...filesOf(call, request), append }
        return { json: await updateByFiles(knowledge, reading, call.caller.agentId, files) }
      }
      return added(
        await replacePairs(knowledge, call.caller.agentId, {
          docId: request.doc_id ?? '',
          baseId: request.knowledge_base_id,
          content: await parseEach(pair, 'qaList', request.qaList),
          cause: { kind: 'replace', by: callerName(call) },
        }),
      )
    },

    async addChunks(call: Call): Promise<RouteResponse> {
      const { doc_id, chunks } = parse(chunksEnvelope, call.body)
      const pairs = await parseEach(chunk, 'chunks', chunks)
      await appendPairs(knowledge, call.caller.agentId, doc_id, pairs, { by: callerName(call) })
      return { json: ok }
    },

    async createBase(call: Call): Promise<RouteResponse> {
      const { name, desc } = parse(knowledgeBaseCreateRequest, call.body)
      const id = await createBase(database, clock, call.caller.agentId, { name, desc: desc ?? '' })
      return { json: { knowledge_base_id: id } }
    },

    async pageBases(call: Call): Promise<RouteResponse> {
      const rows = await readBases(database, clock, call.caller.agentId)
      return { json: { knowledge_base: rows.map(baseView) } }
    },

    async pageDocuments(call: Call): Promise<RouteResponse> {
      const { knowledge_base_id, page, page_size } = parse(documentPageQuery, call.query)
      if (!(await findBase(database, call.caller.agentId, knowledge_base_id)))
        throw baseNotFound(knowledge_base_id)
      const offset = (page - 1) * page_size
      const { list, total } = await pageDocuments(database.scanReader, knowledge_base_id, page_size, offset)
      return { json: { list: list.map(documentView), total } }
    },

    async listDocuments(call: Call): Promise<RouteResponse> {
      const { base_id: baseId, status, q: name, limit, cursor } = parse(adminDocumentListQuery, call.query)
      const agentId = await agentInPath(database, call)
      const filter = { agentId, baseId, name }
      const page = { status, before: cursor, limit: limit + 1 }
      const rows = await listDocuments(database.scanReader, { ...filter, ...page })
      const counts = await countDocuments(database.scanReader, filter)
      const json: AdminDocumentList = {
        ...pageOf(rows, limit, adminView, idOf),
        counts: {
          AVAILABLE: counts.get('AVAILABLE') ?? 0,
          PROCESSING: counts.get('PROCESSING') ?? 0,
          FAILED: counts.get('FAILED') ?? 0,
        },
      }
      return { json }
    },

    async getDocument(call: Call): Promise<RouteResponse> {
      return { json: adminView(await documentInPath(database, call)) }
    },

    async documentStatus(call: Call): Promise<RouteResponse> {
      const { data_ids } = parse(documentStatusQuery, call.query)
      const rows = await documentsByIds(database, call.caller.agentId, data_ids)
      return { json: rows.map(({ id, status }) => ({ data_id: id, data_status: status })) }
    },

    async deleteDocuments(call: Call): Promise<RouteResponse> {
      const { doc } = parse(documentDeleteQuery, call.query)
      await removeDocuments(knowledge, call.caller.agentId, [...new Set(doc)])
      return { json: ok }
    },
  }
}

function filesOf(call: Call, request: QaAddEnvelope | QaUpdateEnvelope) {
  return {
    by: callerName(call),
    files: request.files ?? [],
    baseId: request.knowledge_base_id,
    headerRows: request.header_row,
    splitter: request.splitter,
    chunkTokens: request.chunk_token,
  }
}

function baseView(row: Awaited<ReturnType<typeof listBases>>[number]): KnowledgeBase {
  return {
    id: row.id,
    name: row.name,
    desc: row.description,
    doc: row.documents,
    chunk: row.pairs,
    token: row.tokens,
    is_default: row.is_default === 1,
    owner_id: null,
    owner_email: null,
  }
}

function adminView(row: DocumentRow): AdminDocument {
  const { id, name, kind, base_id, format, source_url, created_at, updated_at } = row
  return {
    id,
    name,
    kind,
    base_id,
    status: row.status as AdminDocument['status'],
    pairs: row.pair_count,
    tokens: row.token_count,
    format,
    source_url,
    created_at,
    updated_at,
  }
}

function documentView(row: DocumentRow): DocumentEntry {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    format: row.format,
    source_url: row.source_url,
    // The platform's list says ACTIVE of a document that its status query calls AVAILABLE.
    status: row.status === 'AVAILABLE' ? 'ACTIVE' : (row.status as DocumentEntry['status']),
    chunk: row.pair_count,
    token: row.token_count ?? 0,
    char_count: row.char_count,
    create_time: row.created_at,
    update_time: row.updated_at,
    creator_id: null,
    creator_email: null,
  }
}
