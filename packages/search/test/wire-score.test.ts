/** The scale on which clients see how sure a match is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bandOf, wireScoreOf } from '../src/rank/confidence.ts'

const BOUNDS = { answer: [0.8, 1], offer: [0.5, 0.75], none: [0, 0.5] } as const

test('a score rises with the confidence, and each band has a range of its own', () => {
  let before = -1
  for (let step = 0; step <= 10_000; step++) {
    const confidence = step / 10_000
    const score = wireScoreOf({ confidence })
    const [least, most] = BOUNDS[bandOf(confidence)]
    assert.ok(score >= before, `${confidence} scores ${score}, less than what is less sure`)
    assert.ok(score >= least && score <= most, `${confidence} scores ${score}`)
    before = score
  }
  assert.deepEqual([wireScoreOf({ confidence: 0 }), wireScoreOf({ confidence: 1 })], [0, 1])
})
