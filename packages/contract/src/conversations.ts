/** Conversations, their messages and their users, in the shapes clients of the platform already use. */
import { z } from 'zod'
import { citations } from './citation.ts'
import { fileKinds } from './conversation.ts'
import { flag, id, numeric, optional, optionalOrEmpty, ownId, timeOf, wholeNumber } from './fields.ts'
import { range, withNeeded } from './needed.ts'

export const maxAnonymousIdsPerUser = 100

/** The way a user comes. The platform has many names for them, and new ones from time to time; ours are API and WEB. */
export const conversationType = () =>
  withNeeded(
    z
      .string()
      .max(64, { abort: true })
      .regex(/^[A-Za-z0-9_.-]+$/),
    'a name of 1 to 64 letters, digits, _, - and ., such as API or WEB',
  )

export const conversationCreateRequest = z
  .object({
    user_id: ownId().describe('Your id of the user'),
    playground: optional(flag()).describe(
      'For trying out: it is of the type PLAYGROUND and counts nowhere. Only for people and the admin token, not with an API key',
    ),
  })
  .meta({ id: 'ConversationCreateRequest', description: 'Begin a conversation with a user' })
export const conversationCreated = z
  .object({ conversation_id: z.string().describe('Id of the conversation; it does not expire') })
  .meta({ id: 'ConversationCreated', description: 'A new conversation' })

const pageAsked = () => numeric(wholeNumber(1, 1_000_000)).describe('Number of the page, from 1')
const pageSizeAsked = () => numeric(wholeNumber(1, 100)).describe('Entries on a page')
const timeAsked = (what: string) => numeric(wholeNumber(0, 8_640_000_000_000_000)).describe(what)

export const conversationPageQuery = z.object({
  conversation_type: conversationType().describe(
    'ALL, or the way the user came; for ways that this service does not have the list is empty',
  ),
  user_id: optionalOrEmpty(id()).describe('Only conversations of this user'),
  start_time: timeAsked('Only those active since, in milliseconds since 1970'),
  end_time: timeAsked('Only those active until, in milliseconds since 1970'),
  page: pageAsked(),
  page_size: pageSizeAsked(),
})
export const conversationEntry = z
  .object({
    conversation_id: z.string().describe('Id of the conversation'),
    user_id: z.string().nullable().describe('Your id of the user; null when none is bound'),
    anonymous_id: z.string().describe('Id of the anonymous user'),
    recent_chat_time: timeOf('When something was last said'),
    subject: z.string().describe('How it began'),
    conversation_type: z.string().describe('API, WEB or PLAYGROUND'),
    message_count: z.int().describe('Messages of both sides'),
    cost_credit: z.number().describe('Credits consumed'),
    bot_id: z.string().describe('Id of the agent'),
  })
  .meta({ id: 'ConversationEntry', description: 'A conversation in a list' })
export const conversationPage = z
  .object({
    list: z.array(conversationEntry).describe('Conversations, the most recently active first'),
    total: z.int().describe('Of all pages together'),
  })
  .meta({ id: 'ConversationPage', description: 'Conversations' })

export const messagePageQuery = z.object({
  conversation_id: id().describe('The conversation'),
  page: pageAsked(),
  page_size: pageSizeAsked(),
})
const messageFile = z
  .object({
    url: z.string().nullable().describe('Its address; null when it has none'),
    format: z.string().nullable().describe('Its format, such as png; null when unknown'),
    name: z.string().nullable().describe('Its name; null when unknown'),
    size: z.int().min(0).nullable().describe('Bytes; null when unknown'),
    transcript: z.string().optional().describe('Of audio: what is said in it'),
  })
  .meta({ id: 'MessageFile', description: 'A file of a message' })
const messageFiles = z.array(messageFile).optional().describe('The files')

export const messageEntry = z
  .object({
    message_id: z.string().describe('Id of the message'),
    parent_message_id: z
      .string()
      .nullable()
      .describe('The message it answers, else the one before it; null for the first'),
    create_time: timeOf('When it was said'),
    feedback: z.string().optional().describe('POSITIVE or NEGATIVE, where given'),
    role: z
      .enum(['user', 'assistant'])
      .describe('Who said it; a person in the agent’s place is assistant too'),
    content: z
      .array(
        z.object({
          from_component_branch: z.string().optional().describe('Branch of the flow'),
          from_component_name: z.string().optional().describe('Component of the flow'),
          branch_content: z
            .array(
              z.looseObject({
                type: z.enum(['text', ...fileKinds]).describe('Names the field that holds the content'),
                text: z.string().optional().describe('The text'),
                ...Object.fromEntries(fileKinds.map((kind) => [kind, messageFiles])),
              }),
            )
            .describe('The parts; files of one kind are together'),
        }),
      )
      .describe('What was said'),
    citations: citations.optional(),
  })
  .meta({ id: 'MessageEntry', description: 'A message of a conversation' })
