/** Searching the knowledge: the platform's match endpoint, and the admin search that explains what it finds. */
import { z } from 'zod'
import { id, numeric, optional, optionalOrEmpty, text, wholeNumber } from './fields.ts'
import { withNeeded } from './needed.ts'

export const maxSearchChars = 2_000
const maxIds = 200

const share = (least: number, most: number) =>
  numeric(withNeeded(z.number().min(least).max(most), `a number from ${least} to ${most}`))
const ids = withNeeded(z.array(id()).max(maxIds), `a list of at most ${maxIds} ids`)
const zeroToOne = (what: string) => z.number().min(0).max(1).describe(what)

export const vectorMatchRequest = z
  .object({
    prompt: text(maxSearchChars).describe('The question to find answers to'),
    top_k: numeric(wholeNumber(1, 50)).describe('Most entries to answer'),
    embedding_rate: optional(share(0, 1)).describe('Accepted for the sake of clients; it changes nothing'),
    group_ids: optional(ids).describe('Knowledge bases to search; see `data_ids`'),
    data_ids: optional(ids).describe(
      'Documents to search. Neither list: everything is searched. Both: what either names. An empty list names nothing',
    ),
    rerank_version: optionalOrEmpty(text(200, { blankAllowed: true })).describe(
      'Accepted for the sake of clients; it changes nothing',
    ),
    doc_correlation: optional(share(0, 1)).describe('Least score of an entry'),
  })
  .meta({ id: 'VectorMatchRequest', description: 'Find stored pairs that answer a question' })

export const vectorMatchEntry = z
  .object({
    content: z
      .string()
      .describe('The question and the answer of the pair, a line break between them; of a passage its text'),
    data_id: z.string().describe('Id of its document'),
    document_name: z.string().describe('Name of its document'),
    score: zeroToOne(
      'How well it fits the question. A pair: 0.8 and more is given as an answer, 0.5 to 0.75 is offered. A passage: 0.78 and more is offered. Less than 0.5 is noise',
    ),
  })
  .meta({ id: 'VectorMatchEntry', description: 'A pair that was found' })

export const vectorMatchResponse = z
  .object({
    total: z.int().min(0).describe('Number of entries'),
    list: z.array(vectorMatchEntry).describe('The entries, best first'),
  })
  .meta({ id: 'VectorMatchResponse', description: 'What was found' })

export const adminSearchRequest = z
  .object({
    text: text(maxSearchChars).describe('The question to find answers to'),
    limit: optional(wholeNumber(1, 50)).describe('Most hits to answer; 10 unless given'),
    knowledge_base_id: optional(id()).describe('Search this base only'),
  })
  .meta({ id: 'AdminSearchRequest', description: 'Search the knowledge of an agent' })

const bands = ['answer', 'offer', 'none'] as const
export const band = z
  .enum(bands)
  .describe(
    'answer: give it. offer: ask whether it is meant, beside others. none: rather say that nothing was found',
  )

const matchedTerm = z.object({
  term: z.string().describe('A word of the question'),
  weight: z.number().min(0).describe("Its share of the question's weight"),
  where: z.enum(['question', 'answer', 'both']).describe('Where the pair holds it'),
})

export const searchHit = z
  .object({
    doc_id: z.string().describe('Id of the document'),
    doc_name: z.string().describe('Name of the document'),
    ordinal: z.int().min(0).describe('Place of the pair in the document, from 0'),
    pair_id: z.string().nullable().describe('Id of the pair, to read or edit it by; null for a passage'),
    kind: z
      .enum(['pair', 'passage'])
      .describe('passage: a place in a text or a row of a spreadsheet; its band is offer at most'),
    question: z.string().describe('The phrasing that matched best; empty for a passage'),
    answer: z.string().describe('Its answer; the text of a passage'),
    score: zeroToOne('How well it matches; hits are in its order, sure pairs before passages'),
    confidence: zeroToOne('How sure it is that this answers the question'),
    band,
    explain: z.object({
      terms: z.array(matchedTerm).describe('The words that matched, weightiest first'),
      phrasing: z.object({
        terms: zeroToOne('How much of the weight of the question the phrasing covers'),
        characters: zeroToOne('How alike the two are letter by letter'),
      }),
      embedding: zeroToOne('How close the meanings are by their vectors; null without embeddings').nullable(),
      other_phrasings: zeroToOne('What further phrasings of the same answer add to the score'),
      answer: zeroToOne("How much of the weight of the question the answer's text covers"),
    }),
  })
  .meta({ id: 'SearchHit', description: 'A pair that was found, and why' })

export const searchEmbedding = z
  .object({
    state: z
      .enum(['off', 'used', 'not ready', 'failed'])
      .describe('off: no model is configured. not ready, failed: found by words only'),
    note: z.string().nullable().describe('What there is to know about it, in one sentence'),
  })
  .describe('What embeddings had to do with the order')

export const adminSearchResponse = z
  .object({
    band: band.describe('The band of the best hit; none when there is no hit'),
    embedding: searchEmbedding,
    hits: z.array(searchHit).describe('The hits, best first'),
  })
  .meta({ id: 'AdminSearchResponse', description: 'What was found, and how sure it is' })

export const vectorMatchExamples = { question: { prompt: 'When are you open?', top_k: 3 } }
export const vectorMatchResponseExample = {
  total: 1,
  list: [
    {
      content: 'What are your opening hours?\nMonday to Friday, 9 to 17 o’clock.',
      data_id: '0199a1f2-5d0a-7c44-9a55-3f5b8e0c6a21',
      document_name: 'Opening hours and shipping',
      score: 0.83,
    },
  ],
}

export type VectorMatchResponse = z.infer<typeof vectorMatchResponse>
export type SearchHit = z.infer<typeof searchHit>
export type AdminSearchResponse = z.infer<typeof adminSearchResponse>
