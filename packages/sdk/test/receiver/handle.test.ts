/** Repeats, gaps and failures, as a receiver meets them, without a server between. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReceiver, type Gap, memorySeen } from '../../src/receiver/receiver.ts'

function message(id: string, sequence: number, more: object = {}) {
  const body = { conversation_id: 'c', output: [{ content: { text: `message ${sequence}` } }], ...more }
  return new Request('http://receiver/hook', {
    method: 'POST',
    headers: { 'webhook-id': id, 'tandem-sequence': String(sequence), 'tandem-attempt': '1' },
    body: JSON.stringify(body),
  })
}

test('a request that comes again is answered and not handled again', async () => {
  const heard: number[] = []
  const hooks = createReceiver({ message: (_message, { sequence }) => void heard.push(sequence) })
  for (const id of ['a', 'a', 'b', 'a']) {
    const response = await hooks.fetch(message(id, id === 'a' ? 1 : 2))
    assert.deepEqual([response.status, await response.json()], [200, { code: 200, msg: 'success' }])
  }
  assert.deepEqual(heard, [1, 2])
})

test('a request that comes again while the first is in hand waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  const hooks = createReceiver({
    async message() {
      calls++
      await promise
    },
  })
  const both = [hooks.fetch(message('a', 1)), hooks.fetch(message('a', 1))]
  resolve()
  assert.deepEqual(
    (await Promise.all(both)).map(({ status }) => status),
    [200, 200],
  )
  assert.equal(calls, 1)
})

test('a handler that throws gives 500, and the request is handled when it comes again', async () => {
  let calls = 0
  const seen = memorySeen(10)
  const hooks = createReceiver({
    seen,
    message() {
      if (++calls === 1) throw new Error('not now')
    },
  })
  const first = await hooks.fetch(message('a', 1))
  assert.deepEqual([first.status, await first.json()], [500, { code: 500, message: 'handler: not now' }])
  assert.equal(await seen.has('a'), false)
  assert.equal((await hooks.fetch(message('a', 1))).status, 200)
  assert.equal(calls, 2)
})

test('a body that is too long is refused, and not read to its end', async () => {
  let sent = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      sent++
      stream.enqueue(new Uint8Array(1_000_000))
    },
    cancel() {
      isCancelled = true
    },
  })
  const hooks = createReceiver({ message: () => assert.fail('it was handled') })
  const request = new Request('http://receiver/hook', { method: 'POST', body, duplex: 'half' } as RequestInit)
  const response = await hooks.fetch(request)
  const message = 'body: found more than 10000000 bytes; no request of Tandem is as long'
  assert.deepEqual([response.status, await response.json()], [413, { code: 413, message }])
  assert.ok(sent < 15 && isCancelled, `${sent} pieces were taken`)
})

test('messages that were given up are noticed once, by their numbers', async () => {
  const gaps: Gap[] = []
  const hooks = createReceiver({ message() {}, onGap: (gap) => void gaps.push(gap) })
  for (const sequence of [3, 4, 7, 8]) await hooks.fetch(message(`m${sequence}`, sequence))
  await hooks.fetch(message('m5', 5))
  assert.deepEqual(gaps, [{ conversationId: 'c', expected: 5, got: 7 }])
})

test('a test request is answered without a handler, whatever it holds', async () => {
  const hooks = createReceiver({
    message: () => assert.fail('handled a test'),
    handoff: { chat: () => assert.fail('handled a test') },
  })
  assert.equal((await hooks.fetch(message('test-1', 0, { istest: true }))).status, 200)
  const chat = { conversation_id: 'h', timestamp: 1, body: 'test', istest: true }
  const response = await hooks.fetch(
    new Request('http://receiver/chat', { method: 'POST', body: JSON.stringify(chat) }),
  )
  assert.deepEqual(await response.json(), { code: 0, message: 'OK' })
})

test('what is no request of Tandem is refused with what is wrong about it', async () => {
  const hooks = createReceiver({ message() {} })
  const post = (body: string) => hooks.fetch(new Request('http://receiver/', { method: 'POST', body }))
  assert.equal((await hooks.fetch(new Request('http://receiver/'))).status, 405)
  for (const body of ['', 'no json', '[]', 'null', '{"conversation_id":"c"}'])
    assert.equal((await post(body)).status, 400)
  const unnumbered = await post('{"conversation_id":"c","output":[]}')
  assert.match(await unnumbered.text(), /webhook-id or tandem-sequence is missing/)
})

test('a desk without a client is told what is missing when it replies', async () => {
  const hooks = createReceiver({ handoff: { chat: (_line, { reply }) => reply('Hello') } })
  const request = new Request('http://receiver/chat', {
    method: 'POST',
    headers: { 'webhook-id': 'a', 'tandem-sequence': '1' },
    body: '{"conversation_id":"h","timestamp":1,"body":"Hi"}',
  })
  const response = await hooks.fetch(request)
  assert.equal(response.status, 500)
  assert.match(await response.text(), /reply, typing and close need a client/)
})

test('the memory of what was seen keeps the newest', async () => {
  const seen = memorySeen(2)
  for (const id of ['a', 'b', 'c']) await seen.add(id)
  assert.deepEqual(
    ['a', 'b', 'c'].map((id) => seen.has(id)),
    [false, true, true],
  )
})
