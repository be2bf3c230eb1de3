/** Downloads: whole or not at all, within bounds, and never led astray by a redirect. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parseAllowList } from '../../src/platform/egress/address-rules.ts'
import { createEgress, type Egress } from '../../src/platform/egress/client.ts'
import type { DownloadRequest, DownloadResult } from '../../src/platform/egress/download.ts'
import {
  type Behaviour,
  type DeveloperServer,
  SUCCESS,
  startDeveloperServer,
  TEST_ONLY_TLS,
} from '../harness/developer-server.ts'

/** Long enough for a busy machine to get to its stage. */
const LIMIT_MS = 1000

describe('a download', () => {
  let server: DeveloperServer
  let egress: Egress
  before(async () => {
    server = await startDeveloperServer()
    egress = createEgress({ allow: parseAllowList('127.0.0.1'), ca: [TEST_ONLY_TLS.cert] })
  })
  beforeEach(() => server.answer(() => SUCCESS))
  after(async () => {
    await egress.close()
    await server.close()
  })

  function download(path: string, more: Partial<DownloadRequest> = {}): Promise<DownloadResult> {
    return egress.download({ url: `${server.url}${path}`, timeoutMs: 10_000, maxBytes: 1_000_000, ...more })
  }

  function assertFailed(result: DownloadResult, stage: string, reason: RegExp): void {
    assert.ok(!result.ok, 'the download should have failed')
    assert.equal(result.stage, stage)
    assert.match(result.reason, reason)
  }

  function redirect(location: string, status = 302): Behaviour {
    return { status, headers: { location } }
  }

  it('brings the bytes as they are, with their type', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256))
    server.answer(() => ({ text: bytes, headers: { 'content-type': 'application/pdf' } }))
    const result = await download('/files/the%20manual.pdf?version=2')
    assert.ok(result.ok)
    assert.deepEqual(result.bytes, bytes)
    assert.equal(result.contentType, 'application/pdf')
    assert.equal(server.requests.at(-1)?.headers['accept-encoding'], 'identity')
  })

  it('tells the length of a file before it has come, unless more may come of it', async () => {
    const text = Buffer.alloc(1000, 'a')
    const told: number[] = []
    const more = { onLength: (bytes: number) => told.push(bytes) }
    server.answer(({ path }) =>
      path === '/packed'
        ? { text: gzipSync(text), headers: { 'content-encoding': 'gzip' } }
        : path === '/moved'
          ? redirect('/plain')
          : { status: path === '/missing' ? 404 : 200, text },
    )
    for (const path of ['/packed', '/missing', '/moved']) await download(path, more)
    assert.deepEqual(told, [1000])
  })

  it('is broken off when its signal says so, and not begun after that', async () => {
    const giving = new AbortController()
    const seen = server.requests.length
    server.answer(() => ({ kind: 'hang' }))
    const hanging = download('/never', { signal: giving.signal, timeoutMs: 600_000 })
    await server.waitFor(seen + 1)
    giving.abort()
    assertFailed(await hanging, 'wait', /cancelled/)
    assertFailed(await download('/late', { signal: giving.signal }), 'resolve', /cancelled/)
    assert.equal(server.requests.length, seen + 1)
  })

  it('follows three redirects and not a fourth', async () => {
    server.answer(({ path }) => {
      const hop = Number(path.slice(1))
      return hop === 0 ? { text: 'arrived' } : redirect(`/${hop - 1}`)
    })
    const three = await download('/3')
    assert.ok(three.ok)
    assert.equal(three.bytes.toString(), 'arrived')
    assertFailed(await download('/4'), 'read', /redirected more than 3 times/)
  })

  it('a redirect to a private address is refused without a connection', async () => {
    const hidden = await startDeveloperServer({ host: '127.0.0.2' })
    for (const status of [301, 302, 303, 307, 308]) {
      server.answer(() => redirect(`${hidden.url}/secret`, status))
      assertFailed(await download('/file'), 'resolve', /127\.0\.0\.2 is a loopback address/)
    }
    assert.equal(hidden.connectionCount, 0)
    await hidden.close()
  })

  for (const location of [
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'http://2852039166/',
    '//192.168.0.1/',
  ]) {
    it(`a redirect to ${location} is refused`, async () => {
      server.answer(() => redirect(location))
      assertFailed(await download('/file'), 'resolve', /refused unless TANDEM_EGRESS_ALLOW/)
    })
  }

  for (const [location, reason] of [
    ['file:///etc/passwd', /redirected, but the URL has the scheme file/],
    ['http://user:secret@127.0.0.1/', /redirected, but the URL holds a user name/],
  ] as const) {
    it(`a redirect to ${location} is refused`, async () => {
      server.answer(() => redirect(location))
      assertFailed(await download('/file'), 'resolve', reason)
    })
  }

  it('a redirect from https to http is refused', async () => {
    const secure = await startDeveloperServer({ tls: TEST_ONLY_TLS })
    const before = server.requests.length
    secure.answer(() => redirect(`${server.url}/plain`))
    assertFailed(await download('', { url: `${secure.url}/file` }), 'read', /from https to http/)
    assert.equal(server.requests.length, before)
    await secure.close()
  })

  it('a redirect that names no place is a failure', async () => {
    server.answer(() => ({ status: 302 }))
    assertFailed(await download('/file'), 'read', /status 302 without a readable Location/)
  })

  it('a body shorter than announced is a failure', async () => {
    server.answer(() => ({ kind: 'drop', when: 'mid-body' }))
    assertFailed(
      await download('/file'),
      'read',
      /closed by .* before the response was complete|before the length it announced/,
    )
    server.answer(() => ({ text: 'short', headers: { 'content-length': '1000', connection: 'close' } }))
    assertFailed(await download('/file'), 'read', /before the length it announced/)
  })

  it('a file announced as too large fails before its body is read', async () => {
    server.answer(() => ({ text: Buffer.alloc(2_000), headers: {} }))
    assertFailed(await download('/file', { maxBytes: 1_999 }), 'read', /larger than the 1,999 bytes allowed/)
    assert.ok((await download('/file', { maxBytes: 2_000 })).ok)
  })

  it('an endless file fails at the limit and its connection is dropped', async () => {
    server.answer(() => ({ kind: 'endless' }))
    assertFailed(await download('/file'), 'read', /larger than the 1,000,000 bytes allowed/)
    server.answer(() => SUCCESS)
    await egress.close()
    await server.waitForNoConnections()
    egress = createEgress({ allow: parseAllowList('127.0.0.1'), ca: [TEST_ONLY_TLS.cert] })
  })

  it('a status other than 200 is a failure that names it', async () => {
    for (const status of [204, 206, 404, 500]) {
      server.answer(() => ({ status }))
      const result = await download('/file')
      assertFailed(result, 'read', new RegExp(`status ${status}, needed 200`))
      assert.ok(!result.ok && result.status === status)
    }
  })

  it('a body packed with gzip is unpacked, and any other encoding is a failure', async () => {
    const content = Buffer.from('question,answer\n'.repeat(500))
    for (const encoding of ['gzip', 'x-gzip', 'GZIP']) {
      server.answer(() => ({ text: gzipSync(content), headers: { 'content-encoding': encoding } }))
      const result = await download('/file')
      assert.ok(result.ok)
      assert.deepEqual(result.bytes, content)
    }
    for (const encoding of ['br', 'deflate', 'gzip, gzip']) {
      server.answer(() => ({ text: gzipSync(content), headers: { 'content-encoding': encoding } }))
      assertFailed(await download('/file'), 'read', new RegExp(`encoded as ${encoding}`))
    }
  })

  it('a packed body that is damaged, cut, too large or grows beyond measure is a failure', async () => {
    const send = (text: Buffer | string, maxBytes = 1_000_000) => {
      server.answer(() => ({ text, headers: { 'content-encoding': 'gzip' } }))
      return download('/file', { maxBytes })
    }
    const packed = gzipSync(Buffer.from(Array.from({ length: 5000 }, (_, n) => `${n} `).join('')))
    assertFailed(await send('x'), 'read', /encoded as gzip, and is damaged or cut short/)
    assertFailed(await send(packed.subarray(0, -20)), 'read', /damaged or cut short/)
    assertFailed(await send(packed, 20_000), 'read', /larger than the 20,000 bytes allowed/)
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    assertFailed(await send(bomb, 50_000_000), 'read', /unpacks to more than 200 times its size/)
  })

  it('a slow drip ends at the time limit', async () => {
    server.answer(() => ({ kind: 'drip', intervalMs: 20 }))
    assertFailed(await download('/file', { timeoutMs: LIMIT_MS }), 'read', /not complete within 1,000 ms/)
  })

  it('the time limit covers all redirects together', async () => {
    server.answer(({ path }) => (path === '/last' ? { kind: 'hang' } : redirect('/last')))
    assertFailed(await download('/first', { timeoutMs: LIMIT_MS }), 'wait', /no answer within 1,000 ms/)
  })
})
