/** Idempotency keys: a request that is repeated is the same message with the same answer, however and whenever it is repeated. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { receiverOf, saying, startBare } from './bare.ts'

const KEY = { 'idempotency-key': 'order-4711' }

onEachEngine((engine) => {
  test('the same key answers with the first turn, whichever mode can still tell it, and the question is asked once', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    await using developer = await receiverOf(bare)
    const conversation = await bare.conversation()
    let asked = 0
    bare.answer(({ message }) => saying(`${++asked}. ${message.text}`))
    const first = await bare.send('blocking', conversation, 'Hello?', KEY)
    const again = await bare.send('blocking', conversation, 'Hello?', KEY)
    assert.deepEqual(again.json, first.json)
    const stream = await bare.stream(conversation, 'Hello?', KEY)
    await stream.ended
    assert.equal(stream.text(), '1. Hello?')
    assert.equal(stream.events[0]?.data.message_id, first.json.message_id)
    // Its answer went to whoever asked first, and goes to no webhook: that must not look as if one were to come.
    const refused = await bare.send('webhook', conversation, 'Hello?', KEY)
    assert.deepEqual([refused.status, refused.json.code], [409, 40900])
    assert.match(refused.json.hint, /blocking mode/)
    assert.equal((await bare.messages(conversation)).length, 2)
    assert.equal(asked, 1)
    assert.equal(developer.requests.length, 0)
  })

  test('a message sent for the webhook can be asked for again in every mode, and its answer is delivered once', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    await using developer = await receiverOf(bare)
    const conversation = await bare.conversation()
    bare.answer(({ message }) => saying(`To ${message.text}`))
    const first = await bare.send('webhook', conversation, 'Hello?', KEY)
    assert.deepEqual((await bare.send('webhook', conversation, 'Hello?', KEY)).json, first.json)
    const blocking = await bare.send('blocking', conversation, 'Hello?', KEY)
    assert.equal(blocking.json.message_id, first.json.message_id)
    assert.equal(blocking.json.output[0].content.text, 'To Hello?')
    await developer.waitFor(1)
    assert.equal((await bare.messages(conversation)).length, 2)
    assert.equal(developer.requests.length, 1)
  })

  test('ten requests with one key at once, while the turn is under way, are one message', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const latch = createLatch()
    let asked = 0
    bare.answer(async function* () {
      asked++
      await latch.released
      yield* saying('Once.')
    })
    const all = Array.from({ length: 10 }, () => bare.send('blocking', conversation, 'Hello?', KEY))
    await eventually(
      'it begins',
      () => asked,
      (count) => count === 1,
    )
    latch.release()
    const answers = await Promise.all(all)
    for (const { json } of answers) assert.deepEqual(json, answers[0]?.json)
    assert.equal(answers[0]?.json.output[0].content.text, 'Once.')
    assert.equal(asked, 1)
    assert.equal((await bare.messages(conversation)).length, 2)
  })

  test('a key that was used for another message is refused and changes nothing; in another conversation it is a new one', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const [one, other] = [await bare.conversation(), await bare.conversation()]
    await bare.send('blocking', one, 'Hello?', KEY)
    const refused = await bare.send('blocking', one, 'Something else?', KEY)
    assert.deepEqual([refused.status, refused.json.code], [409, 40900])
    assert.equal((await bare.messages(one)).length, 2)
    const elsewhere = await bare.send('blocking', other, 'Something else?', KEY)
    assert.equal(elsewhere.status, 200)
    assert.equal((await bare.messages(other)).length, 2)
  })

  test('a key that is too long or has spaces in it is refused', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    for (const key of ['x'.repeat(201), 'two words']) {
      const { json } = await bare.send('blocking', conversation, 'Hello?', { 'idempotency-key': key })
      assert.equal(json.code, 40000)
      assert.match(json.message, /Idempotency-Key: found (201|9) characters, beginning with "(xxx|two words)/)
    }
    assert.equal((await bare.messages(conversation)).length, 0)
  })
})
