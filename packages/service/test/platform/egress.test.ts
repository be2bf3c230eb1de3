/** Sending: every way a peer can misbehave ends in a result that names the stage, in bounded time and memory. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { parseAllowList } from '../../src/platform/egress/address-rules.ts'
import { createEgress, type Egress, type EgressOptions } from '../../src/platform/egress/client.ts'
import type { NoResponse, SendRequest, SendResult } from '../../src/platform/egress/send.ts'
import {
  createLatch,
  type DeveloperServer,
  SUCCESS,
  startDeveloperServer,
} from '../harness/developer-server.ts'
import { createDnsStub } from '../harness/dns-stub.ts'
import { withRawPeer } from '../harness/raw-peer.ts'
import { eventually } from '../harness/service.ts'

/** Long enough for a busy machine to get to its stage. */
const LIMIT_MS = 1000

const allow = parseAllowList('127.0.0.0/8')
const dns = createDnsStub()
let server: DeveloperServer
let egress: Egress

function renewEgress(options: Partial<EgressOptions>): void {
  void egress.close()
  egress = createEgress({ allow, lookup: dns.lookup, ...options })
}

function send(more: Partial<SendRequest> = {}): Promise<SendResult> {
  const body = '{"a":1}'
  return egress.send({
    url: server.url,
    headers: {},
    body,
    timeoutMs: 20_000,
    maxResponseBytes: 65_536,
    ...more,
  })
}

function assertNoResponse(
  result: SendResult,
  stage: NoResponse['stage'],
  reason: RegExp,
): asserts result is NoResponse {
  assert.ok(!result.responded, 'there should have been no answer')
  assert.equal(result.stage, stage)
  assert.match(result.reason, reason)
  assert.equal(result.refused, false)
}

beforeEach(async () => {
  server = await startDeveloperServer()
  egress = createEgress({ allow, lookup: dns.lookup })
})
afterEach(async () => {
  await egress.close()
  await server.close()
})

describe('a request that is answered', () => {
  it('arrives as it was given, and its answer comes back whole', async () => {
    server.answer(() => ({ status: 201, json: { ok: 'ü' }, headers: { 'x-answer': 'yes' } }))
    const result = await send({
      url: `${server.url}/hook?b=1#part`,
      headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
      body: '{"text":"grüße"}',
    })
    assert.ok(result.responded)
    assert.equal(result.status, 201)
    assert.equal(result.body, '{"ok":"ü"}')
    assert.equal(result.headers['x-answer'], 'yes')
    assert.equal(result.truncated, false)
    assert.ok(result.phases.connect !== null && result.phases.wait !== null)
    const [request] = server.requests
    assert.equal(request?.path, '/hook?b=1')
    assert.equal(request?.method, 'POST')
    assert.deepEqual(request?.json, { text: 'grüße' })
    assert.equal(request?.headers['webhook-id'], 'msg_1')
    assert.equal(request?.headers['content-length'], String(Buffer.byteLength('{"text":"grüße"}')))
  })

  it('one after the other share a connection', async () => {
    for (let count = 0; count < 20; count++) assert.ok((await send()).responded)
    assert.equal(server.connectionCount, 1)
    const result = await send()
    assert.ok(result.responded && result.phases.connect === null)
  })

  it('a redirect is an answer like any other and is not followed', async () => {
    server.answer(() => ({ status: 302, headers: { location: '/other' } }))
    const result = await send()
    assert.ok(result.responded && result.status === 302)
    assert.equal(server.requests.length, 1)
  })

  it('an informational answer before the real one is passed over', async () => {
    await withRawPeer(
      (socket) =>
        socket.once('data', () => {
          socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
        }),
      async (port) => {
        const result = await send({ url: `http://127.0.0.1:${port}/` })
        assert.ok(result.responded && result.status === 200 && result.body === 'ok')
      },
    )
  })

  it('an answer of exactly the limit is whole, one byte more is cut there', async () => {
    server.answer(() => ({ text: 'x'.repeat(100) }))
    const whole = await send({ maxResponseBytes: 100 })
    assert.ok(whole.responded && !whole.truncated && whole.body.length === 100)
    const cut = await send({ maxResponseBytes: 99 })
    assert.ok(cut.responded && cut.truncated && cut.body.length === 99 && cut.status === 200)
  })

  it('an endless answer is cut at the limit and its connection dropped', async () => {
    server.answer(() => ({ kind: 'endless' }))
    const result = await send({ maxResponseBytes: 200_000 })
    assert.ok(result.responded && result.truncated)
    assert.equal(result.body.length, 200_000)
    await server.waitForNoConnections()
  })
})

