/** The admin contract of conversations: lists, a conversation with the details of each answer, and usage. */
import { z } from 'zod'
import { conversationEntry, hasMore, optionalTime } from './conversations.ts'
import { id, languageTag, optionalOrEmpty, queryNumber, text, textOrNull, timeOf } from './fields.ts'

const conversationOwners = ['ai', 'human'] as const
/** The outcome of the last question; small talk does not count. */
const conversationOutcomes = ['answered', 'offered', 'unanswered'] as const
export const conversationTypes = ['API', 'WEB', 'PLAYGROUND'] as const

export const adminConversationQuery = z.object({
  agent_id: id().describe('Id of the agent'),
  user_id: optionalOrEmpty(id()).describe('Only conversations of this user'),
  q: optionalOrEmpty(text(200)).describe(
    'Only conversations with this text in a message; searches the newest 20,000 messages of the requested time',
  ),
  owner: optionalOrEmpty(z.enum(conversationOwners)).describe(
    'Only conversations in which the AI, or a person, has the floor',
  ),
  outcome: optionalOrEmpty(z.enum(conversationOutcomes)).describe(
    'Only conversations whose last question had this outcome',
  ),
  feedback: optionalOrEmpty(z.enum(['POSITIVE', 'NEGATIVE'])).describe(
    'Only conversations with an answer that has this rating',
  ),
  language: optionalOrEmpty(languageTag()).describe(
    'Only conversations in this language; en also finds en-GB',
  ),
  type: optionalOrEmpty(z.enum(conversationTypes)).describe(
    'Only conversations of this type; if omitted, all types except PLAYGROUND',
  ),
  from: optionalTime().describe(
    'Only conversations active at this time or later, in milliseconds since 1970',
  ),
  until: optionalTime().describe(
    'Only conversations active at this time or earlier, in milliseconds since 1970',
  ),
  page: queryNumber(1, 1_000_000, 1).describe('Page number, starting at 1'),
  page_size: queryNumber(1, 100, 50).describe('Entries per page'),
})
export const adminConversationExportQuery = adminConversationQuery
  .omit({ page: true, page_size: true })
  .extend({ format: optionalOrEmpty(z.enum(['csv', 'jsonl'])).describe('Format of the file; default csv') })
const adminConversation = conversationEntry
  .extend({
    email: textOrNull('Email address that the user entered; null if none'),
    language: textOrNull('Language of the user; null if unknown'),
    owner: z.enum(conversationOwners).describe('Who has the floor'),
    outcome: z
      .enum(conversationOutcomes)
      .nullable()
      .describe('Outcome of the last question, not counting small talk; null before the first answer'),
    handoff_id: textOrNull('Id of the open handoff; null if there is none'),
    created_at: timeOf('When the conversation began'),
  })
  .meta({ id: 'AdminConversation', description: 'A conversation' })
export const adminConversationPage = z
  .object({
    items: z.array(adminConversation).describe('Conversations, most recently active first'),
    total: z.int().describe('Number of conversations on all pages'),
    searched_from: timeOf('With q: time of the oldest message that was searched')
      .nullable()
      .describe(
        'With q: time of the oldest message that was searched, in milliseconds since 1970; null if all messages of the requested time were searched',
      ),
  })
  .meta({ id: 'AdminConversationPage', description: 'One page of conversations' })

const adminFile = z
  .object({
    kind: z.string().describe('image, audio, document, video or file'),
    name: textOrNull('Name of the file; null if unknown'),
    format: textOrNull('Format of the file; null if unknown'),
    size: z.int().nullable().describe('Size in bytes; null for a file that was sent as a URL'),
    url: textOrNull(
      'URL of the file: the URL that the user sent, or a path below the address of the service that is valid for a week. A URL from a user may be of any kind: check it before you open it',
    ),
    transcript: textOrNull('Audio: the spoken words as text'),
  })
  .meta({ id: 'AdminMessageFile', description: 'A file of a message' })

export const adminMessage = z
  .object({
    id: z.string().describe('Id of the message'),
    sequence: z.int().describe('Number of the message in the conversation'),
    role: z.enum(['user', 'assistant', 'human', 'notice']).describe('Author of the message'),
    mode: z.string().describe('Response mode of its turn: blocking, streaming, webhook or web'),
    text: z.string().describe('Text of the message'),
    files: z.array(adminFile).describe('Files of the user'),
    parent_id: textOrNull('Id of the message of the user that it answers'),
    handoff_id: textOrNull('Id of the handoff during which it was sent'),
    usage: z.unknown().describe('Tokens and credits that it consumed'),
    detail: z
      .unknown()
      .describe('Details of an answer: what was found, with which confidence, by which component'),
    feedback: textOrNull('Rating by the user'),
    quality: textOrNull('Rating by a reviewer'),
    created_at: timeOf('When the message was created'),
  })
  .meta({ id: 'AdminMessage', description: 'A message with the details of an answer' })
export const adminMessageQuery = z.object({
  after: queryNumber(0, 999_999_999, 0).describe('Only messages with a higher number'),
  limit: queryNumber(1, 200, 100).describe('Maximum number of entries to return'),
})
export const adminConversationAnswer = z
  .object({
    conversation: adminConversation.describe('The conversation'),
    messages: z
      .array(adminMessage)
      .describe('Messages, oldest first; fewer than `limit` if they are long, but at least one'),
    has_more: hasMore(),
  })
  .meta({ id: 'AdminConversationAnswer', description: 'A conversation with its messages' })

const consumed = {
  turns: z.int().describe('Number of answers of the AI'),
  prompt_tokens: z.int().describe('Input tokens'),
  completion_tokens: z.int().describe('Output tokens'),
  total_tokens: z.int().describe('Input and output tokens together'),
  credits: z.number().describe('Credits'),
}
export const usageQuery = z.object({
  agent_id: id().describe('Id of the agent'),
  conversation_id: optionalOrEmpty(id()).describe('Only this conversation'),
  from: optionalTime().describe(
    'Start of the time, in milliseconds since 1970; if omitted, 30 days before `until`',
  ),
  until: optionalTime().describe('End of the time, in milliseconds since 1970; if omitted, now'),
})
export const usageAnswer = z
  .object({
    total: z.object(consumed).describe('Sum of all days'),
    days: z
      .array(z.object({ day: z.string().describe('Day (UTC), such as 2026-11-15'), ...consumed }))
      .describe('Days with answers, oldest first'),
  })
  .meta({ id: 'UsageAnswer', description: 'Tokens and credits that answers consumed' })

export type AdminConversationQuery = z.infer<typeof adminConversationQuery>
export type AdminConversation = z.infer<typeof adminConversation>
export type AdminMessage = z.infer<typeof adminMessage>
