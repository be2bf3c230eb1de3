/** Contract 4.3: the webhook check probes everything configured on the agent, all at once, and leaves nothing behind. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handoffChatRequest, handoffEstablishRequest } from '@tandem/contract/handoff'
import { agentMessage } from '@tandem/contract/message'
import { type DeveloperServer, isTest, SUCCESS, startDeveloperServer } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

/** Long, so that what answers does so in time on a busy machine. */
const PROBE_MS = 1500
const env = { TANDEM_EGRESS_ALLOW: '127.0.0.0/8', TANDEM_PROBE_TIMEOUT_MS: String(PROBE_MS) }

onSqlite((engine) => {
  const shared = sharedService(engine, { env })

  async function agentWith(settings: { message?: string; services?: Record<string, string> }) {
    const service = shared()
    const agent = await service.newAgent()
    if (settings.message !== undefined)
      await service.admin('PUT', `/agents/${agent.id}/message-webhook`, {
        url: settings.message,
        username: 'me',
      })
    const ids: string[] = []
    for (const [name, webhook_url] of Object.entries(settings.services ?? {})) {
      const { json } = await service.admin('POST', `/agents/${agent.id}/human-services`, {
        name,
        webhook_url,
      })
      ids.push(json.id)
    }
    const check = () => service.api('POST', '/v1/webhook/check', undefined, agent.key)
    return { ...agent, ids, check }
  }

  async function withServer(fn: (developer: DeveloperServer) => Promise<void>): Promise<void> {
    const developer = await startDeveloperServer()
    try {
      await fn(developer)
    } finally {
      await developer.close()
    }
  }

  test('an agent has a hundred human services at most, since each check asks all of them at once', async () => {
    const agent = await agentWith({})
    const add = () =>
      shared().admin('POST', `/agents/${agent.id}/human-services`, { name: 'One', kind: 'desk' })
    const made = await Promise.all(Array.from({ length: 100 }, add))
    assert.ok(made.every(({ status }) => status === 201))
    const { status, json } = await add()
    assert.deepEqual([status, json.code], [409, 40900])
    assert.match(json.message, /100 human services/)
  })

  test('webhook check: the message webhook gets a whole message with istest, and the result has every field of the contract', () =>
    withServer(async (developer) => {
      const agent = await agentWith({ message: `${developer.url}/hook?x=1` })
      const { status, json } = await agent.check()
      assert.equal(status, 200)
      const [{ latency_ms, ...result }] = json.results
      assert.equal(json.results.length, 1)
      assert.deepEqual(result, {
        type: 'message',
        component_id: null,
        component_name: null,
        webhook_url: `${developer.url}/hook?x=1`,
        reachable: true,
        http_status: 200,
      })
      assert.ok(Number.isInteger(latency_ms) && latency_ms >= 0 && latency_ms <= PROBE_MS)
      assert.equal(developer.requests.length, 1)
      const [request] = developer.requests
      assert.deepEqual([request?.method, request?.path], ['POST', '/hook?x=1'])
      assert.equal(request?.headers.authorization, 'Bearer me')
      assert.equal(agentMessage.parse(request?.json).istest, true)
    }))

  test('webhook check: a human service is sent establish and chat under its URL, and is reachable only if both answer 200', () =>
    withServer(async (developer) => {
      const agent = await agentWith({ services: { Support: `${developer.url}/desk/` } })
      const { json } = await agent.check()
      const [{ latency_ms, ...result }] = json.results
      assert.ok(latency_ms >= 0)
      assert.deepEqual(result, {
        type: 'human_service',
        component_id: agent.ids[0],
        component_name: 'Support',
        webhook_url: `${developer.url}/desk/`,
        reachable: true,
        http_status: 200,
      })
      const paths = developer.requests.map(({ path }) => path).sort()
      assert.deepEqual(paths, ['/desk/chat', '/desk/conversation/establish'])
      assert.ok(developer.requests.every(isTest))
      const bodyOf = (path: string) => developer.requests.find((request) => request.path.endsWith(path))?.json
      assert.equal(handoffEstablishRequest.parse(bodyOf('/establish')).bot_id, agent.id)
      handoffChatRequest.parse(bodyOf('/chat'))
      for (const bad of ['/desk/chat', '/desk/conversation/establish']) {
        developer.answer(({ path }) => (path === bad ? { status: 404 } : SUCCESS))
        const [one] = (await agent.check()).json.results
        assert.deepEqual([one.reachable, one.http_status], [false, 404], bad)
      }
    }))

  test('webhook check: any status but 200 is unreachable and is reported, redirects are not followed', () =>
    withServer(async (developer) => {
      const agent = await agentWith({ message: developer.url })
      for (const status of [201, 204, 302, 400, 404, 410, 500, 503]) {
        developer.answer(() => ({ status, headers: { location: `${developer.url}/elsewhere` } }))
        const [one] = (await agent.check()).json.results
        assert.deepEqual([one.reachable, one.http_status], [false, status])
      }
      assert.equal(developer.requests.filter(({ path }) => path === '/elsewhere').length, 0)
    }))

  test('webhook check: no answer, a broken connection and a timeout have http_status null', () =>
    withServer(async (developer) => {
      const nobody = await startDeveloperServer()
      await nobody.close()
      for (const behaviour of [
        { kind: 'hang' },
        { kind: 'reset' },
        { kind: 'drop', when: 'before-head' },
      ] as const) {
        developer.answer(() => behaviour)
        const agent = await agentWith({ message: developer.url, services: { Gone: nobody.url } })
        const { results } = (await agent.check()).json
        assert.deepEqual(
          results.map((one: { reachable: boolean; http_status: number | null }) => [
            one.reachable,
            one.http_status,
          ]),
          [
            [false, null],
            [false, null],
          ],
        )
      }
    }))

  test('webhook check: what is not configured is not listed', async () => {
    const agent = await agentWith({})
    assert.deepEqual((await agent.check()).json, { results: [] })
  })

  test('webhook check: 30 components, 10 of them hanging, answer within the timeout and a little, and leave nothing behind', () =>
    withServer(async (developer) => {
      developer.answer(({ path }) => (path.startsWith('/hang') ? { kind: 'hang' } : SUCCESS))
      const names = Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? `hang${n}` : `good${n}`))
      const services = Object.fromEntries(names.map((name) => [name, `${developer.url}/${name}`]))
      const agent = await agentWith({ message: developer.url, services })
      const tables = ['lanes', 'lane_items', 'lane_bodies', 'lane_attempts', 'gates']
      const before = await Promise.all(tables.map((table) => shared().countRows(table)))
      const startedAt = performance.now()
      const { json } = await agent.check()
      const tookMs = performance.now() - startedAt
      assert.ok(tookMs < 2 * PROBE_MS, `${tookMs} ms: one after the other`)
      const results = json.results as {
        component_name: string | null
        reachable: boolean
        http_status: number | null
      }[]
      assert.deepEqual(results.map(({ component_name }) => component_name).sort(), [null, ...names].sort())
      for (const { component_name, reachable, http_status } of results) {
        const hangs = component_name?.startsWith('hang') === true
        assert.deepEqual(
          [reachable, http_status],
          hangs ? [false, null] : [true, 200],
          String(component_name),
        )
      }
      assert.equal(developer.requests.length, 61)
      assert.ok(developer.requests.every(isTest))
      assert.deepEqual(await Promise.all(tables.map((table) => shared().countRows(table))), before)
      assert.deepEqual((await shared().admin('GET', `/deliveries?agent_id=${agent.id}`)).json.items, [])
    }))

  test('webhook check: checks of one agent run one after another, and one of another agent does not wait for them', () =>
    withServer(async (developer) => {
      developer.answer(() => (developer.requests.length === 1 ? { kind: 'hang' } : SUCCESS))
      const agent = await agentWith({ message: developer.url })
      const other = await agentWith({ message: developer.url })
      let asked = 0
      const first = agent.check().finally(() => {
        asked = developer.requests.length
      })
      while (developer.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      const [second, third] = [agent.check(), agent.check()]
      assert.equal((await other.check()).json.results[0].reachable, true)
      assert.equal((await first).json.results[0].reachable, false)
      assert.equal(asked, 2, 'the second check began before the first had ended')
      assert.equal((await second).json.results[0].reachable, true)
      assert.equal((await third).json.results[0].reachable, true)
      assert.equal(developer.requests.length, 3, 'those that waited share a check')
    }))

  test('webhook check: without a key 40127, with the key of a deleted agent 40378, and nothing is probed', () =>
    withServer(async (developer) => {
      const agent = await agentWith({ message: developer.url })
      const none = await shared().api('POST', '/v1/webhook/check')
      assert.deepEqual([none.status, none.json.code], [401, 40127])
      const wrong = await shared().api('POST', '/v1/webhook/check', undefined, 'wrong')
      assert.deepEqual([wrong.status, wrong.json.code], [401, 40127])
      await shared().admin('DELETE', `/agents/${agent.id}`)
      const deleted = await agent.check()
      assert.deepEqual([deleted.status, deleted.json.code], [403, 40378])
      assert.equal(developer.requests.length, 0)
    }))

  test('webhook check: an address that must not be reached is unreachable and gets no request', async () => {
    const agent = await agentWith({
      message: 'http://10.0.0.1/',
      services: { Inside: 'http://169.254.169.254/' },
    })
    const { results } = (await agent.check()).json
    for (const one of results) assert.deepEqual([one.reachable, one.http_status], [false, null])
  })
})
