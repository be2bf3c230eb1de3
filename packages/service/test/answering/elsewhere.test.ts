/** Turns that another process runs, and processes that stop while somebody waits. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { composed, saying, startBare } from './bare.ts'

onEachEngine((engine) => {
  test('a turn that another process runs is heard of: blocking gets its answer, a stream gets it, a late reader too', async () => {
    await using store = await engine.freshEnvironment()
    await using asked = await startBare(store.env, { runsTurns: false })
    await using runs = await startBare(store.env)
    runs.answer(({ message }) => saying('You ', 'said ', message.text))
    const [one, two] = [await asked.conversation(), await asked.conversation()]
    const stream = await asked.stream(two, 'hello')
    const blocking = await asked.send('blocking', one, 'good day')
    assert.equal(blocking.json.output[0].content.text, 'You said good day')
    const events = await stream.ended
    assert.deepEqual([...new Set(events.map(({ code }) => code))], [11, 3, 10, 4, 0])
    assert.equal(stream.text(), 'You said hello')
    const late = await asked.resume(`${events[0]?.id?.split(':')[0]}:4`)
    await late.ended
    assert.equal(late.text(), 'said hello')
  })

  // The embedded engine knows of no other process.
  if (engine.name === 'postgres')
    test('a stream shows the words as they are written by another process, and so does one that goes on there', async () => {
      await using store = await engine.freshEnvironment()
      await using asked = await startBare(store.env, { runsTurns: false })
      await using runs = await startBare(store.env)
      const first = `Zuerst \u2028"${'長い答え🙂\n'.repeat(700)}"`
      const [second, third] = [' Then. ', 'The end.']
      const [one, two] = [createLatch(), createLatch()]
      runs.answer(async function* () {
        yield { kind: 'piece', text: first }
        await one.released
        yield { kind: 'piece', text: second }
        await two.released
        yield { kind: 'piece', text: third }
        yield { kind: 'done', turn: composed(first + second + third) }
      })
      const stream = await asked.stream(await asked.conversation(), 'hello')
      await eventually('the first words', stream.text, (text) => text === first)
      const back = await asked.resume(stream.events.at(-1)?.id ?? '')
      one.release()
      for (const [reader, words] of [
        [stream, first + second],
        [back, second],
      ] as const)
        await eventually('the next words', reader.text, (text) => text === words)
      two.release()
      await Promise.all([stream.ended, back.ended])
      assert.equal(stream.text(), first + second + third)
      assert.equal(back.text(), second + third)
    })

  test('whoever waits when the process stops is told so; the message is answered later, once, and its key finds the answer', async () => {
    await using store = await engine.freshEnvironment()
    const first = await startBare(store.env)
    const latch = createLatch()
    let begun = 0
    first.answer(async function* () {
      begun++
      await latch.released
      yield* saying('Too late.')
    })
    const conversation = await first.conversation()
    const key = { 'idempotency-key': 'k-1' }
    const waiting = first.send('blocking', conversation, 'Hello?', key)
    await eventually(
      'it begins',
      () => begun,
      (count) => count === 1,
    )
    const [told] = await Promise.all([waiting, first.stop(2000)])
    latch.release()
    assert.deepEqual([told.status, told.json.code], [503, 50300])
    assert.match(told.json.hint, /Idempotency-Key/)

    const as = { agent: first.agent, apiKey: first.agent.key }
    await using second = await startBare(store.env, {
      as,
      script: ({ message }) => saying(`Answer to ${message.text}`),
    })
    const again = await second.send('blocking', conversation, 'Hello?', key)
    assert.equal(again.json.output[0].content.text, 'Answer to Hello?')
    assert.equal((await second.messages(conversation)).length, 2)
  })

  test('a blocking message whose last part arrives while the process stops is stored, and its sender is told so', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const body = JSON.stringify({
      conversation_id: conversation,
      response_mode: 'blocking',
      messages: [{ role: 'user', content: 'Hello?' }],
    })
    const sending = request(`${bare.url}/v2/conversation/message`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bare.agent.key}`,
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      },
    })
    sending.flushHeaders()
    await once(sending, 'continue')
    await bare.stopTurns()
    sending.end(body)
    const [response] = await once(sending, 'response')
    assert.equal(response.statusCode, 503)
    assert.match((await response.toArray()).join(''), /Idempotency-Key/)
  })
})
