/** The admin contract of single pairs and of the history of a document: every change is a revision and can be undone. */
import { z } from 'zod'
import { storedPair } from './admin-conversions.ts'
import { planItem, planLists, planPage } from './admin-review.ts'
import { count, optional, text, textOrNull, timeOf, wholeNumber } from './fields.ts'
import { defaultLimits, type Limits } from './limits.ts'

const MOST_REVISION = 999_999_999

const revisionKinds = [
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
    .meta({ id: 'NewPair', description: 'A pair to append to a document' })
}
export const defaultNewPair = newPair(defaultLimits)

export function pairChange(limits: Limits) {
  return z
    .object({
      question: optional(text(limits.questionChars)).describe('New question'),
      answer: optional(text(limits.answerChars)).describe('New answer'),
      if_revision: optional(wholeNumber(0, MOST_REVISION)).describe(
        'The revision that you read: the change is refused if somebody else has changed the pair since',
      ),
    })
    .meta({ id: 'PairChange', description: 'Edit a pair; an omitted field stays as it is' })
}
export const defaultPairChange = pairChange(defaultLimits)

export const livePair = storedPair
  .extend({ revision: count('Revision of the document in which the pair has this content') })
  .meta({ id: 'LivePair', description: 'A pair in the current revision of its document' })

const revisionEntry = z
  .object({
    revision: count('Number of the revision; later revisions have higher numbers'),
    kind: z.enum(revisionKinds).describe('Kind of change'),
    by: textOrNull('Who made the change: an email address, `admin token` or `API key`; null if nobody did'),
    at: timeOf('Time of the change'),
    pairs: count('Number of pairs in the revision'),
    added: count('Number of pairs that the previous revision does not have'),
    changed: count('Number of pairs that have another answer than in the previous revision, or were edited'),
    removed: count('Number of pairs that only the previous revision has'),
    is_live: z.boolean().describe('Whether it is the current revision'),
  })
  .meta({ id: 'RevisionEntry', description: 'A change of a document' })

export const revisionList = z
  .object({
    items: z
      .array(revisionEntry)
      .describe('The current revision and up to twenty earlier ones, newest first'),
  })
  .meta({ id: 'RevisionList', description: 'The history of a document' })

export const revisionDiffQuery = z.object(planPage)

export const revisionDiff = z
  .object({
    revision: count('The requested revision'),
    live_revision: count('The current revision'),
    counts: z
      .object({
        added: count('Number of pairs that only the current revision has'),
        changed: count('Number of pairs with the same question but another answer or wording'),
        removed: count('Number of pairs that only the requested revision has'),
        same: count('Number of pairs that both revisions have'),
      })
      .describe('Number of pairs by kind of change'),
    list: z.enum(planLists).describe('Which pairs are listed'),
    items: z
      .array(planItem)
      .describe('The listed pairs: `before` in the requested revision, `after` in the current revision'),
    next_from: z.int().nullable().describe('`from` of the next page; null on the last page'),
  })
  .meta({ id: 'RevisionDiff', description: 'Changes in a document since a revision' })

export const rollbackRequest = z
  .object({
    revision: optional(wholeNumber(1, MOST_REVISION)).describe(
      'The revision to restore; if omitted, the one before the last change',
    ),
  })
  .meta({ id: 'RollbackRequest', description: 'Restore an earlier revision' })

export const rolledBack = z
  .object({
    doc_id: z.string().describe('Id of the document'),
    pairs: count('Number of pairs in the document now'),
    revision: count('The new revision, with the content of the old one'),
  })
  .meta({ id: 'RolledBack', description: 'The document after the rollback' })

const exportFormats = ['csv', 'jsonl'] as const
export const pairExportQuery = z.object({
  format: optional(z.enum(exportFormats)).describe('csv for spreadsheets, jsonl for programs; default csv'),
})

export type LivePair = z.infer<typeof livePair>
export type RevisionEntry = z.infer<typeof revisionEntry>
export type RevisionDiff = z.infer<typeof revisionDiff>
