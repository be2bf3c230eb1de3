/** The admin contract of conversions: how much of a document became pairs, and where each pair came from. */
import { z } from 'zod'
import { documentKinds } from './documents.ts'
import { optionalOrEmpty, queryNumber, text, timeOf } from './fields.ts'

const count = (what: string) => z.int().min(0).describe(what)

export const conversionReport = z.object({
  format: z
    .string()
    .describe('What the content of the file is: PDF, DOCX, XLSX, HTML, MD, TXT, JSON, YAML or CSV'),
  pairs: count('Pairs made'),
  coverage: z
    .object({
      text_chars: count('Characters of text in the document'),
      covered_chars: count('Characters that are in a pair'),
      uncovered: z
        .array(
          z
            .object({
              start: count('First character'),
              end: count('Character after the last'),
              excerpt: z.string().describe('How the passage begins'),
            })
            .meta({ id: 'UncoveredPassage', description: 'A passage no pair holds' }),
        )
        .describe('Passages no pair holds'),
    })
    .describe('How much of the text the pairs hold'),
  warnings: z.array(z.string()).describe('What else is worth knowing'),
})

export const pairOrigin = z
  .object({
    page: z.int().optional().describe('Page it stands on'),
    heading: z.string().optional().describe('Heading it stands under'),
    start: count('First character of it in the text'),
    end: count('Character after its last'),
    how: z
      .string()
      .describe('What it was made from: structure, section or paragraph; model when a model wrote it'),
    held: z.array(z.string()).optional().describe('Why a check held it back; there when one did'),
  })
  .meta({ id: 'PairOrigin', description: 'Where in its document a pair came from' })

/** running: under way. waiting: a draft waits for approval. */
export const conversionStatuses = ['running', 'waiting', 'published', 'replaced', 'failed'] as const

export const failedChunk = z
  .object({
    chunk: count('Its number, from 0'),
    page: z.int().optional().describe('Page it stands on'),
    heading: z.string().optional().describe('Heading it stands under'),
    start: count('First character of it in the text'),
    end: count('Character after its last'),
    excerpt: z.string().describe('How it begins'),
    tries: count('How often the model was asked'),
    reason: z.string().describe('Why it failed'),
  })
  .meta({ id: 'FailedChunk', description: 'A passage the model made no pairs of, and why' })

export const heldPair = z
  .object({
    question: z.string().describe('The question'),
    answer: z.string().describe('The answer'),
    origin: pairOrigin.describe('Where it came from, and why it was held back'),
  })
  .meta({ id: 'HeldPair', description: 'A pair that the text does not bear out' })

export const documentConversion = conversionReport
  .extend({
    doc_id: z.string().describe('The document'),
    file_name: z.string().describe('Name of the file'),
    status: z
      .enum(conversionStatuses)
      .describe('How far it has come; replaced: the document shows something else now'),
    reason: z.string().nullable().describe('Why it failed; null when it did not'),
    model: z.string().nullable().describe('The model that was asked; null when none was needed'),
    progress: z
      .object({
        chunks: count('Passages for the model'),
        done: count('Those it made pairs of'),
        failed: count('Those it made none of; they are stored as they are without a model'),
      })
      .describe('How far the model has come'),
    failed_chunks: z.array(failedChunk).describe('The first 200 passages that failed'),
    held: z.array(heldPair).describe('The first 200 pairs that were held back'),
    held_count: count('Pairs that were held back'),
    repeated: count('Pairs that were made twice and taken once'),
    created_at: timeOf('When it was accepted'),
    started_at: timeOf('When it was accepted'),
    updated_at: timeOf('When it last came further'),
    ended_at: timeOf('When it ended').nullable(),
  })
  .meta({ id: 'DocumentConversion', description: 'How a document was converted, or how far it has come' })

export const storedPair = z
  .object({
    id: z.string().describe('Its id, which it keeps when it is edited, and when its file is imported again'),
    ordinal: count('Its place in the document, from 0; where a pair was deleted, there is a gap'),
    question: z.string().describe('The question; empty for a passage'),
    answer: z.string().describe('The answer; the text of a passage'),
    keywords: z.array(z.string()).describe('Words that should find it besides its own'),
    origin: pairOrigin.nullable().describe('Where it came from; null when it was given as a pair'),
  })
  .meta({ id: 'StoredPair', description: 'A pair of a document' })

export const documentPairsQuery = z.object({
  limit: queryNumber(1, 500, 100).describe('Most pairs to answer; fewer where they are long'),
  from: queryNumber(0, 999_999_999, 0).describe('Place of the first: next_from of the answer before'),
  q: optionalOrEmpty(text(200)).describe(
    'Only pairs with this text in question or answer; the case of A to Z does not count',
  ),
})

export const documentPairs = z
  .object({
    kind: z
      .enum(documentKinds)
      .describe('What the document holds: pairs, passages of a text, rows of a table'),
    items: z
      .array(storedPair)
      .describe('The pairs or passages, in order; with q there may be few or none although more follow'),
    total: count('Pairs of the document'),
    revision: count('The revision that is shown'),
    next_from: z.int().nullable().describe('Give it as from to go on; null at the end'),
  })
  .meta({ id: 'DocumentPairs', description: 'Pairs of a document' })

export type DocumentConversion = z.infer<typeof documentConversion>
export type StoredPair = z.infer<typeof storedPair>
