/** HTTP of handoffs for the people who run the agent: the list, and single handoffs with their timeline and deliveries. */
import type { DeliveryKind } from '@tandem/contract/admin-deliveries'
import {
  type Handoff,
  type HandoffDelivery,
  type HandoffDetail,
  type HandoffEvent,
  handoffListQuery,
  maxHandoffParts,
} from '@tandem/contract/admin-handoffs'
import type { HandoffChatRequest } from '@tandem/contract/handoff'
import { newestOf } from '../conversations/read-messages.ts'
import { deliveryStates, readAttempts } from '../delivery/store.ts'
import { itemId } from '../lanes/lane.ts'
import type { Database, Reader } from '../platform/database/handle.ts'
import { found } from '../platform/fault.ts'
import { cursorOf, pageOf, positionOfCursor } from '../platform/http/cursor.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse, requireOwn } from '../platform/http/route.ts'
import { deskRequestsBefore, eventsBefore, listHandoffs } from './list-store.ts'
import { findHandoff, type HandoffRow } from './store.ts'

export function adminHandoffHandlers({ database }: { database: Database }) {
  return {
    async list(call: Call): Promise<RouteResponse> {
      const query = parse(handoffListQuery, call.query)
      const rows = await listHandoffs(database.scanReader, {
        agentId: query.agent_id,
        agents: call.caller.agents,
        conversationId: query.conversation_id,
        serviceId: query.human_service_id,
        state: query.state,
        endReason: query.end_reason,
        before: query.cursor === undefined ? undefined : positionOfCursor(query.cursor),
        limit: query.limit + 1,
      })
      const cursor = ({ requested_at, id }: HandoffRow) => cursorOf({ at: requested_at, id })
      return { json: pageOf(rows, query.limit, view, cursor) }
    },

    async get(call: Call): Promise<RouteResponse> {
      const id = pathParam(call, 'handoffId')
      const known = await findHandoff(database, id)
      requireOwn(call, known?.agent_id)
      const row = found(known, `No handoff has the id ${id.slice(0, 60)}.`)
      const deliveries = await deliveriesOf(database, row)
      const detail: HandoffDetail = {
        ...view(row),
        timeline: await timelineOf(database, id),
        deliveries,
        undelivered: undeliveredOf(row, deliveries),
      }
      return { json: detail }
    },
  }
}

function view(row: HandoffRow): Handoff {
  const since = (at: number | null) => (at === null ? null : Math.max(0, at - row.requested_at))
  return {
    id: row.id,
    agent_id: row.agent_id,
    conversation_id: row.conversation_id,
    human_service_id: row.service_id,
    human_service_name: row.service_name,
    state: row.state,
    reason: row.reason,
    end_reason: row.end_reason,
    language: row.language,
    email: row.email,
    phone: row.phone,
    requested_at: row.requested_at,
    established_at: row.established_at,
    first_reply_at: row.first_reply_at,
    last_activity_at: row.last_activity_at,
    deadline_at: row.deadline_at,
    ended_at: row.ended_at,
    time_to_establish_ms: since(row.established_at),
    time_to_first_reply_ms: since(row.first_reply_at),
    duration_ms: since(row.ended_at),
    user_messages: row.user_messages,
    human_messages: row.human_messages,
  }
}

/** The newest events; a user may write to a person for as long as they like. */
export const timelineOf = (db: Reader, handoffId: string): Promise<HandoffEvent[]> =>
  newestOf({
    read: (before, limit) => eventsBefore(db, handoffId, before, limit),
    numberOf: ({ n }) => n,
    charsOf: ({ text, detail }) => (text?.length ?? 0) + (detail?.length ?? 0),
    count: maxHandoffParts,
    view: eventView,
  })

const eventView = (row: Awaited<ReturnType<typeof eventsBefore>>[number]): HandoffEvent => ({
  at: row.at,
  kind: row.kind,
  message:
    row.message_id === null ? null : { id: row.message_id, role: row.role ?? '', text: row.text ?? '' },
  detail: row.detail === null ? {} : (JSON.parse(row.detail) as Record<string, unknown>),
})

const deliveriesOf = (database: Database, handoff: HandoffRow): Promise<HandoffDelivery[]> =>
  newestOf({
    async read(before, limit) {
      const rows = await deskRequestsBefore(database, handoff, before, limit)
      const attempts = await readAttempts(
        database,
        rows.map(({ id }) => id),
      )
      return rows.map((row) => ({ ...row, attempt_log: attempts.get(row.id) ?? [] }))
    },
    numberOf: ({ seq }) => seq,
    charsOf: ({ body, attempt_log }) => (body?.length ?? 0) + JSON.stringify(attempt_log).length,
    count: maxHandoffParts,
    view: (row) => ({
      id: itemId(row.uid, row.seq),
      kind: row.kind as DeliveryKind,
      state: deliveryStates[row.state],
      sequence: row.seq,
      created_at: row.created_at,
      delivered_at: row.state === 'done' ? row.changed_at : null,
      last_error: row.last_error,
      body: row.body === null ? null : JSON.parse(row.body),
      attempt_log: row.attempt_log,
    }),
  })

/** Messages of the user that were given up, or still pending when the handoff ended: these are not sent any more. */
function undeliveredOf(handoff: HandoffRow, deliveries: readonly HandoffDelivery[]) {
  return deliveries
    .filter(
      ({ kind, state }) =>
        kind === 'handoff_chat' && (state === 'dead' || (state === 'pending' && handoff.state === 'ENDED')),
    )
    .map(({ id, body, last_error }) => {
      const { timestamp = 0, body: text = '' } = (body ?? {}) as Partial<HandoffChatRequest>
      return { delivery_id: id, sent_at: timestamp, text, reason: last_error ?? 'The handoff had ended.' }
    })
}
