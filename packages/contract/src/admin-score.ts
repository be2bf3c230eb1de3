/**
 * The admin contract of the score of a conversation: everything that happened in it, on one clock. Messages, turns of the AI,
 * handoffs, and what was sent to the developer's endpoints with every attempt; without the words, which are in the conversation.
 */
import { z } from 'zod'
import { deliveryKinds, deliveryStates, endpointStates } from './admin-deliveries.ts'
import { endpointChange } from './admin-endpoints.ts'
import { handoffEndReasons, handoffRowStates } from './admin-handoffs.ts'
import { timeOf } from './fields.ts'

export const turnEnds = ['said', 'dropped', 'failed', 'silent'] as const

const timeOrNull = (what: string) => timeOf(what).nullable().describe(`${what}; null if not`)
const length = (what: string) => z.int().min(0).describe(`${what}, in milliseconds`)

const scoreMessage = z.object({
  id: z.string().describe('Id of the message'),
  role: z.enum(['user', 'assistant', 'human', 'notice']).describe('Who said it'),
  at: timeOf('When it was said'),
})

const scoreTurn = z.object({
  message_id: z.string().describe('The message of the user that it answers'),
  began_at: timeOf('When its turn had come'),
  ended_at: timeOrNull('When it ended'),
  end: z
    .enum(turnEnds)
    .nullable()
    .describe(
      'said: there is an answer. dropped: a person took the floor meanwhile. silent: there was nothing to say. null: it waits or is under way',
    ),
  tries: z.int().min(0).describe('How often it was run'),
})

const scoreHandoff = z.object({
  id: z.string().describe('Id of the handoff'),
  endpoint: z.string().describe('The human service'),
  state: z.enum(handoffRowStates).describe('Where it stands'),
  end_reason: z.enum(handoffEndReasons).nullable().describe('How it ended; null while it is open'),
  requested_at: timeOf('When it was asked for: a person has the floor from then on'),
  established_at: timeOrNull('When the desk answered'),
  first_reply_at: timeOrNull('When a person first replied'),
  ended_at: timeOrNull('When it ended'),
  waiting_ms: length('How long the user waits for the first reply at most'),
  idle_ms: length('How long it stays open without a word, after the first reply'),
  deadline_at: timeOrNull('When it ends unless something happens'),
})

const scoreAttempt = z.object({
  number: z.int().min(1).describe('1 for the first attempt'),
  started_at: timeOf('When it began'),
  latency_ms: length('How long it took'),
  http_status: z.int().nullable().describe('Status answered; null when there was no answer'),
  error: z.string().nullable().describe('Why it failed; null when it did not'),
})

const scoreDelivery = z.object({
  id: z.string().describe('Id of the delivery'),
  endpoint: z.string().describe('The endpoint it goes to'),
  kind: z.enum(deliveryKinds).describe('What is delivered'),
  state: z.enum(deliveryStates).describe('Where it stands'),
  created_at: timeOf('When it was enqueued'),
  settled_at: timeOrNull('When it was delivered or given up'),
  attempts: z.array(scoreAttempt).describe('Every attempt, oldest first'),
})

const scoreEndpoint = z.object({
  id: z.string().describe('message for the message webhook, else the id of the human service'),
  name: z.string().nullable().describe('Name of the human service; null for the message webhook'),
  state: z.enum(endpointStates).describe('parked: probed until it answers; disabled: it said 410'),
  reason: z.string().nullable().describe('Why it is not open'),
  closed_at: timeOrNull('Since when it is not open'),
  changes: z
    .array(endpointChange)
    .describe('When it was closed and opened, oldest first; the last 200, as long as they are kept'),
})

export const score = z
  .object({
    now: timeOf('The time of this answer'),
    is_cut: z.boolean().describe('Whether more happened before what is told here'),
    messages: z.array(scoreMessage).describe('The last 500, oldest first'),
    turns: z.array(scoreTurn).describe('Turns of the AI, oldest first; those of long ago are forgotten'),
    handoffs: z.array(scoreHandoff).describe('Stretches in which a person has the floor, oldest first'),
    deliveries: z
      .array(scoreDelivery)
      .describe('The last 500, oldest first, as long as the delivery log keeps them'),
    endpoints: z.array(scoreEndpoint).describe('The endpoints that deliveries and handoffs name'),
  })
  .meta({ id: 'Score', description: 'All that happened in a conversation, on one clock' })

export type Score = z.infer<typeof score>
