/** HTTP of search: the platform's match endpoint, and the admin search that explains. */
import {
  type AdminSearchResponse,
  adminSearchRequest,
  type SearchHit,
  type VectorMatchResponse,
  vectorMatchRequest,
} from '@tandem/contract/search'
import { wireScoreOf } from '@tandem/search/confidence'
import { agentInPath } from '../../agents/manage-agents.ts'
import type { Database } from '../../platform/database/handle.ts'
import { parse } from '../../platform/http/parse.ts'
import type { Call, RouteResponse } from '../../platform/http/route.ts'
import { baseNotFound } from '../bases.ts'
import { findBase } from '../store.ts'
import type { Hit, Search } from './search-result.ts'

const HITS = 10

export function searchHandlers(deps: { readonly database: Database; readonly search: Search }) {
  return {
    async match(call: Call): Promise<RouteResponse> {
      const request = parse(vectorMatchRequest, call.body)
      const { hits } = await deps.search(call.caller.agentId, {
        text: request.prompt,
        limit: request.top_k,
        baseIds: request.group_ids,
        documentIds: request.data_ids,
      })
      // The order is that of the ranking: no pair scores more than a pair before it, nor a passage than a passage.
      const least = { pair: 1, passage: 1 }
      const scored = hits.map((hit) => {
        const kind = hit.isPassage ? 'passage' : 'pair'
        least[kind] = Math.min(least[kind], wireScoreOf(hit))
        return {
          content: hit.isPassage ? hit.answer : `${hit.question}\n${hit.answer}`,
          data_id: hit.docId,
          document_name: hit.docName,
          score: least[kind],
        }
      })
      scored.sort((a, b) => b.score - a.score)
      const list = scored.filter(({ score }) => score >= (request.doc_correlation ?? 0))
      return { json: { total: list.length, list } satisfies VectorMatchResponse }
    },

    async adminSearch(call: Call): Promise<RouteResponse> {
      const { text, limit = HITS, knowledge_base_id: baseId } = parse(adminSearchRequest, call.body)
      const agentId = await agentInPath(deps.database, call, 'living')
      if (baseId !== undefined && !(await findBase(deps.database, agentId, baseId)))
        throw baseNotFound(baseId)
      const baseIds = baseId === undefined ? undefined : [baseId]
      const { hits, embedding } = await deps.search(agentId, { text, limit, explained: true, baseIds })
      const band = hits[0]?.band ?? 'none'
      return { json: { band, embedding, hits: hits.map(hitView) } satisfies AdminSearchResponse }
    },
  }
}

/** A hit with its explanation. */
export function hitView(hit: Hit): SearchHit {
  return {
    doc_id: hit.docId,
    doc_name: hit.docName,
    ordinal: hit.ordinal,
    pair_id: hit.isPassage ? null : hit.pairId,
    kind: hit.isPassage ? 'passage' : 'pair',
    question: hit.question,
    answer: hit.answer,
    score: hit.score,
    confidence: hit.confidence,
    band: hit.band,
    explain: hit.explanation as SearchHit['explain'],
  }
}
