/** What a chat page needs: begin a chat, send, follow it as a stream of events, ask for a person, close. No API key is involved. */
import { z } from 'zod'
import {
  id,
  maxEmailChars,
  optional,
  optionalOrEmpty,
  patterned,
  queryNumber,
  text,
  timeOf,
  wholeNumber,
} from './fields.ts'
import { chatFile } from './web-files.ts'

export const maxWebTextChars = 4_000

export const chatStartRequest = z
  .object({
    token: optionalOrEmpty(text(200)).describe(
      'Token of an earlier chat: the visitor stays the same, and a chat of the last hour goes on',
    ),
    user_jwt: optionalOrEmpty(text(4_000)).describe(
      'Who the visitor is: a JWT that your server has signed, with sub and exp, good for at most 12 hours',
    ),
  })
  .meta({ id: 'ChatStartRequest', description: 'A visitor opens the chat' })

export const chatMessage = z
  .object({
    id: z.string().describe('Id of the message'),
    sequence: z.int().describe('Its number in the chat; give the last one seen to go on from there'),
    role: z.enum(['user', 'assistant', 'human', 'notice']).describe('Who says it'),
    name: z.string().nullable().describe('Name of the component that speaks; null for the visitor'),
    text: z.string().describe('What is said'),
    audio: z.array(z.object({ audio: z.string(), transcript: z.string() })).describe('The same, spoken'),
    parent_id: z.string().nullable().describe('The message it answers'),
    files: z.array(chatFile).describe('Files that came with it'),
    options: z
      .array(z.string())
      .describe('What it offers to say next, for buttons; one of them is sent as text'),
    feedback: z.enum(['POSITIVE', 'NEGATIVE']).nullable().describe('What the visitor thinks of it'),
    created_at: timeOf('When it was said'),
  })
  .meta({ id: 'ChatMessage', description: 'A message of a chat' })

export const chatStarted = z
  .object({
    conversation_id: z.string().describe('Id of the conversation'),
    token: z.string().describe('Proof for the other calls; keep it in the browser'),
    anonymous_id: z.string().describe('Id of the visitor, for /v1/user/set-userid'),
    user_id: z.string().nullable().describe('Who the visitor is, where that is known'),
    title: z.string().describe('Title of the chat'),
    greeting: z.string().describe('First words; may be empty'),
    can_hand_over: z.boolean().describe('Whether a person can be asked for'),
    owner: z.enum(['ai', 'human']).describe('Who has the floor'),
    messages: z.array(chatMessage).describe('What was said so far, the last hundred'),
  })
  .meta({ id: 'ChatStarted', description: 'A chat' })

export const chatConfig = z
  .object({
    title: z.string().describe('Title of the chat'),
    greeting: z.string().describe('First words; may be empty'),
    theme: z
      .object({
        accent: z.string().describe('Colour, such as #1f5eff'),
        accent_ink: z.string().describe('Colour of text on it: black or white, at a contrast of 4.5 or more'),
        scheme: z.enum(['auto', 'light', 'dark']),
        side: z.enum(['right', 'left']),
        offset_x: z.int().describe('Pixels from that side'),
        offset_y: z.int().describe('Pixels from the bottom'),
        icon: z.string(),
        label: z.string().describe('Words on the button; may be empty'),
        placeholder: z.string().describe('Words in the empty field; empty for those of the language'),
      })
      .describe('The look of the chat'),
    starters: z.array(z.string()).describe('Questions to begin with'),
    languages: z.array(z.string()).describe('Languages the page itself speaks'),
    can_hand_over: z.boolean().describe('Whether a person can be asked for'),
    availability: z
      .object({
        state: z.enum(['open', 'closed', 'none']).describe('none: no person can be asked for'),
        opens_at: z.string().nullable().describe('When people are there next, if that is known'),
      })
      .describe('Whether people are there now'),
    files: z
      .object({ max_bytes: z.int(), formats: z.array(z.string()) })
      .nullable()
      .describe('What files the visitor may send; null: none'),
    can_save: z.boolean().describe('Whether the visitor may save what was said'),
  })
  .meta({ id: 'ChatConfig', description: 'What a page shows of the chat before anybody opens it' })

export const chatSendRequest = z
  .object({
    text: text(maxWebTextChars).describe('What the visitor says'),
    client_id: optional(id()).describe('Your id of the message: sent twice, it is stored once'),
  })
  .meta({ id: 'ChatSendRequest', description: 'The visitor says something' })
export const chatSent = z
  .object({
    message_id: z.string().describe('Id of the message'),
    sequence: z.int().describe('Its number in the chat'),
  })
  .meta({ id: 'ChatSent', description: 'The message is stored; the answer comes with the events' })

/** Somebody who types an address on a page forgets its end more often than they have one without a dot. */
const chatEmail = () =>
  patterned(/^[^\s@\0]+@[^\s@.\0]+(?:\.[^\s@.\0]+)+$/, maxEmailChars, 'an email address')
export const chatHandoffRequest = z
  .object({ email: optionalOrEmpty(chatEmail()).describe('Where the visitor can be reached') })
  .meta({ id: 'ChatHandoffRequest', description: 'The visitor asks for a person' })
export const chatHandoffAnswer = z
  .object({
    result: z
      .enum(['requested', 'already', 'declined', 'none'])
      .describe(
        'declined: nobody is there now, and the visitor was told. none: the agent has no human service',
      ),
  })
  .meta({ id: 'ChatHandoffAnswer', description: 'What became of the wish' })

export const visitorIdentity = z
  .object({
    secret: z.string().describe('Sign tokens of your users with it (HS256); it stays on your server'),
    version: z.int().describe('Its number, web.identity_version in the settings'),
  })
  .meta({ id: 'VisitorIdentity', description: 'How your server says who a visitor is' })

export const chatFeedbackRequest = z
  .object({
    feedback: z.enum(['POSITIVE', 'NEGATIVE', 'CANCELED']).describe('CANCELED takes an earlier one back'),
  })
  .meta({ id: 'ChatFeedbackRequest', description: 'The visitor rates an answer' })

export const chatSeenRequest = z
  .object({
    sequence: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe(
      'Number of the newest message that is on the visitor’s screen',
    ),
  })
  .meta({ id: 'ChatSeenRequest', description: 'How far the page has shown the chat' })

const lastSeen = () =>
  optional(text(15)).describe('Number of the last message that was seen; what came after it is sent')
export const chatEventsQuery = z.object({ last_id: lastSeen() })
export const chatEventsHeaders = z.object({ 'Last-Event-ID': lastSeen() })

export const chatHistoryQuery = z.object({
  after: queryNumber(0, 999_999_999, 0).describe('Only messages with a higher number'),
})
export const chatHistory = z
  .object({ messages: z.array(chatMessage).describe('Messages, oldest first, at most a hundred') })
  .meta({ id: 'ChatHistory', description: 'Messages of a chat' })

export type ChatMessage = z.infer<typeof chatMessage>
