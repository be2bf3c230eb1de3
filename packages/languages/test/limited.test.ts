/** A limited expression is as any other on a short text, and finds nothing in a longer one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limited } from '../src/limited.ts'

test('a limited expression is never run on a text beyond its limit, however it is used', () => {
  const first = limited(/b/, 4)
  const all = limited(/b/g, 4)
  assert.deepEqual([first.test('abcb'), 'abcb'.search(first), 'abcb'.split(first)], [true, 1, ['a', 'c', '']])
  assert.deepEqual(
    ['abcb'.replace(all, '-'), 'abcb'.match(all)?.length, [...'abcb'.matchAll(all)].length],
    ['a-c-', 2, 2],
  )
  assert.deepEqual([first.test('abcba'), 'abcba'.search(first), 'abcba'.split(first)], [false, -1, ['abcba']])
  assert.deepEqual(
    ['abcba'.replace(all, '-'), 'abcba'.match(all), [...'abcba'.matchAll(all)]],
    ['abcba', null, []],
  )
})
