/** The human handoff protocol: what the service sends to the developer's endpoints, and what it accepts on its own. */
import { z } from 'zod'
import { conversationType } from './conversations.ts'
import { email, id, optional, optionalOrEmpty, text, timeOf, timestamp } from './fields.ts'

export const maxHumanReplyChars = 20_000
export const handoffMessageTypes = ['QUESTION', 'ANSWER'] as const
export const handoffCloseTypes = ['TIMEOUT', 'USER_CLOSED'] as const

const sentId = () => z.string().describe('Id of this handoff; pass it back in replies')
const sentAt = () =>
  z.int().min(0).meta({ format: 'int64', description: 'When it happened, in milliseconds since 1970' })
const isTest = () =>
  z.boolean().optional().describe('true: an availability test; answer 200 and do nothing else with it')

export const handoffUserInfo = z
  .object({
    phone: z.string().nullable().describe('Phone number, when the channel provides it'),
    email: z.string().nullable().describe('Email, when the user entered one'),
    user_id: z.string().nullable().describe('User id bound by the developer'),
    anonymous_id: z.string().describe('Id of the anonymous user, with the channel in it'),
    user_name: z
      .string()
      .nullable()
      .optional()
      .describe('Name of the user: the property `name` or `user_name` of POST /v1/property/update'),
  })
  .meta({ id: 'HandoffUserInfo', description: 'Who the user is, as far as known' })

export const handoffMessageItem = z
  .object({
    text: z.string().describe('What was said; an answer may be empty'),
    message_type: z.enum(handoffMessageTypes).describe('QUESTION: by the user. ANSWER: by the agent'),
  })
  .meta({ id: 'HandoffMessageItem', description: 'One message of the conversation so far' })

export const handoffEstablishRequest = z
  .object({
    conversation_id: sentId(),
    timestamp: sentAt(),
    email: z.string().nullable().describe('Email of the user, which some human service systems need'),
    bot_id: z.string().describe('Id of the agent'),
    body: z.array(handoffMessageItem).describe('The conversation so far, oldest first'),
    user_info: handoffUserInfo.describe('Who the user is, as far as known'),
    conversation_type: z.string().optional().describe('Where the user talks: API, WEB or PLAYGROUND'),
    channel_id: z.string().optional().describe('Id of the agent that the user talks to'),
    channel_name: z.string().optional().describe('Title of its chat page, or name of the agent'),
    istest: isTest(),
  })
  .meta({ id: 'HandoffEstablishRequest', description: 'A user is handed over to a person' })

export const handoffChatRequest = z
  .object({
    conversation_id: sentId(),
    timestamp: sentAt(),
    body: z.string().describe('What the user says'),
    istest: isTest(),
  })
  .meta({ id: 'HandoffChatRequest', description: 'The user says something to the person' })

export const handoffCloseNotice = z
  .object({
    conversation_id: sentId(),
    timestamp: sentAt(),
    type: z.enum(handoffCloseTypes).describe('Why it ended'),
  })
  .meta({ id: 'HandoffCloseNotice', description: 'The handoff ended on our side' })

export const handoffDeveloperAnswer = z
  .object({
    code: z.int().describe('0 or 200 for success'),
    message: z.string().describe('In words'),
  })
  .meta({ id: 'HandoffDeveloperAnswer', description: 'Answer of a developer-hosted handoff endpoint' })

const givenId = () => id().describe('The id from the handoff requests')
const givenAt = () => timestamp().describe('When it happened, in milliseconds since 1970')

export const humanMessageHeaders = z.object({
  'Idempotency-Key': optional(text(200)).describe('Sent again, the reply reaches the user once'),
})
export const humanMessageRequest = z
  .object({
    conversation_id: givenId(),
    timestamp: givenAt(),
    body: text(maxHumanReplyChars).describe('What the person says to the user'),
  })
  .meta({ id: 'HumanMessageRequest', description: 'A person replies' })

export const humanCloseRequest = z
  .object({ conversation_id: givenId(), timestamp: givenAt() })
  .meta({ id: 'HumanCloseRequest', description: 'A person closes the conversation' })

export const humanTypingRequest = z
  .object({ conversation_id: givenId() })
  .meta({ id: 'HumanTypingRequest', description: 'A person types' })

export const waitingQuery = z.object({
  conversation_type: optional(conversationType()).describe('Only users who came this way, such as WEB'),
})

export const humanCloseResponse = z
  .object({
    code: z.literal(0).describe('Always 0'),
    message: z.literal('OK').describe('Always OK'),
    conversation_id: z.string().describe('The id that was given'),
    timestamp: z
      .int()
      .min(0)
      .meta({ format: 'int64', description: 'When it was closed, in milliseconds since 1970' }),
  })
  .meta({ id: 'HumanCloseResponse', description: 'The conversation is closed' })

export const handoffBeginRequest = z
  .object({
    conversation_id: id().describe('The conversation'),
    human_service_id: optional(id()).describe('The human service component; chosen by its rules when absent'),
    email: optionalOrEmpty(email()).describe('Email of the user, for the person'),
    phone: optionalOrEmpty(text(60)).describe('Phone number of the user, for the person'),
  })
  .meta({ id: 'HandoffBeginRequest', description: 'Hand the user over to a person' })

/** OUTSIDE_HOURS: nobody is there, the user was told when. FAILED: the desk wants no requests. Else the state of the handoff. */
export const handoffBeginStates = ['REQUESTED', 'WAITING', 'CONNECTED', 'OUTSIDE_HOURS', 'FAILED'] as const
export const handoffBegun = z
  .object({
    code: z.literal(0).describe('Always 0'),
    message: z.literal('OK').describe('Always OK'),
    conversation_id: z.string().describe('The conversation'),
    state: z
      .enum(handoffBeginStates)
      .describe(
        'OUTSIDE_HOURS: nobody is there and the user was told when. FAILED: the desk is disabled and the user was told',
      ),
    handoff_id: z.string().nullable().describe('Id of the handoff; null outside service hours'),
    already_open: z.boolean().describe('Whether it was open before this request'),
    timestamp: timeOf('When this was answered'),
  })
  .meta({ id: 'HandoffBegun', description: 'The handoff that is open now' })

export const handoffEndRequest = z
  .object({ conversation_id: id().describe('The conversation') })
  .meta({ id: 'HandoffEndRequest', description: 'End the handoff for the user' })

export type HandoffBegun = z.infer<typeof handoffBegun>
export type HandoffUserInfo = z.infer<typeof handoffUserInfo>
export type HandoffMessageItem = z.infer<typeof handoffMessageItem>
export type HandoffEstablishRequest = z.infer<typeof handoffEstablishRequest>
export type HandoffChatRequest = z.infer<typeof handoffChatRequest>
export type HandoffCloseNotice = z.infer<typeof handoffCloseNotice>
export type HumanMessageRequest = z.infer<typeof humanMessageRequest>
export type HumanCloseRequest = z.infer<typeof humanCloseRequest>
export type HumanCloseResponse = z.infer<typeof humanCloseResponse>
