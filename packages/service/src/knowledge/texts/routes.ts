/** HTTP of texts and spreadsheets as knowledge, and of the retry of failed documents. */
import type { Limits } from '@tandem/contract/limits'
import { ok } from '@tandem/contract/response-bodies'
import {
  maxChunkTokens,
  spreadsheetAddRequest,
  spreadsheetUpdateRequest,
  type TextFileEntry,
  textAddRequest,
  textChunksAddRequest,
  textUpdateRequest,
} from '@tandem/contract/texts'
import type { z } from 'zod'
import type { Lanes } from '../../lanes/lanes.ts'
import type { Tokenizer } from '../../models/tokenizer.ts'
import { Fault } from '../../platform/fault.ts'
import { parse, refusal } from '../../platform/http/parse.ts'
import { type Call, callerName, type RouteResponse } from '../../platform/http/route.ts'
import { retryConversion } from '../convert/accept-conversion.ts'
import { appendPairs, type Knowledge } from '../revisions.ts'
import { countChanged } from '../search/store.ts'
import { embedLane } from '../search/vectors/embed-base.ts'
import { basesWithoutVectors } from '../search/vectors/embedding-store.ts'
import { failedDocuments } from '../store.ts'
import { addTexts, type Cutting, type TextFiles, type TextReading, updateTexts } from './keep-texts.ts'

/** A token is at least a byte, and a UTF-16 unit at most three of those: shorter texts need not be counted. */
const UNCOUNTED_CHARS = Math.floor(maxChunkTokens / 3)

export function textHandlers(
  deps: TextReading & {
    readonly requestLimits: Limits
    readonly tokenizer: Tokenizer
    readonly lanes: Pick<Lanes, 'add' | 'bringForward'>
    /** The id of the embedder; undefined without one. */
    readonly embedder: string | undefined
  },
) {
  const { knowledge, requestLimits, tokenizer } = deps

  /** Adds or replaces the documents of the files of a request. */
  function fileHandler<
    Entry extends TextFileEntry,
    Request extends { files: Entry[]; knowledge_base_id?: string | undefined },
  >(
    schema: z.ZodType<Request>,
    cuttingOf: (request: Request) => Cutting,
    keep: (reading: TextReading, agentId: string, files: TextFiles<Entry>) => Promise<unknown>,
  ) {
    return async (call: Call): Promise<RouteResponse> => {
      const request = parse(schema, call.body)
      const { files, knowledge_base_id: baseId } = request
      const kept = { files, baseId, by: callerName(call), cutting: cuttingOf(request) }
      return { json: await keep(deps, call.caller.agentId, kept) }
    }
  }

  return {
    addTexts: fileHandler(textAddRequest(requestLimits), asText, addTexts),
    updateTexts: fileHandler(textUpdateRequest(requestLimits), asText, updateTexts),
    addSpreadsheets: fileHandler(spreadsheetAddRequest(requestLimits), asRows, addTexts),
    updateSpreadsheets: fileHandler(spreadsheetUpdateRequest(requestLimits), asRows, updateTexts),

    async addChunks(call: Call): Promise<RouteResponse> {
      const { doc_id, chunks } = parse(textChunksAddRequest, call.body)
      await checkTokens(chunks.map(({ content }) => content))
      const pairs = chunks.map(({ content, keywords }) => ({ question: '', answer: content, keywords }))
      await appendPairs(knowledge, call.caller.agentId, doc_id, pairs, {
        kinds: ['TEXT', 'SPREADSHEET'],
        by: callerName(call),
      })
      return { json: ok }
    },

    async retryFailed(call: Call): Promise<RouteResponse> {
      return { json: { affectCount: await retryFailed(deps, call.caller.agentId) } }
    },
  }

  /** One after the other: the tokenizer counts for other agents in between. */
  async function checkTokens(texts: readonly string[]): Promise<void> {
    for (const [at, text] of texts.entries()) {
      if (text.length <= UNCOUNTED_CHARS) continue
      const [tokens = 0] = await tokenizer.count([text])
      if (tokens > maxChunkTokens)
        throw refusal([`chunks[${at}].content: found ${tokens} tokens, needed at most ${maxChunkTokens}`])
    }
  }
}

const asText = (request: { chunk_token: number; splitter?: string | undefined }): Cutting => ({
  kind: 'TEXT',
  chunkTokens: request.chunk_token,
  splitter: request.splitter,
})

const asRows = (request: { header_row: number }): Cutting => ({
  kind: 'SPREADSHEET',
  headerRows: request.header_row,
})

const PAGE_DOCUMENTS = 100
const NOTHING_TO_DO: ReadonlySet<string> = new Set(['conflict', 'notFound', 'targetNotFound'])

/**
 * Retries all failed documents of an agent: failed conversions go back into their lanes, and bases whose vectors could not be
 * made are tried at once.
 */
async function retryFailed(
  deps: {
    readonly knowledge: Knowledge
    readonly lanes: Pick<Lanes, 'add' | 'bringForward'>
    readonly embedder: string | undefined
  },
  agentId: string,
): Promise<number> {
  const { knowledge, lanes, embedder } = deps
  const { database } = knowledge
  const lacking = embedder === undefined ? [] : await basesWithoutVectors(database, agentId, embedder)
  let retried = 0
  for (const { id, version } of lacking) {
    const documents = await countChanged(database.scanReader, id, version)
    if (documents === 0) continue
    retried += documents
    await database.transaction('retry-failed', (tx) => lanes.bringForward(tx, embedLane(id)))
  }
  const versions = new Map(lacking.map(({ id, version }) => [id, version]))
  for (let after = ''; ; ) {
    const page = await failedDocuments(database, agentId, after, PAGE_DOCUMENTS)
    for (const { id, base_id, base_version } of page) {
      const isCounted = base_version > (versions.get(base_id) ?? Number.POSITIVE_INFINITY)
      if ((await isConvertedAgain(deps, agentId, id)) && !isCounted) retried++
    }
    if (page.length < PAGE_DOCUMENTS) return retried
    after = page.at(-1)?.id ?? after
  }
}

/** Returns false when there is nothing to ask the model again, or somebody else has just done so. */
async function isConvertedAgain(
  { knowledge, lanes }: Parameters<typeof retryFailed>[0],
  agentId: string,
  docId: string,
): Promise<boolean> {
  try {
    return (await retryConversion(knowledge, lanes, agentId, docId)) > 0
  } catch (error) {
    if (error instanceof Fault && NOTHING_TO_DO.has(error.entry)) return false
    throw error
  }
}
