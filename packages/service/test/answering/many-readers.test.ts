/** Streams with many readers or many pieces: one turn has a bounded number of readers, and a piece costs its own length. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TurnPart } from '../../src/answering/turn.ts'
import { createLatch, type Latch } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { composed, startBare } from './bare.ts'

/** Two pieces, and a latch between them. */
async function* inTwo(latch: Latch, first: string, second: string): AsyncGenerator<TurnPart> {
  yield { kind: 'piece', text: first }
  await latch.released
  yield { kind: 'piece', text: second }
  yield { kind: 'done', turn: composed(first + second) }
}

onSqlite((engine) => {
  test('fifty readers follow one message, and no more; each has all of it', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const latch = createLatch()
    bare.answer(() => inTwo(latch, 'First', ' and second.'))
    const first = await bare.stream(conversation, 'Tell me.', { 'idempotency-key': 'one' })
    const { id = '' } = await first.until(({ code }) => code === 11)
    const others = await Promise.all(
      Array.from({ length: 48 }, () => bare.stream(conversation, 'Tell me.', { 'idempotency-key': 'one' })),
    )
    const last = await bare.resume(id)
    await assert.rejects(bare.resume(id), /429.*50 streams of this message/)
    const repeated = await bare.stream(conversation, 'Tell me.', { 'idempotency-key': 'one' })
    assert.deepEqual(
      (await repeated.ended).map(({ code }) => code),
      [42900],
    )
    last.leave()
    const inItsPlace = await eventually(
      'another reader',
      () => bare.resume(id).catch(() => undefined),
      (reader) => reader !== undefined,
    )
    const elsewhere = await bare.stream(await bare.conversation(), 'Tell me.')
    latch.release()
    for (const reader of [first, ...others, inItsPlace, elsewhere]) {
      await reader?.ended
      assert.equal(reader?.text(), 'First and second.')
    }
  })

  test('a long answer in many pieces is not compared with itself at each piece', async (t) => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const pieces = Array.from({ length: 200 }, (_, n) => `A piece of some length, number ${n}. `)
    bare.answer(async function* () {
      for (const text of pieces) {
        yield { kind: 'piece', text }
        await new Promise((resolve) => setImmediate(resolve))
      }
      yield { kind: 'done', turn: composed(pieces.join('')) }
    })
    const compared = t.mock.method(String.prototype, 'startsWith')
    const stream = await bare.stream(await bare.conversation(), 'Tell me.')
    await stream.ended
    assert.equal(stream.text(), pieces.join(''))
    const withAnswer = compared.mock.calls.filter(({ arguments: [text] }) => text?.startsWith('A piece'))
    assert.ok(withAnswer.length < 5, `compared ${withAnswer.length} times`)
  })
})
