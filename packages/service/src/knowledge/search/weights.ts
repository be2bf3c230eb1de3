/** Every number the ranking was tuned by (`bench/knowledge/retrieval.ts`), which says on what. */

/** BM25 of the question. */
export const QUESTION = { k1: 0.6, b: 0.7 }
/** BM25 of the answer's text, as a share of what it could reach. */
export const ANSWER = { k1: 0.6, b: 0.5 }
/** What a stop word counts, as a term and in the character pieces. */
export const STOP_TERM = 0.3
export const STOP_GRAM = 0.5
/** What a word of the query that no stored question holds counts in the weight that could be covered. */
export const UNKNOWN_TERM = 0.5
/** Of the match with one phrasing: this share BM25, the rest cosine of the character pieces. */
export const TERM_SHARE = 0.45
/** Further phrasings of an entry support the best one, each less. */
export const SUPPORT = [0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.15]
/** The answer's text supports too: a little, and more the less any stored question resembles the query. */
export const ANSWER_SHARE = 0.3
export const ANSWER_GAIN = 2
export const ANSWER_MOST = 0.95

/** Up to so many phrasings all are compared in full; beyond, the best of a first round are. */
export const COMPARED_ALL = 3000
export const COMPARED = 300
/**
 * Entries a first round walks: so many, or half as many as there are phrasings when that is more. Terms are taken from the rarest
 * on, and the first two always.
 */
export const WALKED = 100_000
export const WALKED_TERMS = 2

/** Bands of confidence; see `confidence.ts`. */
export const ANSWER_FROM = 0.54
export const OFFER_FROM = 0.3
