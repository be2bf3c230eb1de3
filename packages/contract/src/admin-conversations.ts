/** The admin contract's view of conversations: lists, one with how each answer came about, usage, and questions nobody could answer. */
import { z } from 'zod'
import { conversationEntry, optionalTime } from './conversations.ts'
import { id, languageTag, optionalOrEmpty, queryNumber, text, timeOf } from './fields.ts'

export const conversationOwners = ['ai', 'human'] as const
/** What became of the last question, small talk aside. */
export const conversationOutcomes = ['answered', 'offered', 'unanswered'] as const
export const conversationTypes = ['API', 'WEB', 'PLAYGROUND'] as const

export const adminConversationQuery = z.object({
  agent_id: id().describe('The agent'),
  user_id: optionalOrEmpty(id()).describe('Only conversations of this user'),
  q: optionalOrEmpty(text(200)).describe(
    'Only conversations in which this text was said; looks at the newest 20,000 messages of the time asked for',
  ),
  owner: optionalOrEmpty(z.enum(conversationOwners)).describe(
    'Only those in which the AI or a person has the floor',
  ),
  outcome: optionalOrEmpty(z.enum(conversationOutcomes)).describe(
    'Only those whose last question came to this',
  ),
  feedback: optionalOrEmpty(z.enum(['POSITIVE', 'NEGATIVE'])).describe('Only those with an answer rated so'),
  language: optionalOrEmpty(languageTag()).describe('Only those in this language; en also finds en-GB'),
  type: optionalOrEmpty(z.enum(conversationTypes)).describe(
    'Only those of this type; when absent, all but PLAYGROUND',
  ),
  from: optionalTime().describe('Only those active since, in milliseconds since 1970'),
  until: optionalTime().describe('Only those active until, in milliseconds since 1970'),
  page: queryNumber(1, 1_000_000, 1).describe('Number of the page, from 1'),
  page_size: queryNumber(1, 100, 50).describe('Entries on a page'),
})
export const adminConversationExportQuery = adminConversationQuery
  .omit({ page: true, page_size: true })
  .extend({ format: optionalOrEmpty(z.enum(['csv', 'jsonl'])).describe('csv when absent') })
export const adminConversation = conversationEntry
  .extend({
    email: z.string().nullable().describe('Email the user left'),
    language: z.string().nullable().describe('Language of the user, where known'),
    owner: z.enum(conversationOwners).describe('Who has the floor'),
    outcome: z
      .enum(conversationOutcomes)
      .nullable()
      .describe('What came of the last question, small talk aside; null before the first answer'),
    handoff_id: z.string().nullable().describe('The open handoff'),
    created_at: timeOf('When it began'),
  })
  .meta({ id: 'AdminConversation', description: 'A conversation, with who has the floor' })
export const adminConversationPage = z
  .object({
    items: z.array(adminConversation).describe('The most recently active first'),
    total: z.int().describe('Of all pages together'),
    searched_from: timeOf('With q: how far back was looked')
      .nullable()
      .describe('With q: how far back was looked; null when all of the time asked for was, and without q'),
  })
  .meta({ id: 'AdminConversationPage', description: 'Conversations' })

const adminFile = z
  .object({
    kind: z.string().describe('image, audio, document, video or file'),
    name: z.string().nullable().describe('Its name, where it was given'),
    format: z.string().nullable().describe('Its format, where it was given'),
    size: z.int().nullable().describe('Its bytes; null for a file that was given by its address'),
    url: z
      .string()
      .nullable()
      .describe(
        'Its address: as the user gave it, or for a week below the address of the service. May be anything; check before following it',
      ),
    transcript: z.string().nullable().describe('What is said in it'),
  })
  .meta({ id: 'AdminMessageFile', description: 'A file that came with a message' })

export const adminMessage = z
  .object({
    id: z.string().describe('Id of the message'),
    sequence: z.int().describe('Its number in the conversation'),
    role: z.enum(['user', 'assistant', 'human', 'notice']).describe('Who said it'),
    mode: z.string().describe('How its turn came: blocking, streaming, webhook or web'),
    text: z.string().describe('What was said'),
    files: z.array(adminFile).describe('Files that the user sent along'),
    parent_id: z.string().nullable().describe('The user message it answers'),
    handoff_id: z.string().nullable().describe('The handoff it was said in'),
    usage: z.unknown().describe('What it consumed'),
    detail: z
      .unknown()
      .describe('How it came about: what was found, with which confidence, by which component'),
    feedback: z.string().nullable().describe('What the user thinks of it'),
    quality: z.string().nullable().describe('What its reviewer thinks of it'),
    created_at: timeOf('When it was said'),
  })
  .meta({ id: 'AdminMessage', description: 'A message, with how it came about' })
export const adminMessageQuery = z.object({
  after: queryNumber(0, 999_999_999, 0).describe('Only messages with a higher number'),
  limit: queryNumber(1, 200, 100).describe('Most entries to answer'),
})
export const adminConversationAnswer = z
  .object({
    conversation: adminConversation.describe('The conversation'),
    messages: z.array(adminMessage).describe('Messages, oldest first'),
  })
  .meta({ id: 'AdminConversationAnswer', description: 'A conversation with its messages' })

const consumed = {
  turns: z.int().describe('Answers of the AI'),
  prompt_tokens: z.int().describe('Input'),
  completion_tokens: z.int().describe('Output'),
  total_tokens: z.int().describe('Both'),
  credits: z.number().describe('Credits'),
}
export const usageQuery = z.object({
  agent_id: id().describe('The agent'),
  conversation_id: optionalOrEmpty(id()).describe('Only this conversation'),
  from: optionalTime().describe('Since, in milliseconds since 1970; 30 days before `until` when absent'),
  until: optionalTime().describe('Before, in milliseconds since 1970; now when absent'),
})
export const usageAnswer = z
  .object({
    total: z.object(consumed).describe('All days together'),
    days: z
      .array(z.object({ day: z.string().describe('The day (UTC), such as 2026-11-15'), ...consumed }))
      .describe('Days with answers, oldest first'),
  })
  .meta({ id: 'UsageAnswer', description: 'What answers consumed' })

export type AdminConversationQuery = z.infer<typeof adminConversationQuery>
export type AdminConversation = z.infer<typeof adminConversation>
export type AdminMessage = z.infer<typeof adminMessage>
