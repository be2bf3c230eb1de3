/** HTTP of endpoints: their performance, and probing, pausing and unblocking one. */
import {
  type EndpointHistory,
  endpointListQuery,
  endpointPauseRequest,
  type Endpoint as Shown,
  skipHeadRequest,
} from '@tandem/contract/admin-endpoints'
import { type Endpoint, type EndpointCache, gatesOf } from '../../agents/endpoints.ts'
import { requireAgent } from '../../agents/manage-agents.ts'
import { changesOf, findClosedGate, type GateRow, noteProbe } from '../../lanes/gate-store.ts'
import { parseItemId } from '../../lanes/lane.ts'
import { conflict, type Fault, found } from '../../platform/fault.ts'
import { parse } from '../../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse, requireOwn } from '../../platform/http/route.ts'
import type { ProbeResult } from '../send-probe.ts'
import { countByGate } from '../store.ts'
import { noAttempts, readPerformance } from './performance.ts'
import { type SkipDeps, skipBlocked, skipHead } from './skip-heads.ts'
import { laneOfHead, prolongWaiting } from './store.ts'

const SLICE = 500
const MOST_CHANGES = 200

interface EndpointDeps extends SkipDeps {
  readonly endpoints: EndpointCache
  probe(endpoint: Endpoint): Promise<ProbeResult>
  /** Called after a probe with a response of 200: opens a parked endpoint. */
  probeSucceeded(gate: string): Promise<void>
}

export function endpointHandlers(deps: EndpointDeps) {
  const { database, lanes, endpoints } = deps
  /** Gates whose deliveries are given time back. */
  const resuming = new Set<string>()

  async function require(call: Call): Promise<Endpoint> {
    const id = pathParam(call, 'endpointId')
    const endpoint = await endpoints.find(id)
    requireOwn(call, endpoint?.agentId)
    return found(
      endpoint,
      `There is no endpoint ${id.slice(0, 60)}. GET /admin/v1/endpoints?agent_id=… lists them.`,
    )
  }

  async function viewsOf(agentId: string): Promise<Shown[]> {
    const counts = new Map((await countByGate(database.scanReader, agentId)).map((row) => [row.gate, row]))
    const performance = await readPerformance(database.scanReader, agentId, lanes.clock.now())
    const views: Shown[] = []
    for (const gate of await gatesOf(database, agentId)) {
      const endpoint = await endpoints.find(gate)
      if (!endpoint) continue
      const { pending = 0, delivered = 0, dead = 0 } = counts.get(gate) ?? {}
      views.push({
        ...identity(endpoint),
        ...standing(await findClosedGate(database, gate)),
        pending,
        delivered,
        dead,
        ...(performance.get(gate) ?? noAttempts),
      })
    }
    return views
  }

  async function viewOf({ gate, agentId }: Endpoint): Promise<RouteResponse> {
    const view = (await viewsOf(agentId)).find(({ id }) => id === gate)
    return { json: found(view, `The endpoint ${gate} was removed.`) }
  }

  return {
    async list(call: Call): Promise<RouteResponse> {
      const { agent_id } = parse(endpointListQuery, call.query)
      await requireAgent(database, agent_id)
      return { json: { items: await viewsOf(agent_id) } }
    },

    async history(call: Call): Promise<RouteResponse> {
      const { gate } = await require(call)
      const changes = await changesOf(database, gate, MOST_CHANGES)
      const items = changes.map(({ at, state, reason }) => ({ at, state, reason }))
      return { json: { items } satisfies EndpointHistory }
    },

    async probe(call: Call): Promise<RouteResponse> {
      const endpoint = await require(call)
      const { reachable, status, latencyMs, reason, exchanges } = await deps.probe(endpoint)
      if (reachable) await deps.probeSucceeded(endpoint.gate)
      else
        await database.transaction('endpoints: probe', (tx) =>
          noteProbe(tx, endpoint.gate, reason ?? 'It did not answer.'),
        )
      const { state } = standing(await findClosedGate(database, endpoint.gate))
      const shown = exchanges.map(({ status, ...exchange }) => ({ ...exchange, http_status: status }))
      const found = { reachable, http_status: status, latency_ms: latencyMs, error: reason }
      return { json: { ...found, state, exchanges: shown } }
    },

    async pause(call: Call): Promise<RouteResponse> {
      const { reason } = parse(endpointPauseRequest, call.body)
      const endpoint = await require(call)
      await database.transaction('endpoints: pause', async (tx) => {
        const known = await findClosedGate(tx, endpoint.gate)
        // A second pause keeps the time of the first.
        const parked_at = known?.state === 'paused' ? known.parked_at : lanes.clock.now()
        const why = `Paused by ${who(call)}${reason === undefined ? '.' : `: ${reason}`}`
        const gate = { id: endpoint.gate, reason: why, parked_at, probe_at: null, probes: 0 }
        await lanes.closeGate(tx, { ...gate, state: 'paused' })
      })
      return viewOf(endpoint)
    },

    async resume(call: Call): Promise<RouteResponse> {
      const endpoint = await require(call)
      const gate = await findClosedGate(database, endpoint.gate)
      if (gate?.state !== 'paused') throw notPaused(gate)
      if (resuming.has(endpoint.gate)) throw conflict('The endpoint is being resumed already.')
      resuming.add(endpoint.gate)
      await giveTimeBack(gate).finally(() => resuming.delete(endpoint.gate))
      const isResumed = await database.transaction('endpoints: resume', (tx) =>
        lanes.resumeGate(tx, endpoint.gate),
      )
      if (!isResumed) throw notPaused(await findClosedGate(database, endpoint.gate))
      return viewOf(endpoint)
    },

    async skipHead(call: Call): Promise<RouteResponse> {
      const { delivery_id } = parse(skipHeadRequest, call.body)
      const endpoint = await require(call)
      const error = `Skipped by ${who(call)}.`
      if (delivery_id === undefined) return { json: await skipBlocked(deps, endpoint.gate, error) }
      const parsed = parseItemId(delivery_id)
      const lane = parsed && (await laneOfHead(database, parsed.uid, parsed.seq))
      if (lane?.gate !== endpoint.gate || !(await skipHead(deps, lane, error)))
        throw conflict(
          'The delivery does not wait at the head of its conversation: it is settled, under way, or another comes before it.',
        )
      return { json: { skipped: 1, more: false } }
    },
  }

  /** Deliveries have as much time left as when they began to wait. */
  async function giveTimeBack({ id: gate, parked_at }: GateRow): Promise<void> {
    const now = lanes.clock.now()
    const pause = { gate, pausedAt: parked_at ?? now, now }
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after
      after = await database.transaction('endpoints: prolong', (tx) => prolongWaiting(tx, pause, from, SLICE))
    }
  }
}

const who = ({ caller }: Call) => caller.person?.email ?? 'the admin token'

function notPaused(gate: GateRow | undefined): Fault {
  return conflict(`The endpoint is not paused: it is ${gate?.state ?? 'open'}.`)
}

const identity = ({ gate, agentId, type, componentId, componentName, url }: Endpoint) => ({
  id: gate,
  agent_id: agentId,
  type,
  component_id: componentId,
  name: componentName,
  url,
})

/** `gate` is undefined unless it is closed. */
const standing = (gate: GateRow | undefined) => ({
  state: gate?.state ?? 'open',
  paused: gate?.state === 'paused',
  reason: gate?.reason ?? null,
  since: gate?.parked_at ?? null,
  next_probe_at: gate?.state === 'parked' ? gate.probe_at : null,
})
