/** An endpoint that answers test requests is not well yet: what it is given then, and how soon it is tested again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAILURES_TO_PARK, trialProbeWaitMs } from '../../src/delivery/breaker.ts'
import { retryWaitsMs } from '../../src/delivery/schedule.ts'
import {
  type Behaviour,
  conversationOf,
  isTest,
  type ReceivedRequest,
  retryAfter,
  SUCCESS,
} from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { type Scene, setScene } from './scene.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const onlyTestsPass = (behaviour: Behaviour) => (request: ReceivedRequest) =>
  isTest(request) ? SUCCESS : behaviour
const tests = (scene: Scene) => scene.developer.requests.filter(isTest)
const messages = (scene: Scene) => scene.developer.requests.filter((request) => !isTest(request))

async function endpointOf(scene: Scene) {
  const path = `/deliveries/counts?agent_id=${scene.agent.id}`
  return (await scene.service.admin('GET', path)).json.endpoints[0]
}
/** Lanes that run, or could. */
async function busyLanes(scene: Scene): Promise<number> {
  const lanes = await scene.service.service.database.q
    .selectFrom('lanes')
    .select('id')
    .where((is) => is.or([is('owner', 'is not', null), is('ready_at', '<=', scene.clock.now())]))
    .execute()
  return lanes.length
}
/** Time stands still. */
const inState = (scene: Scene, wanted: string) =>
  eventually(
    wanted,
    () => endpointOf(scene),
    ({ state }) => state === wanted,
  )

/** So many conversations fail, and the endpoint is parked; its test requests fail too. */
async function park(scene: Scene, behaviour: Behaviour = { status: 500 }): Promise<string[]> {
  scene.developer.answer(() => behaviour)
  const ids: string[] = []
  for (let n = 0; n < FAILURES_TO_PARK; n++) {
    ids.push(await scene.send(`c${n}`))
    await scene.attempted(ids[n] ?? '', 1)
  }
  await inState(scene, 'parked')
  return ids
}

test('an endpoint parked again while on trial is tested after ever longer waits', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 9, 10, 20].map(trialProbeWaitMs),
    [2000, 4000, 8000, 16_000, 30_000, 30_000, 60_000, 300_000],
  )
})

