/** The ways in that are not for everybody: the admin API, metrics, and what browsers may do with our answers. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { newPerson } from '../accounts/people.ts'
import { manualClock } from '../harness/clock.ts'
import { onSqlite } from '../harness/engines.ts'
import { clientOf, sharedService, startTestService, type TestService } from '../harness/service.ts'

const AGENTS = '/admin/v1/agents'
const METRICS_TOKEN = 'metrics-token-of-this-test'

const statusOf = async (service: TestService, path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${service.url}${path}`, { headers })).status
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

onSqlite((engine) => {
  const shared = sharedService(engine)

  describe('the admin API', () => {
    test('takes no more guesses from an address that had ten wrong, until a while has passed', async () => {
      const clock = manualClock()
      await using service = await startTestService(engine, { clock, env: { TANDEM_PROXY_HOPS: '1' } })
      const from = (address: string, token: string) =>
        statusOf(service, AGENTS, { ...bearer(token), 'x-forwarded-for': address })
      for (let guess = 0; guess < 10; guess++) assert.equal(await from('192.0.2.1', `wrong-${guess}`), 401)
      assert.equal(await from('192.0.2.1', 'wrong-11'), 429)
      assert.equal(await from('192.0.2.1', service.adminToken), 429, 'a right guess is not told')
      assert.equal(await from('192.0.2.2', service.adminToken), 200, 'elsewhere the right token works')
      await clock.advance(60_000)
      assert.equal(await from('192.0.2.1', service.adminToken), 200)
    })

    test('is not locked for its owner by others behind a proxy nobody told of', async () => {
      await using service = await startTestService(engine)
      const from = (address: string, token: string) =>
        statusOf(service, AGENTS, { ...bearer(token), 'x-forwarded-for': address })
      for (let guess = 0; guess < 12; guess++) await from('192.0.2.1', `wrong-${guess}`)
      assert.equal(await from('192.0.2.2', service.adminToken), 200)
    })

    test('takes no more guesses from a caller that names other callers each time, whether a proxy is known or not', async () => {
      for (const [hops, most] of [
        ['0', 100],
        ['1', 10],
      ] as const) {
        const clock = manualClock()
        await using service = await startTestService(engine, { clock, env: { TANDEM_PROXY_HOPS: hops } })
        const guess = (n: number) => {
          const forwarded = `198.51.100.${n % 250}, 203.0.113.${Math.floor(n / 250)}${hops === '0' ? '' : ', 192.0.2.1'}`
          return statusOf(service, AGENTS, { ...bearer(`wrong-${n}`), 'x-forwarded-for': forwarded })
        }
        for (let n = 0; n < most; n++) assert.equal(await guess(n), 401)
        assert.equal(await guess(most), 429, `hops ${hops}`)
      }
    })

    test('can have a port of its own, with metrics, and is then not served on the other', async () => {
      const port = await freePort()
      await using service = await startTestService(engine, { env: { TANDEM_ADMIN_PORT: String(port) } })
      assert.equal(await statusOf(service, AGENTS, bearer(service.adminToken)), 404)
      assert.equal(await statusOf(service, '/metrics'), 404)
      const admin = clientOf(`http://127.0.0.1:${port}`)
      const made = await admin.api('POST', AGENTS, { name: 'Shop' }, service.adminToken)
      assert.equal(made.status, 201, made.text)
      assert.equal((await admin.api('GET', '/metrics')).status, 200)
      assert.equal(
        (await admin.api('GET', '/v1/bot/knowledge/base/page', undefined, made.json.api_key)).status,
        404,
      )
      assert.equal(await statusOf(service, '/v1/bot/knowledge/base/page', bearer(made.json.api_key)), 200)
    })
  })

  describe('metrics', () => {
    test('are read from this machine without a token, and through a proxy only with one', async () => {
      const passedOn = { 'x-forwarded-for': '192.0.2.1' }
      assert.equal(await statusOf(shared(), '/metrics'), 200)
      assert.equal(await statusOf(shared(), '/metrics', passedOn), 401)
      assert.equal(await statusOf(shared(), '/metrics', { ...passedOn, ...bearer('wrong') }), 401)
      assert.equal(await statusOf(shared(), '/metrics', { ...passedOn, ...bearer(shared().adminToken) }), 200)
    })

    test('need a token everywhere, or nowhere, where that is set', async () => {
      const env = { TANDEM_METRICS_ACCESS: 'token', TANDEM_METRICS_TOKEN: METRICS_TOKEN }
      await using closed = await startTestService(engine, { env })
      assert.equal(await statusOf(closed, '/metrics'), 401)
      assert.equal(await statusOf(closed, '/metrics', bearer(METRICS_TOKEN)), 200)
      assert.equal(await statusOf(closed, AGENTS, bearer(METRICS_TOKEN)), 401, 'it opens nothing else')
      await using open = await startTestService(engine, { env: { TANDEM_METRICS_ACCESS: 'open' } })
      assert.equal(await statusOf(open, '/metrics', { 'x-forwarded-for': '192.0.2.1' }), 200)
    })
  })

  test('every answer says that it is not to be framed, sniffed or told of elsewhere', async () => {
    const { id, key } = await shared().newAgent()
    await shared().admin('PATCH', `/agents/${id}/settings`, { web: { enabled: true } })
    const checkHeaders = (headers: Headers, what: string) => {
      assert.equal(headers.get('x-content-type-options'), 'nosniff', what)
      assert.equal(headers.get('referrer-policy'), 'no-referrer', what)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors/, what)
    }
    for (const path of [
      '/reference',
      '/openapi.json',
      '/chat/nobody',
      `/chat/${id}`,
      '/metrics',
      '/nowhere',
      '/%ff',
      AGENTS,
    ])
      checkHeaders((await shared().api('GET', path)).headers, path)
    const made = await shared().api('POST', '/v1/conversation', { user_id: 'u' }, key)
    const message = {
      conversation_id: made.json.conversation_id,
      response_mode: 'streaming',
      messages: [{ role: 'user', content: 'Hello' }],
    }
    checkHeaders((await shared().api('POST', '/v2/conversation/message', message, key)).headers, 'a stream')
    const { headers } = await shared().api('GET', '/reference')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.match(
      headers.get('content-security-policy') ?? '',
      /script-src 'self' 'sha256-.*frame-ancestors 'none'/,
    )
  })

  test('no cache on the way keeps what only the caller may see, nor a failure', async () => {
    const { id, key } = await shared().newAgent()
    await shared().admin('PATCH', `/agents/${id}/settings`, { web: { enabled: true } })
    const chat = (await shared().api('POST', `/web/v1/agents/${id}/chats`)).json
    const one = await newPerson(shared(), 'developer', [id])
    const answers = {
      ofPerson: await one.call('GET', `/admin/v1/agents/${id}/identity`),
      refused: await one.call('GET', '/admin/v1/accounts'),
      ofKey: await shared().api('GET', '/v1/bot/detail', undefined, key),
      ofChat: await shared().api(
        'GET',
        `/web/v1/chats/${chat.conversation_id}/messages`,
        undefined,
        chat.token,
      ),
      unknown: await shared().api('GET', '/nowhere'),
    }
    for (const [what, { headers }] of Object.entries(answers))
      assert.equal(headers.get('cache-control'), 'no-store', what)
  })

  test('a load balancer may ask for health with HEAD', async () => {
    const health = await fetch(`${shared().url}/v1/webhook/service/health`, { method: 'HEAD' })
    assert.deepEqual([health.status, await health.text()], [200, ''])
  })

  test('a proxy that nobody told of is warned of, once an hour', async () => {
    const clock = manualClock()
    await using service = await startTestService(engine, { clock })
    const warnings = () => service.logLines.filter((line) => line.includes('TANDEM_PROXY_HOPS is 0')).length
    const health = (headers = {}) => statusOf(service, '/v1/webhook/service/health', headers)
    await health()
    assert.equal(warnings(), 0)
    for (let n = 0; n < 3; n++) await health({ 'x-forwarded-for': '192.0.2.1' })
    assert.equal(warnings(), 1)
    await clock.leap(3_600_000)
    await health({ 'x-forwarded-for': '192.0.2.1' })
    assert.equal(warnings(), 2)
    await using told = await startTestService(engine, { env: { TANDEM_PROXY_HOPS: '1' } })
    await statusOf(told, '/v1/webhook/service/health', { 'x-forwarded-for': '192.0.2.1' })
    assert.doesNotMatch(told.logLines.join(''), /TANDEM_PROXY_HOPS is 0/)
  })

  test('one agent, and one network of IPv6, begin no more chats in a minute than they may', async () => {
    const clock = manualClock()
    const env = {
      TANDEM_CHAT_STARTS_PER_MINUTE: '2',
      TANDEM_AGENT_CHAT_STARTS_PER_MINUTE: '3',
      TANDEM_PROXY_HOPS: '1',
    }
    await using service = await startTestService(engine, { clock, env })
    const agents = [await service.newAgent(), await service.newAgent()]
    for (const { id } of agents)
      await service.admin('PATCH', `/agents/${id}/settings`, { web: { enabled: true } })
    const start = async (agent: number, address: string) => {
      const url = `${service.url}/web/v1/agents/${agents[agent]?.id}/chats`
      return (await fetch(url, { method: 'POST', headers: { 'x-forwarded-for': address } })).status
    }
    assert.equal(await start(0, '2001:db8:1:1::1'), 201)
    assert.equal(await start(0, '2001:db8:1:1:2::2'), 201)
    assert.equal(await start(0, '2001:db8:1:1:3::3'), 429, 'the third address of one network')
    assert.equal(await start(0, '192.0.2.1'), 201)
    assert.equal(await start(0, '192.0.2.2'), 429, 'the fourth chat of the agent')
    assert.equal(await start(1, '192.0.2.2'), 201, 'others are not held up by it')
  })
})
