/**
 * Finds the pairs of new content that a document has already: those with the same question and answer keep their ids. And
 * counts the changes: a pair whose question had another answer is changed, any other is added.
 */
import { crc32 } from 'node:zlib'
import type { Reader } from '../platform/database/handle.ts'
import { type Pair, pagesOf, pairId, type SetRevision } from './pair-store.ts'

export interface PairChanges {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

export type PairMatcher = Awaited<ReturnType<typeof matchPairs>>

/** Ignores pairs from ordinal `end` on, which stay beside the new content. */
export async function matchPairs(db: Reader, shown: SetRevision, end: number | null = null) {
  const questions = new Set<number>()
  /** By key: the ids of the same pairs, of which the first `matched` are. */
  const before = new Map<number, { readonly ids: string[]; matched: number }>()
  for await (const page of pagesOf(db, shown)) {
    for (const row of page) {
      if (end !== null && row.ordinal >= end) continue
      const asked = crc32(row.question)
      questions.add(asked)
      const key = keyOf(asked, row.answer)
      const same = before.get(key)
      if (same) same.ids.push(pairId(row))
      else before.set(key, { ids: [pairId(row)], matched: 0 })
    }
  }
  /** By known question: the number of new pairs with another answer. */
  const answeredAnew = new Map<number, number>()
  let added = 0
  return {
    /** The pair with the id it had before, if it was there. To be called once for each. */
    withId(pair: Pair): Pair {
      const asked = crc32(pair.question)
      const isKnown = questions.has(asked)
      const same = isKnown ? before.get(keyOf(asked, pair.answer)) : undefined
      const id = same?.ids[same.matched++]
      if (id !== undefined) return { ...pair, id }
      if (isKnown) answeredAnew.set(asked, (answeredAnew.get(asked) ?? 0) + 1)
      added++
      return pair
    },
    changes(): PairChanges {
      const open = new Map(answeredAnew)
      let [changed, removed] = [0, 0]
      for (const [key, { ids, matched }] of before) {
        const left = Math.max(0, ids.length - matched)
        removed += left
        const asked = questionOf(key)
        const count = open.get(asked)
        if (count === undefined) continue
        const here = Math.min(count, left)
        open.set(asked, count - here)
        changed += here
      }
      return { added: added - changed, changed, removed: removed - changed }
    },
  }
}

/** Counts the changes from one revision to another. */
export async function changesBetween(db: Reader, from: SetRevision, to: SetRevision): Promise<PairChanges> {
  const matcher = await matchPairs(db, from)
  for await (const page of pagesOf(db, to))
    for (const { question, answer } of page) matcher.withId({ question, answer })
  return matcher.changes()
}

/** A key is the checksum of the question and, in the lower bits, most of that of the answer. */
const ANSWER_BITS = 20
const keyOf = (asked: number, answer: string) =>
  asked * 2 ** ANSWER_BITS + (crc32(answer) >>> (32 - ANSWER_BITS))
const questionOf = (key: number) => Math.floor(key / 2 ** ANSWER_BITS)
