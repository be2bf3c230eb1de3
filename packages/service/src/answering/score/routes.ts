/** HTTP of the score of a conversation: a timeline of its messages, turns, handoffs and deliveries. */
import type { DeliveryKind } from '@tandem/contract/admin-deliveries'
import type { Score } from '@tandem/contract/admin-score'
import { endpointOf, messageGate, serviceGate } from '../../agents/endpoints.ts'
import { conversationInPath } from '../../conversations/open-conversation.ts'
import { type DeliveryRow, deliveryStates, listDeliveries, readAttempts } from '../../delivery/store.ts'
import { listHandoffs } from '../../handoff/list-store.ts'
import type { HandoffRow } from '../../handoff/store.ts'
import { changesOf } from '../../lanes/gate-store.ts'
import { itemId } from '../../lanes/lane.ts'
import type { Core } from '../../platform/core.ts'
import type { Database } from '../../platform/database/handle.ts'
import type { Call, RouteResponse } from '../../platform/http/route.ts'
import type { DroppedDetail } from '../turns/store.ts'
import { answerIdOf, messageIdIn } from '../turns/turn-item.ts'
import { lastMessages, lastTurns, readGates } from './store.ts'

const MOST = 500
const MOST_HANDOFFS = 100
const MOST_CHANGES = 200
const MESSAGE_WEBHOOK = 'message'

export function scoreHandlers({ database, clock }: Pick<Core, 'clock' | 'database'>) {
  return {
    async get(call: Call): Promise<RouteResponse> {
      const { id, agent_id } = await conversationInPath(database, call)
      const messages = await lastMessages(database, id, MOST)
      const turns = await lastTurns(database, id, MOST)
      const handoffs = await listHandoffs(database, { conversationId: id, limit: MOST_HANDOFFS })
      const subjects = [id, ...handoffs.map((handoff) => handoff.id)]
      const deliveries = await listDeliveries(database, { agents: 'all', subjects, limit: MOST })
      const score: Score = {
        now: clock.now(),
        is_cut: messages.length === MOST || deliveries.length === MOST || handoffs.length === MOST_HANDOFFS,
        messages: messages.reverse().map(({ id, role, created_at: at }) => ({ id, role, at })),
        turns: turnsView(turns.reverse(), messages),
        handoffs: handoffs.reverse().map(handoffView),
        deliveries: await deliveriesView(database, deliveries.reverse()),
        endpoints: await endpointsView(database, agent_id, deliveries, handoffs),
      }
      return { json: score }
    },
  }
}

/** The turns of a conversation run one after the other: each begins when the previous one has ended. */
function turnsView(
  turns: Awaited<ReturnType<typeof lastTurns>>,
  messages: Awaited<ReturnType<typeof lastMessages>>,
): Score['turns'] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  let freeAt = 0
  return turns.flatMap(({ start, state, attempts, created_at, changed_at }) => {
    const messageId = messageIdIn(start)
    const asked = byId.get(messageId)
    const began_at = Math.max(created_at, freeAt)
    const ended_at = state === 'pending' ? null : Math.max(changed_at, began_at)
    freeAt = ended_at ?? began_at
    if (!asked) return []
    const { dropped } = JSON.parse(asked.detail ?? '{}') as Partial<DroppedDetail>
    const end = dropped ? 'dropped' : byId.has(answerIdOf(messageId)) ? 'said' : 'silent'
    const how = { pending: null, done: end, dead: 'failed' } as const
    return [{ message_id: messageId, began_at, ended_at, end: how[state], tries: attempts }]
  })
}

function handoffView(row: HandoffRow): Score['handoffs'][number] {
  const { id, state, end_reason, requested_at, established_at, first_reply_at, ended_at } = row
  const { waiting_ms, idle_ms, deadline_at } = row
  const times = { requested_at, established_at, first_reply_at, ended_at, deadline_at }
  return { id, endpoint: row.service_id, state, end_reason, ...times, waiting_ms, idle_ms }
}

/** The message webhook has no id of its own. */
function shownEndpoint(gate: string): string {
  const named = endpointOf(gate)
  return named?.type === 'human_service' ? named.id : MESSAGE_WEBHOOK
}

async function deliveriesView(
  database: Database,
  rows: readonly DeliveryRow[],
): Promise<Score['deliveries']> {
  const ids = rows.map(({ id }) => id)
  const attempts = await readAttempts(database, ids)
  return rows.map((row) => ({
    id: itemId(row.uid, row.seq),
    endpoint: shownEndpoint(row.gate),
    kind: row.kind as DeliveryKind,
    state: deliveryStates[row.state],
    created_at: row.created_at,
    settled_at: row.state === 'pending' ? null : row.changed_at,
    attempts: (attempts.get(row.id) ?? []).map(({ number, started_at, latency_ms, http_status, error }) => {
      return { number, started_at, latency_ms, http_status, error }
    }),
  }))
}

async function endpointsView(
  database: Database,
  agentId: string,
  deliveries: readonly DeliveryRow[],
  handoffs: readonly HandoffRow[],
): Promise<Score['endpoints']> {
  const names = new Map(handoffs.map(({ service_id, service_name }) => [service_id, service_name]))
  const ids = new Set([...deliveries.map(({ gate }) => shownEndpoint(gate)), ...names.keys()])
  const gateOf = (id: string) => (id === MESSAGE_WEBHOOK ? messageGate(agentId) : serviceGate(id))
  const gates = new Map((await readGates(database, [...ids].map(gateOf))).map((gate) => [gate.id, gate]))
  // The message webhook first: most agents have it.
  const ordered = [...ids].sort((a, b) => Number(b === MESSAGE_WEBHOOK) - Number(a === MESSAGE_WEBHOOK))
  const views: Score['endpoints'] = []
  for (const id of ordered) {
    const gate = gates.get(gateOf(id))
    const changes = await changesOf(database, gateOf(id), MOST_CHANGES)
    const isClosed = gate !== undefined && gate.state !== 'open'
    views.push({
      id,
      name: names.get(id) ?? null,
      state: gate?.state ?? 'open',
      reason: isClosed ? gate.reason : null,
      closed_at: isClosed ? gate.parked_at : null,
      changes: changes.toReversed().map(({ at, state, reason }) => ({ at, state, reason })),
    })
  }
  return views
}
