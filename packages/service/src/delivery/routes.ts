/** HTTP of the delivery log: list, show, replay, count. */
import {
  type Delivery,
  type DeliveryDetail,
  type DeliveryKind,
  type DeliveryListQuery,
  deliveryCountsQuery,
  deliveryExportQuery,
  deliveryListQuery,
  deliveryReplayRequest,
  type EndpointCounts,
} from '@tandem/contract/admin-deliveries'
import { type EndpointCache, endpointOf } from '../agents/endpoints.ts'
import { requireAgent, requireLivingAgent } from '../agents/manage-agents.ts'
import { itemId } from '../lanes/lane.ts'
import { readBody } from '../lanes/store.ts'
import { conflict, found, parameterFault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse, requireOwn } from '../platform/http/route.ts'
import { columnsOf, pagesOf, streamRows } from '../platform/http/stream-rows.ts'
import { curlLine } from './curl-line.ts'
import { pageDeliveries } from './find-deliveries.ts'
import { countToReplay, type ReplayDeps, replayMany, replayOne, whyOver } from './replay.ts'
import { targetUrl } from './request.ts'
import {
  countByGate,
  type DeliveryFilter,
  type DeliveryRow,
  deliveryStates,
  findDelivery,
  readAttempts,
  readLastAttempts,
} from './store.ts'

const EXPORT_PAGE = 200

const remedies = {
  parked: 'POST /v1/webhook/check tests it',
  disabled: 'Save its settings',
  paused: 'Resume it',
}

export function deliveryHandlers(deps: ReplayDeps & { endpoints: EndpointCache }) {
  const { database, endpoints, lanes } = deps

  /** The URL that a delivery will go to while it is pending, and otherwise the one that its last attempt went to. */
  async function urlOf(row: DeliveryRow, went: string | undefined): Promise<string> {
    if (row.state !== 'pending' && went !== undefined) return went
    const endpoint = await endpoints.find(row.gate)
    return endpoint ? targetUrl(row.kind as DeliveryKind, endpoint.url) : (went ?? '')
  }

  async function views(rows: readonly DeliveryRow[]): Promise<Delivery[]> {
    const ids = rows.map(({ id }) => id)
    const last = await readLastAttempts(database, ids)
    return Promise.all(rows.map(async (row) => deliveryView(row, await urlOf(row, last.get(row.id)?.url))))
  }

  async function view(row: DeliveryRow): Promise<Delivery> {
    return (await views([row]))[0] as Delivery
  }

  /** The subjects of the deliveries of a conversation: itself and its handoffs. */
  async function subjectsIn(conversationId: string): Promise<string[]> {
    const asked = [...deps.hooks.values()].map((hook) => hook.subjectsIn?.(database, conversationId) ?? [])
    return [conversationId, ...(await Promise.all(asked)).flat()]
  }

  async function filterOf(call: Call, query: Narrowed): Promise<DeliveryFilter> {
    const { agent_id, conversation_id, state, kind, endpoint, until } = query
    return {
      agentId: agent_id,
      agents: call.caller.agents,
      subjects: conversation_id === undefined ? undefined : await subjectsIn(conversation_id),
      state,
      kind,
      endpoint,
      until,
    }
  }

  /** Makes a delivery due that waits for its next try, or behind one that does. */
  async function tryNow(row: DeliveryRow): Promise<RouteResponse> {
    if (isClosed(row)) {
      const remedy = remedies[row.gate_state as keyof typeof remedies]
      throw conflict(
        `The delivery is still pending: its endpoint is ${row.gate_state}. ${remedy} to open it.`,
      )
    }
    if (row.owner !== null || row.ready_at === null || row.ready_at <= lanes.clock.now())
      throw conflict('The delivery is still pending; it is sent without a replay.')
    await database.transaction('delivery routes: tryNow', (tx) => lanes.bringForward(tx, row.key))
    return { json: await view((await findDelivery(database, itemId(row.uid, row.seq))) ?? row) }
  }

  async function require(call: Call): Promise<DeliveryRow> {
    const id = pathParam(call, 'deliveryId')
    const row = await findDelivery(database, id)
    requireOwn(call, row?.tenant)
    return found(row, `No delivery has the id ${id.slice(0, 60)}. GET /admin/v1/deliveries lists them.`)
  }

  return {
    async list(call: Call): Promise<RouteResponse> {
      const query = parse(deliveryListQuery, call.query)
      const before = query.cursor === undefined ? undefined : idInCursor(query.cursor)
      const filter = { ...(await filterOf(call, query)), from: query.from }
      const page = { before, limit: query.limit }
      const { rows, next } = await pageDeliveries(database.scanReader, filter, contentOf(query), page)
      return { json: { items: await views(rows), next_cursor: next === undefined ? null : String(next) } }
    },

    async export(call: Call): Promise<RouteResponse> {
      const { format = 'csv', ...query } = parse(deliveryExportQuery, call.query)
      const filter = { ...(await filterOf(call, query)), from: query.from }
      const pages = pagesOf(async (before: number | undefined) => {
        const page = { before, limit: EXPORT_PAGE }
        const { rows, next } = await pageDeliveries(database.scanReader, filter, contentOf(query), page)
        return { items: await views(rows), next }
      })
      return streamRows({ format, name: 'deliveries', columns, pages })
    },

    async get(call: Call): Promise<RouteResponse> {
      const row = await require(call)
      const body = await readBody(database, row.id)
      const delivery = await view(row)
      const attempts = await readAttempts(database, [row.id])
      const detail: DeliveryDetail = {
        ...delivery,
        body: JSON.parse(body),
        curl: curlLine({
          url: delivery.url,
          body,
          webhookId: delivery.webhook_id,
          sequence: row.seq,
          attempt: Math.max(1, row.runs),
          endpoint: await endpoints.find(row.gate),
        }),
        attempt_log: attempts.get(row.id) ?? [],
      }
      return { json: detail }
    },

    async replay(call: Call): Promise<RouteResponse> {
      const row = await require(call)
      await requireLivingAgent(database, row.tenant)
      if (row.state === 'pending') return tryNow(row)
      const over = await whyOver(deps, database, row)
      if (over) throw conflict(`The delivery cannot be sent again: ${over}.`)
      const { id } = await database.transaction('delivery routes: replay', (tx) => replayOne(deps, tx, row))
      const made = await findDelivery(database, id)
      if (!made) throw new Error('A replayed delivery is not in the log.')
      return { json: await view(made) }
    },

    async replayMany(call: Call): Promise<RouteResponse> {
      const request = parse(deliveryReplayRequest, call.body)
      const { agent_id: agentId, state, since: from, dry_run } = request
      requireOwn(call, agentId)
      await requireLivingAgent(database, agentId)
      const filter = { ...(await filterOf(call, request)), agentId, state, from, content: contentOf(request) }
      return { json: { replayed: await (dry_run ? countToReplay : replayMany)(deps, filter) } }
    },

    async counts(call: Call): Promise<RouteResponse> {
      const { agent_id } = parse(deliveryCountsQuery, call.query)
      await requireAgent(database, agent_id)
      return { json: { endpoints: (await countByGate(database.scanReader, agent_id)).map(countsView) } }
    },
  }
}

