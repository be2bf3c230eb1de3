/** The admin contract of questions nobody could answer: listed, put together by likeness, and made into pairs. */
import { z } from 'zod'
import { listQuery, nextCursor } from './admin.ts'
import { id, optional, optionalOrEmpty, queryNumber, text, timeOf } from './fields.ts'
import { range, withNeeded } from './needed.ts'
import { band } from './search.ts'

export const unansweredStates = ['open', 'answered', 'dismissed'] as const
/** So many questions are put into groups, and looked through for those that an answer catches. */
export const mostUnanswered = 2_000
const filter = {
  state: optional(z.enum(unansweredStates)).describe('open when absent'),
  q: optionalOrEmpty(text(200)).describe('Only questions with this text in them'),
  sort: optional(z.enum(['asked', 'newest'])).describe(
    'The most asked first, or the last asked; asked when absent',
  ),
}
export const unansweredQuery = z.object({ ...filter, ...listQuery })
export const unansweredQuestion = z
  .object({
    id: z.string().describe('Id of the question'),
    question: z.string().describe('As it was first asked'),
    language: z.string().nullable().describe('Its language, where known'),
    asked: z.int().describe('How often it was asked'),
    state: z.enum(unansweredStates).describe('open until somebody answers or dismisses it'),
    conversation_id: z.string().describe('Where it was last asked; empty once that conversation was removed'),
    message_id: z.string().describe('The message that last asked it'),
    first_asked_at: timeOf('When it was first asked'),
    last_asked_at: timeOf('When it was last asked'),
  })
  .meta({ id: 'UnansweredQuestion', description: 'A question nobody could answer' })
export const unansweredList = z
  .object({ items: z.array(unansweredQuestion).describe('In the order asked for'), next_cursor: nextCursor })
  .meta({ id: 'UnansweredList', description: 'Questions nobody could answer' })
const mostAlso = 500
export const unansweredAnswerRequest = z
  .object({
    answer: text(20_000).describe('The answer'),
    question: optional(text(2_000)).describe('The question in better words; as it was asked when absent'),
    doc_id: optional(id()).describe(
      'Document to append the pair to; one named "Answered questions" when absent',
    ),
    also: optional(
      withNeeded(z.array(id()).max(mostAlso), `a list of ${range(0, mostAlso)} ids of unanswered questions`),
    ).describe('Other questions that this answers; they are closed with it'),
  })
  .meta({ id: 'UnansweredAnswerRequest', description: 'Make a question and its answer a pair' })
export const caughtRequest = z
  .object({
    question: text(2_000).describe('The question of the pair'),
    answer: text(20_000).describe('Its answer'),
  })
  .meta({ id: 'CaughtRequest', description: 'A pair that might be added' })
export const caughtQuestions = z
  .object({
    items: z
      .array(
        z
          .object({
            question: unansweredQuestion.describe('The question'),
            band: band.describe('answer: the pair would be given. offer: it would be offered'),
            confidence: z.number().min(0).max(1).describe('How sure it is that the pair answers it'),
          })
          .meta({ id: 'CaughtQuestion', description: 'A past question that a pair would have caught' }),
      )
      .describe('Open questions that the pair answers or would be offered for, the surest first'),
    answered: z.int().min(0).describe('How many of them it answers'),
    offered: z.int().min(0).describe('How many it would be offered for'),
    asked: z.int().min(0).describe('How often they were asked, all together'),
    looked_at: z.int().min(0).describe('Open questions that were looked at, the most asked of them'),
  })
  .meta({ id: 'CaughtQuestions', description: 'Past questions that a pair would have caught' })
export const unansweredAnswered = z
  .object({
    doc_id: z.string().describe('Document the pair is in'),
    question: unansweredQuestion.describe('The question'),
    caught: caughtQuestions.describe('Other open questions that the pair catches'),
  })
  .meta({ id: 'UnansweredAnswered', description: 'The question is a pair now' })

export const unansweredGroupQuery = z.object({
  ...filter,
  limit: queryNumber(1, 200, 50).describe('Most groups to answer'),
  from: queryNumber(0, mostUnanswered, 0).describe(
    'How many groups to pass over: next_from of the answer before',
  ),
})
export const unansweredGroups = z
  .object({
    items: z
      .array(
        z
          .object({
            question: z.string().describe('The question of it that was asked most'),
            asked: z.int().min(1).describe('How often its questions were asked, all together'),
            question_count: z.int().min(1).describe('How many questions it holds'),
            last_asked_at: timeOf('When one of them was last asked'),
            questions: z.array(unansweredQuestion).describe('Its first 50 questions, the most asked first'),
          })
          .meta({ id: 'UnansweredGroup', description: 'Questions that ask much the same' }),
      )
      .describe('The groups, in the order asked for'),
    total: z.int().min(0).describe('How many groups there are'),
    looked_at: z
      .int()
      .min(0)
      .describe(`Questions that were put together: the first ${mostUnanswered} in the order asked for`),
    next_from: z.int().nullable().describe('Give it as from to go on; null at the end'),
  })
  .meta({ id: 'UnansweredGroups', description: 'Unanswered questions, put together by likeness' })

export type UnansweredQuestion = z.infer<typeof unansweredQuestion>
export type UnansweredGroups = z.infer<typeof unansweredGroups>
export type CaughtQuestions = z.infer<typeof caughtQuestions>
