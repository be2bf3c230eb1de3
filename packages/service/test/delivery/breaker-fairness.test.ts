/** What an endpoint is parked for, and what is not taken from anybody by it: its tries, its schedule, the others' time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAILURES_TO_PARK, isOfEndpoint } from '../../src/delivery/breaker.ts'
import { retryWaitsMs } from '../../src/delivery/schedule.ts'
import {
  type Behaviour,
  conversationOf,
  createLatch,
  isTest,
  type ReceivedRequest,
  retryAfter,
  SUCCESS,
} from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { type Scene, setScene } from './scene.ts'

const MINUTE_MS = 60_000
/** Answers test requests well, as the contract asks, and messages as told. */
const onlyTestsPass = (behaviour: Behaviour) => (request: ReceivedRequest) =>
  isTest(request) ? SUCCESS : behaviour

async function stateOf(scene: Scene): Promise<string> {
  const path = `/deliveries/counts?agent_id=${scene.agent.id}`
  return (await scene.service.admin('GET', path)).json.endpoints[0].state
}

async function sendMany(scene: Scene, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) ids.push(await scene.send(name))
  for (const id of ids)
    await scene.until(
      'tried',
      () => scene.delivery(id),
      (it) => it.attempt_log.length > 0,
    )
  return ids
}

const failing = Array.from({ length: FAILURES_TO_PARK + 1 }, (_, n) => `failing ${n}`)

test('a failure tells of the endpoint unless something succeeded meanwhile, or its conversation was answered so before', () => {
  const failure = { succeededMeanwhile: false, responded: true, failedBefore: false }
  assert.equal(isOfEndpoint(failure), true)
  assert.equal(isOfEndpoint({ ...failure, failedBefore: true }), false)
  assert.equal(isOfEndpoint({ ...failure, failedBefore: true, responded: false }), true)
  assert.equal(isOfEndpoint({ ...failure, succeededMeanwhile: true }), false)
})

onSqlite((engine) => {
  test('messages that are refused keep the tries of their schedule, though test requests are answered', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(onlyTestsPass({ status: 500 }))
    const ids = await sendMany(scene, failing)
    for (let minute = 0; minute < 3; minute++) await scene.pass(MINUTE_MS)
    const inTime = retryWaitsMs.filter((_, n) => sum(retryWaitsMs.slice(0, n + 1)) < 3 * MINUTE_MS).length
    for (const id of ids) {
      const { state, attempt_log } = await scene.delivery(id)
      assert.equal(state, 'pending')
      const tries = (attempt_log as { counted: boolean }[]).filter(({ counted }) => counted).length
      assert.ok(tries <= inTime + 1, `${tries} tries in three minutes, ${inTime + 1} by the schedule`)
      assert.ok(attempt_log.length <= inTime + 3, `${attempt_log.length} attempts in three minutes`)
    }
  })

  test('a time that the receiver asked for is kept, though a test request opens its endpoint', async () => {
    await using scene = await setScene(engine)
    // One of them asks for less, so that the endpoint is tested before the others' time.
    scene.developer.answer((request) =>
      isTest(request) ? SUCCESS : retryAfter(conversationOf(request) === failing[0] ? 20 : 300, 429),
    )
    const [first = '', ...ids] = await sendMany(scene, failing.slice(0, FAILURES_TO_PARK))
    await scene.until(
      'opened, and tried again at its time',
      () => scene.delivery(first),
      (it) => it.attempt_log.length === 2,
    )
    for (let minute = 0; minute < 4; minute++) await scene.pass(MINUTE_MS)
    for (const id of ids) assert.equal((await scene.delivery(id)).attempt_log.length, 1)
    await scene.until(
      'tried again',
      () => scene.delivery(ids[0] ?? ''),
      (it) => it.attempt_log.length === 2,
    )
  })

  test('conversations that fail again and again do not park the endpoint of the others again', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer((request) =>
      isTest(request) || conversationOf(request) === 'healthy' ? SUCCESS : { status: 500 },
    )
    await sendMany(scene, failing)
    await scene.until(
      'open',
      () => stateOf(scene),
      (state) => state === 'open',
    )
    for (let minute = 0; minute < 2; minute++) {
      await scene.pass(MINUTE_MS)
      assert.equal(await stateOf(scene), 'open')
    }
    assert.equal((await scene.settled(await scene.send('healthy'))).state, 'delivered')
  })

  test('requests that end badly while others succeed do not park the endpoint', async () => {
    await using scene = await setScene(engine, { env: { TANDEM_WEBHOOK_TIMEOUT_MS: '120000' } })
    // An endpoint that has proven itself gets several requests at a time.
    for (let n = 0; n < 2 * failing.length; n++) await scene.settled(await scene.send('before'))
    const latch = createLatch()
    scene.developer.answer((request) =>
      conversationOf(request) === 'healthy' ? SUCCESS : { kind: 'hold', latch, next: { status: 500 } },
    )
    const ids: string[] = []
    for (const name of failing) ids.push(await scene.send(name))
    await scene.developer.waitFor(3 * failing.length)
    assert.equal((await scene.settled(await scene.send('healthy'))).state, 'delivered')
    latch.release()
    for (const id of ids) await scene.attempted(id, 1)
    assert.equal(await stateOf(scene), 'open')
  })

  test('settings that are saved between failures do not keep a dead endpoint from being parked', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => ({ status: 500 }))
    const { database, app } = scene.service.service
    for (let n = 0; n < FAILURES_TO_PARK; n++) {
      // The word of it may come late, from another process: nothing was closed.
      const gate = `message:${scene.agent.id}`
      await database.transaction('test', (tx) => app.lanes.openGate(tx, gate, 'anew'))
      await scene.attempted(await scene.send(`c${n}`), 1)
    }
    await eventually(
      'parked',
      () => stateOf(scene),
      (state) => state === 'parked',
    )
  })

  test('a webhook that was just set gives no try for nothing: its first failures wait as the schedule says', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => ({ status: 500 }))
    const id = await scene.send('c')
    await scene.until(
      'three tries',
      () => scene.delivery(id),
      (it) => it.attempt_log.length === 3,
    )
    const log = (await scene.delivery(id)).attempt_log as { counted: boolean; started_at: number }[]
    assert.deepEqual(
      log.map(({ counted }) => counted),
      [true, true, true],
    )
    const [first, second, third] = log.map(({ started_at }) => started_at) as [number, number, number]
    assert.ok(second - first < 3000, `${second - first} ms`)
    assert.ok(third - second >= 4500, `${third - second} ms`)
  })

  test('a corrected address is tried at once, not when the next try would have come', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => ({ status: 404 }))
    const id = await scene.send('c')
    await scene.until(
      'three tries',
      () => scene.delivery(id),
      (it) => it.attempt_log.length === 3,
    )
    scene.developer.answer(() => SUCCESS)
    await scene.connect()
    assert.equal((await scene.settled(id)).state, 'delivered')
  })

  test('what is accepted after a webhook was set is delivered, though there was none a moment before', async () => {
    await using scene = await setScene(engine)
    await scene.service.admin('DELETE', `/agents/${scene.agent.id}/message-webhook`)
    await stateless(scene)
    await scene.connect()
    assert.equal((await scene.settled(await scene.send('c'))).state, 'delivered')
  })
})

/** Looks at the log, as a console does while there is no endpoint. */
async function stateless(scene: Scene): Promise<void> {
  const { status } = await scene.service.admin('GET', `/deliveries?agent_id=${scene.agent.id}`)
  assert.equal(status, 200)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
