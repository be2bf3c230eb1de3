/**
 * Scores of a first round, in whole numbers, which add up alike in every process. Those met lie side by side in the order they
 * were met, so that whoever goes over all of them reads memory in its order. Where one lies is found by phrasing; numbers of
 * earlier searches are below the `tag` and need not be cleared: a search costs what it meets and not what the base holds.
 * Shared by all searches, which never overlap.
 */

/** A score of 1. */
export const ONE = 20_000
/** What a term adds: at least something, so that whatever was met has a score. */
export const gainOf = (value: number) => Math.max(1, Math.round(value))

const HIGHEST_TAG = 2 ** 31 - 1

export interface Scores {
  /** By phrasing: the tag and its place among those met; below the tag, it was not met. */
  places: Int32Array
  tag: number
  /** How many were met. */
  count: number
  // By place.
  met: Int32Array
  scores: Int32Array
  /** Of the query's weight what its answer was seen to hold; 0 where nobody was met yet. */
  answers: Int32Array
}

const table: Scores = { ...newArrays(1024), tag: 1, count: 0 }

function newArrays(size: number) {
  const ints = () => new Int32Array(size)
  return { places: ints(), met: ints(), scores: ints(), answers: ints() }
}

/** Makes room for the scores of a new search. */
export function newScores(phrasings: number): Scores {
  table.answers.fill(0, 0, table.count)
  table.tag += table.count
  table.count = 0
  if (table.places.length < phrasings) {
    Object.assign(table, newArrays(phrasings * 2))
    table.tag = 1
  } else if (table.tag > HIGHEST_TAG - phrasings) {
    table.places.fill(0)
    table.tag = 1
  }
  return table
}
