/** The scores of the first round: the best are chosen as by sorting all, and a search knows nothing of those before it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BaseIndex } from '../src/index/base-index.ts'
import { liveScope } from '../src/index/scope.ts'
import {
  bringForward,
  bringFurther,
  chooseBest,
  chosen,
  chosenScores,
  keepWithin,
} from '../src/rank/choose-best.ts'
import { completeScores } from '../src/rank/complete.ts'
import { newScores, type Scores } from '../src/rank/first-scores.ts'
import { placeOf } from '../src/rank/meet.ts'
import { readyQuery } from '../src/rank/query.ts'
import { rank } from '../src/rank/rank.ts'
import { mostAsked, walksOf } from '../src/rank/walks.ts'

function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Meets phrasings with scores of which many are equal; answers them. */
function meet(random: () => number, size: number, highest: number): { table: Scores; given: number[] } {
  const table = newScores(size)
  const given = Array.from({ length: size }, (_, phrasing) => {
    const score = 1 + Math.floor(random() * highest)
    table.scores[placeOf(table, phrasing)] = score
    return score
  })
  return { table, given }
}

test('the chosen are the best of all that were met, and of equal ones those with the lowest numbers', () => {
  const random = randomFrom(5)
  for (const highest of [3, 12, 900]) {
    for (const most of [1, 16, 64, 500]) {
      const size = 700
      const tie = Int32Array.from({ length: size }, () => random() * 2 ** 32)
      const { table, given } = meet(random, size, highest)
      const numberOf = (phrasing: number) => (tie[phrasing] as number) >>> 0
      const sorted = [...given.keys()].sort(
        (a, b) => (given[b] as number) - (given[a] as number) || numberOf(a) - numberOf(b),
      )
      const count = chooseBest(table, bringForward(table, 0), Math.max(...given), most, tie)
      const found = new Set(chosen.subarray(0, count))
      assert.deepEqual(found, new Set(sorted.slice(0, most)), `${most} of ${highest}`)
    }
  }
})

test('those within reach are kept, but enough of them and not too many', () => {
  const random = randomFrom(8)
  const tie = Int32Array.from({ length: 200 }, () => random() * 2 ** 32)
  const kept = (cut: number, least: number, most: number) => {
    const { table, given } = meet(random, 200, 1000)
    const all = bringForward(table, 0)
    const count = keepWithin(chooseBest(table, all, Math.max(...given), 200, tie), cut, least, most, tie)
    const lowest = Math.min(...chosenScores.subarray(0, count))
    assert.equal(given.filter((score) => score >= lowest).length, count)
    return { count, within: given.filter((score) => score >= cut).length }
  }
  const free = kept(500, 5, 200)
  assert.equal(free.count, free.within)
  assert.equal(kept(2000, 16, 64).count, 16)
  assert.equal(kept(0, 16, 64).count, 64)
})

test('those within reach are found, and of them the ones that stay so', () => {
  const random = randomFrom(9)
  const tie = Int32Array.from({ length: 200 }, () => random() * 2 ** 32)
  const { table, given } = meet(random, 200, 1000)
  const from = (cut: number) => given.flatMap((score, phrasing) => (score >= cut ? [phrasing] : []))
  const within = bringForward(table, 500)
  assert.equal(within, from(500).length)
  // One that was not within reach does not come back.
  table.scores[given.findIndex((score) => score < 500)] = 900
  const still = bringFurther(table, within, 699.5)
  assert.equal(still, from(700).length)
  chooseBest(table, still, 1000, 200, tie)
  assert.deepEqual([...chosen.subarray(0, still)], from(700))
})

function smallBase(size: number) {
  const random = randomFrom(3)
  const index = new BaseIndex()
  const part = index.openPart('document', 'revision')
  const word = () => `w${Math.floor(60 ** random()).toString(36)}x`
  for (let i = 0; i < size; i++) {
    const question = Array.from({ length: 1 + Math.floor(random() * 9) }, word).join(' ')
    index.addPair(i, question, Array.from({ length: 8 }, word).join(' '), [])
  }
  part.live = true
  return { index, word }
}

test('no question counts more by the terms left than they were said to add at most', () => {
  const { index, word } = smallBase(900)
  for (let n = 1; n < 60; n++) {
    const text = Array.from({ length: 1 + (n % 12) }, word).join(' ')
    const walks = walksOf(index, readyQuery(index, text))
    const most = mostAsked(walks, 0)
    const phrasings = Int32Array.from({ length: 500 }, (_, i) => i)
    const scores = new Int32Array(500)
    completeScores(index, phrasings, 500, scores)
    for (const each of scores) {
      const score = each / 20_000
      assert.ok(score <= most + walks.length / 20_000, `${text}: ${score} of ${most}`)
    }
  }
})

test('a search finds the same after as many others as there are numbers for', () => {
  const { index } = smallBase(900)
  const scope = liveScope(index)
  const first = rank(index, 'w5x w7x wax', scope, 5).found
  for (let i = 0; i < 70_000; i++) {
    // As many as if each of the searches between had met a great many.
    newScores(900).count = 2 ** 20 + i
    if (i % 997 === 0) assert.deepEqual(rank(index, 'w5x w7x wax', scope, 5).found, first)
  }
  assert.ok(first.length > 0)
})
