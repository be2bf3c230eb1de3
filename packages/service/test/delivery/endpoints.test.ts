/** What a person does about an endpoint: look at it, test it, pause it, and unblock its conversations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepLog } from '../../src/delivery/keep-log.ts'
import { expiredBehindGates } from '../../src/delivery/store.ts'
import { manualClock } from '../harness/clock.ts'
import { SUCCESS } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { startTestService } from '../harness/service.ts'
import { type Scene, setScene } from './scene.ts'

const HOUR_MS = 3_600_000

onEachEngine((engine) => {
  const act = ({ service, agent }: Scene, what: string, body?: object) =>
    service.admin('POST', `/endpoints/message:${agent.id}/${what}`, body)
  const look = async ({ service, agent }: Scene) =>
    (await service.admin('GET', `/endpoints?agent_id=${agent.id}`)).json.items[0]
  const texts = ({ developer }: Scene) =>
    developer.requests.map(
      ({ json }) => (json as { output: { content: { text: string } }[] }).output[0]?.content.text,
    )

  /** As if the pause and what waits were longer ago, beyond the time that a delivery may take. */
  const growOlder = ({ service }: Scene, byMs: number) =>
    service.service.database.transaction('test', async (tx) => {
      await tx.q
        .updateTable('gates')
        .set(({ eb }) => ({ parked_at: eb('parked_at', '-', byMs) }))
        .execute()
      await tx.q
        .updateTable('lane_items')
        .set(({ eb }) => ({
          created_at: eb('created_at', '-', byMs),
          expires_at: eb('expires_at', '-', byMs),
        }))
        .execute()
    })

  test('an endpoint is shown with what waits, how quick it is, and its last failure', async () => {
    await using scene = await setScene(engine)
    await scene.settled(await scene.send('a', '1'))
    scene.developer.answer(() => ({ status: 500 }))
    const id = await scene.send('a', '2')
    await scene.attempted(id, 1)
    await scene.send('a', '3')
    const seen = await look(scene)
    assert.equal(seen.id, `message:${scene.agent.id}`)
    assert.deepEqual(
      [seen.type, seen.state, seen.paused, seen.url],
      ['message', 'open', false, scene.developer.url],
    )
    assert.deepEqual([seen.pending, seen.delivered, seen.dead], [2, 1, 0])
    assert.equal(seen.attempts_per_minute, 0.4)
    assert.equal(seen.last_hour.length, 12)
    assert.deepEqual(seen.last_hour.at(-1), { good: 1, failed: 1 })
    assert.ok(seen.p50_ms >= 0 && seen.p95_ms >= seen.p50_ms)
    const { http_status, delivery_id, error } = seen.last_error
    assert.deepEqual([http_status, delivery_id], [500, id])
    assert.match(error, /The response was 500/)
    const stranger = await scene.service.admin('POST', '/endpoints/message:nobody/probe')
    assert.equal(stranger.status, 404)
  })

  test('while it is paused nothing is attempted, tested or lost, and saving its settings changes nothing', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => ({ status: 500 }))
    const first = await scene.send('a', '1')
    await scene.attempted(first, 1)
    scene.developer.answer(() => SUCCESS)
    const paused = await act(scene, 'pause', { reason: 'release' })
    assert.deepEqual([paused.status, paused.json.state], [200, 'paused'])
    assert.equal(paused.json.reason, 'Paused by the admin token: release')
    const before = scene.developer.requests.length
    await scene.send('a', '2')
    await scene.send('b', '3')
    await scene.connect()
    await growOlder(scene, 100 * HOUR_MS)
    await scene.pass(20_000)
    const { database } = scene.service.service
    assert.deepEqual(await expiredBehindGates(database, scene.clock.now(), 100), [])
    const seen = await look(scene)
    assert.deepEqual([seen.state, seen.pending, seen.dead], ['paused', 3, 0])
    assert.equal(scene.developer.requests.length, before)
    const hurried = await scene.service.admin('POST', `/deliveries/${first}/replay`)
    assert.match(hurried.text, /paused. Resume it/)
    const resumed = await act(scene, 'resume')
    assert.deepEqual([resumed.status, resumed.json.state], [200, 'open'])
    await scene.until(
      'delivered',
      () => look(scene),
      ({ delivered }) => delivered === 3,
    )
    const after = texts(scene).slice(before)
    assert.deepEqual(
      after.filter((text) => text !== '3'),
      ['1', '2'],
    )
    assert.equal((await scene.delivery(first)).attempts, 2)
    assert.equal((await act(scene, 'resume')).status, 409)
  })

  test('a resume gives each delivery the time back that it has waited, and no more', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => ({ status: 500 }))
    const first = await scene.send('a', '1')
    await scene.attempted(first, 1)
    await act(scene, 'pause')
    const lifeOf = async (id: string) => {
      const { created_at, expires_at } = await scene.service.service.database.q
        .selectFrom('lane_items')
        .innerJoin('lanes', 'lanes.id', 'lane_items.lane_id')
        .select(['lane_items.created_at', 'lane_items.expires_at'])
        .where('lanes.uid', '=', id.slice(0, id.lastIndexOf('-')))
        .executeTakeFirstOrThrow()
      return expires_at - created_at
    }
    const before = await lifeOf(first)
    await growOlder(scene, 10 * HOUR_MS)
    const late = await scene.send('b', '2')
    const statuses = await Promise.all([act(scene, 'resume'), act(scene, 'resume')])
    assert.deepEqual(statuses.map(({ status }) => status).sort(), [200, 409])
    const [given, none] = [(await lifeOf(first)) - before, (await lifeOf(late)) - before]
    assert.ok(Math.abs(given - 10 * HOUR_MS) < HOUR_MS / 60, `${given} ms`)
    assert.ok(Math.abs(none) < HOUR_MS / 60, `${none} ms`)
  })

  test('a pause holds a conversation that is under way', async () => {
    await using scene = await setScene(engine)
    const { promise: paused, resolve } = Promise.withResolvers<void>()
    scene.developer.answer(() => ({
      kind: 'hold',
      latch: { released: paused, release: resolve },
      next: SUCCESS,
    }))
    const first = await scene.send('a', '1')
    await scene.send('a', '2')
    await scene.developer.waitFor(1)
    await act(scene, 'pause')
    resolve()
    await scene.settled(first)
    await scene.pass(60_000)
    assert.deepEqual(texts(scene), ['1'], 'the next of the conversation stays')
  })

  test('a pause outlives a restart', async () => {
    await using store = await engine.freshEnvironment()
    const first = await startTestService(engine, { on: store.env })
    const agent = await first.newAgent()
    const { url } = (await first.admin('PUT', `/agents/${agent.id}/sink`, {})).json
    await first.admin('PUT', `/agents/${agent.id}/message-webhook`, { url })
    await first.admin('POST', `/endpoints/message:${agent.id}/pause`)
    await first.stop()
    await using second = await startTestService(engine, { on: store.env })
    const shown = await second.admin('GET', `/endpoints?agent_id=${agent.id}`)
    assert.equal(shown.json.items[0].state, 'paused')
  })

  test('a test by hand says how it went, and opens a parked endpoint that responds', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => ({ status: 500 }))
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((conversation) => scene.send(conversation)))
    await scene.until(
      'parked',
      () => look(scene),
      ({ state }) => state === 'parked',
    )
    const bad = (await act(scene, 'probe')).json
    assert.deepEqual([bad.reachable, bad.http_status, bad.state], [false, 500, 'parked'])
    assert.match(bad.error, /needed 200/)
    scene.developer.answer(() => SUCCESS)
    await scene.pass(1_000)
    const good = (await act(scene, 'probe')).json
    assert.deepEqual([good.reachable, good.http_status, good.error, good.state], [true, 200, null, 'open'])

    // Each change is kept with its reason, as long as the log.
    await scene.pass(1_000)
    await act(scene, 'pause', { reason: 'release' })
    await act(scene, 'pause', { reason: 'release' })
    await scene.pass(1_000)
    await act(scene, 'resume')
    const { service, agent, clock } = scene
    const history = async () =>
      (await service.admin('GET', `/endpoints/message:${agent.id}/history`)).json.items as {
        at: number
        state: string
        reason: string
      }[]
    const changes = await history()
    assert.deepEqual(
      changes.map(({ state }) => state),
      ['open', 'paused', 'open', 'parked'],
    )
    assert.deepEqual(
      changes.slice(0, 3).map(({ reason }) => reason),
      ['It was resumed.', 'Paused by the admin token: release', 'It answered a test request.'],
    )
    assert.match(changes[3]?.reason ?? '', /500/)
    assert.ok(changes.every(({ at }, n) => at >= (changes[n + 1]?.at ?? 0)))
    const later = manualClock(clock.now() + 40 * 24 * HOUR_MS)
    await keepLog(service.service.database, later, 30, { died: () => {} }, () => false)
    assert.deepEqual(await history(), [])
  })

  test('to skip what blocks gives it up with a reason, and the conversation goes on', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(({ body }) => (body.includes('poison') ? { status: 500 } : SUCCESS))
    const bad = [
      await scene.send('a', 'poison'),
      await scene.send('b', 'poison'),
      await scene.send('c', 'poison'),
    ]
    const next = await scene.send('a', 'fine')
    for (const id of bad) await scene.attempted(id, 1)
    const one = await act(scene, 'skip-head', { delivery_id: bad[0] })
    assert.deepEqual([one.status, one.json], [200, { skipped: 1, more: false }])
    const skipped = await scene.delivery(bad[0] ?? '')
    assert.deepEqual([skipped.state, skipped.last_error], ['dead', 'Skipped by the admin token.'])
    assert.equal((await scene.settled(next)).state, 'delivered')
    const rest = await act(scene, 'skip-head')
    assert.deepEqual(rest.json, { skipped: 2, more: false })
    const again = await act(scene, 'skip-head', { delivery_id: bad[0] })
    assert.equal(again.status, 409)
    assert.equal((await look(scene)).pending, 0)
  })
})