describe('a peer that is slow', () => {
  it('never answers: no answer, at the time limit', async () => {
    server.answer(() => ({ kind: 'hang' }))
    const result = await send({ timeoutMs: LIMIT_MS })
    assertNoResponse(result, 'wait', /^no answer within 1,000 ms$/)
    // Timers count whole milliseconds, so that one may end up to one early.
    assert.ok(result.latencyMs > LIMIT_MS - 2, `gave up after ${result.latencyMs} ms`)
    await server.waitForNoConnections()
  })

  it('drips its answer: ends at the time limit, with the status it had sent', async () => {
    server.answer(() => ({ kind: 'drip', intervalMs: 20 }))
    const result = await send({ timeoutMs: LIMIT_MS })
    assertNoResponse(result, 'read', /^the response was not complete within 1,000 ms$/)
    assert.equal(result.status, 200)
    await server.waitForNoConnections()
  })

  it('does not read the request: stage send', async () => {
    await withRawPeer(
      (socket) => socket.pause(),
      async (port) => {
        const body = Buffer.alloc(64 * 1024 * 1024)
        const result = await send({ url: `http://127.0.0.1:${port}/`, body, timeoutMs: LIMIT_MS })
        assertNoResponse(result, 'send', /did not take the whole request within 1,000 ms/)
      },
    )
  })

  it('does not shake hands: stage tls', async () => {
    await withRawPeer(
      () => {},
      async (port) => {
        const result = await send({ url: `https://127.0.0.1:${port}/`, timeoutMs: LIMIT_MS })
        assertNoResponse(result, 'tls', /handshake with 127\.0\.0\.1:\d+ did not finish within 1,000 ms/)
      },
    )
  })

  it('has a name that does not resolve in time: stage resolve', async () => {
    dns.name('silent.example', 'silence')
    const result = await send({ url: 'http://silent.example/', timeoutMs: LIMIT_MS })
    assertNoResponse(result, 'resolve', /the name silent\.example did not resolve within 1,000 ms/)
  })
})

describe('a peer that breaks off', () => {
  it('before the head of its answer: stage wait', async () => {
    server.answer(() => ({ kind: 'drop', when: 'before-head' }))
    assertNoResponse(
      await send(),
      'wait',
      /^the connection was closed by 127\.0\.0\.1:\d+ before a response came$/,
    )
  })

  it('after the head, or in the middle of the body: stage read, with the status', async () => {
    for (const when of ['after-head', 'mid-body'] as const) {
      server.answer(() => ({ kind: 'drop', when }))
      const result = await send()
      assertNoResponse(result, 'read', /before the response was complete$/)
      assert.equal(result.status, 200)
    }
  })

  it('by resetting the connection: stage wait', async () => {
    server.answer(() => ({ kind: 'reset' }))
    assertNoResponse(
      await send(),
      'wait',
      /^the connection was reset by 127\.0\.0\.1:\d+ before a response came$/,
    )
  })

  it('with something that is not HTTP: no answer', async () => {
    await withRawPeer(
      (socket) => socket.once('data', () => socket.end('220 mail ready\r\n')),
      async (port) => {
        const result = await send({ url: `http://127.0.0.1:${port}/` })
        assertNoResponse(result, 'wait', /^the response is not valid HTTP\/1\.1/)
      },
    )
  })

  it('with headers that never end: no answer', async () => {
    await withRawPeer(
      (socket) => socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`)),
      async (port) => {
        const result = await send({ url: `http://127.0.0.1:${port}/` })
        assertNoResponse(result, 'wait', /headers of the response are too long/)
      },
    )
  })

  it('does not keep the next request from its answer', async () => {
    server.answer(({ number }) => (number % 2 === 1 ? { kind: 'reset' } : SUCCESS))
    assert.equal((await send()).responded, false)
    assert.equal((await send()).responded, true)
  })
})

