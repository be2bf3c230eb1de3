/** Short texts are counted without the tokenizer's thread, and no differently. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenizer } from '../../src/models/tokenizer.ts'
import { eventually } from '../harness/service.ts'

const TEXTS = [
  'How long does shipping take?',
  '七天无理由退货',
  'x'.repeat(300),
  ' ',
  'naïve façade 🙂 1234567',
]

test('a short text is counted at once as its thread counts it, from when the thread has lent its tables', async (t) => {
  const tokenizer = createTokenizer()
  t.after(() => tokenizer.close())
  assert.equal(tokenizer.countNow('hello'), undefined)
  const counted = await tokenizer.count(TEXTS)
  await eventually(
    'the tables are lent',
    () => tokenizer.countNow('hello'),
    (count) => count === 1,
  )
  assert.deepEqual(TEXTS.map(tokenizer.countNow), counted)
})

test('a long text is left to the thread, so that it holds up nobody', async (t) => {
  const tokenizer = createTokenizer()
  t.after(() => tokenizer.close())
  await tokenizer.count(['hello'])
  await eventually(
    'the tables are lent',
    () => tokenizer.countNow('hello'),
    (count) => count === 1,
  )
  assert.equal(tokenizer.countNow('x'.repeat(301)), undefined)
})
