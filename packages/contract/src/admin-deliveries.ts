/** The admin contract of deliveries: what was sent to developers, how each attempt went, and sending it again. */
import { z } from 'zod'
import { listQuery, nextCursor } from './admin.ts'
import { flag, id, numeric, optional, text, timeOf, timestamp, wholeNumber } from './fields.ts'

export const deliveryKinds = ['message', 'handoff_establish', 'handoff_chat', 'handoff_close'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]
/** pending: not delivered yet, whether before the first attempt, between two, or held back while its endpoint is parked. */
export const deliveryStates = ['pending', 'delivered', 'dead'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const attemptStages = ['resolve', 'connect', 'tls', 'send', 'wait', 'read'] as const

/** What a list and a replay of many may be narrowed by. */
const narrowing = {
  conversation_id: optional(id()).describe(
    'Only deliveries of this conversation, those of its handoffs included',
  ),
  kind: optional(z.enum(deliveryKinds)).describe('Only deliveries of this kind'),
  endpoint: optional(id()).describe(
    'Only deliveries to the message webhook (message) or to this human service (its id)',
  ),
  http_status: optional(numeric(wholeNumber(0, 599))).describe(
    'Only deliveries whose last attempt got this status; 0: no response',
  ),
  until: optional(timestamp()).describe(
    'Only deliveries enqueued before this time, in milliseconds since 1970',
  ),
  q: optional(text(200)).describe('Only deliveries whose body contains this text'),
}

export const deliveryListQuery = z.object({
  agent_id: optional(id()).describe('Only deliveries of this agent'),
  state: optional(z.enum(deliveryStates)).describe('Only deliveries in this state'),
  from: optional(timestamp()).describe('Only deliveries enqueued at this time or later'),
  ...narrowing,
  ...listQuery,
})

export const deliveryExportQuery = deliveryListQuery
  .omit({ limit: true, cursor: true })
  .extend({ format: optional(z.enum(['csv', 'jsonl'])).describe('csv when absent') })

export const delivery = z
  .object({
    id: z.string().describe('Id of the delivery'),
    webhook_id: z
      .string()
      .describe(
        'The webhook-id header on the wire: its id, or when it is a replay that of the delivery it repeats',
      ),
    kind: z.enum(deliveryKinds).describe('What is delivered'),
    state: z.enum(deliveryStates).describe('Where it stands; dead: given up, can be replayed'),
    conversation_id: z
      .string()
      .describe('The conversation it belongs to; of handoff requests the id they carry'),
    sequence: z.int().describe('Its place in the order of the conversation'),
    url: z.string().describe('Where it goes while it is pending, where it went once it is settled'),
    attempts: z.int().min(0).describe('Attempts so far'),
    created_at: timeOf('When it was enqueued'),
    delivered_at: timeOf('When it was delivered').nullable().describe('When it was delivered; null if not'),
    last_error: z
      .string()
      .nullable()
      .describe(
        'Why the last attempt failed or it was given up, or what was odd about a success; null when nothing was',
      ),
    next_attempt_at: timeOf('When it is tried next')
      .nullable()
      .describe(
        'When it is tried next; null when it is settled or under way, while one of its conversation comes before it, and while its endpoint is parked or disabled',
      ),
    behind: z
      .int()
      .nullable()
      .describe('Sequence of the one that has to be settled before it is tried; null when there is none'),
  })
  .meta({ id: 'Delivery', description: 'One request to a developer-hosted endpoint' })

export const deliveryList = z
  .object({
    items: z
      .array(delivery)
      .describe(
        'Deliveries, newest first; with http_status or q there may be few or none although more follow',
      ),
    next_cursor: nextCursor,
  })
  .meta({ id: 'DeliveryList', description: 'Deliveries' })

const headers = (what: string) =>
  z
    .record(z.string(), z.string())
    .nullable()
    .describe(`${what}; credentials are masked, values cut after 500 characters; null where unknown`)
const phase = (what: string) =>
  z
    .number()
    .min(0)
    .nullable()
    .describe(`${what}; null where it did not come to that, or an open connection was used`)

export const deliveryAttempt = z
  .object({
    number: z.int().min(1).describe('1 for the first attempt'),
    started_at: timeOf('When it began'),
    stage: z.enum(attemptStages).describe('How far it came'),
    http_status: z.int().nullable().describe('Status answered; null when there was no answer'),
    latency_ms: z.int().min(0).describe('How long it took'),
    response: z.string().nullable().describe('The first bytes of the answer'),
    error: z.string().nullable().describe('Why it failed; null when it did not'),
    warning: z.string().nullable().describe('What was odd about a success, such as a status other than 200'),
    counted: z
      .boolean()
      .describe('Whether it used up a try; not when the endpoint had been parked meanwhile'),
    url: z.string().describe('Where it was sent'),
    request_headers: headers('Headers of the request'),
    response_headers: headers('Headers of the response'),
    phases_ms: z
      .object({
        resolve: phase('Looking up the name'),
        connect: phase('Connecting'),
        tls: phase('Setting up TLS'),
        send: phase('Writing the request, the wait for a free connection included'),
        wait: phase('Until the head of the response'),
        read: phase('Until its last byte'),
      })
      .nullable()
      .describe('How long each phase took; null for attempts of earlier versions'),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt at a delivery' })

export const deliveryDetail = delivery
  .extend({
    body: z.unknown().describe('The JSON body as it is sent'),
    curl: z.string().describe('A command that repeats the request; secrets are masked'),
    attempt_log: z.array(deliveryAttempt).describe('Every attempt, oldest first'),
  })
  .meta({ id: 'DeliveryDetail', description: 'A delivery with its body and every attempt' })

export const deliveryReplayRequest = z
  .object({
    agent_id: id().describe('Deliveries of this agent'),
    state: z.enum(['delivered', 'dead']).describe('Deliveries in this state, usually dead'),
    since: timestamp().describe('Deliveries enqueued at this time or later, in milliseconds since 1970'),
    ...narrowing,
    dry_run: optional(flag()).describe('Only say how many there are; nothing is sent'),
  })
  .meta({ id: 'DeliveryReplayRequest', description: 'Which deliveries to send again' })

export const deliveryReplayResponse = z
  .object({
    replayed: z.int().min(0).describe('How many deliveries will be sent again, or with dry_run would be'),
  })
  .meta({ id: 'DeliveryReplayResponse', description: 'What will be sent again' })

export const endpointStates = ['open', 'parked', 'disabled', 'paused'] as const

export const endpointCounts = z
  .object({
    type: z.enum(['message', 'human_service']).describe('Which kind of endpoint'),
    component_id: z.string().nullable().describe('Id of the human service component; null for message'),
    state: z
      .enum(endpointStates)
      .describe('parked: probed until it answers; disabled: it said 410; paused: by hand'),
    reason: z.string().nullable().describe('Why it is not open'),
    next_probe_at: timeOf('When it is probed next')
      .nullable()
      .describe('When a parked endpoint is probed next'),
    pending: z.int().min(0).describe('Deliveries not settled yet'),
    delivered: z.int().min(0).describe('Deliveries made, those no longer in the log included'),
    dead: z.int().min(0).describe('Deliveries given up that are still in the log'),
  })
  .meta({ id: 'EndpointCounts', description: 'How deliveries to one endpoint stand' })

export const deliveryCountsQuery = z.object({ agent_id: id().describe('The agent') })
export const deliveryCounts = z
  .object({ endpoints: z.array(endpointCounts).describe('One for each endpoint that was ever used') })
  .meta({ id: 'DeliveryCounts', description: 'How the deliveries of an agent stand' })

export type EndpointCounts = z.infer<typeof endpointCounts>
export type DeliveryListQuery = z.infer<typeof deliveryListQuery>
export type Delivery = z.infer<typeof delivery>
export type DeliveryList = z.infer<typeof deliveryList>
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>
export type DeliveryDetail = z.infer<typeof deliveryDetail>
export type DeliveryReplayRequest = z.infer<typeof deliveryReplayRequest>
