/** The admin contract of handoffs: which there are, how long users waited, how they ended, and everything that happened. */
import { z } from 'zod'
import { listQuery, nextCursor } from './admin.ts'
import { deliveryAttempt, deliveryKinds, deliveryStates } from './admin-deliveries.ts'
import { id, optional, timeOf } from './fields.ts'

export const handoffRowStates = ['REQUESTED', 'WAITING', 'CONNECTED', 'ENDED'] as const
export const handoffListStates = [...handoffRowStates, 'OPEN'] as const
export const handoffEndReasons = ['HUMAN_CLOSED', 'USER_CLOSED', 'TIMEOUT', 'WAIT_TIMEOUT', 'FAILED'] as const

const timeOrNull = (what: string) => timeOf(what).nullable().describe(`${what}; null if not`)
const lengthOrNull = (what: string) => z.int().min(0).nullable().describe(`${what}, in milliseconds`)

export const handoffListQuery = z.object({
  agent_id: optional(id()).describe('Only handoffs of this agent'),
  conversation_id: optional(id()).describe('Only handoffs of this conversation'),
  human_service_id: optional(id()).describe('Only handoffs to this component'),
  state: optional(z.enum(handoffListStates)).describe('Only handoffs in this state; OPEN: not ended'),
  end_reason: optional(z.enum(handoffEndReasons)).describe('Only handoffs that ended so'),
  ...listQuery,
})

export const handoff = z
  .object({
    id: z.string().describe('Id of the handoff: the conversation_id of the requests to the desk'),
    agent_id: z.string().describe('The agent'),
    conversation_id: z.string().describe('The conversation'),
    human_service_id: z.string().describe('The human service component'),
    human_service_name: z.string().describe('Its name when the handoff began'),
    state: z.enum(handoffRowStates).describe('Where it stands'),
    reason: z.string().describe('Why it began: user_asked, unanswered, developer, button or model'),
    end_reason: z.enum(handoffEndReasons).nullable().describe('How it ended; null while it is open'),
    language: z.string().describe('Language of the notices'),
    email: z.string().nullable().describe('Email of the user'),
    phone: z.string().nullable().describe('Phone number of the user'),
    requested_at: timeOf('When it was asked for'),
    established_at: timeOrNull('When the desk answered'),
    first_reply_at: timeOrNull('When a person first replied'),
    last_activity_at: timeOf('When either side last said something'),
    deadline_at: timeOrNull('When it ends unless something happens'),
    ended_at: timeOrNull('When it ended'),
    time_to_establish_ms: lengthOrNull('From the request to the answer of the desk'),
    time_to_first_reply_ms: lengthOrNull('From the request to the first reply'),
    duration_ms: lengthOrNull('From the request to the end'),
    user_messages: z.int().min(0).describe('Messages of the user during it'),
    human_messages: z.int().min(0).describe('Replies of people'),
  })
  .meta({ id: 'Handoff', description: 'One handoff of a user to people' })

export const handoffList = z
  .object({ items: z.array(handoff).describe('Handoffs, newest first'), next_cursor: nextCursor })
  .meta({ id: 'HandoffList', description: 'Handoffs' })

export const handoffEvent = z
  .object({
    at: timeOf('When it happened'),
    kind: z.string().describe('What happened'),
    message: z
      .object({
        id: z.string().describe('Id of the message'),
        role: z.string().describe('Who said it: user, human or notice'),
        text: z.string().describe('The words'),
      })
      .nullable()
      .describe('What was said; null when nothing was'),
    detail: z.record(z.string(), z.unknown()).describe('More about it'),
  })
  .meta({ id: 'HandoffEvent', description: 'One thing that happened in a handoff' })

export const handoffDelivery = z
  .object({
    id: z.string().describe('Id of the delivery'),
    kind: z.enum(deliveryKinds).describe('What is delivered'),
    state: z.enum(deliveryStates).describe('Where it stands'),
    sequence: z.int().describe('Its place in the order of the handoff'),
    created_at: timeOf('When it was enqueued'),
    delivered_at: timeOrNull('When it was delivered'),
    last_error: z.string().nullable().describe('Why the last attempt failed'),
    body: z.unknown().describe('The JSON body'),
    attempt_log: z.array(deliveryAttempt).describe('Every attempt, oldest first'),
  })
  .meta({ id: 'HandoffDelivery', description: 'One request to the desk' })

export const undeliveredMessage = z
  .object({
    delivery_id: z.string().describe('Id of the delivery'),
    sent_at: timeOf('When the user said it'),
    text: z.string().describe('What the user said'),
    reason: z.string().describe('Why it did not reach the person'),
  })
  .meta({ id: 'UndeliveredMessage', description: 'Words of the user that did not reach the person' })

export const handoffDetail = handoff
  .extend({
    timeline: z.array(handoffEvent).describe('Everything that happened, oldest first'),
    deliveries: z.array(handoffDelivery).describe('Every request to the desk, in order'),
    undelivered: z.array(undeliveredMessage).describe('Messages of the user that did not reach the person'),
  })
  .meta({ id: 'HandoffDetail', description: 'A handoff with everything that happened' })

export type Handoff = z.infer<typeof handoff>
export type HandoffEvent = z.infer<typeof handoffEvent>
export type HandoffDelivery = z.infer<typeof handoffDelivery>
export type HandoffDetail = z.infer<typeof handoffDetail>
