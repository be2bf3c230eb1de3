/** Starts of requests: few in a tick, callers in rotation, and new connections are taken before. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.ts'
import { connectionAccepted } from '../../src/platform/hold-work.ts'
import { createServer } from '../../src/platform/http/server.ts'
import { createStarts } from '../../src/platform/http/start-in-turn.ts'
import { createLog } from '../../src/platform/log.ts'
import { openSocket } from '../harness/raw-socket.ts'
import { eventually } from '../harness/service.ts'

const tick = () => new Promise((resolve) => setImmediate(resolve))

function requestOf(authorization: string, destroyed = false) {
  return { headers: { authorization }, socket: { remoteAddress: '192.0.2.1', destroyed } } as IncomingMessage
}

/** Starts, and the credentials of the requests that were handled, in their order. */
function watched() {
  const starts = createStarts(() => 0)
  const started: string[] = []
  const start = starts.inTurn(({ headers }) => started.push(headers.authorization ?? ''))
  const come = (request: IncomingMessage) => start(request, {} as ServerResponse)
  return { starts, started, come }
}

test('of a thousand requests of one caller eight start in a tick, and another caller is next in the tick after', async () => {
  const { starts, started, come } = watched()
  starts.accepted(requestOf('crowd'), 'crowd')
  starts.accepted(requestOf('other'), 'other')
  for (let n = 0; n < 1000; n++) come(requestOf('crowd'))
  await tick()
  assert.equal(started.length, 8)
  come(requestOf('other'))
  await tick()
  assert.equal(started.length, 16)
  assert.ok(started.slice(8, 10).includes('other'))
  while (started.length < 1001) await tick()
})

test('after a request that takes long no other starts in the same tick', async () => {
  let nowMs = 0
  const starts = createStarts(() => nowMs)
  let started = 0
  const start = starts.inTurn(async () => {
    started++
    await undefined
    nowMs += 10
  })
  for (let n = 0; n < 24; n++) start(requestOf('crowd'), {} as ServerResponse)
  await tick()
  assert.equal(started, 1)
  await tick()
  assert.equal(started, 2)
})

test('while connections come, one in a tick, requests start every 10 ms', async () => {
  let nowMs = 0
  const starts = createStarts(() => nowMs)
  let started = 0
  const start = starts.inTurn(() => started++)
  for (let n = 0; n < 20; n++) start(requestOf('crowd'), {} as ServerResponse)
  await tick()
  assert.equal(started, 8)
  for (nowMs = 1; nowMs < 10; nowMs++) {
    connectionAccepted()
    await tick()
  }
  assert.equal(started, 8)
  connectionAccepted()
  await tick()
  assert.equal(started, 16)
  // Without a new connection none has to wait.
  await tick()
  assert.equal(started, 20)
})

test('a thousand callers whose credentials were never valid delay one that is known by a single start', async () => {
  const { starts, started, come } = watched()
  starts.accepted(requestOf('known'), 'known')
  for (let n = 0; n < 1000; n++) come(requestOf(`guess ${n}`))
  come(requestOf('known'))
  await tick()
  assert.ok(started.slice(0, 2).includes('known'))
})

test('a caller is one, however often it spells its credential in another way', async () => {
  const { starts, started, come } = watched()
  const spelled = Array.from({ length: 1000 }, (_, n) => requestOf(`Bearer${' '.repeat(n + 1)}crowd`))
  for (const request of spelled) starts.accepted(request, 'crowd')
  starts.accepted(requestOf('other'), 'other')
  for (const request of spelled) come(request)
  come(requestOf('other'))
  await tick()
  assert.ok(started.slice(0, 2).includes('other'))
})

test('a cookie that nobody has checked makes no caller, on a route that may be called without a key either', async (t) => {
  const started: string[] = []
  const server = createServer({
    routes: [
      {
        ...{ method: 'GET', path: '/open', auth: 'optionalKey', body: 'none' },
        async handle({ headers }) {
          started.push(headers.authorization ?? headers.cookie ?? '')
          return { text: 'here' }
        },
      },
    ],
    guards: {
      apiKey: async () => ({ agentId: 'shop', keyId: 'key', agents: ['shop'] }),
      admin: async () => undefined,
      metrics: async () => undefined,
    },
    clock: systemClock,
    limits: readConfig('serve', {}),
    log: createLog('silent'),
  })
  t.after(() => server.drain(0))
  const url = await server.listen('127.0.0.1', 0)
  const get = (header: string) => `GET /open HTTP/1.1\r\nhost: test\r\n${header}\r\n\r\n`
  const headers = [...Array.from({ length: 60 }, (_, n) => `cookie: n=${n}`), 'authorization: Bearer key']
  const sockets = await Promise.all(headers.map(() => openSocket(url)))
  for (const [n, socket] of sockets.entries()) {
    socket.resume().write(get(headers[n] ?? ''))
    await once(socket, 'data')
  }
  started.length = 0
  for (const [n, socket] of sockets.entries()) socket.write(get(headers[n] ?? ''))
  await eventually(
    'all',
    () => started.length,
    (count) => count === headers.length,
  )
  assert.ok(started.indexOf('Bearer key') < 20, `it was number ${started.indexOf('Bearer key')}`)
  for (const socket of sockets) socket.destroy()
})

test('callers without a credential take turns by address', async () => {
  const starts = createStarts()
  const started: (string | undefined)[] = []
  const start = starts.inTurn(({ socket }) => started.push(socket.remoteAddress))
  const from = (remoteAddress: string) =>
    ({ headers: {}, socket: { remoteAddress, destroyed: false } }) as IncomingMessage
  for (let n = 0; n < 1000; n++) start(from('192.0.2.1'), {} as ServerResponse)
  start(from('192.0.2.2'), {} as ServerResponse)
  await tick()
  assert.ok(started.slice(0, 2).includes('192.0.2.2'))
})

test('a request that comes alone starts in its tick', async () => {
  const { started, come } = watched()
  for (let n = 0; n < 20; n++) {
    come(requestOf('one'))
    await tick()
    assert.equal(started.length, n + 1)
  }
})

test('the request of a caller that has hung up is not worked on', async () => {
  const { started, come } = watched()
  come(requestOf('gone', true))
  come(requestOf('here'))
  await tick()
  assert.deepEqual(started, ['here'])
})