export const messagePage = z
  .object({
    total: z.int().describe('Of all pages together'),
    conversation_content: z.array(messageEntry).describe('Messages, oldest first'),
  })
  .meta({ id: 'MessagePage', description: 'Messages of a conversation' })

const anonymousIdEntry = z
  .object({
    anonymous_id: ownId().describe('Id of the anonymous user'),
    conversation_type: withNeeded(
      conversationType().refine((type) => type !== 'ALL'),
      'the way that user came, such as API or WEB',
    ).describe('The way that user came'),
    source_id: optionalOrEmpty(id()).describe('Tells several pages or channels of one kind apart'),
  })
  .meta({ id: 'AnonymousId', description: 'An anonymous user' })
export const userBindRequest = z
  .object({
    user_id: ownId().describe('Your id of the user'),
    anonymous_ids: withNeeded(
      z.array(anonymousIdEntry).min(1).max(maxAnonymousIdsPerUser),
      `a list of ${range(1, maxAnonymousIdsPerUser)} anonymous ids`,
    ).describe('The anonymous users this user is; each moves here from whoever it was bound to'),
  })
  .meta({ id: 'UserBindRequest', description: 'Bind anonymous ids to a user' })
const boundUser = z.object({
  user_id: z.string().describe('Your id of the user'),
  anonymous_ids: z
    .array(
      z.object({
        anonymous_id: z.string(),
        conversation_type: z.string(),
        source_id: z.string().nullable(),
      }),
    )
    .describe('The anonymous users bound to it, the last bound first'),
})
const okWith = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.literal(0), message: z.literal('OK'), data })
export const userBound = okWith(boundUser).meta({
  id: 'UserBound',
  description: 'What is bound to the user now',
})
export const userQuery = z.object({
  user_id: optionalOrEmpty(id()).describe('Your id of the user; this or anonymous_id is needed'),
  anonymous_id: optionalOrEmpty(id()).describe('Id of an anonymous user'),
})
export const userAnswer = okWith(z.record(z.string(), boundUser)).meta({
  id: 'UserAnswer',
  description: 'Users by id, each with what is bound to it',
})

export const feedbackRequest = z
  .object({
    answer_id: id().describe('Id of the message'),
    feedback: z.enum(['POSITIVE', 'NEGATIVE', 'CANCELED']).describe('What the user thinks of it'),
  })
  .meta({ id: 'FeedbackRequest', description: 'Rate an answer as the user' })
export const qualityRequest = z
  .object({
    answer_id: id().describe('Id of the message'),
    quality: z
      .enum(['NONE', 'UNRESOLVED', 'PARTIALLY_RESOLVED', 'FULLY_RESOLVED'])
      .describe('Whether it solved the matter'),
  })
  .meta({ id: 'QualityRequest', description: 'Rate an answer as its reviewer' })
export const affected = z
  .object({ affectCount: z.int().describe('How many messages changed; 0 when there is none with this id') })
  .meta({ id: 'Affected', description: 'How many messages changed' })

export const correlateQuery = z.object({ message_id: id().describe('Id of a question or of its answer') })
export const correlateAnswer = z
  .object({
    conversation_id: z.string().describe('Id of the conversation'),
    question_id: z.string().nullable().describe('Id of the question'),
    answer_id: z.string().nullable().describe('Id of the answer'),
    correlate_dataset: z
      .array(
        z.object({
          content: z.string().describe('The pair: question, then answer'),
          data_id: z.string().describe('Id of its document'),
          data_name: z.string().describe('Name of its document'),
          source_url: z.string().nullable().describe('Where the document came from'),
          score: z.number().describe('How sure it was, on the scale of /v1/vector/match'),
        }),
      )
      .describe('What the answer was based on, best first'),
  })
  .meta({ id: 'CorrelateAnswer', description: 'The knowledge behind an answer' })

export const nextQuestionQuery = z.object({ answer_id: id().describe('Id of an answer') })
export const nextQuestions = z
  .object({ questions: z.array(z.string()).describe('What the user may want to ask next') })
  .meta({ id: 'NextQuestions', description: 'Questions that follow' })

export const optionalTime = () => optional(timeAsked('In milliseconds since 1970'))

export type ConversationEntry = z.infer<typeof conversationEntry>
export type MessageEntry = z.infer<typeof messageEntry>
export type BoundUser = z.infer<typeof boundUser>
