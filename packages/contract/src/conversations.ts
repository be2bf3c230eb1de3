/** Conversations, their messages and their users, in the shapes that clients of the platform already use. */
import { z } from 'zod'
import { citations } from './citation.ts'
import { fileKinds } from './conversation.ts'
import {
  flag,
  id,
  numeric,
  optional,
  optionalOrEmpty,
  ownId,
  textOrNull,
  timeOf,
  wholeNumber,
} from './fields.ts'
import { range, withNeeded } from './needed.ts'

export const maxAnonymousIdsPerUser = 100

/**
 * The channel that a user comes from. Tandem has API and WEB; the platform has many more and keeps adding some, so every
 * name of this form is accepted.
 */
export const conversationType = () =>
  withNeeded(
    z
      .string()
      .max(64, { abort: true })
      .regex(/^[A-Za-z0-9_.-]+$/),
    'a name of 1 to 64 letters, digits, _, - and ., such as API or WEB',
  )

/** Of lists of messages that are read on with `after`. */
export const hasMore = () =>
  z
    .boolean()
    .describe('Whether more messages follow; read them with the `sequence` of the last one as `after`')

export const conversationCreateRequest = z
  .object({
    user_id: ownId().describe('Your id of the user'),
    playground: optional(flag()).describe(
      'true: a trial conversation of type PLAYGROUND, which is left out of statistics. Only for people and the admin token, not with an API key',
    ),
  })
  .meta({ id: 'ConversationCreateRequest', description: 'Create a conversation with a user' })
export const conversationCreated = z
  .object({ conversation_id: z.string().describe('Id of the conversation; it does not expire') })
  .meta({ id: 'ConversationCreated', description: 'A new conversation' })

const pageNumber = () => numeric(wholeNumber(1, 1_000_000)).describe('Page number, starting at 1')
const pageSize = () => numeric(wholeNumber(1, 100)).describe('Entries per page')
const timeFilter = (what: string) => numeric(wholeNumber(0, 8_640_000_000_000_000)).describe(what)

export const conversationPageQuery = z.object({
  conversation_type: conversationType().describe(
    'ALL, API, WEB or PLAYGROUND. The list is empty for other types',
  ),
  user_id: optionalOrEmpty(id()).describe('Only conversations of this user'),
  start_time: timeFilter('Only conversations active at this time or later, in milliseconds since 1970'),
  end_time: timeFilter('Only conversations active at this time or earlier, in milliseconds since 1970'),
  page: pageNumber(),
  page_size: pageSize(),
})
export const conversationEntry = z
  .object({
    conversation_id: z.string().describe('Id of the conversation'),
    user_id: textOrNull('Your id of the user; null if none is bound'),
    anonymous_id: z.string().describe('Id of the anonymous user'),
    recent_chat_time: timeOf('Time of the last message'),
    subject: z.string().describe('Beginning of the first message of the user'),
    conversation_type: z.string().describe('API, WEB or PLAYGROUND'),
    message_count: z.int().describe('Number of messages'),
    cost_credit: z.number().describe('Credits consumed'),
    bot_id: z.string().describe('Id of the agent'),
  })
  .meta({ id: 'ConversationEntry', description: 'A conversation in a list' })
export const conversationPage = z
  .object({
    list: z.array(conversationEntry).describe('Conversations, most recently active first'),
    total: z.int().describe('Number of conversations on all pages'),
  })
  .meta({ id: 'ConversationPage', description: 'One page of conversations' })

export const messagePageQuery = z.object({
  conversation_id: id().describe('Id of the conversation'),
  page: pageNumber(),
  page_size: pageSize(),
})
const messageFile = z
  .object({
    url: textOrNull('URL of the file; null if it has none'),
    format: textOrNull('Format, such as png; null if unknown'),
    name: textOrNull('Name of the file; null if unknown'),
    size: z.int().min(0).nullable().describe('Size in bytes; null if unknown'),
    transcript: z.string().optional().describe('For audio: the spoken words as text'),
  })
  .meta({ id: 'MessageFile', description: 'A file of a message' })
const messageFiles = z.array(messageFile).optional().describe('The files')

