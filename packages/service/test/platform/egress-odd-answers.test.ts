/** Answers that no ordinary server gives: what can be understood is, and of the rest the reason is true and in plain words. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { parseAllowList } from '../../src/platform/egress/address-rules.ts'
import { createEgress, type Egress } from '../../src/platform/egress/client.ts'
import type { SendResult } from '../../src/platform/egress/send.ts'
import { withRawPeer } from '../harness/raw-peer.ts'

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
let egress: Egress
before(() => {
  egress = createEgress({ allow: parseAllowList('127.0.0.0/8') })
})
after(() => egress.close())

const request = { headers: {}, body: '{}', timeoutMs: 20_000, maxResponseBytes: 65_536 }

/** What becomes of a request whose peer does this once the request has come. */
async function answeredBy(
  answer: (socket: Socket) => void,
  scheme: 'http' | 'https' = 'http',
): Promise<SendResult> {
  let result: SendResult | undefined
  await withRawPeer(
    (socket) => socket.on('data', () => answer(socket)),
    async (port) => {
      result = await egress.send({ url: `${scheme}://127.0.0.1:${port}/`, ...request })
    },
  )
  return result as SendResult
}

/** Each on its own, so that the other side is likely to read it so. */
async function inPieces(socket: Socket, pieces: readonly string[]): Promise<void> {
  socket.setNoDelay(true)
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('100 Continue that nobody asked for', () => {
  const heads = ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 100\r\nx: y\r\n\r\n']

  it('is passed over before the answer, in one piece with it or in several', async () => {
    for (const head of heads) {
      const ways = [[head + OK], [head, OK], [head + head, OK], [head + OK.slice(0, 9), OK.slice(9)]]
      ways.push([...(head + OK)])
      for (const pieces of ways) {
        const result = await answeredBy((socket) => void inPieces(socket, pieces))
        assert.ok(result.responded, JSON.stringify([pieces, result]))
        assert.deepEqual([result.status, result.body], [200, 'ok'])
      }
    }
  })

  it('leaves the connection whole for the next request, and bodies that look like it alone', async () => {
    const body = heads[0] as string
    let connections = 0
    await withRawPeer(
      (socket) => {
        connections++
        socket.on('data', () =>
          inPieces(socket, [`${body}HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`, body]),
        )
      },
      async (port) => {
        for (let count = 0; count < 3; count++) {
          const result = await egress.send({ url: `http://127.0.0.1:${port}/`, ...request })
          assert.ok(result.responded && result.body === body)
        }
      },
    )
    assert.equal(connections, 1)
  })
})

describe('an answer that cannot be used', () => {
  const reasonOf = (result: SendResult) => (result.responded ? `answered ${result.status}` : result.reason)

  it('says so in one plain sentence, and blames the peer for what the peer did', async () => {
    const cases: [answer: string, reason: RegExp][] = [
      [
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n${OK}`,
        /^127\.0\.0\.1:\d+ answered 101 Switching Protocols, which was not asked for$/,
      ],
      [
        `HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${OK}`,
        /^127\.0\.0\.1:\d+ answered 100 Continue/,
      ],
      [
        'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok',
        /^the response announces its length in a way that cannot be relied on$/,
      ],
      ['HTTP/1.1 000 X\r\ncontent-length: 0\r\n\r\n', /^the response is not valid HTTP\/1\.1$/],
    ]
    for (const [answer, reason] of cases)
      assert.match(reasonOf(await answeredBy((socket) => socket.write(answer))), reason)
  })

  it('that never begins or never ends, however much comes of it: is cut off long before its time', async () => {
    const floods: [first: string, again: string, reason: RegExp][] = [
      [
        '',
        'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n',
        /^127\.0\.0\.1:\d+ sent [\d,]+ bytes and no response$/,
      ],
      ['HTTP/1.1 200 ', 'O', /^127\.0\.0\.1:\d+ sent [\d,]+ bytes and no response$/],
      [
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;x=',
        'y',
        /^127\.0\.0\.1:\d+ sent [\d,]+ bytes for a response that is not complete$/,
      ],
    ]
    for (const [first, again, reason] of floods) {
      const more = again.repeat(Math.ceil(16_384 / again.length))
      const flood = (socket: Socket) => {
        socket.write(first)
        const on = () => {
          while (!socket.destroyed && socket.write(more));
        }
        socket.on('drain', on)
        on()
      }
      assert.match(reasonOf(await answeredBy(flood)), reason)
    }
  })

  it('of many small chunks is an answer all the same', async () => {
    const body = 'x'.repeat(60_000)
    const chunks = `${[...body].map((sign) => `1\r\n${sign}\r\n`).join('')}0\r\n\r\n`
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
    const result = await answeredBy((socket) => socket.write(head + chunks))
    assert.ok(result.responded && result.body === body)
  })

  it('without TLS where TLS was needed: says that, without words of OpenSSL', async () => {
    const reason = reasonOf(
      await answeredBy((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'https'),
    )
    assert.match(reason, /^the TLS handshake failed: what listens there does not speak TLS/)
  })

  it('broken off in the middle: no answer, and the bytes that came are kept', async () => {
    const heads = {
      'with a length': 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n',
      'in chunks': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n',
      'until it closes': 'HTTP/1.0 200 OK\r\n\r\n',
    }
    for (const [name, head] of Object.entries(heads)) {
      const result = await answeredBy((socket) =>
        socket.write(`${head}{"code":2`, () => setImmediate(() => socket.resetAndDestroy())),
      )
      assert.ok(!result.responded, name)
      assert.equal(result.stage, 'read', name)
      assert.deepEqual([result.status, result.body], [200, '{"code":2'], name)
      assert.match(result.reason, /^the connection was reset by .* before the response was complete$/, name)
    }
  })

  it('without a length, closed properly: that is its end', async () => {
    const result = await answeredBy((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\n{"code":200}'))
    assert.ok(result.responded && result.body === '{"code":200}')
  })
})

it('a response that came while this process stood still is taken, though its time was up', async () => {
  const peer = new Worker(
    `const { parentPort } = require('node:worker_threads')
    const server = require('node:http').createServer((request, response) => {
      parentPort.postMessage('asked')
      response.end('here')
    })
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
    { eval: true },
  )
  const [port] = await once(peer, 'message')
  const asked = once(peer, 'message')
  const sent = egress.send({ ...request, url: `http://127.0.0.1:${port}`, timeoutMs: 1000 })
  await asked
  // Stands still until long after the limit.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1300)
  assert.equal((await sent).responded, true)
  await peer.terminate()
})
