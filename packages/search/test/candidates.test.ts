/** The first round in a large base: leaving terms unwalked loses nothing that could have come out on top. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BaseIndex } from '../src/index/base-index.ts'
import { liveScope } from '../src/index/scope.ts'
import { forEachCandidate } from '../src/rank/candidates.ts'
import { bandOf, confidenceOf } from '../src/rank/confidence.ts'
import { type Query, readyQuery } from '../src/rank/query.ts'
import { rank } from '../src/rank/rank.ts'
import { ANSWER_SHARE, COMPARED, COMPARED_ALL, QUESTION, REACH } from '../src/rank/weights.ts'
import { termsOf } from '../src/words/analyse.ts'

interface Sample {
  readonly index: BaseIndex
  readonly pairs: readonly { question: string; answer: string }[]
  readonly queries: readonly string[]
}

/** Words as unevenly frequent as in language. So many questions in turn share an answer. */
function sampleBase(seed: number, size: number, phrasings = 1): Sample {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const word = () => {
    const rank = Math.floor(1500 ** random())
    return rank < 6 ? (['the', 'is', 'my', 'how', 'to', 'of'][rank] as string) : `w${rank.toString(36)}x`
  }
  const text = (words: number) => Array.from({ length: words }, word).join(' ')
  let answer = ''
  const pairs = Array.from({ length: size }, (_, i) => {
    const question = text(2 + Math.floor(random() * 8))
    if (i % phrasings === 0) answer = text(5 + Math.floor(random() * 20))
    return { question, answer }
  })
  const index = new BaseIndex()
  const part = index.openPart('document', 'revision')
  for (const [i, { question, answer }] of pairs.entries()) index.addPair(i, question, answer, [])
  part.live = true
  const queries = Array.from({ length: 60 }, (_, i) => {
    const words = (pairs[Math.floor(random() * size)]?.question ?? '').split(' ')
    if (i % 3 === 0) words.splice(Math.floor(random() * words.length), 1, word())
    return i % 5 === 0 ? text(1 + (i % 4)) : words.join(' ')
  })
  return { index, pairs, queries }
}

/** By the rule at the top of `candidates.ts`, with nothing left out. */
function firstScores({ index, pairs }: Sample, { terms, questionTotal, answerTotal }: Query): number[] {
  const average = index.questionTerms / index.phrasings
  return pairs.map(({ question, answer }) => {
    const [asked, answered] = [termsOf(question), new Set(termsOf(answer))]
    const norm = 1 + QUESTION.k1 * (1 - QUESTION.b + (QUESTION.b * asked.length) / average)
    let score = 0
    for (const { text, questionWeight, answerWeight } of terms) {
      if (asked.includes(text)) score += ((questionWeight / questionTotal) * (QUESTION.k1 + 1)) / norm
      if (answered.has(text)) score += (ANSWER_SHARE * answerWeight) / answerTotal
    }
    return score
  })
}

test('every phrasing within reach of the best is compared, however few terms were walked, unless too many are', () => {
  let checked = 0
  for (let seed = 1; seed <= 4; seed++) {
    const sample = sampleBase(seed, COMPARED_ALL + 1500)
    for (const text of sample.queries) {
      const query = readyQuery(sample.index, text)
      const taken = new Set<number>()
      const nothing = { matchOf: () => 0, prepare: () => {} }
      const input = { index: sample.index, query, scope: liveScope(sample.index), limit: 3, ...nothing }
      forEachCandidate(input, (phrasing) => taken.add(phrasing))
      // Terms nobody wrote are looked up by their spelling, which the rule above leaves out.
      if (query.terms.some(({ id }) => id === undefined)) continue
      // So many are compared and no more: the best by the terms that were walked.
      if (taken.size === COMPARED) continue
      const scores = firstScores(sample, query)
      const best = Math.max(...scores)
      const within = scores.flatMap((score, phrasing) => (score >= REACH * best + 0.01 ? [phrasing] : []))
      checked++
      for (const phrasing of within) assert.ok(taken.has(phrasing), `seed ${seed}: ${text}, ${phrasing}`)
    }
  }
  assert.ok(checked > 50, `${checked} queries were checked`)
})

test('what is sure enough to be answered is the same as when everything is compared', () => {
  let sure = 0
  for (let seed = 11; seed <= 14; seed++) {
    const { index, queries } = sampleBase(seed, COMPARED_ALL + 1500)
    const scope = liveScope(index)
    for (const text of queries) {
      const [all] = rank(index, text, scope, 3, { exhaustive: true }).found
      if (!all || bandOf(confidenceOf(all)) !== 'answer') continue
      sure++
      const [pruned] = rank(index, text, scope, 3).found
      assert.deepEqual([pruned?.ordinal, pruned?.score], [all.ordinal, all.score], `seed ${seed}: ${text}`)
    }
  }
  assert.ok(sure > 100, `${sure} queries were sure`)
})

test('an entry of a large base is supported by all its phrasings, also by those the query did not lead to', () => {
  let supported = 0
  for (let seed = 21; seed <= 22; seed++) {
    const { index, queries } = sampleBase(seed, COMPARED_ALL + 1500, 8)
    const scope = liveScope(index)
    for (const text of queries) {
      const [all] = rank(index, text, scope, 3, { exhaustive: true }).found
      const [pruned] = rank(index, text, scope, 3).found
      if (!all || pruned?.ordinal !== all.ordinal) continue
      if (all.support > 0) supported++
      assert.deepEqual([pruned.score, pruned.support], [all.score, all.support], `seed ${seed}: ${text}`)
    }
  }
  assert.ok(supported > 50, `${supported} first hits were supported`)
})
