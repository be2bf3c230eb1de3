/** The human handoff protocol: the requests to the developer's endpoints, and the requests that the service itself accepts. */
import { z } from 'zod'
import { conversationType } from './conversations.ts'
import { email, id, optional, optionalOrEmpty, text, textOrNull, timeOf, timestamp } from './fields.ts'

const maxHumanReplyChars = 20_000
const handoffMessageTypes = ['QUESTION', 'ANSWER'] as const
const handoffCloseTypes = ['TIMEOUT', 'USER_CLOSED'] as const

const sentId = () => z.string().describe('Id of this handoff; pass it back in replies')
const sentAt = () => timeOf('When it happened')
const isTest = () =>
  z.boolean().optional().describe('true: this is an availability test; respond with 200 and do nothing else')

const handoffUserInfo = z
  .object({
    phone: textOrNull('Phone number; null unless the channel provides it'),
    email: textOrNull('Email address; null unless the user entered one'),
    user_id: textOrNull('Your id of the user; null if none is bound'),
    anonymous_id: z.string().describe('Id of the anonymous user; contains the channel'),
    user_name: z
      .string()
      .nullable()
      .optional()
      .describe('Name of the user: the property `name` or `user_name` of POST /v1/property/update'),
  })
  .meta({ id: 'HandoffUserInfo', description: 'What is known about the user' })

const handoffMessageItem = z
  .object({
    text: z.string().describe('Text of the message; an ANSWER may be empty'),
    message_type: z.enum(handoffMessageTypes).describe('QUESTION: from the user. ANSWER: from the agent'),
  })
  .meta({ id: 'HandoffMessageItem', description: 'One message of the conversation so far' })

export const handoffEstablishRequest = z
  .object({
    conversation_id: sentId(),
    timestamp: sentAt(),
    email: textOrNull('Email address of the user, which some human service systems need; null if unknown'),
    bot_id: z.string().describe('Id of the agent'),
    body: z.array(handoffMessageItem).describe('The conversation so far, oldest first'),
    user_info: handoffUserInfo.describe('What is known about the user'),
    conversation_type: z.string().optional().describe('Type of the conversation: API, WEB or PLAYGROUND'),
    channel_id: z.string().optional().describe('Id of the agent'),
    channel_name: z.string().optional().describe('Title of the chat page, or name of the agent'),
    istest: isTest(),
  })
  .meta({ id: 'HandoffEstablishRequest', description: 'Hands a user over to a person' })

export const handoffChatRequest = z
  .object({
    conversation_id: sentId(),
    timestamp: sentAt(),
    body: z.string().describe('Text of the user'),
    istest: isTest(),
  })
  .meta({ id: 'HandoffChatRequest', description: 'A message of the user to the person' })

export const handoffCloseNotice = z
  .object({
    conversation_id: sentId(),
    timestamp: sentAt(),
    type: z.enum(handoffCloseTypes).describe('Why the handoff ended'),
  })
  .meta({ id: 'HandoffCloseNotice', description: 'Tells the desk that the handoff has ended' })

export const handoffDeveloperAnswer = z
  .object({
    code: z.int().describe('0 or 200 for success'),
    message: z.string().describe('Description of the result'),
  })
  .meta({ id: 'HandoffDeveloperAnswer', description: 'Response of a developer-hosted handoff endpoint' })

const givenId = () => id().describe('The conversation_id from the handoff requests')
const givenAt = () => timestamp().describe('When it happened, in milliseconds since 1970')

export const humanMessageHeaders = z.object({
  'Idempotency-Key': optional(text(200)).describe(
    'A reply that is sent again with the same key reaches the user only once',
  ),
})
export const humanMessageRequest = z
  .object({
    conversation_id: givenId(),
    timestamp: givenAt(),
    body: text(maxHumanReplyChars).describe('Text of the reply'),
  })
  .meta({ id: 'HumanMessageRequest', description: 'A reply of a person to the user' })

export const humanCloseRequest = z
  .object({ conversation_id: givenId(), timestamp: givenAt() })
  .meta({ id: 'HumanCloseRequest', description: 'A person ends the handoff' })

export const humanTypingRequest = z
  .object({ conversation_id: givenId() })
  .meta({ id: 'HumanTypingRequest', description: 'A person is typing' })

export const waitingQuery = z.object({
  conversation_type: optional(conversationType()).describe('Only conversations of this type, such as WEB'),
})

export const humanCloseResponse = z
  .object({
    code: z.literal(0).describe('Always 0'),
    message: z.literal('OK').describe('Always OK'),
    conversation_id: z.string().describe('The conversation_id of the request'),
    timestamp: timeOf('When it was closed'),
  })
  .meta({ id: 'HumanCloseResponse', description: 'The handoff has ended' })

export const handoffBeginRequest = z
  .object({
    conversation_id: id().describe('Id of the conversation'),
    human_service_id: optionalOrEmpty(id()).describe(
      'Id of the human service component; if omitted, one is chosen by the rules of the components',
    ),
    email: optionalOrEmpty(email()).describe('Email address of the user, for the person'),
    phone: optionalOrEmpty(text(60)).describe('Phone number of the user, for the person'),
  })
  .meta({ id: 'HandoffBeginRequest', description: 'Hand the user over to a person' })

/** OUTSIDE_HOURS: no handoff began. FAILED: the handoff ended at once. The others are states of the handoff. */
const handoffBeginStates = ['REQUESTED', 'WAITING', 'CONNECTED', 'OUTSIDE_HOURS', 'FAILED'] as const
export const handoffBegun = z
  .object({
    code: z.literal(0).describe('Always 0'),
    message: z.literal('OK').describe('Always OK'),
    conversation_id: z.string().describe('Id of the conversation'),
    state: z
      .enum(handoffBeginStates)
      .describe(
        'State of the handoff; or OUTSIDE_HOURS: nobody is available, and the user was told when somebody will be; or FAILED: the endpoint of the human service is disabled, and the user was told',
      ),
    handoff_id: textOrNull('Id of the handoff; null outside service hours'),
    already_open: z.boolean().describe('Whether the handoff was open before this request'),
    timestamp: timeOf('Time of this response'),
  })
  .meta({ id: 'HandoffBegun', description: 'The result of asking for a handoff' })

export const handoffEndRequest = z
  .object({ conversation_id: id().describe('Id of the conversation') })
  .meta({ id: 'HandoffEndRequest', description: 'End the handoff on behalf of the user' })

export type HandoffBegun = z.infer<typeof handoffBegun>
export type HandoffMessageItem = z.infer<typeof handoffMessageItem>
export type HandoffEstablishRequest = z.infer<typeof handoffEstablishRequest>
export type HandoffChatRequest = z.infer<typeof handoffChatRequest>
export type HandoffCloseNotice = z.infer<typeof handoffCloseNotice>
export type HumanCloseResponse = z.infer<typeof humanCloseResponse>
