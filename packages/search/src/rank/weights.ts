/** The parameters of the ranking, tuned on the data sets of `bench/knowledge/retrieval.ts`. */

/** BM25 of the question and of the answer. */
export const QUESTION = { k1: 0.6, b: 0.7 }
export const ANSWER = { k1: 0.6, b: 0.5 }
/** The share of a stop word's weight that counts. */
export const STOP_TERM = 0.3
/** The share of the weight of a word that no stored question contains, in the weight that could be covered. */
export const UNKNOWN_TERM = 0.5
/** The share of BM25 in the match of one phrasing; the cosine of the character pieces has the rest. */
export const TERM_SHARE = 0.45
/** What further phrasings of an entry add to the best one, each less than the one before. */
export const SUPPORT = [0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.15]
/** The share of the answer's text: small, and larger the less any stored question resembles the query. */
export const ANSWER_SHARE = 0.3
export const ANSWER_GAIN = 2
export const ANSWER_MOST = 0.95

/** The number of phrasings that are compared in full, the best by the lists of their terms. */
export const COMPARED = 32
/** Lists are read by falling weight up to MOST_READ postings, or to ENOUGH_READ once most of the weight was read. */
export const MOST_READ = 30_000
export const ENOUGH_READ = 2000
export const ENOUGH_WEIGHT = 0.5
/** All phrasings of this many of the best entries are compared, except in entries with more than MOST_PHRASINGS. */
export const COMPLETED = 8
export const MOST_PHRASINGS = 256

/** The weight of the match by words beside vectors, which have the weight 1. */
export const WORDS_BESIDE_VECTORS = 0.35
/** `TERM_SHARE` beside vectors: questions with a similar spelling are also close by their vectors, so pieces add little. */
export const TERM_SHARE_BESIDE_VECTORS = 0.75
/** The mean direction of the COMBINED closest phrasings of an entry has this share, the closest phrasing the rest. */
export const COMBINED = 6
export const COMBINED_SHARE = 0.7
/** The number of the closest vectors that become candidates. */
export const CLOSEST = 32
/** In bases with more texts, vectors only weigh candidates that were found by words. */
export const MOST_SCANNED = 200_000
