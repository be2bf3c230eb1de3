/** HTTP of conversions: how far one has come and what became of the text, and the pairs with the places they came from. */
import { documentPairsQuery, pairOrigin, type StoredPair } from '@tandem/contract/admin-conversions'
import { requireAgent, requireLivingAgent } from '../../agents/manage-agents.ts'
import type { Lanes } from '../../lanes/lanes.ts'
import { Fault } from '../../platform/fault.ts'
import { parse } from '../../platform/http/parse.ts'
import { type Answer, type Call, pathParam } from '../../platform/http/route.ts'
import { documentInPath } from '../find-document.ts'
import { readPairs } from '../pair-store.ts'
import type { Knowledge } from '../revisions.ts'
import { retryConversion } from './accept-conversion.ts'
import { showConversion } from './show-conversion.ts'

export function conversionHandlers(deps: {
  readonly knowledge: Knowledge
  readonly lanes: Pick<Lanes, 'add'>
}) {
  const { knowledge, lanes } = deps
  const { database } = knowledge
  return {
    async get(call: Call): Promise<Answer> {
      const agentId = pathParam(call, 'agentId')
      const docId = pathParam(call, 'docId')
      await requireAgent(database, agentId)
      const json = await showConversion(database, agentId, docId)
      if (!json)
        throw new Fault('notFound', `The agent has no converted document with the id ${docId.slice(0, 60)}.`)
      return { json }
    },

    async retry(call: Call): Promise<Answer> {
      const agentId = pathParam(call, 'agentId')
      const docId = pathParam(call, 'docId')
      await requireLivingAgent(database, agentId)
      const chunks = await retryConversion(knowledge, lanes, agentId, docId)
      return { status: 202, json: { doc_id: docId, chunks } }
    },

    async pairs(call: Call): Promise<Answer> {
      const { limit, from } = parse(documentPairsQuery, call.query)
      const document = await documentInPath(database, call, true)
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
      // Behind the last pair there is nothing, and no beginning either.
      const next = (rows.at(-1)?.ordinal ?? document.pair_count) + 1
      return {
        json: {
          kind: document.kind,
          items,
          total: document.pair_count,
          next_from: next < document.pair_count ? next : null,
        },
      }
    },
  }
}
