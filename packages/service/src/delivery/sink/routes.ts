/** HTTP of the sink: its response, the requests it received, and its address. */
import { randomBytes } from 'node:crypto'
import {
  type Sink,
  type SinkChange,
  type SinkRequest,
  sinkChange,
  sinkRequestQuery,
} from '@tandem/contract/admin-sink'
import { lockLivingAgent, requireAgent } from '../../agents/manage-agents.ts'
import type { Lanes } from '../../lanes/lanes.ts'
import type { Core } from '../../platform/core.ts'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { found } from '../../platform/fault.ts'
import { parse } from '../../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { EXPECTED } from '../judge-response.ts'
import { connect, disconnect, isConnected, sinkPath } from './connect.ts'
import { sinkReceiver } from './receive.ts'
import { clearRequests, findSink, listRequests, putSink, type SinkRow } from './store.ts'

export function sinkHandlers(
  deps: Pick<Core, 'clock' | 'database'> & {
    lanes: Pick<Lanes, 'openGate'>
    /** The address of this service, without a slash at its end. */
    shownAt: () => string
  },
) {
  const { database, shownAt } = deps
  const urlOf = (row: SinkRow) => `${shownAt()}${sinkPath(row)}`
  const connecting = { ...deps, urlOf }

  async function view(db: Reader, row: SinkRow): Promise<Sink> {
    const { status, delay_ms, body, is_dropping, is_down, replaced_url } = row
    const connected = await isConnected(db, row)
    return {
      url: urlOf(row),
      status,
      delay_ms,
      body: body ?? EXPECTED,
      drop: is_dropping === 1,
      down: is_down === 1,
      connected,
      replaces: connected ? replaced_url : null,
    }
  }

  async function known(db: Reader, agentId: string): Promise<SinkRow> {
    return found(await findSink(db, agentId), 'The agent has no sink yet: PUT to the same path makes one.')
  }

  function put(tx: Tx, agentId: string, change: SinkChange): Promise<SinkRow> {
    const { status = 200, delay_ms = 0, body = null, drop = false, down = false } = change
    const token = randomBytes(24).toString('base64url')
    const flags = { is_dropping: drop ? 1 : 0, is_down: down ? 1 : 0 }
    return putSink(tx, { agent_id: agentId, token, status, delay_ms, body, ...flags })
  }

  async function change(
    call: Call,
    name: string,
    act: (tx: Tx, agentId: string) => Promise<SinkRow>,
  ): Promise<RouteResponse> {
    const agentId = pathParam(call, 'agentId')
    const json = await database.transaction(name, async (tx) => {
      // Of two changes of the message webhook at once, the second must not restore an address from before the first.
      await lockLivingAgent(tx, agentId)
      return view(tx, await act(tx, agentId))
    })
    return { json }
  }

  return {
    async put(call: Call): Promise<RouteResponse> {
      const wanted = parse(sinkChange, call.body)
      return change(call, 'sink: put', (tx, agentId) => put(tx, agentId, wanted))
    },

    async get(call: Call): Promise<RouteResponse> {
      const agentId = pathParam(call, 'agentId')
      await requireAgent(database, agentId)
      return { json: await view(database, await known(database, agentId)) }
    },

    async connect(call: Call): Promise<RouteResponse> {
      return change(call, 'sink: connect', async (tx, agentId) => {
        const row = (await findSink(tx, agentId)) ?? (await put(tx, agentId, {}))
        return connect(tx, connecting, row)
      })
    },

    async disconnect(call: Call): Promise<RouteResponse> {
      return change(call, 'sink: disconnect', async (tx, agentId) =>
        disconnect(tx, connecting, await known(tx, agentId)),
      )
    },

    async requests(call: Call): Promise<RouteResponse> {
      const agentId = pathParam(call, 'agentId')
      const { after, limit } = parse(sinkRequestQuery, call.query)
      await requireAgent(database, agentId)
      const rows = await listRequests(database, agentId, after, limit)
      return { json: { items: rows.map(requestView) } }
    },

    async clear(call: Call): Promise<RouteResponse> {
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
