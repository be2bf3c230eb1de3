/** Every answer carries a request id, and every log line of a request carries the same one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { headOf, sendRaw } from '../harness/raw-socket.ts'
import { eventually, sharedService } from '../harness/service.ts'

const HEALTH = '/v1/webhook/service/health'

onSqlite((engine) => {
  const service = sharedService(engine)
  const linesOf = (id: string) => service().logLines.filter((line) => JSON.parse(line).reqId === id)

  test('every answer has a request id, whatever becomes of the request', async () => {
    const requests = [
      headOf('GET', HEALTH, {}),
      headOf('GET', '/', {}),
      headOf('GET', '/openapi.json', {}),
      headOf('GET', '/nowhere', {}),
      headOf('DELETE', HEALTH, {}),
      headOf('HEAD', HEALTH, {}),
      headOf('OPTIONS', HEALTH, {}),
      headOf('GET', '/%ff', {}),
      headOf('GET', `/admin/v1/agents/${'x'.repeat(300)}`, {}),
      headOf('POST', '/v1/bot/doc/qa/add', {}),
      headOf('GET', '/admin/v1/agents', { authorization: 'Bearer wrong' }),
      'nonsense\r\n\r\n',
      headOf('GET', HEALTH, { 'x-much': 'x'.repeat(20_000) }),
    ]
    const ids = new Set<string>()
    for (const request of requests) {
      const answer = await sendRaw(service().url, request)
      const id = answer.headers.get('x-request-id') ?? ''
      assert.match(id, /^[0-9a-f-]{36}$/, `${request.slice(0, 60)} → ${answer.status}`)
      ids.add(id)
      await eventually(
        'log lines',
        () => linesOf(id).length,
        (count) => count > 0,
      )
    }
    assert.equal(ids.size, requests.length)
  })

  test('an id the caller gives is kept when it is harmless, and replaced when it is not', async () => {
    const given = async (id: string) =>
      (await sendRaw(service().url, headOf('GET', HEALTH, { 'x-request-id': id }))).headers.get(
        'x-request-id',
      )
    assert.equal(await given('trace.42_a-b'), 'trace.42_a-b')
    for (const odd of ['', 'a b', '"quoted"', 'x'.repeat(65), '{"level":"fatal"}']) {
      assert.match((await given(odd)) ?? '', /^[0-9a-f-]{36}$/)
    }
  })

  test('the log of a request says what was asked, what was answered, by which agent, and never the query', async () => {
    const agent = await service().newAgent()
    const path = '/v1/bot/doc/query/page'
    const answer = await service().api('GET', `${path}?knowledge_base_id=private`, undefined, agent.key)
    const id = answer.headers.get('x-request-id') ?? ''
    const lines = await eventually(
      'log lines',
      () => linesOf(id),
      ({ length }) => length === 2,
    )
    const [refusal, request] = lines.map((line) => JSON.parse(line))
    assert.deepEqual([refusal.level, refusal.msg, refusal.code], ['debug', 'the request was refused', 40348])
    assert.deepEqual(
      [request.level, request.msg, request.method, request.path, request.status, request.agent],
      ['info', 'request', 'GET', path, 400, agent.id],
    )
    assert.equal(typeof request.ms, 'number')
  })

  test('the log of a request has nothing that opens a file, a recording, a sink or a handoff, however its path is spelled', async () => {
    const key = 'v1.c0ffee00.AAAAAAAAAAAAAAAA.hush-hush'
    const paths = {
      [`/files/${key}`]: '/files/…',
      [`/files/${key}/more?x=1`]: '/files/…/more',
      [`//files//${key}`]: '//files/…',
      [`/under/files/${key}`]: '/under/files/…',
      [`/%66iles/${key}`]: '/files/…',
      [`/files%2f${key}`]: '/files/…',
      [`/audio/${key}.mp3`]: '/audio/…',
      [`/sink/agent-1/${key}/more`]: '/sink/agent-1/…/more',
      [`//sink//agent-1//${key}`]: '//sink//agent-1/…',
      [`/admin/v1/handoffs/${key}`]: '/admin/v1/handoffs/…',
      '/admin/v1/handoffs': '/admin/v1/handoffs',
      '/profiles/%20x': '/profiles/%20x',
    }
    for (const [path, shown] of Object.entries(paths)) {
      const answer = await sendRaw(service().url, headOf('GET', path, {}))
      const id = answer.headers.get('x-request-id') ?? ''
      const isRequest = (line: string) => JSON.parse(line).msg === 'request'
      const lines = await eventually(
        'log lines',
        () => linesOf(id).filter(isRequest),
        ({ length }) => length === 1,
      )
      assert.equal(JSON.parse(lines[0] ?? '').path, shown, path)
      assert.ok(!lines.join('').includes('hush-hush'), path)
    }
  })

  test('every log line is JSON with a level and a time, and every line of a request has its id', () => {
    for (const line of service().logLines) {
      const { level, time, msg, reqId } = JSON.parse(line)
      assert.ok(typeof level === 'string' && typeof msg === 'string' && !Number.isNaN(Date.parse(time)), line)
      if (msg.includes('request')) assert.ok(reqId, line)
    }
  })
})
