/** The admin contract of review: drafts that wait for approval, and the changes that applying a draft would make. */
import { z } from 'zod'
import { pairOrigin } from './admin-conversions.ts'
import {
  count,
  id,
  optional,
  optionalOrEmpty,
  queryNumber,
  text,
  textOrNull,
  timeOf,
  wholeNumber,
} from './fields.ts'
import { qaPairSchema } from './knowledge.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { range, withNeeded } from './needed.ts'

const pairStates = ['pending', 'approved', 'dropped', 'edited'] as const
export type PairState = (typeof pairStates)[number]

export const draftCounts = z
  .object({
    total: count('Number of pairs'),
    pending: count('Number of pairs without a decision'),
    approved: count('Number of pairs approved unchanged'),
    edited: count('Number of pairs approved with edits'),
    dropped: count('Number of pairs dropped'),
    held: count('Number of pending pairs that a check held back; they must be approved one by one'),
  })
  .meta({ id: 'DraftCounts', description: 'Number of pairs of a draft by state' })

export const draftSummary = z
  .object({
    doc_id: z.string().describe('Id of the document'),
    doc_name: z.string().describe('Name of the document'),
    format: z.string().describe('Format of its file'),
    counts: draftCounts,
    created_at: timeOf('When the draft was created'),
    updated_at: timeOf('When the draft was last changed'),
  })
  .meta({ id: 'DraftSummary', description: 'A converted document that waits for approval' })

export const draftListQuery = z.object({
  limit: queryNumber(1, 100, 50).describe('Maximum number of drafts to return'),
  cursor: optionalOrEmpty(id()).describe('next_cursor of the previous response'),
})

export const draftList = z
  .object({
    items: z.array(draftSummary).describe('Drafts, newest documents first'),
    next_cursor: textOrNull('`cursor` of the next page; null on the last page'),
  })
  .meta({ id: 'DraftList', description: 'Documents that wait for approval' })

export const draftPair = z
  .object({
    ordinal: count('Position in the draft, starting at 0'),
    state: z.enum(pairStates).describe('State of the pair; an edited pair is approved too'),
    question: z.string().describe('The question, with edits'),
    answer: z.string().describe('The answer, with edits'),
    original: z
      .object({ question: z.string(), answer: z.string() })
      .nullable()
      .describe('The pair before it was edited; null if it was not edited'),
    origin: pairOrigin
      .nullable()
      .describe('Origin in the document, and why a check held the pair back; null if unknown'),
  })
  .meta({ id: 'DraftPair', description: 'A pair of a draft' })

export const draftPairsQuery = z.object({
  state: optional(z.enum(pairStates)).describe('Only pairs in this state'),
  limit: queryNumber(1, 500, 100).describe('Maximum number of pairs to return'),
  from: queryNumber(0, 999_999_999, 0).describe(
    'Position of the first pair: next_from of the previous response',
  ),
})

export const draftPairs = z
  .object({
    items: z.array(draftPair).describe('The pairs, in order'),
    counts: draftCounts,
    next_from: z.int().nullable().describe('`from` of the next page; null on the last page'),
  })
  .meta({ id: 'DraftPairs', description: 'Pairs of a draft' })

export const draftPassage = z
  .object({
    passage: textOrNull('The passage that the model got; null if the pair was made without a model'),
  })
  .meta({ id: 'DraftPassage', description: 'The passage from which a pair of a draft was made' })

export function draftPairChange(limits: Limits) {
  return z
    .object({
      question: optional(text(limits.questionChars)).describe('New question'),
      answer: optional(text(limits.answerChars)).describe('New answer'),
    })
    .meta({ id: 'DraftPairChange', description: 'Edit a pair of a draft; an omitted field stays as it is' })
}
export const defaultDraftPairChange = draftPairChange(defaultLimits)

export const decisions = ['approve', 'drop', 'reset'] as const
const MAX_ORDINALS = 10_000

