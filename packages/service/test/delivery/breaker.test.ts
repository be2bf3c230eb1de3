/** The breaker: a dead receiver is parked, probed and opened again, and nothing bound for it pays for the wait. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BreakerEvent,
  type BreakerState,
  FAILURES_TO_PARK,
  openState,
  probeWaitMs,
  step,
} from '../../src/delivery/breaker.ts'
import {
  conversationOf,
  createLatch,
  isTest,
  type ReceivedRequest,
  SUCCESS,
} from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { type Scene, setScene } from './scene.ts'

test('the breaker follows its table', () => {
  const parked: BreakerState = { name: 'parked' }
  const disabled: BreakerState = { name: 'disabled' }
  const paused: BreakerState = { name: 'paused' }
  const table: [BreakerState, BreakerEvent, BreakerState['name']][] = [
    [openState, 'success', 'open'],
    [openState, 'failure', 'open'],
    [{ name: 'open', failures: FAILURES_TO_PARK - 1 }, 'failure', 'parked'],
    [{ name: 'open', failures: FAILURES_TO_PARK - 1 }, 'success', 'open'],
    [openState, 'gone', 'disabled'],
    [openState, 'paused', 'paused'],
    [openState, 'opened', 'open'],
    [parked, 'success', 'parked'],
    [parked, 'failure', 'parked'],
    [parked, 'gone', 'disabled'],
    [parked, 'paused', 'paused'],
    [parked, 'opened', 'open'],
    [disabled, 'success', 'disabled'],
    [disabled, 'failure', 'disabled'],
    [disabled, 'gone', 'disabled'],
    [disabled, 'paused', 'paused'],
    [disabled, 'opened', 'open'],
    [paused, 'success', 'paused'],
    [paused, 'failure', 'paused'],
    [paused, 'gone', 'paused'],
    [paused, 'paused', 'paused'],
    [paused, 'opened', 'open'],
  ]
  for (const [state, event, name] of table)
    assert.equal(step(state, event).name, name, `${state.name}, ${event}`)
  const failing: BreakerState = { name: 'open', failures: 3 }
  assert.deepEqual(step(failing, 'success'), openState, 'a success sets the count back')
  assert.deepEqual(step(failing, 'opened'), failing, 'late word of an opening does not')
})

test('probes begin every 30 s and slow down to every 5 minutes', () => {
  assert.deepEqual(
    [0, 9, 10, 19, 20, 1000].map(probeWaitMs),
    [30_000, 30_000, 60_000, 60_000, 300_000, 300_000],
  )
})

async function endpointOf(scene: Scene) {
  const path = `/deliveries/counts?agent_id=${scene.agent.id}`
  return (await scene.service.admin('GET', path)).json.endpoints[0]
}

/** Five conversations fail at once, and the endpoint is parked. */
async function park(scene: Scene): Promise<string[]> {
  scene.developer.answer(() => ({ status: 500 }))
  const ids: string[] = []
  for (let n = 0; n < FAILURES_TO_PARK; n++) {
    ids.push(await scene.send(`c${n}`))
    await scene.attempted(ids[n] ?? '', 1)
  }
  const { state, reason } = await eventually(
    'parked',
    () => endpointOf(scene),
    (it) => it.state !== 'open',
  )
  assert.deepEqual([state, reason], ['parked', 'The response was 500; needed 200.'])
  await eventually(
    'tested once',
    () => scene.developer.requests.filter(isTest).length,
    (count) => count === 1,
  )
  return ids
}

