/**
 * Finds in new content the pairs that a document has already: those with the same question and answer keep their ids. And
 * counts what the new content changes: a pair whose question was there with another answer is changed, any other is added.
 */
import { hash32 } from '@tandem/search/hash'
import type { Reader } from '../platform/database/handle.ts'
import { type Pair, pagesOf, pairId, type Shown } from './pair-store.ts'

export interface PairChanges {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

export interface PairMatcher {
  /** The pair with the id it had before, if it was there. To be called once for each. */
  readonly withId: (pair: Pair) => Pair
  readonly changes: () => PairChanges
}

const PAGE_PAIRS = 500

/** Pairs from `end` on stay whatever the new content is, and are left out. */
export async function matchPairs(db: Reader, shown: Shown, end: number | null = null): Promise<PairMatcher> {
  /** The ids of the pairs that nothing matches yet, by their keys. */
  const before = new Map<number, string[]>()
  for await (const page of pagesOf(db, shown, PAGE_PAIRS)) {
    for (const row of page) {
      if (end !== null && row.ordinal >= end) continue
      const key = keyOf(row)
      const same = before.get(key)
      if (same) same.push(pairId(row))
      else before.set(key, [pairId(row)])
    }
  }
  /** By question: how many of the new pairs were not there. */
  const fresh = new Map<number, number>()
  let added = 0
  return {
    withId(pair) {
      const key = keyOf(pair)
      const id = before.get(key)?.shift()
      if (id !== undefined) return { ...pair, id }
      const question = questionOf(key)
      fresh.set(question, (fresh.get(question) ?? 0) + 1)
      added++
      return pair
    },
    changes() {
      const open = new Map(fresh)
      let [changed, removed] = [0, 0]
      for (const [key, ids] of before) {
        const question = questionOf(key)
        const count = open.get(question) ?? 0
        const answeredAnew = Math.min(count, ids.length)
        open.set(question, count - answeredAnew)
        changed += answeredAnew
        removed += ids.length - answeredAnew
      }
      return { added: added - changed, changed, removed }
    },
  }
}

/** What going from one revision to another changes. */
export async function changesBetween(db: Reader, from: Shown, to: Shown): Promise<PairChanges> {
  const matcher = await matchPairs(db, from)
  for await (const page of pagesOf(db, to, PAGE_PAIRS))
    for (const { question, answer } of page) matcher.withId({ question, answer })
  return matcher.changes()
}

/** A hash of the question, and behind it one of the answer. */
const ANSWER_BITS = 20
const keyOf = ({ question, answer }: Pick<Pair, 'question' | 'answer'>) =>
  (hash32(question, 1) >>> 0) * 2 ** ANSWER_BITS + (hash32(answer, 2) >>> (32 - ANSWER_BITS))
const questionOf = (key: number) => Math.floor(key / 2 ** ANSWER_BITS)
