/** Connections that stay without saying anything useful cost a descriptor for a moment, and one address cannot take them all. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { answerOn, openSocket, sendRaw } from '../harness/raw-socket.ts'
import { eventually, startTestService, type TestService } from '../harness/service.ts'

const HALF = 'GET /v1/webhook/service/health HTTP/1.1\r\nhost: t\r\nx-half: '

const openOn = ({ service }: TestService) =>
  new Promise<number>((resolve, reject) =>
    service.app.server.fastify.server.getConnections((error, count) =>
      error ? reject(error) : resolve(count),
    ),
  )

const WITHIN_MS = 30_000
const endedOf = (sockets: readonly Socket[]) =>
  sockets.filter(({ closed, readableEnded }) => closed || readableEnded).length

/** Sockets that never close their own half, whatever they are told. */
async function openMany(url: string, count: number): Promise<Socket[]> {
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(url)))
  for (const socket of sockets) {
    socket.allowHalfOpen = true
    socket.resume()
  }
  return sockets
}

onSqlite((engine) => {
  test('a hundred sockets that send half a header and stay are answered 408 and then gone', async () => {
    await using service = await startTestService(engine, { env: { TANDEM_REQUEST_TIMEOUT_MS: '1000' } })
    const sockets = await openMany(service.url, 120)
    let answered = 0
    for (const socket of sockets) {
      socket.once('data', (bytes) => {
        if (bytes.toString('latin1').startsWith('HTTP/1.1 408')) answered++
      })
      socket.write(HALF)
    }
    await eventually(
      'connections',
      () => openOn(service),
      (count) => count === 0,
    )
    assert.equal(answered, 120)
    for (const socket of sockets) socket.destroy()
  })

  test('one address has no more connections than it may, and others are let in again as they go', async () => {
    const env = { TANDEM_CONNECTIONS_PER_ADDRESS: '100' }
    await using service = await startTestService(engine, { env })
    const sockets = await openMany(service.url, 150)
    await eventually(
      'closed',
      () => endedOf(sockets),
      (count) => count === 50,
      WITHIN_MS,
    )
    assert.equal(await openOn(service), 100)
    assert.match(service.logLines.join(''), /TANDEM_CONNECTIONS_PER_ADDRESS/)
    for (const socket of sockets) socket.destroy()
    await eventually(
      'connections',
      () => openOn(service),
      (count) => count === 0,
    )
    assert.equal((await service.api('GET', '/v1/webhook/service/health')).status, 200)
  })

  test('a caller who connects after hundreds of others is answered long before all of them are', async () => {
    await using service = await startTestService(engine)
    const { key } = await service.newAgent()
    await service.api('GET', '/v1/bot/knowledge/base/page', undefined, key)
    const { hostname, port } = new URL(service.url)
    let answered = 0
    const ask = (header: string) => {
      const socket = connect(Number(port), hostname)
      socket.write(`GET /v1/webhook/service/health HTTP/1.1\r\nhost: t\r\n${header}\r\n`)
      socket.once('data', () => answered++)
      return socket
    }
    const crowd = Array.from({ length: 400 }, () => ask(''))
    const last = ask(`authorization: Bearer ${key}\r\n`)
    await once(last, 'data')
    assert.ok(answered < 390, `${answered} were answered before`)
    await eventually(
      'answered',
      () => answered,
      (count) => count === 401,
      WITHIN_MS,
    )
    for (const socket of [...crowd, last]) socket.destroy()
  })

  test('four requests sent at once are answered; a connection that sends thousands is cut off', async () => {
    await using service = await startTestService(engine)
    for (const expect of ['', 'expect: much\r\n']) {
      const one = `GET /v1/webhook/service/health HTTP/1.1\r\nhost: t\r\n${expect}\r\n`
      const four = await openSocket(service.url)
      four.write(one.repeat(3) + one.replace('host: t', 'host: t\r\nconnection: close'))
      const { status, text } = await answerOn(four)
      assert.deepEqual([status, text.split('HTTP/1.1 200').length], [200, 4])
      const before = process.threadCpuUsage()
      await sendRaw(service.url, one.repeat(20_000))
      const { user, system } = process.threadCpuUsage(before)
      assert.ok(user + system < 400_000, `took ${(user + system) / 1000} ms`)
      assert.equal((await service.api('GET', '/v1/webhook/service/health')).status, 200)
    }
  })

  test('behind proxies the limit per address does not apply, and the limit of all does', async () => {
    const env = {
      TANDEM_CONNECTIONS_PER_ADDRESS: '10',
      TANDEM_PROXY_HOPS: '1',
      TANDEM_CONNECTION_LIMIT: '60',
    }
    await using service = await startTestService(engine, { env })
    const sockets = await openMany(service.url, 100)
    await eventually(
      'closed',
      () => endedOf(sockets),
      (count) => count === 40,
      WITHIN_MS,
    )
    assert.equal(await openOn(service), 60)
    for (const socket of sockets) socket.destroy()
  })
})