describe('a peer that is not there', () => {
  it('refuses the connection: stage connect, with its address', async () => {
    const { port } = server
    await server.close()
    assertNoResponse(
      await send(),
      'connect',
      new RegExp(`^the connection was refused by 127\\.0\\.0\\.1:${port}$`),
    )
    dns.name('gone.example', ['127.0.0.1'])
    dns.name('gone-twice.example', ['127.0.0.1', '127.0.0.2'])
    for (const name of ['gone.example', 'gone-twice.example']) {
      const result = await send({ url: `http://${name}:${port}/` })
      assertNoResponse(
        result,
        'connect',
        new RegExp(`^the connection was refused by 127\\.0\\.0\\.1:${port}$`),
      )
    }
    server = await startDeveloperServer()
  })

  it('has no name: stage resolve', async () => {
    dns.name('empty.example', [])
    const reason = (name: string) => new RegExp(`^the name ${name} does not resolve \\(ENOTFOUND\\)$`)
    assertNoResponse(await send({ url: 'http://missing.example/' }), 'resolve', reason('missing.example'))
    assertNoResponse(await send({ url: 'http://empty.example/' }), 'resolve', reason('empty.example'))
  })

  it('fails a whole queue of requests one by one', async () => {
    renewEgress({ connectionsPerOrigin: 2 })
    const results = await Promise.all(
      Array.from({ length: 500 }, () => send({ url: 'http://missing.example/' })),
    )
    for (const result of results) assertNoResponse(result, 'resolve', /ENOTFOUND/)
  })

  it('a request HTTP cannot carry is not sent', async () => {
    const result = await send({ headers: { 'x-bad': 'two\r\nlines' } })
    assertNoResponse(result, 'resolve', /^the request cannot be sent: invalid x-bad header$/)
    assert.equal(server.requests.length, 0)
    assert.ok((await send()).responded)
  })
})

