/** The admin contract of deliveries: requests to developers, their attempts, and replays. */
import { z } from 'zod'
import { listQuery, nextCursor } from './admin.ts'
import {
  count,
  flag,
  id,
  numeric,
  optional,
  text,
  textOrNull,
  timeOf,
  timestamp,
  wholeNumber,
} from './fields.ts'

export const deliveryKinds = ['message', 'handoff_establish', 'handoff_chat', 'handoff_close'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]
/** pending: not settled yet: before the first attempt, between two attempts, or held back while its endpoint is not open. */
export const deliveryStates = ['pending', 'delivered', 'dead'] as const
export type DeliveryState = (typeof deliveryStates)[number]
const attemptStages = ['resolve', 'connect', 'tls', 'send', 'wait', 'read'] as const

/** The filters that a list and a bulk replay have in common. */
const filters = {
  conversation_id: optional(id()).describe('Only deliveries of this conversation and its handoffs'),
  kind: optional(z.enum(deliveryKinds)).describe('Only deliveries of this kind'),
  endpoint: optional(id()).describe(
    'Only deliveries to this endpoint: `message` for the message webhook, or the id of a human service',
  ),
  http_status: optional(numeric(wholeNumber(0, 599))).describe(
    'Only deliveries whose last attempt got a response with this status; 0: no response',
  ),
  until: optional(timestamp()).describe(
    'Only deliveries created before this time, in milliseconds since 1970',
  ),
  q: optional(text(200)).describe('Only deliveries whose body contains this text'),
}

export const deliveryListQuery = z.object({
  agent_id: optional(id()).describe('Only deliveries of this agent'),
  state: optional(z.enum(deliveryStates)).describe('Only deliveries in this state'),
  from: optional(timestamp()).describe(
    'Only deliveries created at this time or later, in milliseconds since 1970',
  ),
  ...filters,
  ...listQuery,
})

export const deliveryExportQuery = deliveryListQuery
  .omit({ limit: true, cursor: true })
  .extend({ format: optional(z.enum(['csv', 'jsonl'])).describe('Format of the file; default csv') })

export const delivery = z
  .object({
    id: z.string().describe('Id of the delivery'),
    webhook_id: z
      .string()
      .describe(
        'The webhook-id header of the request: the id of the delivery, or for a replay the id of the original delivery',
      ),
    kind: z.enum(deliveryKinds).describe('Kind of request'),
    state: z.enum(deliveryStates).describe('State of the delivery; dead: given up, but can be replayed'),
    conversation_id: z.string().describe('Id of the conversation; for handoff requests the id in their body'),
    sequence: z.int().describe('Position of the delivery in its conversation'),
    url: z.string().describe('URL to which it will be sent, or was sent'),
    attempts: count('Number of attempts so far'),
    created_at: timeOf('When the delivery was created'),
    delivered_at: timeOf('When it was delivered')
      .nullable()
      .describe('When it was delivered, in milliseconds since 1970; null if it was not'),
    last_error: textOrNull(
      'Why the last attempt failed or the delivery was given up, or what was unusual about a success; otherwise null',
    ),
    next_attempt_at: timeOf('Time of the next attempt')
      .nullable()
      .describe(
        'Time of the next attempt, in milliseconds since 1970; null if the delivery is settled, is being sent, waits for an earlier delivery of its conversation, or its endpoint is not open',
      ),
    behind: z
      .int()
      .nullable()
      .describe('Sequence of the delivery that must be settled before this one; null if there is none'),
  })
  .meta({ id: 'Delivery', description: 'One request to a developer-hosted endpoint' })

export const deliveryList = z
  .object({
    items: z
      .array(delivery)
      .describe(
        'Deliveries, newest first. With http_status or q a page may have few or none although further pages have more',
      ),
    next_cursor: nextCursor,
  })
  .meta({ id: 'DeliveryList', description: 'Deliveries' })

const headers = (what: string) =>
  z
    .record(z.string(), z.string())
    .nullable()
    .describe(`${what}; credentials are masked, values are cut after 500 characters; null if unknown`)
const phase = (what: string) =>
  z
    .number()
    .min(0)
    .nullable()
    .describe(`${what}; null if the attempt did not get that far, or an open connection was reused`)

export const deliveryAttempt = z
  .object({
    number: z.int().min(1).describe('Number of the attempt, starting at 1'),
    started_at: timeOf('When the attempt began'),
    stage: z.enum(attemptStages).describe('Last stage that the attempt reached'),
    http_status: z.int().nullable().describe('Status of the response; null without a response'),
    latency_ms: z.int().min(0).describe('Duration, in milliseconds'),
    response: textOrNull('Beginning of the body of the response'),
    error: textOrNull('Why the attempt failed; null if it succeeded'),
    warning: textOrNull('What was unusual about a success, such as a status other than 200'),
    counted: z
      .boolean()
      .describe('Whether it counts as an attempt; false if the endpoint was parked in the meantime'),
    url: z.string().describe('URL of the request'),
    request_headers: headers('Headers of the request'),
    response_headers: headers('Headers of the response'),
    phases_ms: z
      .object({
        resolve: phase('DNS lookup'),
        connect: phase('TCP connection'),
        tls: phase('TLS handshake'),
        send: phase('Sending the request, including the wait for a free connection'),
        wait: phase('Waiting for the headers of the response'),
        read: phase('Reading the body of the response'),
      })
      .nullable()
      .describe('Duration of each phase in milliseconds; null for attempts of earlier versions of Tandem'),
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
    since: timestamp().describe('Deliveries created at this time or later, in milliseconds since 1970'),
    ...filters,
    dry_run: optional(flag()).describe('true: only count the deliveries; nothing is sent'),
  })
  .meta({ id: 'DeliveryReplayRequest', description: 'Which deliveries to send again' })

export const deliveryReplayResponse = z
  .object({
    replayed: count('Number of deliveries that are (with dry_run: would be) sent again'),
  })
  .meta({ id: 'DeliveryReplayResponse', description: 'Number of deliveries that are sent again' })

export const endpointStates = ['open', 'parked', 'disabled', 'paused'] as const

export const endpointCounts = z
  .object({
    type: z.enum(['message', 'human_service']).describe('Kind of endpoint'),
    component_id: textOrNull('Id of the human service component; null for the message webhook'),
    state: z
      .enum(endpointStates)
      .describe(
        'parked: tested regularly until it responds. disabled: it responded with 410. paused: by a person, until it is resumed',
      ),
    reason: textOrNull('Why the endpoint is not open; null if it is open'),
    next_probe_at: timeOf('Time of the next test')
      .nullable()
      .describe('Time of the next test of a parked endpoint, in milliseconds since 1970; otherwise null'),
    pending: count('Number of pending deliveries'),
    delivered: count('Number of completed deliveries, including those no longer in the delivery log'),
    dead: count('Number of dead deliveries in the delivery log'),
  })
  .meta({ id: 'EndpointCounts', description: 'Number of deliveries to one endpoint by state' })

export const deliveryCountsQuery = z.object({ agent_id: id().describe('Id of the agent') })
export const deliveryCounts = z
  .object({ endpoints: z.array(endpointCounts).describe('One entry for each endpoint that was ever used') })
  .meta({ id: 'DeliveryCounts', description: 'Number of deliveries of an agent by endpoint and state' })

export type EndpointCounts = z.infer<typeof endpointCounts>
export type DeliveryListQuery = z.infer<typeof deliveryListQuery>
export type Delivery = z.infer<typeof delivery>
export type DeliveryList = z.infer<typeof deliveryList>
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>
export type DeliveryDetail = z.infer<typeof deliveryDetail>
