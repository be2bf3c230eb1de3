/** Streaming out: the guard, the limits and the end of a fetch hold over real sockets, whatever the peer does. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { parseAllowList } from '../../src/platform/egress/address-rules.ts'
import { createEgress, type Egress } from '../../src/platform/egress/client.ts'

import { FetchError, type FetchLimits } from '../../src/platform/egress/fetch-stream.ts'
import {
  createLatch,
  type DeveloperServer,
  startDeveloperServer,
  TEST_ONLY_TLS,
} from '../harness/developer-server.ts'
import { createDnsStub } from '../harness/dns-stub.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'

const dns = createDnsStub()
let server: DeveloperServer
let peer: ModelServer
let egress: Egress

beforeEach(async () => {
  server = await startDeveloperServer()
  peer = await startModelServer()
  egress = createEgress({ allow: parseAllowList('127.0.0.1'), lookup: dns.lookup })
})
afterEach(async () => {
  await egress.close()
  await server.close()
  await peer.close()
})

function get(url: string, init: RequestInit = {}, limits: Partial<FetchLimits> = {}): Promise<Response> {
  return egress.fetch(url, init, { timeoutMs: 20_000, maxResponseBytes: 1_000_000, ...limits })
}

async function failureOf(work: Promise<unknown>): Promise<FetchError> {
  const error = await work.then(
    () => assert.fail('there should have been an error'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof FetchError, `found ${error}`)
  return error
}

describe('egress fetch', () => {
  it('refuses a private address, a name that leads to one, and what is no http URL, before a byte is sent', async () => {
    const closed = createEgress({ allow: [], lookup: dns.lookup })
    dns.name('models.example', ['127.0.0.1'])
    const limits = { timeoutMs: 20_000, maxResponseBytes: 1000 }
    for (const url of [server.url, `http://models.example:${server.port}/`, 'file:///etc/passwd']) {
      const error = await failureOf(closed.fetch(url, {}, limits))
      assert.equal(error.kind, 'refused', url)
      assert.equal(error.stage, 'resolve')
    }
    assert.equal(server.connectionCount, 0)
    await closed.close()
  })

  it('reaches an origin that the operator configured, and neither its other ports nor its redirects', async () => {
    const configured = createEgress({ allow: [], configuredOrigins: [server.url], lookup: dns.lookup })
    server.answer(() => ({ status: 302, headers: { location: peer.url } }))
    const limits = { timeoutMs: 20_000, maxResponseBytes: 1000 }
    const response = await configured.fetch(`${server.url}/v1/chat`, {}, limits)
    assert.equal(response.status, 302)
    const elsewhere = await failureOf(configured.fetch(peer.url, {}, limits))
    assert.equal(elsewhere.kind, 'refused')
    assert.equal(peer.connectionCount, 0)
    await configured.close()
  })

  it('opens a configured origin to fetch alone, not to webhooks and downloads', async () => {
    const configured = createEgress({ allow: [], configuredOrigins: [server.url] })
    const { url } = server
    const sent = await configured.send({ url, headers: {}, timeoutMs: 20_000, maxResponseBytes: 1000 })
    assert.ok(!sent.responded && sent.refused)
    const file = await configured.download({ url, timeoutMs: 20_000, maxBytes: 1000 })
    assert.equal(file.ok, false)
    assert.equal(server.connectionCount, 0)
    await configured.close()
  })

  it('sends method, headers and body as they are, and hands over status, headers and body', async () => {
    server.answer(() => ({ status: 418, text: 'tea', headers: { 'x-kind': 'pot' } }))
    const response = await get(`${server.url}/a?b=c`, {
      method: 'POST',
      headers: { authorization: 'Bearer k', 'Content-Type': 'application/json' },
      body: '{"a":1}',
    })
    assert.equal(response.status, 418)
    assert.equal(response.headers.get('x-kind'), 'pot')
    assert.equal(await response.text(), 'tea')
    const [request] = server.requests
    assert.equal(request?.path, '/a?b=c')
    assert.equal(request?.method, 'POST')
    assert.equal(request?.headers.authorization, 'Bearer k')
    assert.equal(request?.headers['content-type'], 'application/json')
    assert.equal(request?.headers['accept-encoding'], 'identity')
    assert.deepEqual(request?.json, { a: 1 })
  })

  it('sends a form with its boundary', async () => {
    const form = new FormData()
    form.set('model', 'm')
    form.set('file', new Blob(['abc'], { type: 'audio/wav' }), 'a.wav')
    await get(`${peer.url}/audio/transcriptions`, { method: 'POST', body: form })
    assert.equal(peer.requests[0]?.form?.model, 'm')
    assert.deepEqual(peer.requests[0]?.form?.file, {
      name: 'a.wav',
      type: 'audio/wav',
      bytes: Buffer.from('abc'),
    })
  })

  it('hands over each piece while the rest is not yet sent', async () => {
    const latch = createLatch()
    peer.answerNext({ kind: 'raw', chunks: ['one', latch, 'two'] })
    const response = await get(peer.url)
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    assert.equal(decoder.decode((await reader?.read())?.value), 'one')
    latch.release()
    assert.equal(decoder.decode((await reader?.read())?.value), 'two')
    assert.equal((await reader?.read())?.done, true)
  })

  it('follows no redirect', async () => {
    server.answer(() => ({ status: 302, headers: { location: `${server.url}/elsewhere` } }))
    const response = await get(server.url)
    assert.equal(response.status, 302)
    assert.equal(server.requests.length, 1)
  })

  it('ends a peer that never answers, one that stops in the middle and one that drips for ever, at its time', async () => {
    // Long enough for a busy machine to get as far as the head.
    const limits = { timeoutMs: 1000 }
    peer.answer(({ path }) =>
      path.endsWith('/half') ? { kind: 'stall', after: ['one'] } : { kind: 'stall' },
    )
    server.answer(() => ({ kind: 'drip', intervalMs: 5 }))
    const read = async (url: string) => (await get(url, {}, limits)).text()
    const urls = [peer.url, `${peer.url}/half`, server.url]
    const [silent, half, drip] = await Promise.all(urls.map((url) => failureOf(read(url))))
    assert.deepEqual([silent?.kind, silent?.stage], ['timeout', 'wait'])
    assert.deepEqual([half?.kind, half?.stage], ['timeout', 'read'])
    assert.deepEqual([drip?.kind, drip?.stage], ['timeout', 'read'])
    await server.waitForNoConnections()
    await peer.waitForNoConnections()
  })

  it('ends an answer that is too large, announced or not, and closes its connection', async () => {
    // Its body never comes: the head is enough.
    const headers = { 'content-length': '5000' }
    peer.answerNext({ kind: 'raw', chunks: ['x', createLatch()], headers })
    const announced = await failureOf(get(peer.url, {}, { maxResponseBytes: 4999 }).then((r) => r.text()))
    assert.equal(announced.kind, 'too_large')
    await peer.waitForNoConnections()
    server.answer(() => ({ kind: 'endless' }))
    const endless = await failureOf(get(server.url, {}, { maxResponseBytes: 500_000 }).then((r) => r.text()))
    assert.equal(endless.kind, 'too_large')
    assert.match(endless.message, /500,000 bytes/)
    server.answer(() => ({ text: 'x'.repeat(5000) }))
    const fitting = await get(server.url, {}, { maxResponseBytes: 5000 })
    assert.equal((await fitting.text()).length, 5000)
  })

  it('reads no further from the socket than the reader takes', async () => {
    peer.answerNext({ kind: 'huge', bytes: 200_000_000 })
    const response = await get(peer.url, {}, { maxResponseBytes: 500_000_000 })
    const reader = response.body?.getReader()
    await reader?.read()
    const before = process.memoryUsage().arrayBuffers
    // Long enough for an unbounded reader to take in tens of megabytes over loopback.
    for (let turn = 0; turn < 2000; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.ok(process.memoryUsage().arrayBuffers - before < 8_000_000)
    await reader?.cancel()
    await peer.waitForNoConnections()
  })

  it('closes the socket when the signal aborts, before the head and in the middle of the body', async () => {
    const controller = new AbortController()
    peer.answerNext({ kind: 'stall' })
    const waiting = get(peer.url, { signal: controller.signal })
    await peer.waitFor(1)
    controller.abort()
    await assert.rejects(waiting, { name: 'AbortError' })
    await peer.waitForNoConnections()

    const second = new AbortController()
    peer.answerNext({ kind: 'stall', after: ['one'] })
    const response = await get(peer.url, { signal: second.signal })
    second.abort()
    await assert.rejects(response.text(), { name: 'AbortError' })
    await peer.waitForNoConnections()

    await assert.rejects(get(peer.url, { signal: AbortSignal.abort() }), { name: 'AbortError' })
    assert.equal(peer.requests.length, 2)
  })

  it('says when the peer breaks off', async () => {
    peer.answerNext({ kind: 'cut' }, { kind: 'cut', after: ['one'] })
    const before = await failureOf(get(peer.url))
    assert.deepEqual([before.kind, before.stage], ['network', 'wait'])
    const amid = await failureOf((await get(peer.url)).text())
    assert.deepEqual([amid.kind, amid.stage], ['network', 'read'])
    const { port } = peer
    await peer.close()
    const refused = await failureOf(get(`http://127.0.0.1:${port}/`))
    assert.deepEqual([refused.kind, refused.stage], ['network', 'connect'])
    assert.match(refused.message, /refused by 127\.0\.0\.1/)
    const unknown = await failureOf(get('http://nowhere.example/'))
    assert.deepEqual([unknown.kind, unknown.stage], ['network', 'resolve'])
  })

  it('trusts no certificate it cannot verify', async () => {
    const secure = await startDeveloperServer({ tls: TEST_ONLY_TLS })
    const error = await failureOf(get(secure.url))
    assert.deepEqual([error.kind, error.stage], ['network', 'tls'])
    assert.equal(secure.requests.length, 0)
    const trusting = createEgress({ allow: parseAllowList('127.0.0.1'), ca: [TEST_ONLY_TLS.cert] })
    const response = await trusting.fetch(secure.url, {}, { timeoutMs: 20_000, maxResponseBytes: 1000 })
    assert.equal(response.status, 200)
    await response.text()
    await trusting.close()
    await secure.close()
  })

  it('uses connections again once an answer was read to its end', async () => {
    for (let round = 0; round < 20; round++) await (await get(server.url)).text()
    // The end of an answer is told a moment before its connection is free, so two may take turns.
    assert.ok(server.connectionCount <= 2, `${server.connectionCount} connections`)
  })

  it('ends what is under way when the service stops, and sends nothing more', async () => {
    peer.answerNext({ kind: 'stall', after: ['one'] })
    const response = await get(peer.url)
    const text = failureOf(response.text())
    await egress.close()
    assert.equal((await text).kind, 'closed')
    assert.equal((await failureOf(get(peer.url))).kind, 'closed')
    await peer.waitForNoConnections()
  })

  it('turns an answer that is not HTTP into an error', async () => {
    server.answer(() => ({ status: 999, text: 'x' }))
    assert.equal((await failureOf(get(server.url))).kind, 'network')
  })
})