describe('connections to one origin', () => {
  it('are never more than the limit, and every request gets its answer', async () => {
    renewEgress({ connectionsPerOrigin: 4 })
    const results = await Promise.all(Array.from({ length: 200 }, (_, index) => send({ body: `${index}` })))
    assert.ok(results.every((result) => result.responded))
    assert.equal(new Set(server.requests.map((request) => request.body)).size, 200)
    assert.ok(server.connectionCount <= 4)
  })

  it('time spent waiting for a free one counts, and a request that gave up is never sent', async () => {
    renewEgress({ connectionsPerOrigin: 1 })
    const latch = createLatch()
    server.answer(() => ({ kind: 'hold', latch }))
    const first = send({ body: 'first' })
    await server.waitFor(1)
    const second = send({ body: 'second', timeoutMs: 150 })
    const third = send({ body: 'third' })
    assertNoResponse(await second, 'connect', /^no free connection to 127\.0\.0\.1:\d+ within 150 ms$/)
    assert.equal(server.connectionCount, 1)
    latch.release()
    assert.ok((await first).responded)
    assert.ok((await third).responded)
    assert.deepEqual(
      server.requests.map((request) => request.body),
      ['first', 'third'],
    )
  })

  it('one origin that hangs does not slow another', async () => {
    renewEgress({ connectionsPerOrigin: 1 })
    const other = await startDeveloperServer()
    server.answer(() => ({ kind: 'hang' }))
    const stuck = [send({ timeoutMs: LIMIT_MS }), send({ timeoutMs: LIMIT_MS })]
    for (let count = 0; count < 10; count++) assert.ok((await send({ url: other.url })).responded)
    for (const result of await Promise.all(stuck)) assert.equal(result.responded, false)
    await other.close()
  })

  it('two pools at one origin do not wait for each other', async () => {
    renewEgress({ connectionsPerOrigin: 1 })
    const latch = createLatch()
    server.answer(({ body }) => (body === 'stuck' ? { kind: 'hold', latch } : SUCCESS))
    const stuck = [send({ body: 'stuck', pool: 'a' }), send({ body: 'stuck', pool: 'a' })]
    await server.waitFor(1)
    for (const pool of ['b', 'c', 'b']) assert.ok((await send({ body: 'quick', pool })).responded)
    latch.release()
    for (const result of await Promise.all(stuck)) assert.ok(result.responded)
    assert.equal(server.connectionCount, 3)
  })

  it('overlapping look-ups of one name are made once', async () => {
    dns.name('many.example', ['127.0.0.1'])
    const url = `http://many.example:${server.port}/`
    const results = await Promise.all(Array.from({ length: 30 }, () => send({ url })))
    assert.ok(results.every((result) => result.responded))
    assert.equal(dns.lookupCount('many.example'), 1)
  })
})

describe('the number of origins', () => {
  let others: DeveloperServer[]
  before(async () => {
    others = await Promise.all(Array.from({ length: 3 }, () => startDeveloperServer()))
  })
  after(() => Promise.all(others.map((other) => other.close())))

  it('is bounded: the least recently used idle one is closed', async () => {
    renewEgress({ maxOrigins: 2, keepAliveMs: 60_000 })
    const [a, b, c] = others as [DeveloperServer, DeveloperServer, DeveloperServer]
    await send({ url: a.url })
    await send({ url: b.url })
    await send({ url: a.url })
    await send({ url: c.url })
    await b.waitForNoConnections()
    assert.deepEqual([a.openConnectionCount, c.openConnectionCount], [1, 1])
  })

  it('is exceeded rather than cutting a request in flight, and comes down after', async () => {
    renewEgress({ maxOrigins: 1, keepAliveMs: 60_000 })
    const latch = createLatch()
    for (const other of others) other.answer(() => ({ kind: 'hold', latch }))
    const sent = others.map((other) => send({ url: other.url }))
    await Promise.all(others.map((other) => other.waitFor((request) => request.number > 0)))
    latch.release()
    for (const result of await Promise.all(sent)) assert.ok(result.responded)
    await eventually(
      'one origin with connections',
      () => others.filter(({ openConnectionCount }) => openConnectionCount > 0).length,
      (count) => count === 1,
    )
  })
})

describe('ending early', () => {
  it('a signal cancels a request in flight', async () => {
    server.answer(() => ({ kind: 'hang' }))
    const controller = new AbortController()
    const result = send({ signal: controller.signal })
    await server.waitFor(1)
    controller.abort()
    assertNoResponse(await result, 'wait', /^the request was cancelled$/)
    assertNoResponse(await send({ signal: controller.signal }), 'resolve', /cancelled/)
    assert.equal(server.requests.length, 1)
  })

  it('close waits for what is in flight, takes nothing new, and leaves no connection', async () => {
    const latch = createLatch()
    server.answer(() => ({ kind: 'hold', latch }))
    const inFlight = send()
    await server.waitFor(1)
    const closing = egress.close()
    assertNoResponse(await send(), 'resolve', /shutting down/)
    latch.release()
    assert.ok((await inFlight).responded)
    await closing
    await server.waitForNoConnections()
  })
})
