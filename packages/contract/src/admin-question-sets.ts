/** The admin contract of question sets: questions with the pair that each should find, and runs that test them. */
import { z } from 'zod'
import {
  count,
  flag,
  id,
  optional,
  optionalOrEmpty,
  queryNumber,
  text,
  textOrNull,
  timeOf,
  wholeNumber,
} from './fields.ts'
import { range, withNeeded } from './needed.ts'
import { band, maxSearchChars } from './search.ts'

export const mostSetQuestions = 500
export const mostQuestionSets = 100
export const keptRuns = 50

const setQuestion = z
  .object({
    question: text(maxSearchChars).describe('Question of a user'),
    expected_pair_id: optionalOrEmpty(id()).describe('Id of the pair that should be found'),
    expected_question: optionalOrEmpty(text(maxSearchChars)).describe(
      'Question of that pair, which identifies the pair if the id no longer exists',
    ),
    note: optionalOrEmpty(text(500)).describe('Note for other people'),
  })
  .meta({ id: 'SetQuestionChange', description: 'A question of a set' })

export const questionSetChange = z
  .object({
    id: optional(id()).describe(
      'Id of the set to replace; if omitted, the set with this name is replaced, or a new one is created',
    ),
    name: text(200).describe('Name of the set, unique for the agent'),
    questions: withNeeded(
      z.array(setQuestion).max(mostSetQuestions),
      `a list of ${range(0, mostSetQuestions)} questions`,
    ).describe('All questions of the set'),
    if_updated_at: optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)).describe(
      'If given, the request fails with code 40900 if the set was changed since then',
    ),
  })
  .meta({ id: 'QuestionSetChange', description: 'Create or replace a question set' })

const nullable = (what: string) => textOrNull(what)

const runSummary = z
  .object({
    id: z.string().describe('Id of the run'),
    set_id: z.string().describe('Id of the set'),
    draft: nullable('Id of the document whose draft was used in the run; null if none'),
    at: timeOf('When the run began'),
    took_ms: z.int().min(0).describe('Duration, in milliseconds'),
    questions: count('Number of questions'),
    expected: count('Number of questions with an expected pair'),
    recall_at_1: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'Share of these questions whose expected pair was the first hit; null if no pair is expected',
      ),
    recall_at_5: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Share of these questions whose expected pair was among the first five hits'),
    bands: z
      .object({
        answer: count('Number of questions that would be answered'),
        offer: count('Number of questions for which choices would be offered'),
        none: count('Number of questions without a usable hit'),
      })
      .describe('Number of questions by the band of their best hit'),
    previous_run_id: nullable('Id of the previous run; null for the first run'),
    changed: count('Number of questions with another result than in the previous run'),
  })
  .meta({ id: 'QuestionSetRunSummary', description: 'Summary of a run of a question set' })

const outcome = z.object({
  rank: z
    .int()
    .min(1)
    .nullable()
    .describe('Rank of the expected pair among the first ten hits; null if it is not among them'),
  band: band.describe('Band of the best hit'),
  top: z
    .object({ doc_id: z.string().describe('Id of the document'), question: z.string(), answer: z.string() })
    .nullable()
    .describe('Beginning of the best hit; null if nothing was found'),
})

const runResult = outcome
  .extend({
    question: z.string().describe('The question'),
    expected_question: nullable('Question of the expected pair'),
    expected: z
      .enum(['there', 'missing', 'none'])
      .describe(
        'there: the expected pair exists. missing: the expected pair does not exist. none: no pair is expected',
      ),
  })
  .meta({ id: 'QuestionSetResult', description: 'Result of one question' })

const runChange = z
  .object({
    question: z.string().describe('The question'),
    before: outcome.describe('Result in the previous run'),
    after: outcome.describe('Result in this run'),
  })
  .meta({
    id: 'QuestionSetDifference',
    description: 'A question with another result than in the previous run',
  })

export const questionSetRun = runSummary
  .extend({
    results: z.array(runResult).describe('Results of all questions, in the order of the set'),
    changes: z.array(runChange).describe('Questions with another result than in the previous run'),
  })
  .meta({ id: 'QuestionSetRun', description: 'A run of a question set' })

const summary = z.object({
  id: z.string().describe('Id of the set'),
  name: z.string().describe('Name of the set'),
  question_count: count('Number of questions'),
  last_run: runSummary.nullable().describe('The newest run; null if there is none'),
  created_at: timeOf('When the set was created'),
  updated_at: timeOf('When the set was last changed'),
})

export const questionSet = summary
  .extend({
    questions: z
      .array(
        z
          .object({
            question: z.string().describe('Question of a user'),
            expected_pair_id: nullable('Id of the pair that should be found'),
            expected_question: nullable('Question of that pair'),
            note: nullable('Note for other people'),
          })
          .meta({ id: 'SetQuestion', description: 'A question of a set' }),
      )
      .describe('Questions, in order'),
  })
  .meta({ id: 'QuestionSet', description: 'Questions with the pairs that they should find' })

export const questionSetList = z
  .object({
    items: z
      .array(summary.meta({ id: 'QuestionSetSummary', description: 'A question set without its questions' }))
      .describe('All question sets of the agent, sorted by name'),
  })
  .meta({ id: 'QuestionSetList', description: 'The question sets of an agent' })

export const questionSetRunRequest = z
  .object({
    draft: optional(id()).describe('Id of a document whose draft is used as if it were applied'),
    trial: optional(flag()).describe(
      'Only with `draft`. true: compare the draft with the current knowledge instead of the previous run; the run is not stored',
    ),
  })
  .meta({ id: 'QuestionSetRunRequest', description: 'Run a question set' })

export const questionSetRunQuery = z.object({
  limit: queryNumber(1, keptRuns, keptRuns).describe('Maximum number of runs to return'),
})

export const questionSetRunList = z
  .object({ items: z.array(runSummary).describe('Stored runs, newest first') })
  .meta({ id: 'QuestionSetRunList', description: 'The runs of a question set' })

export type QuestionSet = z.infer<typeof questionSet>
export type SetQuestion = QuestionSet['questions'][number]
export type QuestionSetRun = z.infer<typeof questionSetRun>
export type RunSummary = z.infer<typeof runSummary>
export type RunOutcome = z.infer<typeof outcome>
