/** Clients that do not keep to HTTP: too much in the head, garbage, a trickle, a hang-up. The service answers and lives on. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createAgent } from '../../src/agents/manage-agents.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { onSqlite } from '../harness/engines.ts'
import { answerOn, headOf, openSocket, sendRaw } from '../harness/raw-socket.ts'
import { eventually, pairsOf, sharedService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'

onSqlite((engine) => {
  const service = sharedService(engine)
  // The shortest time a request may be given; the service looks for late ones as often. Only for requests that never come in
  // full: on a busy machine others may take as long.
  const hasty = sharedService(engine, { env: { TANDEM_REQUEST_TIMEOUT_MS: '1000' } })

  afterEach(async () => {
    const health = await service().api('GET', '/v1/webhook/service/health')
    assert.deepEqual([health.status, health.text], [200, 'service is normal'])
    for (const each of [service(), hasty()])
      for (const table of ['documents', 'pair_sets', 'pairs'])
        assert.equal(await each.countRows(table), 0, table)
    // It has no body that could be late.
    assert.equal((await hasty().api('GET', '/v1/webhook/service/health')).status, 200)
  })

  test('bad connections: headers beyond the limit are answered with 431 and our body', async () => {
    const huge = headOf('GET', '/v1/webhook/service/health', { 'x-much': 'x'.repeat(20_000) })
    const answer = await sendRaw(service().url, huge)
    assert.equal(answer.status, 431)
    assert.deepEqual(JSON.parse(answer.text), { code: 43100, message: 'Request headers too large' })
    const longUrl = await sendRaw(service().url, headOf('GET', `/${'x'.repeat(20_000)}`, {}))
    assert.equal(JSON.parse(longUrl.text).code, 43100)
  })

  test('bad connections: what is not HTTP is answered with 40000', async () => {
    const tls = Buffer.from('16030100a5010000a10303', 'hex')
    const garbage = [
      'GARBAGE\r\n\r\n',
      '\0\0\0\0',
      tls,
      'GET / HTTP/9.9\r\n\r\n',
      'GET  / HTTP/1.1\nx\r\n\r\n',
    ]
    for (const bytes of garbage) {
      const answer = await sendRaw(service().url, bytes)
      assert.equal(answer.status, 400, String(bytes))
      assert.equal(answer.reason, 'Bad Request')
      assert.equal(JSON.parse(answer.text).code, 40000)
      assert.match(answer.text, /request: found something that is not HTTP/)
      assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    }
  })

  test('bad connections: a request without Host is answered with 40000 and our body; HTTP/1.0 needs none', async () => {
    const health = '/v1/webhook/service/health'
    const answer = await sendRaw(service().url, `GET ${health} HTTP/1.1\r\nconnection: close\r\n\r\n`)
    assert.equal(answer.status, 400)
    assert.equal(JSON.parse(answer.text).code, 40000)
    assert.match(answer.text, /host: found nothing/)
    const old = await sendRaw(service().url, `GET ${health} HTTP/1.0\r\n\r\n`)
    assert.deepEqual([old.status, old.text], [200, 'service is normal'])
  })

  test('bad connections: what cannot be read is answered with the safety headers of every response', async () => {
    const { headers } = await service().api('GET', '/v1/webhook/service/health')
    const unread = await sendRaw(service().url, 'GARBAGE\r\n\r\n')
    for (const name of ['x-content-type-options', 'referrer-policy', 'content-security-policy'])
      assert.equal(unread.headers.get(name), headers.get(name) ?? 'none', name)
  })

  test('bad connections: two lengths, or a length beside chunks, are refused', async () => {
    const head = `POST ${ADD} HTTP/1.1\r\nhost: t\r\n`
    for (const lines of [
      'content-length: 5\r\ncontent-length: 6\r\n\r\nhello',
      'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'content-length: -1\r\n\r\n',
      'transfer-encoding: chunked\r\n\r\nnot-a-size\r\n',
    ]) {
      const answer = await sendRaw(service().url, head + lines)
      // Whichever is seen first: that it is not HTTP, or that it carries no key.
      assert.ok([400, 401].includes(answer.status), `${lines} ${answer.status}`)
    }
  })

  test('bad connections: a refused caller that asked to close is closed once its body has come', async () => {
    const body = '{"purpose":"QA_TEXT"}'
    const head = { 'content-type': 'application/json', 'content-length': `${body.length}` }
    for (const authorization of [{}, { authorization: 'Bearer wrong' }]) {
      const answer = await sendRaw(service().url, headOf('POST', ADD, { ...head, ...authorization }) + body)
      assert.equal(answer.status, 401)
      assert.equal(JSON.parse(answer.text).code, 40127)
    }
  })

  test('bad connections: headers that trickle in are cut off with 408', async () => {
    const socket = await openSocket(hasty().url)
    socket.write('GET /v1/webhook/service/health HTTP/1.1\r\nhost: t\r\nx-slow: ')
    const trickle = setInterval(() => socket.write('x'), 50)
    try {
      const answer = await answerOn(socket)
      assert.equal(answer.status, 408)
      assert.deepEqual(JSON.parse(answer.text), { code: 40800, message: 'Request timed out' })
    } finally {
      clearInterval(trickle)
    }
  })

  test('bad connections: a body that trickles in is cut off with 408, and nothing is stored', async () => {
    const { apiKey: key } = await createAgent(hasty().service.database, systemClock, 'Test agent')
    const body = JSON.stringify({ purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(1) })
    const socket = await openSocket(hasty().url)
    const head = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': '9999',
    }
    socket.write(headOf('POST', ADD, head) + body)
    const answer = await answerOn(socket)
    assert.equal(answer.status, 408)
  })

  test('bad connections: a client that hangs up in the middle of its body leaves nothing behind', async () => {
    const { key } = await service().newAgent()
    const body = JSON.stringify({ purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(5000) })
    const head = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': `${body.length}`,
    }
    let begun = 0
    let ended = 0
    service().service.app.server.fastify.server.on('request', (_request, response) => {
      begun++
      response.once('close', () => ended++)
    })
    for (let sent = 0; sent < 10; sent++) {
      const socket = await openSocket(service().url)
      socket.write(headOf('POST', ADD, head) + body.slice(0, 10_000 * sent))
      // What is reset before it was read never comes.
      await eventually(
        'it has begun',
        () => begun,
        (count) => count === sent + 1,
      )
      if (sent % 2) socket.destroy()
      else socket.resetAndDestroy()
    }
    // Also those that hung up before their turn came. A drain does not wait for any of them.
    await eventually(
      'they have ended',
      () => ended,
      (count) => count === 10,
    )
  })
})
