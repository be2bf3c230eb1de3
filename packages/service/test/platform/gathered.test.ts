/** A body in pieces becomes one buffer, whatever was announced; pieces nobody else needs are let go, others are left alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Gathered } from '../../src/platform/egress/gathered.ts'

const piece = (length: number, fill: number) => new Uint8Array(length).fill(fill)

test('all of it is there in order, in a buffer of its own size, with fewer, as many or more bytes than announced', () => {
  for (const announced of [0, 10, 300_000, 1_000_000]) {
    const gathered = new Gathered(announced)
    for (let n = 0; n < 30; n++) gathered.add(piece(10_000, n))
    const whole = gathered.take()
    assert.equal(whole.length, 300_000)
    assert.equal(whole.buffer.byteLength, 300_000)
    assert.ok(whole.every((byte, at) => byte === Math.floor(at / 10_000)))
  }
  assert.equal(new Gathered(500).take().length, 0)
})

test('pieces of every size keep their order, the smallest too', () => {
  const whole = Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * 7 + (n >> 8)) % 256))
  const gathered = new Gathered(0)
  for (let at = 0, size = 0; at < whole.length; at += size, size = (size + 1) % 130)
    gathered.add(whole.subarray(at, at + size))
  assert.ok(gathered.take().equals(whole))
})

test('a piece with memory of its own is let go once the next has come; one that shares its memory never is', () => {
  const gathered = new Gathered(0)
  const [first, second] = [piece(100, 1), piece(100, 2)]
  const shared = piece(100, 3)
  gathered.add(first)
  assert.equal(first.length, 100)
  gathered.add(second)
  assert.equal(first.length, 0)
  gathered.add(shared.subarray(0, 40))
  gathered.add(shared.subarray(40))
  assert.deepEqual([second.length, shared.length], [0, 100])
  assert.deepEqual([...gathered.take()], [...piece(100, 1), ...piece(100, 2), ...piece(100, 3)])
  assert.equal(shared.length, 100)
})
