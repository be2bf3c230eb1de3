/** The endpoints of a chat page, which work without an API key: start a chat, send, stream its events, ask for a person, close. */
import { z } from 'zod'
import { hasMore } from './conversations.ts'
import {
  id,
  maxEmailChars,
  optional,
  optionalOrEmpty,
  patterned,
  queryNumber,
  text,
  textOrNull,
  timeOf,
  wholeNumber,
} from './fields.ts'
import { chatFile } from './web-files.ts'

const maxWebTextChars = 4_000

export const chatStartRequest = z
  .object({
    token: optionalOrEmpty(text(200)).describe(
      'Token of an earlier chat. The visitor stays the same, and a chat of the last hour is continued',
    ),
    user_jwt: optionalOrEmpty(text(4_000)).describe(
      'Identity of the visitor: a JWT signed by your server, with sub and exp, valid for at most 12 hours',
    ),
  })
  .meta({ id: 'ChatStartRequest', description: 'A visitor opens the chat' })

const chatMessage = z
  .object({
    id: z.string().describe('Id of the message'),
    sequence: z
      .int()
      .describe('Number of the message in the chat; events and history can be requested after a number'),
    role: z.enum(['user', 'assistant', 'human', 'notice']).describe('Author of the message'),
    name: textOrNull('Name of the component that wrote it; null for the visitor'),
    text: z.string().describe('Text of the message'),
    audio: z.array(z.object({ audio: z.string(), transcript: z.string() })).describe('The message as speech'),
    parent_id: textOrNull('Id of the message that it answers'),
    files: z.array(chatFile).describe('Files of the message'),
    options: z
      .array(z.string())
      .describe('Suggested replies, to be shown as buttons; send the chosen one as text'),
    feedback: z
      .enum(['POSITIVE', 'NEGATIVE'])
      .nullable()
      .describe('Rating by the visitor; null if not rated'),
    created_at: timeOf('When the message was created'),
  })
  .meta({ id: 'ChatMessage', description: 'A message of a chat' })

export const chatStarted = z
  .object({
    conversation_id: z.string().describe('Id of the conversation'),
    token: z.string().describe('Token for the other requests of this chat; store it in the browser'),
    anonymous_id: z.string().describe('Id of the visitor, for POST /v1/user/set-userid'),
    user_id: textOrNull('Your id of the visitor; null if unknown'),
    title: z.string().describe('Title of the chat'),
    greeting: z.string().describe('Greeting of the chat; may be empty'),
    can_hand_over: z.boolean().describe('Whether a person can be asked for'),
    owner: z.enum(['ai', 'human']).describe('Who has the floor'),
    messages: z.array(chatMessage).describe('The last 100 messages, fewer if they are long, oldest first'),
  })
  .meta({ id: 'ChatStarted', description: 'A chat' })

export const chatConfig = z
  .object({
    title: z.string().describe('Title of the chat'),
    greeting: z.string().describe('Greeting of the chat; may be empty'),
    theme: z
      .object({
        accent: z.string().describe('Colour, such as #1f5eff'),
        accent_ink: z
          .string()
          .describe('Colour of text on the accent colour: black or white, with a contrast of at least 4.5'),
        scheme: z.enum(['auto', 'light', 'dark']),
        side: z.enum(['right', 'left']),
        offset_x: z.int().describe('Distance of the button from that side, in pixels'),
        offset_y: z.int().describe('Distance of the button from the bottom, in pixels'),
        icon: z.string(),
        label: z.string().describe('Text on the button; may be empty'),
        placeholder: z
          .string()
          .describe('Text in the empty input field; if empty, the default text of the language'),
      })
      .describe('The look of the chat'),
    starters: z.array(z.string()).describe('Questions offered as buttons in an empty chat'),
    languages: z.array(z.string()).describe('Languages of the chat page'),
    can_hand_over: z.boolean().describe('Whether a person can be asked for'),
    availability: z
      .object({
        state: z.enum(['open', 'closed', 'none']).describe('none: no person can be asked for'),
        opens_at: textOrNull('When people are available next; null if unknown'),
      })
      .describe('Whether people are available now'),
    files: z
      .object({ max_bytes: z.int(), formats: z.array(z.string()) })
      .nullable()
      .describe('Files that the visitor may send; null: none'),
    can_save: z.boolean().describe('Whether the visitor may save the transcript'),
  })
  .meta({ id: 'ChatConfig', description: 'What a page needs to show the chat before it is opened' })

export const chatSendRequest = z
  .object({
    text: text(maxWebTextChars).describe('Text of the visitor'),
    client_id: optional(id()).describe(
      'Your id of the message; a repeat with the same id is not stored again',
    ),
  })
  .meta({ id: 'ChatSendRequest', description: 'A message of the visitor' })
export const chatSent = z
  .object({
    message_id: z.string().describe('Id of the message'),
    sequence: z.int().describe('Number of the message in the chat'),
  })
  .meta({ id: 'ChatSent', description: 'The message is stored; the answer comes as an event' })

/** The domain needs a dot: in a form, a domain without one is more often a typing error than a real address. */
const chatEmail = () =>
  patterned(/^[^\s@\0]+@[^\s@.\0]+(?:\.[^\s@.\0]+)+$/, maxEmailChars, 'an email address')
export const chatHandoffRequest = z
  .object({ email: optionalOrEmpty(chatEmail()).describe('Email address of the visitor') })
  .meta({ id: 'ChatHandoffRequest', description: 'The visitor asks for a person' })
export const chatHandoffAnswer = z
  .object({
    result: z
      .enum(['requested', 'already', 'declined', 'none'])
      .describe(
        'requested: a handoff has begun. already: one was open before. declined: nobody is available now, and the visitor was told. none: the agent has no human service',
      ),
  })
  .meta({ id: 'ChatHandoffAnswer', description: 'Result of asking for a person' })

export const visitorIdentity = z
  .object({
    secret: z
      .string()
      .describe('Secret with which your server signs the tokens of visitors (HS256); keep it on your server'),
    version: z.int().describe('Version of the secret: web.identity_version in the settings'),
  })
  .meta({ id: 'VisitorIdentity', description: 'The secret for tokens that identify visitors' })

export const chatFeedbackRequest = z
  .object({
    feedback: z.enum(['POSITIVE', 'NEGATIVE', 'CANCELED']).describe('CANCELED removes an earlier rating'),
  })
  .meta({ id: 'ChatFeedbackRequest', description: 'The visitor rates an answer' })

export const chatSeenRequest = z
  .object({
    sequence: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe(
      'Number of the newest message that the visitor has seen',
    ),
  })
  .meta({ id: 'ChatSeenRequest', description: 'The newest message that the visitor has seen' })

const lastSeen = () =>
  optional(text(15)).describe('Number of the last message that you have; the stream continues after it')
export const chatEventsQuery = z.object({ last_id: lastSeen() })
export const chatEventsHeaders = z.object({ 'Last-Event-ID': lastSeen() })

export const chatHistoryQuery = z.object({
  after: queryNumber(0, 999_999_999, 0).describe('Only messages with a higher number'),
})
export const chatHistory = z
  .object({
    messages: z
      .array(chatMessage)
      .describe('At most 100 messages, oldest first; fewer if they are long, but at least one'),
    has_more: hasMore(),
  })
  .meta({ id: 'ChatHistory', description: 'Messages of a chat' })

export type ChatMessage = z.infer<typeof chatMessage>