const messageEntry = z
  .object({
    message_id: z.string().describe('Id of the message'),
    parent_message_id: textOrNull(
      'Id of the message that it answers, else of the previous message; null for the first message',
    ),
    create_time: timeOf('When the message was created'),
    feedback: z.string().optional().describe('POSITIVE or NEGATIVE, if the user rated the message'),
    role: z
      .enum(['user', 'assistant'])
      .describe('Author of the message; a person who replaces the agent is `assistant` too'),
    content: z
      .array(
        z.object({
          from_component_branch: z.string().optional().describe('Branch of the component that produced it'),
          from_component_name: z.string().optional().describe('Component that produced it'),
          branch_content: z
            .array(
              z.looseObject({
                type: z.enum(['text', ...fileKinds]).describe('Name of the field that holds the content'),
                text: z.string().optional().describe('The text'),
                ...Object.fromEntries(fileKinds.map((kind) => [kind, messageFiles])),
              }),
            )
            .describe('The parts; files of the same kind are in one part'),
        }),
      )
      .describe('Content of the message'),
    citations: citations.optional(),
  })
  .meta({ id: 'MessageEntry', description: 'A message of a conversation' })
export const messagePage = z
  .object({
    total: z.int().describe('Number of messages on all pages'),
    conversation_content: z.array(messageEntry).describe('Messages, oldest first'),
  })
  .meta({ id: 'MessagePage', description: 'One page of messages' })

const anonymousIdEntry = z
  .object({
    anonymous_id: ownId().describe('Id of the anonymous user'),
    conversation_type: withNeeded(
      conversationType().refine((type) => type !== 'ALL'),
      'the way that user came, such as API or WEB',
    ).describe('Channel of the anonymous user'),
    source_id: optionalOrEmpty(id()).describe('Distinguishes several pages or channels of one type'),
  })
  .meta({ id: 'AnonymousId', description: 'An anonymous user' })
export const userBindRequest = z
  .object({
    user_id: ownId().describe('Your id of the user'),
    anonymous_ids: withNeeded(
      z.array(anonymousIdEntry).min(1).max(maxAnonymousIdsPerUser),
      `a list of ${range(1, maxAnonymousIdsPerUser)} anonymous ids`,
    ).describe('Anonymous ids of this user; an id that is bound to another user is moved to this one'),
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
    .describe('Anonymous ids bound to the user, the last bound first'),
})
const okWith = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.literal(0), message: z.literal('OK'), data })
export const userBound = okWith(boundUser).meta({
  id: 'UserBound',
  description: 'The anonymous ids bound to the user now',
})
export const userQuery = z.object({
  user_id: optionalOrEmpty(id()).describe('Your id of the user; required without anonymous_id'),
  anonymous_id: optionalOrEmpty(id()).describe('Id of an anonymous user'),
})
export const userAnswer = okWith(z.record(z.string(), boundUser)).meta({
  id: 'UserAnswer',
  description: 'Users by id, each with the anonymous ids bound to it',
})

export const feedbackRequest = z
  .object({
    answer_id: id().describe('Id of the answer'),
    feedback: z
      .enum(['POSITIVE', 'NEGATIVE', 'CANCELED'])
      .describe('Rating of the user; CANCELED removes it'),
  })
  .meta({ id: 'FeedbackRequest', description: 'Rate an answer as the user' })
export const qualityRequest = z
  .object({
    answer_id: id().describe('Id of the answer'),
    quality: z
      .enum(['NONE', 'UNRESOLVED', 'PARTIALLY_RESOLVED', 'FULLY_RESOLVED'])
      .describe('Whether the answer resolved the matter'),
  })
  .meta({ id: 'QualityRequest', description: 'Rate an answer as a reviewer' })
export const affected = z
  .object({ affectCount: z.int().describe('Number of messages changed; 0 if no message has this id') })
  .meta({ id: 'Affected', description: 'Number of messages changed' })

export const correlateQuery = z.object({ message_id: id().describe('Id of a question or of its answer') })
export const correlateAnswer = z
  .object({
    conversation_id: z.string().describe('Id of the conversation'),
    question_id: textOrNull('Id of the question'),
    answer_id: textOrNull('Id of the answer'),
    correlate_dataset: z
      .array(
        z.object({
          content: z.string().describe('The pair: question, then answer'),
          data_id: z.string().describe('Id of the document'),
          data_name: z.string().describe('Name of the document'),
          source_url: textOrNull('URL of the document; null if it has none'),
          score: z.number().describe('Score, on the scale of POST /v1/vector/match'),
        }),
      )
      .describe('Pairs that the answer was based on, best first'),
  })
  .meta({ id: 'CorrelateAnswer', description: 'The knowledge behind an answer' })

export const nextQuestionQuery = z.object({ answer_id: id().describe('Id of an answer') })
export const nextQuestions = z
  .object({ questions: z.array(z.string()).describe('Questions that the user may want to ask next') })
  .meta({ id: 'NextQuestions', description: 'Suggested next questions' })

export const optionalTime = () => optional(timeFilter('In milliseconds since 1970'))

export type ConversationEntry = z.infer<typeof conversationEntry>
export type MessageEntry = z.infer<typeof messageEntry>
export type BoundUser = z.infer<typeof boundUser>