export const draftDecision = z
  .object({
    decision: z.enum(decisions).describe('approve, drop, or reset to pending'),
    ordinals: optional(
      withNeeded(
        z.array(wholeNumber(0, 999_999_999)).min(1).max(MAX_ORDINALS),
        `a list of ${range(1, MAX_ORDINALS)} places of pairs`,
      ),
    ).describe('Positions of the pairs'),
    all: optional(z.boolean()).describe(
      'Instead of `ordinals`. true: all pending pairs. Pairs that a check held back are dropped too, but not approved',
    ),
  })
  .meta({ id: 'DraftDecision', description: 'Approve, drop or reset pairs of a draft' })

export const planLists = ['added', 'changed', 'removed', 'same'] as const
export type PlanList = (typeof planLists)[number]

/** Of requests that list the pairs of a plan. */
export const planPage = {
  list: optional(z.enum(planLists)).describe('Pairs to list; default changed'),
  limit: queryNumber(1, 500, 100).describe('Maximum number of pairs to list'),
  from: queryNumber(0, 999_999_999, 0).describe(
    'Number of pairs to skip: next_from of the previous response',
  ),
}
export const planQuery = z.object({
  to: optional(z.enum(['draft', 'previous'])).describe(
    'Content to compare with: the draft, or the revision that a rollback would restore; default draft',
  ),
  ...planPage,
})

const pairText = z.object({ question: z.string(), answer: z.string() })

export const planItem = z
  .object({
    before: pairText.nullable().describe('The pair in the old content; null if it is added'),
    after: pairText.nullable().describe('The pair in the new content; null if it is removed'),
  })
  .meta({ id: 'PlanItem', description: 'A pair before and after a change' })

export const knowledgePlan = z
  .object({
    version: z
      .string()
      .describe('Version of the plan. Send it with apply, which then refuses if anything has changed since'),
    counts: z
      .object({
        added: count('Number of pairs whose question the document does not have yet'),
        changed: count('Number of pairs with the same question but another answer or wording'),
        removed: count('Number of pairs that the document would lose'),
        same: count('Number of pairs that stay as they are'),
        pending: count('Number of pairs of the draft without a decision; apply refuses while there are any'),
      })
      .describe('Number of pairs by kind of change'),
    list: z.enum(planLists).describe('Which pairs are listed'),
    items: z.array(planItem).describe('The listed pairs'),
    next_from: z.int().nullable().describe('`from` of the next page; null on the last page'),
    contradictions: z
      .array(
        z
          .object({ first: pairText, second: pairText })
          .meta({ id: 'Contradiction', description: 'Two similar questions with different answers' }),
      )
      .describe('The first 100 cases of similar questions with different answers'),
    contradiction_count: count('Number of all such cases'),
  })
  .meta({ id: 'KnowledgePlan', description: 'The changes that new content would make in a document' })

function planSchema<T extends z.ZodType>(limits: Limits, pair: T) {
  const list = withNeeded(
    z.array(pair).min(1).max(limits.pairsPerRequest),
    `a list of ${range(1, limits.pairsPerRequest)} question-answer pairs`,
  )
  return z.object({ qaList: list.describe('All pairs of the new content') })
}
/** Checks everything except the pairs themselves, which are checked in slices with `qaPairSchema`. */
export const planEnvelope = (limits: Limits) => planSchema(limits, z.unknown())
export const defaultPlanRequest = planSchema(defaultLimits, qaPairSchema(defaultLimits)).meta({
  id: 'PlanRequest',
  description: 'Preview the changes of replacing all pairs, without storing anything',
})

export const applyRequest = z
  .object({ version: optional(text(300)).describe('Version of the plan that you have read') })
  .meta({
    id: 'ApplyRequest',
    description: 'Replace the content of a document by the approved pairs of its draft',
  })

export const applied = z
  .object({
    doc_id: z.string().describe('Id of the document'),
    pairs: count('Number of pairs in the document now'),
  })
  .meta({ id: 'Applied', description: 'The document after applying its draft' })

export const conversionRetried = z
  .object({
    doc_id: z.string().describe('Id of the document'),
    chunks: count('Number of passages that the model gets again'),
  })
  .meta({ id: 'ConversionRetried', description: 'Failed passages are being converted again' })

export type DraftCounts = z.infer<typeof draftCounts>
export type DraftSummary = z.infer<typeof draftSummary>
export type DraftPair = z.infer<typeof draftPair>
export type DraftPassage = z.infer<typeof draftPassage>
export type KnowledgePlan = z.infer<typeof knowledgePlan>