const columns = columnsOf<Delivery>()(
  'id',
  'webhook_id',
  'kind',
  'state',
  'conversation_id',
  'sequence',
  'url',
  'attempts',
  'created_at',
  'delivered_at',
  'last_error',
)

type Narrowed = Pick<
  DeliveryListQuery,
  'agent_id' | 'conversation_id' | 'state' | 'kind' | 'endpoint' | 'until' | 'http_status' | 'q'
>

const contentOf = ({ http_status, q }: Narrowed) => ({ httpStatus: http_status, text: q })

const isClosed = ({ gate_state }: DeliveryRow) => gate_state !== null && gate_state !== 'open'

function deliveryView(row: DeliveryRow, url: string): Delivery {
  const id = itemId(row.uid, row.seq)
  return {
    id,
    webhook_id: row.origin ?? id,
    kind: row.kind as DeliveryKind,
    state: deliveryStates[row.state],
    conversation_id: row.subject ?? '',
    sequence: row.seq,
    url,
    attempts: row.runs,
    created_at: row.created_at,
    delivered_at: row.state === 'done' ? row.changed_at : null,
    last_error: row.last_error,
    next_attempt_at:
      row.state === 'pending' && row.seq === row.head_seq && !isClosed(row) && row.owner === null
        ? row.ready_at
        : null,
    behind: row.state === 'pending' && row.head_seq !== null && row.seq > row.head_seq ? row.head_seq : null,
  }
}

function countsView(row: Awaited<ReturnType<typeof countByGate>>[number]): EndpointCounts {
  const { type = 'message', id = null } = endpointOf(row.gate) ?? {}
  return {
    type,
    component_id: type === 'message' ? null : id,
    state: row.state ?? 'open',
    reason: row.reason,
    next_probe_at: row.state === 'parked' ? row.probe_at : null,
    pending: row.pending,
    delivered: row.delivered,
    dead: row.dead,
  }
}

function idInCursor(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw parameterFault('cursor', JSON.stringify(text.slice(0, 40)), 'next_cursor of the page before')
}
