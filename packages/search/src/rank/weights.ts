/** Every number the ranking was tuned by (`bench/knowledge/retrieval.ts`), which says on what. */

/** BM25 of the question. */
export const QUESTION = { k1: 0.6, b: 0.7 }
/** BM25 of the answer's text, as a share of what it could reach. */
export const ANSWER = { k1: 0.6, b: 0.5 }
/** What a character piece weighs, by its length. Quarters, as half a stop word is: their sums are exact in any order. */
const GRAM_WEIGHTS = [0, 0, 0.75, 1, 1.25]
export const gramWeightOf = (chars: number) => GRAM_WEIGHTS[chars] ?? 1
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

/** Answers that are read beside twice as many as there are hits to find. */
export const ANSWERS_READ = 8

/** Up to so many phrasings all are compared in full; beyond, the best of a first round are: so many at most and at least. */
export const COMPARED_ALL = 700
export const COMPARED = 64
export const COMPARED_LEAST = 16
/** Phrasings whose first score is below this share of the best one's need not be found. */
export const REACH = 0.7

/** Of so many of the best entries all phrasings are compared, where an entry has no more than so many. */
export const COMPLETED = 24
export const MOST_SIBLINGS = 256

/** Where an entry has vectors, what its match by words counts beside them, which count 1. */
export const WORDS_BESIDE_VECTORS = 0.35
/** `TERM_SHARE` there: what is spelled alike is close by its vector too, so character pieces say little more. */
export const TERM_SHARE_BESIDE_VECTORS = 0.75
/** Of how many of an entry's closest phrasings the shared direction counts, and what it counts; the closest itself counts the rest. */
export const TOGETHER = 6
export const TOGETHER_SHARE = 0.7
/** So many of the closest vectors are candidates too. */
export const CLOSEST = 32
/** Up to so many vectors all are compared in full, and up to so many by their signs. */
export const SCANNED_WHOLE = 2000
export const SCANNED_BY_SIGNS = 200_000

/** Bands of confidence; see `confidence.ts`. */
export const ANSWER_FROM = 0.6
export const OFFER_FROM = 0.36
/** The score from which a passage is offered (`bench/knowledge/passages.ts`). */
export const PASSAGE_OFFER_FROM = 0.25
/** What is found with less has next to nothing to do with the question; a model is not given it to read. */
export const WORTH_READING = 0.08
/** What of a score by vectors is missing to 1 counts so much. */
export const MISSING_BY_VECTORS = 0.85
/** How much of a question a pair must hold to be as sure as each band asks, though no stored question resembles it. */
export const ANSWER_COVERED = 0.55
export const OFFER_COVERED = 0.38
/** As many as are offered. */
export const COVERED_LOOKED_AT = 3
