/**
 * Finds in new content the pairs that a document has already: those with the same question and answer keep their ids. And
 * counts what the new content changes: a pair whose question was there with another answer is changed, any other is added.
 */
import { crc32 } from 'node:zlib'
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

/** Pairs from `end` on stay beside the new content, and are left out. */
export async function matchPairs(db: Reader, shown: Shown, end: number | null = null): Promise<PairMatcher> {
  const questions = new Set<number>()
  /** The ids of the pairs that nothing matches yet, by their keys. */
  const before = new Map<number, string[]>()
  for await (const page of pagesOf(db, shown)) {
    for (const row of page) {
      if (end !== null && row.ordinal >= end) continue
      const asked = crc32(row.question)
      questions.add(asked)
      const key = keyOf(asked, row.answer)
      const same = before.get(key)
      if (same) same.push(pairId(row))
      else before.set(key, [pairId(row)])
    }
  }
  /** By question that was there: how many of the new pairs have another answer to it. */
  const answeredAnew = new Map<number, number>()
  let added = 0
  return {
    withId(pair) {
      const asked = crc32(pair.question)
      const isKnown = questions.has(asked)
      const id = isKnown ? before.get(keyOf(asked, pair.answer))?.shift() : undefined
      if (id !== undefined) return { ...pair, id }
      if (isKnown) answeredAnew.set(asked, (answeredAnew.get(asked) ?? 0) + 1)
      added++
      return pair
    },
    changes() {
      const open = new Map(answeredAnew)
      let [changed, removed] = [0, 0]
      for (const [key, ids] of before) {
        removed += ids.length
        const asked = questionOf(key)
        const count = open.get(asked)
        if (count === undefined) continue
        const here = Math.min(count, ids.length)
        open.set(asked, count - here)
        changed += here
      }
      return { added: added - changed, changed, removed: removed - changed }
    },
  }
}

/** What going from one revision to another changes. */
export async function changesBetween(db: Reader, from: Shown, to: Shown): Promise<PairChanges> {
  const matcher = await matchPairs(db, from)
  for await (const page of pagesOf(db, to))
    for (const { question, answer } of page) matcher.withId({ question, answer })
  return matcher.changes()
}

/** The checksum of the question, and behind it most of that of the answer. */
const ANSWER_BITS = 20
const keyOf = (asked: number, answer: string) =>
  asked * 2 ** ANSWER_BITS + (crc32(answer) >>> (32 - ANSWER_BITS))
const questionOf = (key: number) => Math.floor(key / 2 ** ANSWER_BITS)
