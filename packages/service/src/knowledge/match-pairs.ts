/**
 * Finds in new content the pairs that a document has already: those with the same question and answer keep their ids. And
 * counts what the new content changes: a pair whose question was there with another answer is changed, any other is added.
 */
import { hash52 } from '@tandem/search/hash'
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
  /** By question and answer: the pairs that nothing matches yet. */
  const before = new Map<number, { readonly id: string; readonly question: number }[]>()
  for await (const page of pagesOf(db, shown, PAGE_PAIRS)) {
    for (const row of page) {
      if (end !== null && row.ordinal >= end) continue
      const known = { id: pairId(row), question: hash52(row.question) }
      const same = before.get(keyOf(row))
      if (same) same.push(known)
      else before.set(keyOf(row), [known])
    }
  }
  /** By question: how many of the new pairs were not there. */
  const fresh = new Map<number, number>()
  let added = 0
  return {
    withId(pair) {
      const known = before.get(keyOf(pair))?.shift()
      if (known) return { ...pair, id: known.id }
      const question = hash52(pair.question)
      fresh.set(question, (fresh.get(question) ?? 0) + 1)
      added++
      return pair
    },
    changes() {
      const open = new Map(fresh)
      let [changed, removed] = [0, 0]
      for (const { question } of [...before.values()].flat()) {
        const count = open.get(question) ?? 0
        if (count > 0) changed++
        else removed++
        open.set(question, count - 1)
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

const keyOf = ({ question, answer }: Pick<Pair, 'question' | 'answer'>) => hash52(`${question}\n${answer}`)
