/** Searching the knowledge: the platform's match endpoint, and the admin search that explains its hits. */
import { z } from 'zod'
import { count, id, numeric, optional, optionalOrEmpty, text, textOrNull, wholeNumber } from './fields.ts'
import { withNeeded } from './needed.ts'

export const maxSearchChars = 2_000
const maxIds = 200

const share = (least: number, most: number) =>
  numeric(withNeeded(z.number().min(least).max(most), `a number from ${least} to ${most}`))
const ids = withNeeded(z.array(id()).max(maxIds), `a list of at most ${maxIds} ids`)
const zeroToOne = (what: string) => z.number().min(0).max(1).describe(what)

export const vectorMatchRequest = z
  .object({
    prompt: text(maxSearchChars).describe('The question'),
    top_k: numeric(wholeNumber(1, 50)).describe('Maximum number of entries to return'),
    embedding_rate: optional(share(0, 1)).describe('Accepted for compatibility, without effect'),
    group_ids: optional(ids).describe('Ids of knowledge bases to search; see `data_ids`'),
    data_ids: optional(ids).describe(
      'Ids of documents to search. Without both lists: everything is searched. With one or both lists: the documents and knowledge bases they name. An empty list names nothing',
    ),
    rerank_version: optionalOrEmpty(text(200, { blankAllowed: true })).describe(
      'Accepted for compatibility, without effect',
    ),
    doc_correlation: optional(share(0, 1)).describe('Minimum score of an entry'),
  })
  .meta({ id: 'VectorMatchRequest', description: 'Find pairs and passages that answer a question' })

const vectorMatchEntry = z
  .object({
    content: z
      .string()
      .describe('Pair: its question and its answer, separated by a line break. Passage: its text'),
    data_id: z.string().describe('Id of the document'),
    document_name: z.string().describe('Name of the document'),
    score: zeroToOne(
      'How well the entry matches the question. Pair: from 0.8 it is given as the answer, from 0.5 to 0.75 it is offered. Passage: from 0.78 it is offered. Below 0.5 it is noise',
    ),
  })
  .meta({ id: 'VectorMatchEntry', description: 'A pair or passage that was found' })

export const vectorMatchResponse = z
  .object({
    total: count('Number of entries'),
    list: z.array(vectorMatchEntry).describe('The entries, best first'),
  })
  .meta({ id: 'VectorMatchResponse', description: 'Pairs and passages that were found' })

export const adminSearchRequest = z
  .object({
    text: text(maxSearchChars).describe('The question'),
    limit: optional(wholeNumber(1, 50)).describe('Maximum number of hits to return; default 10'),
    knowledge_base_id: optional(id()).describe('Search only this knowledge base'),
  })
  .meta({ id: 'AdminSearchRequest', description: 'Search the knowledge of an agent' })

const bands = ['answer', 'offer', 'none'] as const
export const band = z
  .enum(bands)
  .describe(
    'answer: sure enough to be given as the answer. offer: only offered to the user as a choice. none: too uncertain to be used',
  )

const matchedTerm = z.object({
  term: z.string().describe('A word of the question'),
  weight: z.number().min(0).describe('Share of the word in the weight of the question'),
  where: z.enum(['question', 'answer', 'both']).describe('Where the word occurs in the pair'),
})

export const searchHit = z
  .object({
    doc_id: z.string().describe('Id of the document'),
    doc_name: z.string().describe('Name of the document'),
    ordinal: z.int().min(0).describe('Position in the document, starting at 0'),
    pair_id: textOrNull('Id of the pair; null for a passage'),
    kind: z
      .enum(['pair', 'passage'])
      .describe('passage: a part of a text or a row of a spreadsheet; its band is never `answer`'),
    question: z.string().describe('Pair: the phrasing that matches best. Passage: empty'),
    answer: z.string().describe('Pair: the answer. Passage: its text'),
    score: zeroToOne('How well the hit matches. Hits are sorted by score, sure pairs before passages'),
    confidence: zeroToOne('How likely the hit is to answer the question'),
    band,
    explain: z.object({
      terms: z.array(matchedTerm).describe('The words that match, highest weight first'),
      phrasing: z.object({
        terms: zeroToOne('Share of the weight of the question that the phrasing covers'),
        characters: zeroToOne('Similarity of the question and the phrasing by their characters'),
      }),
      embedding: zeroToOne('Similarity of meaning by embeddings; null without embeddings').nullable(),
      other_phrasings: zeroToOne('Contribution of other phrasings of the same answer to the score'),
      answer: zeroToOne('Share of the weight of the question that the text of the answer covers'),
    }),
  })
  .meta({ id: 'SearchHit', description: 'A pair or passage that was found, and why' })

export const searchEmbedding = z
  .object({
    state: z
      .enum(['off', 'used', 'not ready', 'failed'])
      .describe('off: no embedding model is configured. not ready, failed: the search used words only'),
    note: textOrNull('Explanation of the state; may be null'),
  })
  .describe('Whether embeddings contributed to the order of the hits')

export const adminSearchResponse = z
  .object({
    band: band.describe('Band of the best hit; none if there is no hit'),
    embedding: searchEmbedding,
    hits: z.array(searchHit).describe('The hits, best first'),
  })
  .meta({ id: 'AdminSearchResponse', description: 'Hits with their confidence' })

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
