/** HTTP of the sink: how it answers, what it got, and the address it receives at. */
import { randomBytes } from 'node:crypto'
import { type Sink, type SinkRequest, sinkChange, sinkRequestQuery } from '@tandem/contract/admin-sink'
import { requireAgent, requireLivingAgent } from '../../agents/manage-agents.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/handle.ts'
import { Fault } from '../../platform/fault.ts'
import { parse } from '../../platform/http/parse.ts'
import { type Answer, type Call, pathParam } from '../../platform/http/route.ts'
import { EXPECTED } from '../judge-answer.ts'
import { sinkReceiver } from './receive.ts'
import { clearRequests, findSink, listRequests, putSink, type SinkRow } from './store.ts'

/** What all sinks stand below. */
export const SINK_PATH = '/sink/'

export function sinkHandlers(deps: {
  database: Database
  clock: Clock
  /** Where this service is reached, without a slash at its end. */
  shownAt: () => string
}) {
  const { database, shownAt } = deps

  const view = ({ agent_id, token, status, delay_ms, body, is_dropping }: SinkRow): Sink => ({
    url: `${shownAt()}${SINK_PATH}${agent_id}/${token}`,
    status,
    delay_ms,
    body: body ?? EXPECTED,
    drop: is_dropping === 1,
  })

  return {
    async put(call: Call): Promise<Answer> {
      const agentId = pathParam(call, 'agentId')
      const { status = 200, delay_ms = 0, body = null, drop = false } = parse(sinkChange, call.body)
      const row = await database.transaction('sink: put', async (tx) => {
        await requireLivingAgent(tx, agentId)
        const token = randomBytes(24).toString('base64url')
        return putSink(tx, { agent_id: agentId, token, status, delay_ms, body, is_dropping: drop ? 1 : 0 })
      })
      return { json: view(row) }
    },

    async get(call: Call): Promise<Answer> {
      const agentId = pathParam(call, 'agentId')
      await requireAgent(database, agentId)
      const row = await findSink(database, agentId)
      if (!row) throw new Fault('notFound', 'The agent has no sink yet: PUT to the same path makes one.')
      return { json: view(row) }
    },

    async requests(call: Call): Promise<Answer> {
      const agentId = pathParam(call, 'agentId')
      const { after, limit } = parse(sinkRequestQuery, call.query)
      await requireAgent(database, agentId)
      const rows = await listRequests(database, agentId, after, limit)
      return { json: { items: rows.map(requestView) } }
    },

    async clear(call: Call): Promise<Answer> {
      const agentId = pathParam(call, 'agentId')
      await requireAgent(database, agentId)
      await database.transaction('sink: clear', (tx) => clearRequests(tx, agentId))
      return { status: 204 }
    },

    receive: sinkReceiver(deps),
  }
}

function requestView(row: Awaited<ReturnType<typeof listRequests>>[number]): SinkRequest {
  const { id, at, path, headers, body, answered, is_test } = row
  return { id, at, path, headers: JSON.parse(headers), body, answered, is_test: is_test === 1 }
}