onSqlite((engine) => {
  test('a receiver that answers tests and refuses messages is tested ever more seldom, and no message goes beyond its schedule', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(onlyTestsPass({ status: 500 }))
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await scene.send(`c${n}`))
    for (let n = 12; n < 72; n++) {
      await scene.pass(2000)
      ids.push(await scene.send(`c${n}`))
    }
    // At 0, 2, 6, 14, 30 s, and every 30 s from then on.
    assert.ok(tests(scene).length <= 9, `${tests(scene).length} tests in two minutes`)
    const inTime = retryWaitsMs.filter((_, n) => sum(retryWaitsMs.slice(0, n + 1)) < 2 * MINUTE_MS).length
    for (const id of ids) {
      const { attempt_log } = await scene.delivery(id)
      assert.ok(attempt_log.length <= inTime + 3, `${attempt_log.length} attempts in two minutes`)
    }
  })

  test('a test that is answered lets a few conversations try ahead of their time, and the first success the rest', async () => {
    await using scene = await setScene(engine)
    const ids = await park(scene)
    await eventually(
      'tested once',
      () => tests(scene).length,
      (count) => count === 1,
    )
    // Others that have failed for long, and whose next try is far.
    for (let n = 0; n < 20; n++) ids.push(await scene.send(`late ${n}`))
    const { database } = scene.service.service
    const farAt = scene.clock.now() + 6 * HOUR_MS
    await database.transaction('test', async (tx) => {
      await tx.q.updateTable('lanes').set({ ready_at: farAt, retrying: 1 }).execute()
      await tx.q.updateTable('lane_items').set({ attempts: 2 }).execute()
    })
    const before = messages(scene).length
    scene.developer.answer(onlyTestsPass({ status: 500 }))
    await scene.until(
      'opened',
      () => endpointOf(scene),
      ({ state }) => state === 'open',
    )
    await eventually(
      'tried',
      () => messages(scene).length,
      (count) => count >= before + 5,
    )
    await scene.pass(3000)
    assert.equal(messages(scene).length, before + 5, 'a few, and no more')
    const tried = new Set(messages(scene).slice(before).map(conversationOf))
    assert.equal(tried.size, 5)
    const all = await Promise.all(ids.map((id) => scene.delivery(id)))
    for (const { conversation_id, attempt_log } of all)
      if (tried.has(conversation_id)) assert.equal(attempt_log.at(-1).counted, false, 'it costs no try')

    scene.developer.answer(() => SUCCESS)
    await scene.settled(await scene.send('well'))
    for (const id of ids) assert.equal((await scene.settled(id)).state, 'delivered')
  })

  test('a success ends the trial: an endpoint parked after it is tested at once again', async () => {
    await using scene = await setScene(engine)
    for (let round = 0; round < 4; round++) {
      scene.developer.answer(onlyTestsPass({ status: 500 }))
      for (let n = 0; n < FAILURES_TO_PARK; n++) {
        const id = await scene.send(`round ${round}, ${n}`)
        await scene.attempted(id, 1)
      }
      // Time stands still here.
      await eventually(
        'tested',
        () => tests(scene).length,
        (count) => count === round + 1,
      )
      await inState(scene, 'open')
      scene.developer.answer(() => SUCCESS)
      await scene.settled(await scene.send('well'))
      await eventually(
        'nothing is remembered',
        () => scene.service.countRows('gates'),
        (count) => count === 0,
      )
      // Those that were brought forward have run: in the next round they would count as failures of that one.
      await eventually(
        'at rest',
        () => busyLanes(scene),
        (count) => count === 0,
      )
    }
  })

  test('a conversation that is well waits a moment only beside conversations that fail', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer((request) =>
      isTest(request) || conversationOf(request) === 'well' ? SUCCESS : { status: 500 },
    )
    for (let n = 0; n < FAILURES_TO_PARK; n++) await scene.attempted(await scene.send(`bad ${n}`), 1)
    // No time passes: the endpoint is parked, tested and opened.
    assert.equal((await scene.settled(await scene.send('well'))).state, 'delivered')
  })

  test('why a test failed is shown, and the time that the receiver asked for is kept before the first', async () => {
    await using scene = await setScene(engine)
    await park(scene, retryAfter(120, 429))
    const { next_probe_at } = await endpointOf(scene)
    assert.equal(next_probe_at, scene.clock.now() + 120_000)
    const waiting = await scene.send('new')
    await scene.pass(110_000)
    assert.deepEqual([tests(scene).length, messages(scene).length], [0, FAILURES_TO_PARK])
    scene.developer.answer(() => ({ status: 502 }))
    await scene.until(
      'why',
      () => endpointOf(scene),
      ({ reason }) => reason === 'The response was 502; needed 200.',
    )
    assert.equal(tests(scene).length, 1)
    scene.developer.answer(() => SUCCESS)
    await scene.until(
      'delivered',
      () => scene.delivery(waiting),
      ({ state }) => state === 'delivered',
    )
  })

  test('parked endpoints that hang hold up no test of another', async () => {
    await using scene = await setScene(engine)
    const { database } = scene.service.service
    const hung = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const { id } = await scene.service.newAgent(`Hangs ${n}`)
        const url = `${scene.developer.url}/hangs/${n}`
        await scene.service.admin('PUT', `/agents/${id}/message-webhook`, { url })
        return id
      }),
    )
    scene.developer.answer((request) =>
      request.path.startsWith('/hangs') ? { kind: 'hang' } : isTest(request) ? SUCCESS : { status: 500 },
    )
    const now = scene.clock.now()
    const row = { state: 'parked', reason: 'r', parked_at: now, probe_at: now, probes: 3 } as const
    await database.transaction('test', (tx) =>
      tx.q
        .insertInto('gates')
        .values(hung.map((id) => ({ id: `message:${id}`, ...row })))
        .execute(),
    )
    await scene.until(
      'all are being tested',
      () => tests(scene).length,
      (count) => count >= 60,
    )
    for (let n = 0; n < FAILURES_TO_PARK; n++) await scene.attempted(await scene.send(`c${n}`), 1)
    await eventually(
      'tested',
      () => tests(scene).filter(({ path }) => path === '/').length,
      (count) => count === 1,
    )
    await inState(scene, 'open')
  })
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
