/** The first round in a large base: comparing only the best phrasings in full loses nothing that could have come out on top. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BaseIndex } from '../src/index/base-index.ts'
import { judgePairs } from '../src/rank/confidence.ts'
import { rank } from '../src/rank/rank.ts'

const SIZE = 2200
/** Three times as many phrasings as are wanted are compared: with so many, all that share a word with the query. */
const ALL = { limit: SIZE }

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

test('what is sure enough to be answered is the same as when everything is compared', () => {
  let sure = 0
  for (let seed = 11; seed <= 14; seed++) {
    const { index, pairs, queries } = sampleBase(seed, SIZE)
    for (const text of queries) {
      const found = rank(index, text, ALL).found.slice(0, 3)
      const judged = judgePairs(
        text,
        found.map((each) => ({ ...(pairs[each.ordinal] as (typeof pairs)[number]), found: each })),
      )
      const [all] = found
      if (!all || judged[0]?.band !== 'answer') continue
      sure++
      const [pruned] = rank(index, text, { limit: 3 }).found
      assert.deepEqual([pruned?.ordinal, pruned?.score], [all.ordinal, all.score], `seed ${seed}: ${text}`)
    }
  }
  assert.ok(sure > 100, `${sure} queries were sure`)
})

test('an entry of a large base is supported by all its phrasings, also by those the query did not lead to', () => {
  let supported = 0
  for (let seed = 21; seed <= 22; seed++) {
    const { index, queries } = sampleBase(seed, SIZE, 8)
    for (const text of queries) {
      const [all] = rank(index, text, ALL).found
      const [pruned] = rank(index, text, { limit: 3 }).found
      if (!all || pruned?.ordinal !== all.ordinal) continue
      if (all.support > 0) supported++
      assert.deepEqual([pruned.score, pruned.support], [all.score, all.support], `seed ${seed}: ${text}`)
    }
  }
  assert.ok(supported > 50, `${supported} first hits were supported`)
})
