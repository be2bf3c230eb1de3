/** What is sent again, when, and with which key; what an error says. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import {
  type Behaviour,
  type DeveloperServer,
  startDeveloperServer,
} from '../../service/test/harness/developer-server.ts'
import { TandemAdmin } from '../src/admin.ts'
import type { TandemError } from '../src/error.ts'
import { Tandem } from '../src/tandem.ts'

const answer = { message_id: 'm', conversation_id: 'c', output: [{ content: { text: 'Hello' } }] }
const failing = { status: 500, json: { code: 50000, message: 'Internal system error' } }

const busyFor = (seconds: number): Behaviour => ({
  status: 429,
  json: { code: 42900, message: 'Too many requests' },
  headers: { 'retry-after': String(seconds) },
})

describe('tries', () => {
  let server: DeveloperServer
  let waits: number[] = []
  let before = 0
  const wait = async (ms: number) => void waits.push(ms)
  const tandem = () => new Tandem({ url: server.url, apiKey: 'key', wait })
  const admin = () => new TandemAdmin({ url: server.url, token: 'token', wait })

  /** Answers with these in turn, and with the last one from then on. */
  function script(...behaviours: Behaviour[]) {
    const rest = [...behaviours]
    before = server.requests.length
    server.answer(() => (rest.length > 1 ? rest.shift() : rest[0]) ?? failing)
  }
  /** Requests since the last script. */
  const seen = () => server.requests.slice(before)

  beforeEach(async () => {
    server = await startDeveloperServer()
    waits = []
  })
  afterEach(() => server.close())

  test('a read is repeated after a failure that passes, later each time and never at the same moment', async () => {
    script(failing, { kind: 'reset' }, { json: { items: [], next_cursor: null } })
    assert.deepEqual(await Array.fromAsync(admin().agents.list()), [])
    assert.equal(seen().length, 3)
    const [first = 0, second = 0] = waits
    assert.ok(first >= 125 && first <= 250 && second >= 250 && second <= 500, String(waits))
  })

  test('a list whose next page is the same again ends with an error', async () => {
    script({ json: { items: [{ id: 'a' }], next_cursor: 'x' } })
    await assert.rejects(Array.fromAsync(admin().agents.list()), (error: TandemError) => {
      assert.deepEqual([error.code, seen().length], ['unreadable', 2])
      return /does not go on: next_cursor is the cursor x/.test(error.message)
    })
  })

  test('a list by page number ends with its last entry, whatever page it began with', async () => {
    const page = (count: number) => ({ json: { total: 150, conversation_content: Array(count).fill({}) } })
    script(page(50), failing)
    const messages = tandem().messages.list({ conversationId: 'c', page: 2, pageSize: 100 })
    assert.equal((await Array.fromAsync(messages)).length, 50)
    assert.equal(seen().length, 1)
    script(page(50), page(50), failing)
    const rest = tandem().messages.list({ conversationId: 'c', page: 2, pageSize: 50 })
    assert.equal((await Array.fromAsync(rest)).length, 100)
    assert.equal(seen().length, 2)
  })

  test('a message is repeated under one key, also when the response was cut in the middle', async () => {
    script({ kind: 'drop', when: 'mid-body' }, { kind: 'drop', when: 'before-head' }, { json: answer })
    const reply = await tandem().conversations.open('c').send('Hi')
    assert.equal(reply.text, 'Hello')
    const keys = seen().map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 3)
    assert.equal(new Set(keys).size, 1)
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
  })

  test('each call has a key of its own, unless the caller gives one', async () => {
    script({ json: answer })
    const chat = tandem().conversations.open('c')
    await chat.send('Hi')
    await chat.send('Hi')
    await chat.send('Hi', { idempotencyKey: 'mine' })
    const [first, second, third] = seen().map(({ headers }) => headers['idempotency-key'])
    assert.notEqual(first, second)
    assert.equal(third, 'mine')
  })

  test('what may have been done is not done again without a key', async () => {
    script(failing)
    await assert.rejects(admin().agents.create({ name: 'Shop' }), { code: 50000, status: 500 })
    assert.equal(seen().length, 1)
    script({ kind: 'reset' }, { json: {} })
    await assert.rejects(admin().agents.rename({ agentId: 'a' }, { name: 'Shop' }), { code: 'connection' })
    assert.equal(seen().length, 1)
    script({ kind: 'reset' }, { json: {} })
    await admin().agents.rename({ agentId: 'a' }, { name: 'Shop' }, { repeatable: true })
    assert.equal(seen().length, 2)
  })

  test('the wait that the service asks for is kept, for a request of any kind that it did not begin', async () => {
    script(busyFor(7), { json: { agent: { id: 'a' }, api_key: 'k' } })
    await admin().agents.create({ name: 'Shop' })
    assert.deepEqual(waits, [7_000])
  })

  test('a wait of more than a minute is the caller’s to decide', async () => {
    script(busyFor(3_600))
    await assert.rejects(admin().agents.list().page(), { code: 42900, retryAfterMs: 3_600_000 })
    assert.deepEqual(waits, [])
  })

  test('a refusal is not repeated, and the error says all that the service said', async () => {
    const json = { code: 40000, message: 'Parameter error: name', hint: 'name: found nothing' }
    script({ status: 400, json, headers: { 'x-request-id': 'r-1' } })
    const error = await admin()
      .agents.list()
      .page()
      .then(
        () => undefined,
        (thrown: TandemError) => thrown,
      )
    const { name, code, status, message, hint, requestId, retryAfterMs } = error as TandemError
    assert.deepEqual(
      { name, code, status, message, hint, requestId, retryAfterMs },
      { name: 'TandemError', ...json, status: 400, requestId: 'r-1', retryAfterMs: undefined },
    )
    assert.equal(seen().length, 1)
  })

  test('a page of a proxy is an error that shows it', async () => {
    script({ status: 404, text: '<h1>nginx</h1>' })
    await assert.rejects(admin().agents.list().page(), {
      code: 'unreadable',
      status: 404,
      message: /<h1>nginx/,
    })
  })

  test('a success that is not of Tandem is an error, and neither an answer nor an empty list', async () => {
    const headers = { 'content-type': 'text/html' }
    for (const text of ['<h1>Sign in</h1>', '', 'null']) {
      script({ text, headers })
      await assert.rejects(tandem().conversations.create({ userId: 'u' }), {
        code: 'unreadable',
        status: 200,
      })
      await assert.rejects(admin().agents.list().page(), { code: 'unreadable', status: 200 })
      assert.equal(seen().length, 2, 'it is not repeated')
    }
    script({ json: {} })
    await assert.rejects(Array.fromAsync(admin().agents.list()), { code: 'unreadable', message: /items/ })
  })

  test('a file that cannot be read to its end is an error, and the signal ends the reading of it', async () => {
    let cancelled = 0
    const endless = new ReadableStream<Uint8Array>({ cancel: () => void cancelled++ })
    const controller = new AbortController()
    script({ json: {} })
    const call = tandem().knowledge.addFile({ name: 'a.csv', data: endless }, { signal: controller.signal })
    controller.abort()
    await assert.rejects(call, { name: 'TandemError', code: 'aborted' })
    assert.equal(cancelled, 1)
    const broken = new ReadableStream<Uint8Array>({ pull: (stream) => stream.error(new Error('disk')) })
    await assert.rejects(tandem().knowledge.addFile({ name: 'a.csv', data: broken }), {
      name: 'TandemError',
      code: 'usage',
      message: /disk/,
    })
    assert.equal(seen().length, 0)
  })

  test('silence ends at the time limit, and the number of tries can be set for one call', async () => {
    script({ kind: 'hang' })
    const options = { timeoutMs: 250, maxRetries: 1 }
    await assert.rejects(admin().agents.list({}, options).page(), { code: 'timeout', status: 0 })
    assert.equal(seen().length, 2)
  })

  test('the signal of the caller ends a call at once, also one that waits to be repeated', async () => {
    const controller = new AbortController()
    server.answer(() => {
      controller.abort(new Error('enough'))
      return { kind: 'hang' }
    })
    const call = admin().agents.list({}, { signal: controller.signal }).page()
    await assert.rejects(call, { code: 'aborted' })
    assert.equal(seen().length, 1)

    script(failing)
    const second = new AbortController()
    const patient = new TandemAdmin({ url: server.url, token: 't' })
    const waiting = patient.agents.list({}, { signal: second.signal }).page()
    await server.waitFor(2)
    second.abort()
    await assert.rejects(waiting, { code: 'aborted' })
  })

  test('a quiet stream that is cut again and again is followed as long as there are signs of life', async () => {
    const alive: Behaviour = { text: ': ping\n\n', headers: { 'content-type': 'text/event-stream' } }
    const said: Behaviour = { text: 'id: 1\ndata: {"code":3,"message":"Text","data":"Hi"}\n\n' }
    const end: Behaviour = { text: 'data: {"code":0,"message":"End","data":null}\n\n' }
    script(said, alive, alive, alive, alive, end)
    const parts = await Array.fromAsync(tandem().conversations.open('c').stream('Hello'))
    assert.deepEqual(parts, [{ type: 'text', text: 'Hi' }])
    assert.deepEqual(
      seen().map(({ method, headers }) => `${method} ${headers['last-event-id'] ?? ''}`),
      ['POST ', 'GET 1', 'GET 1', 'GET 1', 'GET 1', 'GET 1'],
    )
    script({ text: '' })
    await assert.rejects(Array.fromAsync(tandem().conversations.open('c').stream('Hello')), {
      code: 'connection',
    })
    assert.equal(seen().length, 3)
  })

  test('the time that the caller takes for an event does not count against the service', async () => {
    const text = 'id: 1\ndata: {"code":3,"message":"Text","data":"Hi"}\n\n'
    const end = 'data: {"code":0,"message":"End","data":null}\n\n'
    let requests = 0
    // The end is only read after the work with the first event, unless a time limit that ran on has cut the stream.
    const inTwoReads = async (_url: unknown, init?: RequestInit) => {
      requests++
      const parts = requests === 1 ? [text, end] : [end]
      const body = new ReadableStream<Uint8Array>(
        {
          start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(new Error('cut'))),
          pull: (stream) => stream.enqueue(new TextEncoder().encode(parts.shift())),
        },
        { highWaterMark: 0 },
      )
      return new Response(body)
    }
    const client = new Tandem({ url: server.url, apiKey: 'key', wait, fetch: inTwoReads, timeoutMs: 50 })
    for await (const _ of client.conversations.open('c').stream('Hello')) {
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    assert.equal(requests, 1)
  })

  test('a missing part of the path is told before anything is sent', () => {
    assert.throws(() => admin().agents.get({ agentId: '' }), {
      code: 'usage',
      message: /agent_id is missing/,
    })
  })
})
