/** The admin contract of single pairs and of the history of a document: each change is a revision, and can be undone. */
import { z } from 'zod'
import { storedPair } from './admin-conversions.ts'
import { planItem, planLists } from './admin-review.ts'
import { optional, queryNumber, text, timeOf, wholeNumber } from './fields.ts'
import { defaultLimits, type Limits } from './limits.ts'

const count = (what: string) => z.int().min(0).describe(what)
const MOST_REVISION = 999_999_999

export const revisionKinds = [
  'add',
  'replace',
  'import',
  'convert',
  'apply',
  'append',
  'add_pair',
  'edit_pair',
  'delete_pair',
  'rollback',
] as const
export type RevisionKind = (typeof revisionKinds)[number]

export function newPair(limits: Limits) {
  return z
    .object({
      question: text(limits.questionChars).describe('The question'),
      answer: text(limits.answerChars).describe('The answer'),
    })
    .meta({ id: 'NewPair', description: 'A pair to add behind the others' })
}
export const defaultNewPair = newPair(defaultLimits)

export function pairChange(limits: Limits) {
  return z
    .object({
      question: optional(text(limits.questionChars)).describe('The question from now on'),
      answer: optional(text(limits.answerChars)).describe('The answer from now on'),
      if_revision: optional(wholeNumber(0, MOST_REVISION)).describe(
        'The revision you saw: the change is refused when somebody else has changed the pair since',
      ),
    })
    .meta({ id: 'PairChange', description: 'Edit a pair; what is left out stays' })
}
export const defaultPairChange = pairChange(defaultLimits)

export const livePair = storedPair
  .extend({ revision: count('The revision of the document that shows it so') })
  .meta({ id: 'LivePair', description: 'A pair as a document shows it' })

export const revisionEntry = z
  .object({
    revision: count('Its number; each change has a higher one'),
    kind: z.enum(revisionKinds).describe('What made it'),
    by: z
      .string()
      .nullable()
      .describe('Who: an email address, `admin token` or `API key`; null when it was nobody'),
    at: timeOf('When'),
    pairs: count('Pairs it shows'),
    added: count('Pairs that the one before did not have'),
    changed: count('Pairs whose question it had, with another answer, or that were edited'),
    removed: count('Pairs that only the one before had'),
    is_live: z.boolean().describe('Whether the document shows it now'),
  })
  .meta({ id: 'RevisionEntry', description: 'A change of a document' })

export const revisionList = z
  .object({
    items: z.array(revisionEntry).describe('The live one and up to twenty before it, newest first'),
  })
  .meta({ id: 'RevisionList', description: 'The history of a document' })

export const revisionDiffQuery = z.object({
  list: optional(z.enum(planLists)).describe('Which pairs to list; changed when omitted'),
  limit: queryNumber(1, 500, 100).describe('Most pairs to list'),
  from: queryNumber(0, 999_999_999, 0).describe('How many of the list to pass over'),
})

export const revisionDiff = z
  .object({
    revision: count('The revision that was asked for'),
    live_revision: count('The one that the document shows'),
    counts: z
      .object({
        added: count('Pairs that only the live one has'),
        changed: count('Pairs with the same question and another answer or other wording'),
        removed: count('Pairs that only the other one has'),
        same: count('Pairs that both have'),
      })
      .describe('What has changed since'),
    list: z.enum(planLists).describe('Which pairs are listed'),
    items: z
      .array(planItem)
      .describe('The pairs of that list: before, in the revision, and after, as they are now'),
    next_from: z.int().nullable().describe('Give it as from to go on; null at the end'),
  })
  .meta({ id: 'RevisionDiff', description: 'What has changed in a document since a revision' })

export const rollbackRequest = z
  .object({
    revision: optional(wholeNumber(1, MOST_REVISION)).describe(
      'The revision to go back to; left out: what the document showed before its last change',
    ),
  })
  .meta({ id: 'RollbackRequest', description: 'Go back to an earlier revision' })

export const rolledBack = z
  .object({
    doc_id: z.string().describe('The document'),
    pairs: count('Pairs it shows now'),
    revision: count('Its new revision, with the content of the old one'),
  })
  .meta({ id: 'RolledBack', description: 'What a document shows now' })

export const exportFormats = ['csv', 'jsonl'] as const
export const pairExportQuery = z.object({
  format: optional(z.enum(exportFormats)).describe(
    'csv for spreadsheets, jsonl for programs; csv when omitted',
  ),
})

export type LivePair = z.infer<typeof livePair>
export type RevisionEntry = z.infer<typeof revisionEntry>
export type RevisionDiff = z.infer<typeof revisionDiff>
