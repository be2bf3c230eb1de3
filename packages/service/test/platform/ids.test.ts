/** Ids: valid UUIDv7, unique, and sorted by the time they were made. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../../src/platform/ids.ts'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('an id is a UUID of version 7 that carries its time', () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  fc.assert(
    fc.property(time, (now) => {
      const id = newId(now)
      assert.match(id, form)
      assert.equal(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), now)
    }),
  )
})

test('a hundred thousand ids of one millisecond are all different', () => {
  const ids = new Set(Array.from({ length: 100_000 }, () => newId(1_790_000_000_000)))
  assert.equal(ids.size, 100_000)
})

test('ids of later times sort later, as text', () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  fc.assert(
    fc.property(time, time, (a, b) => {
      if (a !== b) assert.equal(newId(a) < newId(b), a < b)
    }),
  )
})
