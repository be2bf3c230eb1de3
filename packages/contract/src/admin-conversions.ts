/** The admin contract of conversions: how much of a document became pairs, and where each pair came from. */
import { z } from 'zod'
import { queryNumber } from './fields.ts'

const count = (what: string) => z.int().min(0).describe(what)

export const conversionReport = z.object({
  format: z.string().describe('What the content of the file is: PDF, DOCX, HTML, MD, TXT, JSON or CSV'),
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

export const documentConversion = conversionReport
  .extend({
    doc_id: z.string().describe('The document'),
    file_name: z.string().describe('Name of the file'),
    created_at: z
      .int()
      .min(0)
      .meta({ format: 'int64', description: 'When it was converted, in milliseconds since 1970' }),
  })
  .meta({ id: 'DocumentConversion', description: 'How a document was converted' })

export const pairOrigin = z
  .object({
    page: z.int().optional().describe('Page it stands on'),
    heading: z.string().optional().describe('Heading it stands under'),
    start: count('First character of it in the text'),
    end: count('Character after its last'),
    how: z.string().describe('What it was made from: structure, section or paragraph'),
  })
  .meta({ id: 'PairOrigin', description: 'Where in its document a pair came from' })

export const storedPair = z
  .object({
    ordinal: count('Its place in the document, from 0'),
    question: z.string().describe('The question'),
    answer: z.string().describe('The answer'),
    keywords: z.array(z.string()).describe('Words that should find it besides its own'),
    origin: pairOrigin.nullable().describe('Where it came from; null when it was given as a pair'),
  })
  .meta({ id: 'StoredPair', description: 'A pair of a document' })

export const documentPairsQuery = z.object({
  limit: queryNumber(1, 500, 100).describe('Most pairs to answer'),
  from: queryNumber(0, 999_999_999, 0).describe('Place of the first: next_from of the answer before'),
})

export const documentPairs = z
  .object({
    items: z.array(storedPair).describe('The pairs, in order'),
    total: count('Pairs of the document'),
    next_from: z.int().nullable().describe('Give it as from to go on; null at the end'),
  })
  .meta({ id: 'DocumentPairs', description: 'Pairs of a document' })

export type DocumentConversion = z.infer<typeof documentConversion>
export type StoredPair = z.infer<typeof storedPair>
