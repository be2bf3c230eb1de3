/** Receivers that mean no good, and addresses that must not be reached: each settled in its time, with its stage named. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Behaviour, SUCCESS, startDeveloperServer } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { setScene } from './scene.ts'

// Long enough that the head of an answer comes on a busy machine, where an attempt also ends later than it should.
const TIMEOUT_MS = 1000
const BUSY_MS = 10_000
const env = { TANDEM_WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) }

const hostile: { name: string; behaviour: Behaviour; stage: string; says: RegExp; delivered?: true }[] = [
  {
    name: 'drips byte by byte',
    behaviour: { kind: 'drip', intervalMs: 50 },
    stage: 'read',
    says: /not complete within 1,000 ms/,
  },
  { name: 'never answers', behaviour: { kind: 'hang' }, stage: 'wait', says: /no answer within 1,000 ms/ },
  {
    name: 'answers 200 with code 500',
    behaviour: { status: 200, json: { code: 500 } },
    stage: 'read',
    says: /"code":500/,
  },
  {
    name: 'closes after its headers',
    behaviour: { kind: 'drop', when: 'after-head' },
    stage: 'read',
    says: /closed .* before the response was complete|ended before/,
  },
  {
    name: 'closes in the middle',
    behaviour: { kind: 'drop', when: 'mid-body' },
    stage: 'read',
    says: /closed .* before the response was complete|ended before/,
  },
  {
    name: 'closes without an answer',
    behaviour: { kind: 'drop', when: 'before-head' },
    stage: 'wait',
    says: /closed .* before a response came/,
  },
  {
    name: 'resets the connection',
    behaviour: { kind: 'reset' },
    stage: 'wait',
    says: /reset .* before a response came/,
  },
]

onSqlite((engine) => {
  test('hostile receivers: each attempt ends within its time, its stage and reason in the log, and is tried again', async () => {
    await using scene = await setScene(engine, { env })
    for (const { name, behaviour, stage, says } of hostile) {
      scene.developer.answer(() => behaviour)
      const id = await scene.send(name)
      const { state, attempt_log } = await scene.attempted(id, 1)
      const [attempt] = attempt_log
      assert.equal(state, 'pending', name)
      assert.equal(attempt.stage, stage, name)
      assert.match(attempt.error, says, name)
      assert.ok(attempt.latency_ms <= TIMEOUT_MS + BUSY_MS, `${name}: ${attempt.latency_ms} ms`)
      scene.developer.answer(() => SUCCESS)
      await scene.until(
        'delivered',
        () => scene.delivery(id),
        (it) => it.state === 'delivered',
      )
    }
  })

  test('hostile receivers: an endless answer is cut at 64 KiB, and its first bytes are kept', async () => {
    await using scene = await setScene(engine, { env })
    scene.developer.answer(() => ({ kind: 'endless' }))
    const { state, attempt_log } = await scene.settled(await scene.send('a'))
    assert.equal(state, 'delivered', 'its status was 200')
    assert.ok(attempt_log[0].response.length <= 1000)
    assert.ok(attempt_log[0].latency_ms <= TIMEOUT_MS + BUSY_MS)
    await scene.developer.waitForNoConnections()
  })

  test('nobody listens: the attempt names the stage connect', async () => {
    await using scene = await setScene(engine, { env, connect: false })
    const gone = await startDeveloperServer()
    await gone.close()
    await scene.connect({ url: gone.url })
    const { attempt_log } = await scene.attempted(await scene.send('a'), 1)
    assert.equal(attempt_log[0].stage, 'connect')
    assert.match(attempt_log[0].error, /refused/)
    assert.equal(attempt_log[0].http_status, null)
  })

  test('addresses that serve must not reach: each attempt says which address and why, and nothing arrives', async () => {
    await using scene = await setScene(engine, { env: { ...env, TANDEM_EGRESS_ALLOW: '' }, connect: false })
    const urls = [
      scene.developer.url,
      `http://localhost:${scene.developer.port}/`,
      'http://10.1.2.3/',
      'http://192.168.1.1/',
      'http://169.254.169.254/latest/meta-data/',
      `http://[::ffff:127.0.0.1]:${scene.developer.port}/`,
      'http://[64:ff9b::7f00:1]/',
      'http://[2002:7f00:1::]/',
      'http://[fd00::1]/',
      `http://2130706433:${scene.developer.port}/`,
      `http://0x7f000001:${scene.developer.port}/`,
      `http://0177.0.0.1:${scene.developer.port}/`,
    ]
    for (const [n, url] of urls.entries()) {
      // Each agent has its own endpoint, so that none is parked by the one before.
      const agent = await scene.service.newAgent()
      const saved = await scene.service.admin('PUT', `/agents/${agent.id}/message-webhook`, { url })
      assert.equal(saved.status, 200, `${url} ${saved.text}`)
      const body = { conversation_id: `c${n}`, text: 'Hello.' }
      const { json } = await scene.service.admin('POST', `/agents/${agent.id}/messages`, body)
      const { attempt_log, state } = await scene.attempted(json.delivery_id, 1)
      assert.equal(state, 'pending')
      assert.match(
        attempt_log[0].error,
        /loopback|private|link-local|metadata|not public|unique|refuse|reserved/i,
        url,
      )
      assert.ok(['resolve', 'connect'].includes(attempt_log[0].stage), attempt_log[0].stage)
    }
    assert.equal(scene.developer.connectionCount, 0)
  })
})
