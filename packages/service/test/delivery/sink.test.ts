/** The sink: a receiver inside the service, for which the guard makes its one exception. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { markAgentDeleted } from '../../src/agents/store.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, sharedService } from '../harness/service.ts'

onEachEngine((engine) => {
  const service = sharedService(engine)
  let agent = { id: '', key: '' }
  beforeEach(async () => {
    agent = await service().newAgent()
  })

  const put = async (knobs: object = {}) => {
    const { status, json } = await service().admin('PUT', `/agents/${agent.id}/sink`, knobs)
    assert.equal(status, 200)
    return json
  }
  const endpoint = (path: string) => `/endpoints/message:${agent.id}${path}`
  const requests = async (query = '') =>
    (await service().admin('GET', `/agents/${agent.id}/sink/requests${query}`)).json.items
  const connect = (url: string) =>
    service().admin('PUT', `/agents/${agent.id}/message-webhook`, { url, username: 'us', secret: 'hidden' })
  const send = async (text: string) => {
    const body = { conversation_id: 'c', text }
    return (await service().admin('POST', `/agents/${agent.id}/messages`, body)).json.delivery_id
  }
  const attempted = (id: string, count = 1) =>
    eventually(
      `${count} attempts`,
      async () => (await service().admin('GET', `/deliveries/${id}`)).json,
      ({ attempt_log }) => attempt_log.length >= count,
    )

  test('messages reach the sink where no private address is allowed, and it shows them as they came', async () => {
    const { url, ...knobs } = await put()
    const body = '{"code":200,"msg":"success"}'
    const apart = { connected: false, replaces: null }
    assert.deepEqual(knobs, { status: 200, delay_ms: 0, body, drop: false, down: false, ...apart })
    await connect(url)
    const id = await send('Hello, sink.')
    const { state, attempt_log } = await eventually(
      'settled',
      async () => (await service().admin('GET', `/deliveries/${id}`)).json,
      (delivery) => delivery.state !== 'pending',
    )
    assert.deepEqual([state, attempt_log[0].response], ['delivered', body])
    const { request_headers, response_headers, phases_ms } = attempt_log[0]
    assert.deepEqual([request_headers['webhook-id'], request_headers.authorization], [id, 'Basic ***'])
    assert.match(response_headers['content-type'], /^application\/json/)
    const { tls, ...others_ms } = phases_ms
    assert.equal(tls, null)
    assert.ok(Object.values(others_ms).every((ms) => typeof ms === 'number' && ms >= 0))
    const [request, ...others] = await requests()
    assert.deepEqual(others, [])
    assert.deepEqual([request.path, request.answered, request.is_test], ['', 200, false])
    assert.equal(JSON.parse(request.body).output[0].content.text, 'Hello, sink.')
    assert.equal(request.headers['webhook-id'], id)
    assert.equal(request.headers.authorization, 'Basic ***')
  })

  test('nothing else of this service is sent to, by whatever address', async () => {
    const { url } = await put()
    const { origin } = new URL(url)
    const elsewhere = [
      `${origin}/admin/v1/agents`,
      `${origin}/sink`,
      `${origin}/sink/../admin/v1/agents`,
      `${origin}/sink/%2e%2e/admin/v1/agents`,
      url.replace('127.0.0.1', 'localhost'),
      url.replace('127.0.0.1', '127.0.0.2'),
    ]
    for (const address of elsewhere) {
      await connect(address)
      const { results } = (await service().api('POST', '/v1/webhook/check', undefined, agent.key)).json
      assert.equal(results[0].http_status, null, `${address}: something answered`)
    }
    await connect(url)
    const { results } = (await service().api('POST', '/v1/webhook/check', undefined, agent.key)).json
    assert.equal(results[0].http_status, 200)
  })

  test('a webhook check finds it reachable as a message webhook and as a human service', async () => {
    const { url } = await put()
    await connect(url)
    const service_ = { name: 'Desk', webhook_url: url }
    assert.equal((await service().admin('POST', `/agents/${agent.id}/human-services`, service_)).status, 201)
    const check = await service().api('POST', '/v1/webhook/check', undefined, agent.key)
    assert.equal(check.status, 200, check.text)
    const got = (await requests()) as { path: string; is_test: boolean }[]
    assert.deepEqual(got.map(({ path, is_test }) => `${path} ${is_test}`).sort(), [
      ' true',
      '/chat true',
      '/conversation/establish true',
    ])
  })

  test('it responds as told: with a status, late, with a body, or not at all', async () => {
    const { url } = await put({ status: 500 })
    await connect(url)
    const id = await send('1')
    const failed = await attempted(id)
    assert.equal(failed.attempt_log[0].http_status, 500)
    const dropping = await put({ drop: true })
    assert.deepEqual([dropping.url, dropping.status], [url, 200], 'one address, and defaults again')
    const dropped = await attempted(id, 2)
    assert.equal(dropped.attempt_log[1].http_status, null)
    assert.match(dropped.attempt_log[1].error, /closed/)
    const { response_headers, phases_ms } = dropped.attempt_log[1]
    assert.deepEqual([response_headers, phases_ms.read], [null, null])
    assert.equal(typeof phases_ms.wait, 'number')
    await put({ delay_ms: 60, body: 'fine' })
    const startedAt = performance.now()
    const answer = await fetch(url, { method: 'POST', body: 'plain' })
    assert.deepEqual([answer.status, await answer.text()], [200, 'fine'])
    assert.ok(performance.now() - startedAt >= 55)
    const all = await requests()
    assert.deepEqual(
      all.slice(0, 2).map(({ answered }: { answered: number | null }) => answered),
      [500, null],
    )
    const last = all.at(-1)
    assert.equal(last.body, 'plain')
    assert.deepEqual(await requests(`?after=${last.id}`), [])
    assert.equal((await requests(`?after=${all[0].id}`))[0].id, all[1].id)
    const bad = await service().admin('PUT', `/agents/${agent.id}/sink`, { status: 42, delay_ms: 3_600_000 })
    assert.equal(bad.status, 400)
  })

  test('one that is down keeps nothing of what was sent to it', async () => {
    const { url } = await put({ down: true })
    await assert.rejects(fetch(url, { method: 'POST', body: 'lost' }))
    assert.deepEqual(await requests(), [])
  })

  test('the message webhook is pointed at it and back, and keeps its credentials', async () => {
    const at = (method: string) => service().admin(method, `/agents/${agent.id}/sink/webhook`)
    const webhook = () => service().admin('GET', `/agents/${agent.id}/message-webhook`)
    const { url, connected, replaces } = (await at('PUT')).json
    assert.deepEqual([connected, replaces], [true, null])
    assert.equal((await webhook()).json.url, url)
    assert.equal((await at('DELETE')).json.connected, false)
    assert.equal((await webhook()).status, 404, 'there was none before')

    await connect('https://shop.example/hook')
    assert.equal((await at('PUT')).json.replaces, 'https://shop.example/hook')
    assert.equal((await at('PUT')).json.replaces, 'https://shop.example/hook', 'again changes nothing')
    const id = await send('With credentials.')
    await attempted(id)
    assert.equal((await requests()).at(-1).headers.authorization, 'Basic ***')
    await at('DELETE')
    const before = { url: 'https://shop.example/hook', username: 'us', has_secret: true }
    assert.deepEqual((await webhook()).json, before)

    await at('PUT')
    await connect('https://other.example/hook')
    assert.equal((await at('DELETE')).json.connected, false)
    assert.equal(
      (await webhook()).json.url,
      'https://other.example/hook',
      'what somebody set meanwhile stays',
    )
  })

  test('of those who point the message webhook at it, or elsewhere, at the same time, none loses the address of another', async () => {
    const sink = (method: string) => service().admin(method, `/agents/${agent.id}/sink/webhook`)
    for (let round = 0; round < 10; round++) {
      const url = `https://shop.example/hook-${round}`
      await Promise.all([sink('PUT'), connect(url), sink('PUT'), sink('PUT')])
      await sink('DELETE')
      const { json } = await service().admin('GET', `/agents/${agent.id}/message-webhook`)
      assert.equal(json.url, url)
    }
  })

  test('while an agent is being deleted, neither its message webhook nor its sink changes', async () => {
    const { database } = service().service
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database.q)
      return Number(rows[0]?.n)
    }
    const changes = [() => connect('https://shop.example/hook')]
    changes.push(() => service().admin('PUT', `/agents/${agent.id}/sink/webhook`))
    const { begun } = await database.transaction('test', async (tx) => {
      await markAgentDeleted(tx, agent.id, Date.now())
      const begun = changes.map((change) => change())
      // The embedded engine has one writer: there the changes begin after this transaction.
      if (engine.name === 'postgres') await eventually('both wait', waiting, (n) => n === begun.length)
      return { begun }
    })
    const statuses = (await Promise.all(begun)).map(({ status }) => status)
    assert.deepEqual(statuses, [403, 403])
  })

  test('the log is short: old requests fall off by number and by size, and all of them when it is cleared', async () => {
    const { url } = await put()
    const small = Array.from({ length: 560 }, (_, n) => fetch(url, { method: 'POST', body: `${n}` }))
    await Promise.all(small)
    const kept = async () => {
      const all = []
      for (let after = 0; ; ) {
        const page = await requests(`?after=${after}&limit=200`)
        if (page.length === 0) return all
        all.push(...page)
        after = page.at(-1).id
      }
    }
    const count = (await kept()).length
    assert.ok(count >= 500 && count < 520, `${count}`)
    const large = 'x'.repeat(100_000)
    await Promise.all(Array.from({ length: 100 }, () => fetch(url, { method: 'POST', body: large })))
    const left = await kept()
    assert.ok(left.length < 90, `${left.length}`)
    assert.equal(left.at(-1).body.length, 65_536)
    assert.equal((await service().admin('DELETE', `/agents/${agent.id}/sink/requests`)).status, 204)
    assert.deepEqual(await requests(), [])
  })

  test('the log of a sink stays short, whatever other sinks get meanwhile', async () => {
    const { url } = await put()
    const own = agent
    agent = await service().newAgent('Other')
    const other = await put()
    // As numbers of all requests go, every twentieth is for the other one.
    const numberOf = async () => {
      await fetch(other.url, { method: 'POST', body: 'x' })
      return (await requests()).at(-1).id
    }
    while ((await numberOf()) % 20 !== 0);
    const body = 'x'.repeat(65_536)
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n < 19; n++) await fetch(url, { method: 'POST', body })
      await fetch(other.url, { method: 'POST', body: 'x' })
    }
    agent = own
    const kept = await requests('?limit=200')
    assert.ok(kept.length < 90, `${kept.length} are kept`)
  })

  test('only who knows its token can send to it, and an agent without a sink has none', async () => {
    const none = await service().admin('GET', `/agents/${agent.id}/sink`)
    assert.equal(none.status, 404)
    const { url } = await put()
    const wrong = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`
    for (const address of [wrong, `${url}x`, url.replace(agent.id, 'nobody')])
      assert.equal((await fetch(address, { method: 'POST', body: '{}' })).status, 404)
    assert.deepEqual(await requests(), [])
    const huge = await fetch(url, { method: 'POST', body: 'x'.repeat(1_100_000) })
    assert.equal(huge.status, 413)
  })

  test('what waits behind the paused webhook of a sink is given up when the sink is disconnected and nothing replaces it', async () => {
    await put()
    await service().admin('PUT', `/agents/${agent.id}/sink/webhook`)
    assert.equal((await service().admin('POST', endpoint('/pause'))).status, 200)
    const id = await send('Too late.')
    await service().admin('DELETE', `/agents/${agent.id}/sink/webhook`)
    const { state } = await eventually(
      'given up',
      async () => (await service().admin('GET', `/deliveries/${id}`)).json,
      (delivery) => delivery.state !== 'pending',
    )
    assert.equal(state, 'dead')
  })
})
