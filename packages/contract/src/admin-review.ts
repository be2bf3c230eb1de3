/** The admin contract of review: drafts that wait for approval, what applying would change, and going back. */
import { z } from 'zod'
import { pairOrigin } from './admin-conversions.ts'
import { id, optional, optionalOrEmpty, queryNumber, text, timeOf, wholeNumber } from './fields.ts'
import { qaPairSchema } from './knowledge.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { range, withNeeded } from './needed.ts'

const count = (what: string) => z.int().min(0).describe(what)

export const pairStates = ['pending', 'approved', 'dropped', 'edited'] as const
export type PairState = (typeof pairStates)[number]

export const draftCounts = z
  .object({
    total: count('Pairs of the draft'),
    pending: count('Not decided yet'),
    approved: count('To be shown as they are'),
    edited: count('To be shown as edited'),
    dropped: count('Not to be shown'),
    held: count('Of the pending ones those a check held back; each is decided by itself'),
  })
  .meta({ id: 'DraftCounts', description: 'How the pairs of a draft stand' })

export const draftSummary = z
  .object({
    doc_id: z.string().describe('The document'),
    doc_name: z.string().describe('Its name'),
    format: z.string().describe('Kind of the file it was made from'),
    counts: draftCounts,
    created_at: timeOf('When it was made'),
    updated_at: timeOf('When it was last changed'),
  })
  .meta({ id: 'DraftSummary', description: 'A converted document that waits for approval' })

export const draftListQuery = z.object({
  limit: queryNumber(1, 100, 50).describe('Most drafts to answer'),
  cursor: optionalOrEmpty(id()).describe('next_cursor of the answer before'),
})

export const draftList = z
  .object({
    items: z.array(draftSummary).describe('Drafts, those of the newest documents first'),
    next_cursor: z.string().nullable().describe('Give it as cursor to go on; null at the end'),
  })
  .meta({ id: 'DraftList', description: 'Documents that wait for approval' })

export const draftPair = z
  .object({
    ordinal: count('Its place in the draft, from 0'),
    state: z.enum(pairStates).describe('How it was decided; an edited pair is approved'),
    question: z.string().describe('The question, as edited'),
    answer: z.string().describe('The answer, as edited'),
    original: z
      .object({ question: z.string(), answer: z.string() })
      .nullable()
      .describe('What it was before it was edited; null when it was not'),
    origin: pairOrigin.nullable().describe('Where it came from, and why a check held it back, if one did'),
  })
  .meta({ id: 'DraftPair', description: 'A pair of a draft' })

export const draftPairsQuery = z.object({
  state: optional(z.enum(pairStates)).describe('Only pairs in this state'),
  limit: queryNumber(1, 500, 100).describe('Most pairs to answer'),
  from: queryNumber(0, 999_999_999, 0).describe('Place of the first: next_from of the answer before'),
})

export const draftPairs = z
  .object({
    items: z.array(draftPair).describe('The pairs, in order'),
    counts: draftCounts,
    next_from: z.int().nullable().describe('Give it as from to go on; null at the end'),
  })
  .meta({ id: 'DraftPairs', description: 'Pairs of a draft' })

export const draftPassage = z
  .object({
    passage: z
      .string()
      .nullable()
      .describe('What the model was shown; null when the words of the pair are those of the file'),
  })
  .meta({ id: 'DraftPassage', description: 'What a pair of a draft was made from' })

export function draftPairChange(limits: Limits) {
  return z
    .object({
      question: optional(text(limits.questionChars)).describe('The question from now on'),
      answer: optional(text(limits.answerChars)).describe('The answer from now on'),
    })
    .meta({ id: 'DraftPairChange', description: 'Edit a pair of a draft; what is left out stays' })
}
export const defaultDraftPairChange = draftPairChange(defaultLimits)

export const decisions = ['approve', 'drop', 'reset'] as const
const MOST_ORDINALS = 10_000

