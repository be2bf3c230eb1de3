/**
 * Computes the changes that new content would make in a document: pairs added, changed, removed and the same, and questions of
 * the new content that ask nearly the same but have different answers. Works on streams; of each pair only hashes are kept.
 */
import { hash } from 'node:crypto'
import type { PlanList } from '@tandem/contract/admin-review'
import { termsOf } from '@tandem/search/analyse'
import { startSlices } from '../../platform/time-slices.ts'
import type { PairText } from '../pair-store.ts'

/** Returns the pairs in order, from the start at each call. */
export type Source = () => AsyncIterable<readonly PairText[]>

const CONTRADICTIONS_LISTED = 100

export async function comparePairs(
  before: Source,
  after: Source,
  page: { readonly list: PlanList; readonly from: number; readonly limit: number },
) {
  const old = await indexOldPairs(before)
  // Identical pairs first, so that no changed pair is matched with one of them.
  const isSame: boolean[] = []
  for await (const { pair } of eachPair(after)) isSame.push(old.takeSame(pair))
  const counts: Record<PlanList, number> = { added: 0, changed: 0, removed: 0, same: 0 }
  const wanted = createWanted(page)
  const conflicts = createConflicts()
  for await (const { pair, at } of eachPair(after)) {
    conflicts.look(pair, at)
    const was = isSame[at] ? undefined : old.takeChanged(pair)
    const list = isSame[at] ? 'same' : was === undefined ? 'added' : 'changed'
    counts[list]++
    wanted.offer(list, was, at)
  }
  for (const at of old.left()) {
    counts.removed++
    wanted.offer('removed', at, undefined)
  }
  const oldTexts = await pick(
    before,
    wanted.places.map(([was]) => was),
  )
  const newPlaces = [...wanted.places.map(([, at]) => at), ...conflicts.found.flat()]
  const newTexts = await pick(after, newPlaces)
  const end = page.from + wanted.places.length
  return {
    counts,
    nextFrom: end < counts[page.list] ? end : null,
    items: wanted.places.map(([was, at]) => ({
      before: textAt(oldTexts, wanted.list === 'same' ? undefined : was),
      after: textAt(newTexts, at),
    })),
    contradictions: conflicts.found.flatMap(([a, b]) => {
      const [first, second] = [newTexts.get(a), newTexts.get(b)]
      return first && second ? [{ first, second }] : []
    }),
    contradictionCount: conflicts.count(),
  }
}

async function indexOldPairs(before: Source) {
  const exact = new Map<string, Places>()
  const byQuestion = new Map<string, Places>()
  const isLeft: boolean[] = []
  for await (const { pair, at } of eachPair(before)) {
    isLeft.push(true)
    push(exact, hashOf([pair.question, pair.answer]), at)
    push(byQuestion, hashOf(plainOf(pair.question)), at)
  }
  const take = (at: number | undefined) => {
    if (at !== undefined) isLeft[at] = false
    return at
  }
  return {
    takeSame: ({ question, answer }: PairText) =>
      take(nextOf(exact.get(hashOf([question, answer])))) !== undefined,
    takeChanged({ question }: PairText): number | undefined {
      const places = byQuestion.get(hashOf(plainOf(question)))
      for (let at = nextOf(places); at !== undefined; at = nextOf(places)) if (isLeft[at]) return take(at)
      return undefined
    },
    *left() {
      for (const [at, left] of isLeft.entries()) if (left) yield at
    },
  }
}

/** The places of one page of one list. */
function createWanted({ list, from, limit }: { list: PlanList; from: number; limit: number }) {
  const places: (readonly [was: number | undefined, at: number | undefined])[] = []
  let passed = 0
  return {
    list,
    places,
    offer(offered: PlanList, was: number | undefined, at: number | undefined) {
      if (offered !== list) return
      if (passed++ >= from && places.length < limit) places.push([was, at])
    },
  }
}

/** Finds questions with the same words, in any order and form, without case, accents and punctuation, and another answer. */
function createConflicts() {
  const asked = new Map<string, { readonly first: number; readonly answers: Set<string> }>()
  const found: (readonly [number, number])[] = []
  let count = 0
  return {
    found,
    count: () => count,
    look({ question, answer }: PairText, at: number) {
      const terms = termsOf(question).sort()
      const key = hashOf(terms.length > 0 ? terms : plainOf(question))
      const reply = hashOf(plainOf(answer))
      const known = asked.get(key)
      if (!known) asked.set(key, { first: at, answers: new Set([reply]) })
      else if (!known.answers.has(reply)) {
        count++
        if (found.length < CONTRADICTIONS_LISTED) found.push([known.first, at])
        known.answers.add(reply)
      }
    },
  }
}

async function* eachPair(source: Source): AsyncGenerator<{ pair: PairText; at: number }> {
  const slices = startSlices()
  let at = 0
  for await (const list of source())
    for (const pair of list) {
      yield { pair, at: at++ }
      if (slices.over()) await slices.pause()
    }
}

async function pick(source: Source, places: readonly (number | undefined)[]): Promise<Map<number, PairText>> {
  const wanted = new Set(places.filter((place) => place !== undefined))
  const texts = new Map<number, PairText>()
  if (wanted.size === 0) return texts
  for await (const { pair, at } of eachPair(source)) {
    if (wanted.has(at)) texts.set(at, { question: pair.question, answer: pair.answer })
    if (texts.size === wanted.size) break
  }
  return texts
}

const textAt = (texts: ReadonlyMap<number, PairText>, at: number | undefined) =>
  (at === undefined ? undefined : texts.get(at)) ?? null

/** Places that are taken in order. */
interface Places {
  readonly all: number[]
  taken: number
}

const nextOf = (places: Places | undefined) => places?.all[places.taken++]

function push(map: Map<string, Places>, key: string, at: number): void {
  const places = map.get(key)
  if (places) places.all.push(at)
  else map.set(key, { all: [at], taken: 0 })
}

function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\s]+/gu, ' ')
    .trim()
}

const hashOf = (value: unknown): string => hash('sha1', JSON.stringify(value), 'base64')
