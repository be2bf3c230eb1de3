/** HTTP of conversions: how far one has come and what became of the text. */
import { agentInPath } from '../../agents/manage-agents.ts'
import type { Lanes } from '../../lanes/lanes.ts'
import { Fault } from '../../platform/fault.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
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
    async get(call: Call): Promise<RouteResponse> {
      const docId = pathParam(call, 'docId')
      const agentId = await agentInPath(database, call)
      const json = await showConversion(database, agentId, docId)
      if (!json)
        throw new Fault('notFound', `The agent has no converted document with the id ${docId.slice(0, 60)}.`)
      return { json }
    },

    async retry(call: Call): Promise<RouteResponse> {
      const docId = pathParam(call, 'docId')
      const agentId = await agentInPath(database, call, 'living')
      const chunks = await retryConversion(knowledge, lanes, agentId, docId)
      return { status: 202, json: { doc_id: docId, chunks } }
    },
  }
}