export const draftDecision = z
  .object({
    decision: z.enum(decisions).describe('approve, drop, or reset to pending'),
    ordinals: optional(
      withNeeded(
        z.array(wholeNumber(0, 999_999_999)).min(1).max(MOST_ORDINALS),
        `a list of ${range(1, MOST_ORDINALS)} places of pairs`,
      ),
    ).describe('The pairs it is about'),
    all: optional(z.boolean()).describe(
      'In place of ordinals: every pending pair. Those a check held back are dropped with all, but not approved with all',
    ),
  })
  .meta({ id: 'DraftDecision', description: 'Decide pairs of a draft' })

export const planLists = ['added', 'changed', 'removed', 'same'] as const
export type PlanList = (typeof planLists)[number]

export const planQuery = z.object({
  to: optional(z.enum(['draft', 'previous'])).describe(
    'What to compare with: the draft, or what a rollback would show; draft when omitted',
  ),
  list: optional(z.enum(planLists)).describe('Which pairs to list; changed when omitted'),
  limit: queryNumber(1, 500, 100).describe('Most pairs to list'),
  from: queryNumber(0, 999_999_999, 0).describe('How many of the list to pass over'),
})

const said = z.object({ question: z.string(), answer: z.string() })

export const planItem = z
  .object({
    before: said.nullable().describe('What the document shows now; null when it is new'),
    after: said.nullable().describe('What it would show; null when it would go'),
  })
  .meta({ id: 'PlanItem', description: 'A pair before and after' })

export const knowledgePlan = z
  .object({
    version: z.string().describe('Give it to apply, which refuses when anything has changed since'),
    counts: z
      .object({
        added: count('Pairs with a question the document does not have yet'),
        changed: count('Pairs whose question it has, with another answer or other wording'),
        removed: count('Pairs it would no longer have'),
        same: count('Pairs that stay as they are'),
        pending: count('Pairs of the draft that are not decided; apply refuses while there are any'),
      })
      .describe('What applying would do'),
    list: z.enum(planLists).describe('Which pairs are listed'),
    items: z.array(planItem).describe('The pairs of that list'),
    next_from: z.int().nullable().describe('Give it as from to go on; null at the end'),
    contradictions: z
      .array(
        z
          .object({ first: said, second: said })
          .meta({ id: 'Contradiction', description: 'Nearly the same question with another answer' }),
      )
      .describe('The first 100 pairs of pairs that ask nearly the same and answer otherwise'),
    contradiction_count: count('How many there are'),
  })
  .meta({ id: 'KnowledgePlan', description: 'What new content would change in a document' })

function planSchema<T extends z.ZodType>(limits: Limits, pair: T) {
  const list = withNeeded(
    z.array(pair).min(1).max(limits.pairsPerRequest),
    `a list of ${range(1, limits.pairsPerRequest)} question-answer pairs`,
  )
  return z.object({ qaList: list.describe('The pairs the document would have') })
}
/** Everything but the pairs themselves, to be checked in slices with `qaPairSchema`. */
export const planEnvelope = (limits: Limits) => planSchema(limits, z.unknown())
export const defaultPlanRequest = planSchema(defaultLimits, qaPairSchema(defaultLimits)).meta({
  id: 'PlanRequest',
  description: 'See what replacing all pairs would change, without storing anything',
})

export const applyRequest = z
  .object({ version: optional(text(300)).describe('Version of the plan that was looked at') })
  .meta({ id: 'ApplyRequest', description: 'Show the approved pairs of a draft' })

export const applied = z
  .object({
    doc_id: z.string().describe('The document'),
    pairs: count('Pairs it shows now'),
  })
  .meta({ id: 'Applied', description: 'What a document shows now' })

export const conversionRetried = z
  .object({
    doc_id: z.string().describe('The document'),
    chunks: count('Passages the model is asked about again'),
  })
  .meta({ id: 'ConversionRetried', description: 'Failed passages are on their way again' })

export type DraftCounts = z.infer<typeof draftCounts>
export type DraftSummary = z.infer<typeof draftSummary>
export type DraftPair = z.infer<typeof draftPair>
export type DraftPassage = z.infer<typeof draftPassage>
export type KnowledgePlan = z.infer<typeof knowledgePlan>
