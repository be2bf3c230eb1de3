/** The numbers that the ranking was tuned by, on the sets of `bench/knowledge/retrieval.ts`. */

/** BM25 of the question and of the answer. */
export const QUESTION = { k1: 0.6, b: 0.7 }
export const ANSWER = { k1: 0.6, b: 0.5 }
/** The share of a stop word's weight that counts. */
export const STOP_TERM = 0.3
/** The share that counts of a word that no stored question holds, in the weight that could be covered. */
export const UNKNOWN_TERM = 0.5
/** BM25 has this share of the match with one phrasing, and the cosine of the character pieces has the rest. */
export const TERM_SHARE = 0.45
/** Further phrasings of an entry support the best one, each less than the one before. */
export const SUPPORT = [0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.15]
/** The answer's text supports too: a little, and more the less any stored question resembles the query. */
export const ANSWER_SHARE = 0.3
export const ANSWER_GAIN = 2
export const ANSWER_MOST = 0.95

/** So many phrasings are compared in full, the best by the lists of their terms. */
export const COMPARED = 32
/** Lists are read from the weightiest term on, until so many postings were read, or fewer once these have most of the weight. */
export const MOST_READ = 30_000
export const ENOUGH_READ = 2000
export const ENOUGH_WEIGHT = 0.5
/** All phrasings of so many of the best entries are compared, where an entry has no more than so many. */
export const COMPLETED = 8
export const MOST_PHRASINGS = 256

/** Where an entry has vectors: the weight of its match by words beside them, which count 1. */
export const WORDS_BESIDE_VECTORS = 0.35
/** `TERM_SHARE` there: questions that are spelled alike are close by their vectors too, so pieces say little more. */
export const TERM_SHARE_BESIDE_VECTORS = 0.75
/** The common direction of so many of an entry's closest phrasings counts by this share; the closest phrasing counts the rest. */
export const COMBINED = 6
export const COMBINED_SHARE = 0.7
/** So many of the closest vectors are candidates too. */
export const CLOSEST = 32
/** In larger bases vectors only weigh candidates that were found by words. */
export const MOST_SCANNED = 200_000
