/** What becomes of deliveries in the long run: retention, expiry behind a closed endpoint, settings taken away. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepLog } from '../../src/delivery/keep-log.ts'
import { deliveryLifeMs } from '../../src/delivery/schedule.ts'
import { GONE, retryAfter, SUCCESS } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { type Scene, setScene } from './scene.ts'

const DAY_MS = 86_400_000
const tables = ['lane_items', 'lane_bodies', 'lane_attempts'] as const

const countAll = (scene: Scene) => Promise.all(tables.map((table) => scene.service.countRows(table)))
const keep = (scene: Scene, days: number) =>
  keepLog(scene.service.service.database, scene.clock, days, { died: () => {} }, () => false)

/** The endpoint says 410, and what comes later waits. */
async function disable(scene: Scene): Promise<void> {
  scene.developer.answer(() => GONE)
  await scene.settled(await scene.send('gone'))
  await eventually(
    'disabled',
    () => scene.service.countRows('gates'),
    (count) => count === 1,
  )
}

onEachEngine((engine) => {
  test('retention removes settled deliveries with all that belongs to them, and never a pending one', async () => {
    await using scene = await setScene(engine)
    for (let n = 0; n < 450; n++) await scene.send(`c${n % 30}`)
    await eventually(
      'all delivered',
      async () => (await scene.service.admin('GET', '/deliveries?state=pending')).json.items.length,
      (count) => count === 0,
    )
    await disable(scene)
    const waiting = await scene.send('a')
    assert.deepEqual(await countAll(scene), [452, 452, 451])
    await keep(scene, 30)
    assert.deepEqual(await countAll(scene), [452, 452, 451], 'nothing is old enough')
    scene.clock.step(2 * DAY_MS)
    await keep(scene, 1)
    assert.deepEqual(await countAll(scene), [1, 1, 0])
    assert.equal((await scene.delivery(waiting)).state, 'pending')
  })

  test('statistics of an hour are removed after 400 days, and not before', async () => {
    await using scene = await setScene(engine)
    await scene.settled(await scene.send('a'))
    const hours = async () => {
      await scene.service.admin('GET', `/stats?agent_id=${scene.agent.id}`)
      return scene.service.countRows('hour_stats')
    }
    assert.equal(await hours(), 1)
    scene.clock.step(400 * DAY_MS)
    await keep(scene, 1)
    assert.equal(await hours(), 1)
    scene.clock.step(DAY_MS)
    await keep(scene, 1)
    assert.equal(await hours(), 0)
  })

  test('what outlived 72 hours behind a closed endpoint is dead, and the conversation goes on after it', async () => {
    await using scene = await setScene(engine)
    await disable(scene)
    const old = [await scene.send('a', '1'), await scene.send('a', '2')]
    scene.clock.step(deliveryLifeMs + 1)
    const fresh = await scene.send('a', '3')
    await keep(scene, 30)
    for (const id of old) {
      const { state, last_error, attempts } = await scene.delivery(id)
      assert.deepEqual(
        [state, last_error, attempts],
        ['dead', 'It was not delivered within the time it may take.', 0],
      )
    }
    scene.developer.answer(() => SUCCESS)
    await scene.connect()
    const { state } = await scene.until(
      'delivered',
      () => scene.delivery(fresh),
      (it) => it.state !== 'pending',
    )
    assert.equal(state, 'delivered')
    assert.equal(scene.developer.requests.at(-1)?.headers['tandem-sequence'], '3')
  })

  test('a dead delivery stays in the log for its time from when it died, whenever it was made', async () => {
    await using scene = await setScene(engine)
    await disable(scene)
    const id = await scene.send('a')
    scene.clock.step(deliveryLifeMs + 1)
    // Given up and cleared in one run, with a retention shorter than a delivery may wait.
    await keep(scene, 1)
    assert.equal((await scene.delivery(id)).state, 'dead')
    scene.clock.step(DAY_MS + 1)
    await keep(scene, 1)
    assert.equal((await scene.service.admin('GET', `/deliveries/${id}`)).status, 404)
  })

  test('counts tell the delivered from the given up, also when the log has forgotten them', async () => {
    await using scene = await setScene(engine)
    for (let n = 0; n < 4; n++) await scene.settled(await scene.send('a'))
    await disable(scene)
    await Promise.all(['a', 'a', 'a', 'b'].map((conversation) => scene.send(conversation)))
    const counts = async () => {
      const path = `/deliveries/counts?agent_id=${scene.agent.id}`
      const { pending, delivered, dead } = (await scene.service.admin('GET', path)).json.endpoints[0]
      return [pending, delivered, dead]
    }
    assert.deepEqual(await counts(), [4, 4, 1])
    scene.clock.step(deliveryLifeMs + 1)
    await keep(scene, 30)
    assert.deepEqual(await counts(), [0, 4, 5])
    await scene.send('a')
    assert.deepEqual(await counts(), [1, 4, 5])
    scene.clock.step(40 * DAY_MS)
    await keep(scene, 30)
    assert.deepEqual(await counts(), [0, 4, 1], 'the last one expired now, the others are forgotten')
  })

  test('a conversation of which everything expired behind a closed endpoint is at rest once it opens', async () => {
    await using scene = await setScene(engine)
    await disable(scene)
    await scene.send('a')
    scene.clock.step(deliveryLifeMs + 1)
    await keep(scene, 30)
    await scene.connect()
    const { database } = scene.service.service
    const restless = () =>
      database.q
        .selectFrom('lanes')
        .select(['key', 'owner', 'ready_at', 'head_seq', 'next_seq'])
        .where((eb) => eb.or([eb('owner', 'is not', null), eb('ready_at', 'is not', null)]))
        .execute()
    await scene.until('at rest', restless, (lanes) => lanes.length === 0)
    scene.developer.answer(() => SUCCESS)
    const fresh = await scene.send('a')
    // Time runs: it was set on past the lease of the worker, which takes a new one within seconds.
    const { state } = await scene.until(
      'delivered',
      () => scene.delivery(fresh),
      (it) => it.state !== 'pending',
    )
    assert.equal(state, 'delivered')
  })

  test('message webhook removed: what waits is dead with the reason, and new messages are refused', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => retryAfter(5))
    const ids = [await scene.send('a', '1'), await scene.send('a', '2')]
    await scene.attempted(ids[0] ?? '', 1)
    assert.equal(
      (await scene.service.admin('DELETE', `/agents/${scene.agent.id}/message-webhook`)).status,
      204,
    )
    for (const id of ids) {
      const { state, last_error } = await scene.until(
        'dead',
        () => scene.delivery(id),
        (it) => it.state !== 'pending',
      )
      assert.deepEqual([state, last_error], ['dead', 'The endpoint was removed.'])
    }
    assert.equal(scene.developer.requests.length, 1)
    const body = { conversation_id: 'a', text: 'three' }
    assert.equal((await scene.service.admin('POST', `/agents/${scene.agent.id}/messages`, body)).status, 409)
  })

  test('message webhook removed while it is parked or disabled: what waits is dead too', async () => {
    await using scene = await setScene(engine)
    await disable(scene)
    const id = await scene.send('a')
    await scene.service.admin('DELETE', `/agents/${scene.agent.id}/message-webhook`)
    const { state, last_error } = await scene.until(
      'dead',
      () => scene.delivery(id),
      (it) => it.state !== 'pending',
    )
    assert.deepEqual([state, last_error], ['dead', 'The endpoint was removed.'])
  })
})
