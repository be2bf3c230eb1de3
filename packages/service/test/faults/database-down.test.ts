/** The database goes away and comes back: health says so in time for its callers, requests fail in order, all heals by itself. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { withinMoment } from '../../src/platform/database/trouble.ts'
import { type FreshEnvironment, onEachEngine } from '../harness/engines.ts'
import { eventually, pairsOf, startTestService } from '../harness/service.ts'
import { startTcpProxy } from '../harness/tcp-proxy.ts'

const HEALTH = '/v1/webhook/service/health'
/** Callers of health wait 3 to 5 seconds. */
const CALLER_PATIENCE_MS = 4500

onEachEngine((engine) => {
  // The embedded engine is part of the process: there is no wire to cut, and nothing that could be down beside it.
  if (engine.name === 'sqlite') return

  async function behindProxy(store: FreshEnvironment) {
    const url = new URL(store.env.DATABASE_URL ?? '')
    const proxy = await startTcpProxy(url.hostname, Number(url.port))
    url.port = `${proxy.port}`
    return { proxy, env: { ...store.env, DATABASE_URL: url.href } }
  }

  test('health is 503 while the database is gone, requests are answered, and both heal when it is back', async () => {
    await using store = await engine.freshEnvironment()
    const { proxy, env } = await behindProxy(store)
    await using _proxy = proxy
    await using service = await startTestService(engine, { on: env })
    const { key } = await service.newAgent()
    const health = () => service.api('GET', HEALTH)
    const add = () =>
      service.api('POST', '/v1/bot/doc/qa/add', { purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(1) }, key)
    assert.equal((await health()).status, 200)
    proxy.cut()
    const down = await health()
    assert.deepEqual([down.status, down.text], [503, 'service is unavailable: the database does not answer'])
    const refused = await add()
    assert.deepEqual([refused.status, refused.json.code], [503, 50300], 'it helps to try again')
    assert.doesNotMatch(refused.text, /ECONN|postgres|127\.0\.0\.1/)
    const metrics = await service.api('GET', '/metrics')
    assert.equal(metrics.status, 200, 'what the process counts is told')
    assert.match(metrics.text, /^tandem_lane_runs 0$/m)
    assert.doesNotMatch(metrics.text, /^tandem_(?:lanes_oldest_due|gates_closed|handoffs_open)/m)
    proxy.restore()
    await eventually(
      'health',
      async () => (await health()).status,
      (status) => status === 200,
    )
    assert.match((await service.api('GET', '/metrics')).text, /^tandem_handoffs_open\{state="WAITING"\} 0$/m)
    await eventually(
      'adding',
      async () => (await add()).status,
      (status) => status === 200,
    )
  })

  test('health answers 503 before its caller gives up when the database only falls silent', async () => {
    await using store = await engine.freshEnvironment()
    const { proxy, env } = await behindProxy(store)
    await using _proxy = proxy
    await using service = await startTestService(engine, { on: env })
    proxy.silence()
    const answer = await fetch(service.url + HEALTH, { signal: AbortSignal.timeout(CALLER_PATIENCE_MS) })
    assert.equal(answer.status, 503)
    proxy.restore()
    const health = async () => (await service.api('GET', HEALTH)).status
    await eventually('health', health, (status) => status === 200)
  })

  test('the service does not start without its database, and says so', async () => {
    await using store = await engine.freshEnvironment()
    const { proxy, env } = await behindProxy(store)
    await using _proxy = proxy
    proxy.cut()
    await assert.rejects(startTestService(engine, { on: env }))
  })

  test('what the database answered while the process stood still was answered in time', async () => {
    await using service = await startTestService(engine)
    const { database } = service.service
    await database.ping()
    const asked = withinMoment(database.ping())
    // The question is out, and nothing is heard for longer than a moment.
    await new Promise((resolve) => setImmediate(resolve))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500)
    await asked
  })

  test('connections that broke while nobody used them cost no write', async () => {
    await using store = await engine.freshEnvironment()
    await using service = await startTestService(engine, { on: store.env })
    const { database } = service.service
    const both = [database.transaction('test', async () => {}), database.transaction('test', async () => {})]
    await Promise.all(both)
    // Another process ends them while this one stands still, and so cannot have noticed.
    const end = `
      import pg from 'pg'
      const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
      await client.connect()
      await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()')
      await client.end()`
    const env = { ...process.env, ...store.env }
    execFileSync(process.execPath, ['--input-type=module', '-e', end], { cwd: import.meta.dirname, env })
    assert.equal(
      await database.transaction(
        'test',
        async (tx) => (await tx.q.selectFrom('agents').selectAll().execute()).length,
      ),
      0,
    )
  })
})
