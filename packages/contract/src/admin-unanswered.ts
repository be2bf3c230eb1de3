/** The admin contract of unanswered questions: lists, groups of similar questions, and adding an answer as a pair. */
import { z } from 'zod'
import { listQuery, nextCursor } from './admin.ts'
import { count, id, optional, optionalOrEmpty, queryNumber, text, textOrNull, timeOf } from './fields.ts'
import { range, withNeeded } from './needed.ts'
import { band } from './search.ts'

const unansweredStates = ['open', 'answered', 'dismissed'] as const
/** The number of questions that are grouped, and that are searched for questions which a new pair would answer. */
export const mostUnanswered = 2_000
const filter = {
  state: optional(z.enum(unansweredStates)).describe('State of the questions; default open'),
  q: optionalOrEmpty(text(200)).describe('Only questions that contain this text'),
  sort: optional(z.enum(['asked', 'newest'])).describe(
    'asked: most frequently asked first. newest: most recently asked first. Default asked',
  ),
}
export const unansweredQuery = z.object({ ...filter, ...listQuery })
export const unansweredQuestion = z
  .object({
    id: z.string().describe('Id of the question'),
    question: z.string().describe('The question as it was first asked'),
    language: textOrNull('Language of the question; null if unknown'),
    asked: z.int().describe('Number of times that it was asked'),
    state: z.enum(unansweredStates).describe('open until somebody answers or dismisses it'),
    conversation_id: z
      .string()
      .describe('Id of the conversation in which it was last asked; empty if that conversation was removed'),
    message_id: z.string().describe('Id of the message that last asked it'),
    first_asked_at: timeOf('When it was first asked'),
    last_asked_at: timeOf('When it was last asked'),
  })
  .meta({ id: 'UnansweredQuestion', description: 'A question that the agent could not answer' })
export const unansweredList = z
  .object({
    items: z.array(unansweredQuestion).describe('Questions, in the requested order'),
    next_cursor: nextCursor,
  })
  .meta({ id: 'UnansweredList', description: 'Questions that the agent could not answer' })
const maxAlso = 500
export const unansweredAnswerRequest = z
  .object({
    answer: text(20_000).describe('The answer'),
    question: optional(text(2_000)).describe('The question in better words; if omitted, as it was asked'),
    doc_id: optional(id()).describe(
      'Id of the document to append the pair to; if omitted, the document "Answered questions"',
    ),
    also: optional(
      withNeeded(z.array(id()).max(maxAlso), `a list of ${range(0, maxAlso)} ids of unanswered questions`),
    ).describe('Ids of other questions that the pair answers too; they are closed'),
  })
  .meta({ id: 'UnansweredAnswerRequest', description: 'Add a question and its answer as a pair' })
export const caughtRequest = z
  .object({
    question: text(2_000).describe('Question of the pair'),
    answer: text(20_000).describe('Answer of the pair'),
  })
  .meta({ id: 'CaughtRequest', description: 'A pair that might be added' })
export const caughtQuestions = z
  .object({
    items: z
      .array(
        z
          .object({
            question: unansweredQuestion.describe('The question'),
            band: band.describe(
              'answer: the pair would be given as the answer. offer: the pair would be offered',
            ),
            confidence: z.number().min(0).max(1).describe('How likely the pair answers the question'),
          })
          .meta({ id: 'CaughtQuestion', description: 'A past question that a pair would have answered' }),
      )
      .describe('Open questions for which the pair would be given or offered, highest confidence first'),
    answered: count('Number of questions for which the pair would be given'),
    offered: count('Number of questions for which the pair would be offered'),
    asked: count('Number of times that these questions were asked, in total'),
    looked_at: count('Number of open questions that were searched, the most frequently asked ones'),
  })
  .meta({ id: 'CaughtQuestions', description: 'Past questions that a pair would have answered' })
export const unansweredAnswered = z
  .object({
    doc_id: z.string().describe('Id of the document of the pair'),
    question: unansweredQuestion.describe('The question'),
    caught: caughtQuestions.describe('Other open questions that the pair answers'),
  })
  .meta({ id: 'UnansweredAnswered', description: 'The question was added as a pair' })

export const unansweredGroupQuery = z.object({
  ...filter,
  limit: queryNumber(1, 200, 50).describe('Maximum number of groups to return'),
  from: queryNumber(0, mostUnanswered, 0).describe(
    'Number of groups to skip: next_from of the previous response',
  ),
})
export const unansweredGroups = z
  .object({
    items: z
      .array(
        z
          .object({
            question: z.string().describe('The most frequently asked question of the group'),
            asked: z.int().min(1).describe('Number of times that its questions were asked, in total'),
            question_count: z.int().min(1).describe('Number of questions in the group'),
            last_asked_at: timeOf('When one of its questions was last asked'),
            questions: z
              .array(unansweredQuestion)
              .describe('The first 50 questions of the group, most frequently asked first'),
          })
          .meta({ id: 'UnansweredGroup', description: 'A group of similar questions' }),
      )
      .describe('Groups, in the requested order'),
    total: count('Number of all groups'),
    looked_at: count(
      `Number of questions that were grouped: the first ${mostUnanswered} in the requested order`,
    ),
    next_from: z.int().nullable().describe('`from` of the next page; null on the last page'),
  })
  .meta({ id: 'UnansweredGroups', description: 'Unanswered questions in groups of similar ones' })

export type UnansweredQuestion = z.infer<typeof unansweredQuestion>
export type UnansweredGroups = z.infer<typeof unansweredGroups>
export type CaughtQuestions = z.infer<typeof caughtQuestions>
