/**
 * The admin contract of the score of a conversation, a timeline of everything that happened in it: messages, turns of the AI,
 * handoffs, and deliveries with their attempts. It has no texts; they are in the conversation.
 */
import { z } from 'zod'
import { deliveryKinds, deliveryStates, endpointStates } from './admin-deliveries.ts'
import { endpointChange } from './admin-endpoints.ts'
import { handoffEndReasons, handoffRowStates } from './admin-handoffs.ts'
import { count, textOrNull, timeOf, timeOrNull } from './fields.ts'

const turnEnds = ['said', 'dropped', 'failed', 'silent'] as const

const length = (what: string) => z.int().min(0).describe(`${what}, in milliseconds`)

const scoreMessage = z.object({
  id: z.string().describe('Id of the message'),
  role: z.enum(['user', 'assistant', 'human', 'notice']).describe('Author of the message'),
  at: timeOf('When the message was created'),
})

const scoreTurn = z.object({
  message_id: z.string().describe('Id of the message of the user'),
  began_at: timeOf('When the turn could begin'),
  ended_at: timeOrNull('When the turn ended'),
  end: z
    .enum(turnEnds)
    .nullable()
    .describe(
      'said: with an answer. dropped: a person took the floor during the turn. failed: the turn failed. silent: without an answer. null: the turn is waiting or running',
    ),
  tries: count('Number of attempts'),
})

const scoreHandoff = z.object({
  id: z.string().describe('Id of the handoff'),
  endpoint: z.string().describe('Id of the human service'),
  state: z.enum(handoffRowStates).describe('State of the handoff'),
  end_reason: z.enum(handoffEndReasons).nullable().describe('How it ended; null while it is open'),
  requested_at: timeOf('When it began; a person has the floor from then on'),
  established_at: timeOrNull('When the desk responded to the establish request'),
  first_reply_at: timeOrNull('When a person first replied'),
  ended_at: timeOrNull('When it ended'),
  waiting_ms: length('Maximum time that the user waits for the first reply'),
  idle_ms: length('After the first reply: time without messages after which the handoff ends'),
  deadline_at: timeOrNull('When it ends unless somebody writes before'),
})

const scoreAttempt = z.object({
  number: z.int().min(1).describe('Number of the attempt, starting at 1'),
  started_at: timeOf('When the attempt began'),
  latency_ms: length('Duration'),
  http_status: z.int().nullable().describe('Status of the response; null without a response'),
  error: textOrNull('Why the attempt failed; null if it succeeded'),
})

const scoreDelivery = z.object({
  id: z.string().describe('Id of the delivery'),
  endpoint: z.string().describe('Id of the endpoint'),
  kind: z.enum(deliveryKinds).describe('Kind of request'),
  state: z.enum(deliveryStates).describe('State of the delivery'),
  created_at: timeOf('When the delivery was created'),
  settled_at: timeOrNull('When it was delivered or given up'),
  attempts: z.array(scoreAttempt).describe('Every attempt, oldest first'),
})

const scoreEndpoint = z.object({
  id: z.string().describe('`message` for the message webhook, or the id of a human service'),
  name: textOrNull('Name of the human service; null for the message webhook'),
  state: z
    .enum(endpointStates)
    .describe(
      'parked: tested regularly until it responds. disabled: it responded with 410. paused: by a person, until it is resumed',
    ),
  reason: textOrNull('Why it is not open; null if it is open'),
  closed_at: timeOrNull('Since when it has not been open'),
  changes: z
    .array(endpointChange)
    .describe('The last 200 changes of its state, oldest first, as long as they are kept'),
})

export const score = z
  .object({
    now: timeOf('Time of this response'),
    is_cut: z.boolean().describe('Whether earlier events are left out'),
    messages: z.array(scoreMessage).describe('The last 500 messages, oldest first'),
    turns: z.array(scoreTurn).describe('Turns of the AI, oldest first; old turns are removed after a while'),
    handoffs: z.array(scoreHandoff).describe('Handoffs, oldest first'),
    deliveries: z
      .array(scoreDelivery)
      .describe('The last 500 deliveries, oldest first, as long as the delivery log keeps them'),
    endpoints: z.array(scoreEndpoint).describe('The endpoints of these deliveries and handoffs'),
  })
  .meta({ id: 'Score', description: 'Timeline of everything that happened in a conversation' })

export type Score = z.infer<typeof score>
