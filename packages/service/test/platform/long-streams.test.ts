/** Streams that stay open for hours: readers read, leave, stay, or do not read at all. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { EventStream } from '../../src/platform/http/route.ts'
import { createServer } from '../../src/platform/http/server.ts'
import { createLog } from '../../src/platform/log.ts'
import { openSocket } from '../harness/raw-socket.ts'
import { eventually } from '../harness/service.ts'

const FAR_MS = 600_000
const LETTERS = 'data: 你好 — ça va? 🙂\n\n'
const get = (version = '1.1') => `GET /long HTTP/${version}\r\nhost: test\r\n\r\n`
const GET_SHORT = 'GET /short HTTP/1.1\r\nhost: test\r\n\r\n'

/** A server with one long stream, which says what it is told to. */
async function withStreams() {
  const logLines: string[] = []
  const streams: { stream: EventStream; end: () => void }[] = []
  const server = createServer({
    routes: [
      {
        ...{ method: 'GET', path: '/long', auth: 'none', body: 'none' },
        handle: async () => ({
          events: async (stream) => {
            await stream.send(': open\n\n')
            await new Promise<void>((end) => {
              streams.push({ stream, end })
              stream.onEnd(end)
            })
          },
        }),
      },
      {
        ...{ method: 'GET', path: '/short', auth: 'none', body: 'none' },
        handle: async () => ({ text: 'short' }),
      },
    ],
    guards: {
      apiKey: async () => undefined,
      admin: async () => undefined,
      metrics: async () => undefined,
    },
    clock: systemClock,
    limits: readConfig('serve', {}),
    log: createLog('info', { write: (line) => void logLines.push(line) }),
  })
  const url = await server.listen('127.0.0.1', 0)
  const opened = (count = 1) =>
    eventually(
      'open streams',
      () => streams.length,
      (found) => found >= count,
    )
  return { server, url, streams, opened, logLines, [Symbol.asyncDispose]: () => server.drain(0) }
}

function received(socket: Socket): () => string {
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  return () => text
}

test('a long stream is read as any other, whatever its letters', async () => {
  await using running = await withStreams()
  const response = await fetch(`${running.url}/long`)
  assert.equal(response.headers.get('transfer-encoding'), 'chunked')
  await running.opened()
  const [open] = running.streams
  assert.equal(await open?.stream.send(LETTERS), true)
  open?.end()
  assert.equal(await response.text(), `: open\n\n${LETTERS}`)
})

test('a reader of HTTP/1.0 gets the events without chunks', async () => {
  await using running = await withStreams()
  const socket = await openSocket(running.url)
  const text = received(socket)
  socket.write(get('1.0'))
  await running.opened()
  await running.streams[0]?.stream.send(LETTERS)
  running.streams[0]?.end()
  await once(socket, 'close')
  assert.equal(text().split('\r\n\r\n')[1], `: open\n\n${LETTERS}`)
})

test('a stream has one line in the log, when it is over, and the line says whether its reader left it', async () => {
  await using running = await withStreams()
  const lines = () => running.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  const left = await openSocket(running.url)
  left.write(get())
  await running.opened()
  assert.deepEqual(lines(), [])
  left.destroy()
  await eventually('a line', lines, ({ length }) => length === 1)
  const response = await fetch(`${running.url}/long`)
  await running.opened(2)
  running.streams[1]?.end()
  await response.text()
  const found = await eventually('another', lines, ({ length }) => length === 2)
  assert.deepEqual(
    found.map(({ path, status, aborted }) => [path, status, aborted]),
    [
      ['/long', 200, true],
      ['/long', 200, undefined],
    ],
  )
  assert.equal(found[1]?.reqId, response.headers.get('x-request-id'))
})

test('a reader that closes only its own side is one that left', async () => {
  await using running = await withStreams()
  const socket = await openSocket(running.url)
  socket.resume()
  socket.write(get())
  await running.opened()
  socket.end()
  await once(socket, 'close')
  await eventually('the end', () => running.streams[0]?.stream.isEnded(), Boolean)
})

test('a reader that sends something else than HTTP on the connection of its stream loses only that stream', async () => {
  await using running = await withStreams()
  const socket = await openSocket(running.url)
  socket.resume()
  socket.write(get())
  await running.opened()
  socket.write('x'.repeat(200_000))
  await eventually('the end', () => running.streams[0]?.stream.isEnded(), Boolean)
  assert.equal(await (await fetch(`${running.url}/short`)).text(), 'short')
  await running.server.drain(FAR_MS)
})

test('a request that was sent together with that of a stream is answered after it', async () => {
  await using running = await withStreams()
  const socket = await openSocket(running.url)
  const text = received(socket)
  socket.write(get() + GET_SHORT)
  await running.opened()
  await running.streams[0]?.stream.send(LETTERS)
  await eventually('the words', text, (found) => found.includes(LETTERS))
  running.streams[0]?.end()
  await eventually('the other answer', text, (found) => found.endsWith('short'))
  socket.destroy()
})

test('a reader that never closes its side does not hold up a stop', async () => {
  await using running = await withStreams()
  const socket = await openSocket(running.url)
  socket.allowHalfOpen = true
  const text = received(socket)
  socket.write(get())
  await running.opened()
  await running.server.drain(FAR_MS)
  await eventually('the end', text, (found) => found.endsWith('0\r\n\r\n'))
  socket.destroy()
})

test('a reader that does not read is waited for, and cut off when the time of a stop is up', async () => {
  await using running = await withStreams()
  const socket = await openSocket(running.url)
  socket.pause()
  socket.write(get())
  await running.opened()
  let isSent = false
  const much = running.streams[0]?.stream.send('x'.repeat(50_000_000)).then((sent) => {
    isSent = true
    return sent
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(isSent, false)
  await running.server.drain(0)
  assert.equal(await much, false)
  socket.destroy()
})
