/** The admin contract of question sets: saved questions with the pair each should find, and runs that tell how many do. */
import { z } from 'zod'
import { flag, id, optional, optionalOrEmpty, queryNumber, text, timeOf } from './fields.ts'
import { range, withNeeded } from './needed.ts'
import { band, maxSearchChars } from './search.ts'

export const mostSetQuestions = 500
export const mostQuestionSets = 100
export const keptRuns = 50

const count = (what: string) => z.int().min(0).describe(what)

const setQuestion = z
  .object({
    question: text(maxSearchChars).describe('What a user would ask'),
    expected_pair_id: optionalOrEmpty(id()).describe('The pair that should answer it'),
    expected_question: optionalOrEmpty(text(maxSearchChars)).describe(
      'The question of that pair: it is found by this where it has no such id any more',
    ),
    note: optionalOrEmpty(text(500)).describe('For the people who read it'),
  })
  .meta({ id: 'SetQuestionChange', description: 'A question of a set' })

export const questionSetChange = z
  .object({
    id: optional(id()).describe('The set to replace; without it the set of that name, or a new one'),
    name: text(200).describe('Its name; each set of an agent has its own'),
    questions: withNeeded(
      z.array(setQuestion).max(mostSetQuestions),
      `a list of ${range(0, mostSetQuestions)} questions`,
    ).describe('All its questions from now on'),
  })
  .meta({ id: 'QuestionSetChange', description: 'What a question set is from now on' })

const nullable = (what: string) => z.string().nullable().describe(what)

const runSummary = z
  .object({
    id: z.string().describe('Id of the run'),
    set_id: z.string().describe('The set'),
    draft: nullable('The document whose draft counted as applied; null when none did'),
    at: timeOf('When it began'),
    took_ms: count('How long it took'),
    questions: count('Questions asked'),
    expected: count('Of them those with a pair that should be found'),
    recall_at_1: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('The share of those whose pair came first; null when no pair is expected'),
    recall_at_5: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('The share of those whose pair was among the first five'),
    bands: z
      .object({
        answer: count('Questions that would be answered'),
        offer: count('Questions that would be offered something to choose from'),
        none: count('Questions that nothing was found for'),
      })
      .describe('Questions by the band of their best hit'),
    previous_run_id: nullable('The run before it; null for the first'),
    changed: count('Questions that came out otherwise than in the run before'),
  })
  .meta({ id: 'QuestionSetRunSummary', description: 'How a run of a question set came out' })

const outcome = z.object({
  rank: z.int().min(1).nullable().describe('Place of the expected pair among the first ten; null: none'),
  band: band.describe('The band of the best hit'),
  top: z
    .object({ doc_id: z.string().describe('Its document'), question: z.string(), answer: z.string() })
    .nullable()
    .describe('The beginning of the best hit; null when nothing was found'),
})

const runResult = outcome
  .extend({
    question: z.string().describe('What was asked'),
    expected_question: nullable('The question of the pair that should be found'),
    expected: z
      .enum(['there', 'missing', 'none'])
      .describe('missing: the knowledge does not hold the expected pair. none: no pair is expected'),
  })
  .meta({ id: 'QuestionSetResult', description: 'How one question came out' })

const runChange = z
  .object({
    question: z.string().describe('What was asked'),
    before: outcome.describe('In the run before'),
    after: outcome.describe('In this run'),
  })
  .meta({ id: 'QuestionSetDifference', description: 'A question that came out otherwise than before' })

export const questionSetRun = runSummary
  .extend({
    results: z.array(runResult).describe('Every question, in the order of the set'),
    changes: z.array(runChange).describe('The questions that came out otherwise'),
  })
  .meta({ id: 'QuestionSetRun', description: 'A run of a question set' })

const summary = z.object({
  id: z.string().describe('Id of the set'),
  name: z.string().describe('Its name'),
  question_count: count('How many questions it has'),
  last_run: runSummary.nullable().describe('Its newest run; null when it was never run'),
  created_at: timeOf('When it was made'),
  updated_at: timeOf('When it was last changed'),
})

export const questionSet = summary
  .extend({
    questions: z
      .array(
        z
          .object({
            question: z.string().describe('What a user would ask'),
            expected_pair_id: nullable('The pair that should answer it'),
            expected_question: nullable('The question of that pair'),
            note: nullable('For the people who read it'),
          })
          .meta({ id: 'SetQuestion', description: 'A question of a set' }),
      )
      .describe('Its questions, in order'),
  })
  .meta({ id: 'QuestionSet', description: 'Saved questions with the pairs they should find' })

export const questionSetList = z
  .object({
    items: z
      .array(summary.meta({ id: 'QuestionSetSummary', description: 'A question set without its questions' }))
      .describe('All sets of the agent, by name'),
  })
  .meta({ id: 'QuestionSetList', description: 'The question sets of an agent' })

export const questionSetRunRequest = z
  .object({
    draft: optional(id()).describe('A document with a draft that counts as applied in this run'),
    trial: optional(flag()).describe(
      'With draft: the questions are asked of the knowledge as it is, too; `changes` is what the draft changes, and nothing is stored',
    ),
  })
  .meta({ id: 'QuestionSetRunRequest', description: 'Run a question set' })

export const questionSetRunQuery = z.object({
  limit: queryNumber(1, keptRuns, keptRuns).describe('Most runs to answer'),
})

export const questionSetRunList = z
  .object({ items: z.array(runSummary).describe('The runs that are kept, newest first') })
  .meta({ id: 'QuestionSetRunList', description: 'The runs of a question set' })

export type QuestionSet = z.infer<typeof questionSet>
export type SetQuestion = QuestionSet['questions'][number]
export type QuestionSetRun = z.infer<typeof questionSetRun>
export type RunSummary = z.infer<typeof runSummary>
export type RunOutcome = z.infer<typeof outcome>
