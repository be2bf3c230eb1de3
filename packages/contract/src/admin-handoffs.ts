/** The admin contract of handoffs: a list with waiting times and end reasons, and one handoff with its newest events. */
import { z } from 'zod'
import { listQuery, nextCursor } from './admin.ts'
import { deliveryAttempt, deliveryKinds, deliveryStates } from './admin-deliveries.ts'
import { count, id, optional, textOrNull, timeOf, timeOrNull } from './fields.ts'

export const handoffRowStates = ['REQUESTED', 'WAITING', 'CONNECTED', 'ENDED'] as const
export const handoffListStates = [...handoffRowStates, 'OPEN'] as const
export const handoffEndReasons = ['HUMAN_CLOSED', 'USER_CLOSED', 'TIMEOUT', 'WAIT_TIMEOUT', 'FAILED'] as const

const lengthOrNull = (what: string) => z.int().min(0).nullable().describe(`${what}, in milliseconds`)

export const handoffListQuery = z.object({
  agent_id: optional(id()).describe('Only handoffs of this agent'),
  conversation_id: optional(id()).describe('Only handoffs of this conversation'),
  human_service_id: optional(id()).describe('Only handoffs to this component'),
  state: optional(z.enum(handoffListStates)).describe(
    'Only handoffs in this state; OPEN: all states except ENDED',
  ),
  end_reason: optional(z.enum(handoffEndReasons)).describe('Only handoffs that ended for this reason'),
  ...listQuery,
})

export const handoff = z
  .object({
    id: z.string().describe('Id of the handoff, which is the conversation_id of the requests to the desk'),
    agent_id: z.string().describe('Id of the agent'),
    conversation_id: z.string().describe('Id of the conversation'),
    human_service_id: z.string().describe('Id of the human service component'),
    human_service_name: z.string().describe('Name of the component when the handoff began'),
    state: z.enum(handoffRowStates).describe('State of the handoff'),
    reason: z.string().describe('Why it began: user_asked, unanswered, developer, button or model'),
    end_reason: z.enum(handoffEndReasons).nullable().describe('How it ended; null while it is open'),
    language: z.string().describe('Language of the notices to the user'),
    email: textOrNull('Email address of the user; null if unknown'),
    phone: textOrNull('Phone number of the user; null if unknown'),
    requested_at: timeOf('When it began'),
    established_at: timeOrNull('When the desk responded to the establish request'),
    first_reply_at: timeOrNull('When a person first replied'),
    last_activity_at: timeOf('Time of the last message of the user or a person'),
    deadline_at: timeOrNull('When it ends unless somebody writes before'),
    ended_at: timeOrNull('When it ended'),
    time_to_establish_ms: lengthOrNull('Time from the beginning to the response of the desk'),
    time_to_first_reply_ms: lengthOrNull('Time from the beginning to the first reply'),
    duration_ms: lengthOrNull('Time from the beginning to the end'),
    user_messages: count('Number of messages of the user during the handoff'),
    human_messages: count('Number of replies of people'),
  })
  .meta({ id: 'Handoff', description: 'One handoff of a user to people' })

export const handoffList = z
  .object({ items: z.array(handoff).describe('Handoffs, newest first'), next_cursor: nextCursor })
  .meta({ id: 'HandoffList', description: 'Handoffs' })

const handoffEvent = z
  .object({
    at: timeOf('Time of the event'),
    kind: z.string().describe('Kind of event'),
    message: z
      .object({
        id: z.string().describe('Id of the message'),
        role: z.string().describe('Author of the message: user, human or notice'),
        text: z.string().describe('Text of the message'),
      })
      .nullable()
      .describe('The message of the event; null if it has none'),
    detail: z.record(z.string(), z.unknown()).describe('Details of the event'),
  })
  .meta({ id: 'HandoffEvent', description: 'An event in a handoff' })

const handoffDelivery = z
  .object({
    id: z.string().describe('Id of the delivery'),
    kind: z.enum(deliveryKinds).describe('Kind of request'),
    state: z.enum(deliveryStates).describe('State of the delivery'),
    sequence: z.int().describe('Position of the delivery in the handoff'),
    created_at: timeOf('When the delivery was created'),
    delivered_at: timeOrNull('When it was delivered'),
    last_error: textOrNull('Why the last attempt failed'),
    body: z.unknown().describe('The JSON body'),
    attempt_log: z.array(deliveryAttempt).describe('Every attempt, oldest first'),
  })
  .meta({ id: 'HandoffDelivery', description: 'One request to the desk' })

const undeliveredMessage = z
  .object({
    delivery_id: z.string().describe('Id of the delivery'),
    sent_at: timeOf('When the user sent the message'),
    text: z.string().describe('Text of the message'),
    reason: z.string().describe('Why it did not reach the person'),
  })
  .meta({ id: 'UndeliveredMessage', description: 'A message of the user that did not reach the person' })

/** The most events and the most deliveries that one handoff shows. */
export const maxHandoffParts = 500
const newest = `the last ${maxHandoffParts}, fewer if they are long, oldest first`

export const timeline = z.array(handoffEvent).describe(`Events of the handoff: ${newest}`)

export const handoffDetail = handoff
  .extend({
    timeline,
    deliveries: z.array(handoffDelivery).describe(`Requests to the desk: ${newest}`),
    undelivered: z
      .array(undeliveredMessage)
      .describe('Messages of the user among these deliveries that did not reach the person'),
  })
  .meta({ id: 'HandoffDetail', description: 'A handoff with its events and deliveries' })

export type Handoff = z.infer<typeof handoff>
export type HandoffEvent = z.infer<typeof handoffEvent>
export type HandoffDelivery = z.infer<typeof handoffDelivery>
export type HandoffDetail = z.infer<typeof handoffDetail>
