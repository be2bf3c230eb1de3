/** The admin contract of conversions: how much of a document became pairs, and the origin of each pair. */
import { z } from 'zod'
import { documentKinds } from './documents.ts'
import { count, optionalOrEmpty, queryNumber, text, textOrNull, timeOf, timeOrNull } from './fields.ts'

export const conversionReport = z.object({
  format: z.string().describe('Format of the content: PDF, DOCX, XLSX, HTML, MD, TXT, JSON, YAML or CSV'),
  pairs: count('Number of pairs made'),
  coverage: z
    .object({
      text_chars: count('Number of characters of text in the document'),
      covered_chars: count('Number of characters that are part of a pair'),
      uncovered: z
        .array(
          z
            .object({
              start: count('Position of the first character in the text, starting at 0'),
              end: count('Position after the last character'),
              excerpt: z.string().describe('Beginning of the passage'),
            })
            .meta({ id: 'UncoveredPassage', description: 'A passage that is part of no pair' }),
        )
        .describe('Passages that are part of no pair'),
    })
    .describe('How much of the text the pairs cover'),
  warnings: z.array(z.string()).describe('Warnings about the conversion'),
})

export const pairOrigin = z
  .object({
    page: z.int().optional().describe('Page number in the document'),
    heading: z.string().optional().describe('Heading of its section'),
    start: count('Position of its first character in the text, starting at 0'),
    end: count('Position after its last character'),
    how: z
      .string()
      .describe('How the pair was made: from structure, a section or a paragraph, or by a model'),
    held: z.array(z.string()).optional().describe('Why checks held the pair back; absent if none did'),
  })
  .meta({ id: 'PairOrigin', description: 'The origin of a pair in its document' })

/** waiting: the draft waits for approval. replaced: the document has other content now. */
const conversionStatuses = ['running', 'waiting', 'published', 'replaced', 'failed'] as const

const failedChunk = z
  .object({
    chunk: count('Number of the passage, starting at 0'),
    page: z.int().optional().describe('Page number in the document'),
    heading: z.string().optional().describe('Heading of its section'),
    start: count('Position of its first character in the text, starting at 0'),
    end: count('Position after its last character'),
    excerpt: z.string().describe('Beginning of the passage'),
    tries: count('Number of times that the model was asked'),
    reason: z.string().describe('Why it failed'),
  })
  .meta({ id: 'FailedChunk', description: 'A passage from which the model made no pairs, and why' })

const heldPair = z
  .object({
    question: z.string().describe('The question'),
    answer: z.string().describe('The answer'),
    origin: pairOrigin.describe('Origin of the pair, and why it was held back'),
  })
  .meta({ id: 'HeldPair', description: 'A pair that the text of the document does not support' })

export const documentConversion = conversionReport
  .extend({
    doc_id: z.string().describe('Id of the document'),
    file_name: z.string().describe('Name of the file'),
    status: z
      .enum(conversionStatuses)
      .describe(
        'State of the conversion. waiting: a draft waits for approval. replaced: the document has other content now',
      ),
    reason: textOrNull('Why the conversion failed; null if it did not'),
    model: textOrNull('Name of the model; null if no model was used'),
    progress: z
      .object({
        chunks: count('Number of passages for the model'),
        done: count('Number of passages from which the model made pairs'),
        failed: count('Number of passages that failed; they are stored as they would be without a model'),
      })
      .describe('Progress of the model'),
    failed_chunks: z.array(failedChunk).describe('The first 200 passages that failed'),
    held: z.array(heldPair).describe('The first 200 pairs that were held back'),
    held_count: count('Number of pairs that were held back'),
    repeated: count('Number of pairs that were dropped as repetitions'),
    created_at: timeOf('When the conversion was accepted'),
    started_at: timeOf('Same as created_at'),
    updated_at: timeOf('When the conversion last made progress'),
    ended_at: timeOrNull('When the conversion ended'),
  })
  .meta({ id: 'DocumentConversion', description: 'The conversion of a document, finished or running' })

export const storedPair = z
  .object({
    id: z
      .string()
      .describe('Id of the pair; stays the same when the pair is edited or its file is imported again'),
    ordinal: z.int().min(0).describe('Position in the document, starting at 0; a deleted pair leaves a gap'),
    question: z.string().describe('The question; empty for a passage'),
    answer: z.string().describe('The answer; the text of a passage'),
    keywords: z.array(z.string()).describe('Further words by which it is found'),
    origin: pairOrigin.nullable().describe('Origin in the document; null if it was sent as a pair'),
  })
  .meta({ id: 'StoredPair', description: 'A pair or passage of a document' })

export const documentPairsQuery = z.object({
  limit: queryNumber(1, 500, 100).describe('Maximum number of pairs to return; fewer if they are long'),
  from: queryNumber(0, 999_999_999, 0).describe(
    'Position of the first pair: next_from of the previous response',
  ),
  q: optionalOrEmpty(text(200)).describe(
    'Only pairs with this text in question or answer; the case of the letters A to Z is ignored',
  ),
})

export const documentPairs = z
  .object({
    kind: z
      .enum(documentKinds)
      .describe('Content of the document: question-answer pairs, passages of a text, or rows of a table'),
    items: z
      .array(storedPair)
      .describe(
        'Pairs or passages, in order. With q a page may have few or none although further pages have more',
      ),
    total: count('Number of pairs of the document'),
    revision: count('Number of the revision'),
    next_from: z.int().nullable().describe('`from` of the next page; null on the last page'),
  })
  .meta({ id: 'DocumentPairs', description: 'Pairs of a document' })

export type DocumentConversion = z.infer<typeof documentConversion>
export type StoredPair = z.infer<typeof storedPair>