onEachEngine((engine) => {
  test('five failures in a row park the endpoint, four and a success do not', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(({ number }) => (number === 5 ? SUCCESS : { status: 500 }))
    for (let n = 0; n < 9; n++) await scene.attempted(await scene.send(`c${n}`), 1)
    assert.equal((await endpointOf(scene)).state, 'open')
    await scene.send('one more')
    await eventually(
      'parked',
      () => endpointOf(scene),
      (it) => it.state === 'parked',
    )
  })

  test('while an endpoint is parked nothing is attempted and no message burns a try', async () => {
    await using scene = await setScene(engine)
    const ids = await park(scene)
    const waiting = [await scene.send('c0', 'behind'), await scene.send('new', 'first')]
    // Long enough for three tries of each.
    for (let minute = 0; minute < 3; minute++) await scene.pass(60_000)
    assert.equal(scene.developer.requests.filter((request) => !isTest(request)).length, FAILURES_TO_PARK)
    for (const id of ids) assert.equal((await scene.delivery(id)).attempts, 1)
    for (const id of waiting) assert.equal((await scene.delivery(id)).attempts, 0)
    assert.equal((await endpointOf(scene)).pending, FAILURES_TO_PARK + 2)
    await scene.until(
      'the next probe is set',
      () => endpointOf(scene),
      ({ next_probe_at }) => next_probe_at > scene.clock.now() - 5000,
    )
  })

  test('a process that missed the word of an endpoint being opened sends to it again at once', async () => {
    await using scene = await setScene(engine)
    await park(scene)
    scene.developer.answer(() => SUCCESS)
    // As another process would, whose announcement was lost.
    await scene.service.service.database.transaction(
      'test',
      async (tx) => void (await tx.q.deleteFrom('gates').execute()),
    )
    assert.equal((await scene.settled(await scene.send('new', 'first'))).state, 'delivered')
  })

  test('an istest probe every 30 s opens it again, and the backlog flows in order', async () => {
    await using scene = await setScene(engine)
    const ids = await park(scene)
    for (let n = 0; n < FAILURES_TO_PARK; n++)
      for (const text of ['2', '3']) ids.push(await scene.send(`c${n}`, text))
    const probes = () => scene.developer.requests.filter(isTest)
    await scene.until(
      'a probe',
      () => probes().length,
      (count) => count === 1,
    )
    await scene.pass(25_000)
    assert.equal(probes().length, 1)
    await scene.until(
      'another',
      () => probes().length,
      (count) => count === 2,
    )
    assert.equal((await endpointOf(scene)).state, 'parked')
    scene.developer.answer(() => SUCCESS)
    await scene.until(
      'open',
      () => endpointOf(scene),
      ({ state }) => state === 'open',
    )
    // What waited for its retry goes out at once: no more time passes here.
    for (const id of ids) assert.equal((await scene.settled(id)).state, 'delivered')
    const sent = scene.developer.requests.filter((request) => !isTest(request)).slice(FAILURES_TO_PARK)
    for (let n = 0; n < FAILURES_TO_PARK; n++) {
      const numbers = sent
        .filter((one) => conversationOf(one) === `c${n}`)
        .map(({ headers }) => headers['tandem-sequence'])
      assert.deepEqual(numbers, ['1', '2', '3'])
    }
    assert.ok(probes().every(({ json }) => conversationOf({ json } as ReceivedRequest) !== 'c0'))
  })

  test('an attempt that fails after its endpoint was parked costs no try, the one that parks it does', async () => {
    // No request that is held here may end by itself.
    await using scene = await setScene(engine, { env: { TANDEM_WEBHOOK_TIMEOUT_MS: '120000' } })
    const [early, late] = [createLatch(), createLatch()]
    // An endpoint that has proven itself gets several requests at a time.
    for (let n = 0; n < 2 * FAILURES_TO_PARK; n++) await scene.settled(await scene.send('before'))
    scene.developer.answer((request) => {
      const latch = conversationOf(request) === 'late' ? late : early
      return { kind: 'hold', latch, next: { status: 500 } }
    })
    const lateId = await scene.send('late')
    for (let n = 0; n < FAILURES_TO_PARK; n++) await scene.send(`c${n}`)
    await scene.developer.waitFor(3 * FAILURES_TO_PARK + 1)
    early.release()
    await eventually(
      'parked',
      () => endpointOf(scene),
      (it) => it.state === 'parked',
    )
    late.release()
    const { attempt_log } = await scene.attempted(lateId, 1)
    assert.equal(attempt_log[0].counted, false)
    const { items } = (await scene.service.admin('GET', '/deliveries?state=pending')).json
    const others = (items as { id: string }[]).filter(({ id }) => id !== lateId)
    assert.equal(others.length, FAILURES_TO_PARK)
    for (const { id } of others) assert.equal((await scene.attempted(id, 1)).attempt_log[0].counted, true)
  })

  test('one parked endpoint leaves another agent alone', async () => {
    await using scene = await setScene(engine)
    await park(scene)
    const other = await scene.service.newAgent('Other')
    scene.developer.answer(() => SUCCESS)
    await scene.service.admin('PUT', `/agents/${other.id}/message-webhook`, { url: scene.developer.url })
    const body = { conversation_id: 'x', text: 'Hello.' }
    const { json } = await scene.service.admin('POST', `/agents/${other.id}/messages`, body)
    assert.equal((await scene.settled(json.delivery_id)).state, 'delivered')
    assert.equal((await endpointOf(scene)).state, 'parked')
  })

  test('a webhook check that is answered opens a parked endpoint at once, one that is not leaves it', async () => {
    await using scene = await setScene(engine)
    const ids = await park(scene)
    await scene.pass(5000)
    const check = () => scene.service.api('POST', '/v1/webhook/check', undefined, scene.agent.key)
    assert.equal((await check()).json.results[0].reachable, false)
    assert.equal((await endpointOf(scene)).state, 'parked')
    scene.developer.answer(() => SUCCESS)
    assert.equal((await check()).json.results[0].reachable, true)
    assert.equal((await endpointOf(scene)).state, 'open')
    for (const id of ids) assert.equal((await scene.settled(id)).state, 'delivered')
  })

  test('saving the settings of a parked endpoint opens it at once', async () => {
    await using scene = await setScene(engine)
    const ids = await park(scene)
    scene.developer.answer(() => SUCCESS)
    await scene.connect()
    for (const id of ids) assert.equal((await scene.settled(id)).state, 'delivered')
  })
})
