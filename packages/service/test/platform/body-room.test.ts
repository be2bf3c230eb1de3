/** Bodies in memory at a time: who may take how much, and that what was taken is given back. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, test } from 'node:test'
import { publicFace } from '../../src/platform/fault.ts'
import { createBodyRoom, roomFor } from '../../src/platform/http/body-room.ts'
import { readJsonBody } from '../../src/platform/http/read-body.ts'

const MIB = 2 ** 20

describe('room for bodies', () => {
  test('one agent takes half of it at most, and another still finds its own', () => {
    const room = createBodyRoom(64 * MIB)
    const first = room.lease('a', '::1')
    assert.ok(first.has(32 * MIB))
    const second = room.lease('a', '::1')
    assert.ok(!second.has(MIB), 'its half is taken')
    assert.ok(room.lease('b', '::1').has(32 * MIB))
    first.end()
    assert.ok(!room.lease('b', '::1').has(MIB))
    assert.ok(second.has(32 * MIB))
  })

  test('those nobody knows take half of it together, and one address an eighth', () => {
    const room = createBodyRoom(64 * MIB)
    const leases = ['1', '2', '3', '4'].map((address) => room.lease(undefined, address))
    for (const lease of leases) assert.ok(lease.has(8 * MIB))
    assert.ok(!room.lease(undefined, '1').has(MIB))
    assert.ok(!room.lease(undefined, '5').has(MIB))
    assert.ok(room.lease('a', '1').has(32 * MIB))
    leases[0]?.end()
    assert.ok(room.lease(undefined, '5').has(MIB))
  })

  test('a small body always finds room, a growing one is counted once, and one that ended twice gives back once', () => {
    const room = createBodyRoom(8 * MIB)
    const full = room.lease('a', '::1')
    for (let bytes = 0; bytes <= 4 * MIB; bytes += 1000) assert.ok(full.has(bytes), `${bytes}`)
    assert.ok(room.lease('a', '::1').has(10_000))
    full.end()
    full.end()
    assert.ok(room.lease('a', '::1').has(4 * MIB))
    assert.ok(!room.lease('b', '::1').has(5 * MIB))
  })

  test('there is room for several of the largest bodies, however small the heap', () => {
    assert.ok(roomFor(1024 * MIB) >= 4 * 1024 * MIB)
  })

  test('a body without room is refused with 503 before it is read, and the rest of it flows into nothing', async () => {
    const room = createBodyRoom(64 * MIB)
    const taken = room.lease('a', '::1')
    assert.ok(taken.has(32 * MIB))
    const server = createServer(async (request, response) => {
      const length = request.headers['content-length']
      const lease = room.lease('a', '::1')
      const options = { limitBytes: 32 * MIB, maxDepth: 8, hasRoom: lease.has }
      const answer = await readJsonBody(request, {
        ...options,
        ...(length === undefined ? {} : { contentLength: Number(length) }),
      }).then(
        () => 200,
        (error) => publicFace(error).status,
      )
      lease.end()
      response.writeHead(answer, { connection: 'close' }).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const ask = async (head: string, body: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n${body}`)
      let text = ''
      for await (const chunk of socket.setEncoding('latin1')) text += chunk
      return text.slice(9, 12)
    }
    const long = `"${'x'.repeat(MIB)}"`
    const chunk = `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`
    assert.equal(await ask(`content-length: ${long.length}`, long), '503')
    assert.equal(await ask('transfer-encoding: chunked', chunk), '503')
    assert.equal(await ask('content-length: 4', '"ab"'), '200')
    taken.end()
    assert.equal(await ask(`content-length: ${long.length}`, long), '200')
    assert.equal(await ask('transfer-encoding: chunked', chunk), '200')
    server.close()
  })
})
