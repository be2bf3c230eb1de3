/** An agent that is deleted while people talk through it: everything open ends at once, on both sides, and nothing goes on for ever. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { readEvents } from '../web/reader.ts'
import { DESK, holdStill, OK, type Scene, setScene } from './scene.ts'

const ENDED = 'The conversation with Support desk has ended.'
const HOUR_MS = 3_600_000
const deleteAgent = ({ service, agent }: Scene) => service.admin('DELETE', `/agents/${agent.id}`)
const putGate = ({ service, serviceId }: Scene, state: 'parked' | 'disabled') =>
  service.service.database.transaction('test', (tx) =>
    tx.q
      .insertInto('gates')
      .values({
        id: `human:${serviceId}`,
        state,
        reason: 'It was in trouble.',
        parked_at: 1,
        probe_at: state === 'parked' ? 1 : null,
        probes: 0,
      })
      .execute(),
  )
const kindsOf = (timeline: { kind: string }[]) => timeline.map(({ kind }) => kind)

onEachEngine((engine) => {
  test('deleting an agent ends its open handoffs before it answers: users and desk are told once, and no deadline is left', async () => {
    await using scene = await setScene(engine)
    const [talking, waiting] = [await scene.conversation(), await scene.conversation()]
    const ids = [await scene.handOver(talking), await scene.handOver(waiting)] as const
    for (const id of ids) await scene.inState(id, 'WAITING')
    await scene.reply(ids[0], 'Good day.')
    assert.equal((await deleteAgent(scene)).status, 200)
    for (const [n, id] of ids.entries()) {
      const ended = await scene.handoff(id)
      assert.deepEqual([ended.state, ended.end_reason], ['ENDED', 'FAILED'])
      assert.ok(kindsOf(ended.timeline).includes('agentDeleted'))
      await eventually(
        'the desk is told',
        () => scene.desk(id),
        (seen) => seen.at(-1) === 'close TIMEOUT',
      )
      await eventually(
        'the user is told',
        () => scene.heard(n === 0 ? talking : waiting),
        (words) => words.at(-1) === ENDED,
      )
    }
    const rows = await scene.service.service.database.q.selectFrom('handoffs').select('deadline_at').execute()
    assert.deepEqual(
      rows.map(({ deadline_at }) => deadline_at),
      [null, null],
    )
    await deleteAgent(scene)
    await scene.pass(61_000)
    for (const id of ids) {
      assert.equal(scene.desk(id).filter((line) => line.startsWith('close')).length, 1, 'once, also later')
    }
    assert.equal((await scene.reply(ids[0], 'Still here')).json.code, 40378)
  })

  test('a handoff that cannot be ended does not keep the others of the deleted agent open', async () => {
    await using scene = await setScene(engine)
    const ids: string[] = []
    for (let n = 0; n < 9; n++) ids.push(await scene.handOver(await scene.conversation()))
    for (const id of ids) await scene.inState(id, 'WAITING')
    const [first = '', ...others] = ids
    await holdStill(scene, first)
    assert.equal((await deleteAgent(scene)).status, 200)
    for (const id of others) assert.equal((await scene.handoff(id)).state, 'ENDED')
  })

  test('of a handoff that the desk never heard of it is told nothing, and nothing is left to be tried', async () => {
    await using scene = await setScene(engine, { component: { webhook_url: 'http://127.0.0.1:9/desk' } })
    const id = await scene.handOver(await scene.conversation())
    const firstOf = async () => (await scene.handoff(id)).deliveries[0]
    await eventually('the first attempt fails', firstOf, ({ attempt_log }) => attempt_log.length === 1)
    await deleteAgent(scene)
    await eventually('it is given up', firstOf, ({ state }) => state === 'dead')
    const { deliveries, end_reason } = await scene.handoff(id)
    assert.deepEqual([deliveries.length, deliveries[0].attempt_log.length, end_reason], [1, 1, 'FAILED'])
  })

  test('a close that the desk does not take is noted in the timeline', async () => {
    await using scene = await setScene(engine)
    const id = await scene.handOver(await scene.conversation())
    await scene.inState(id, 'WAITING')
    scene.server.answer(({ path }) => (path.startsWith(DESK) ? { status: 410 } : OK))
    await deleteAgent(scene)
    const { timeline } = await eventually(
      'it is noted',
      () => scene.handoff(id),
      (it) => it.timeline.at(-1).kind === 'undeliverable',
    )
    assert.equal(timeline.at(-1).detail.request, 'close')
    assert.match(timeline.at(-1).detail.error, /410/)
  })

  test('a desk that has said 410 before cannot be told, and the timeline says so at once', async () => {
    await using scene = await setScene(engine)
    const id = await scene.handOver(await scene.conversation())
    await scene.inState(id, 'WAITING')
    await putGate(scene, 'disabled')
    await deleteAgent(scene)
    const { timeline, end_reason } = await scene.handoff(id)
    assert.equal(end_reason, 'FAILED')
    const told = timeline.find(({ kind }: { kind: string }) => kind === 'undeliverable')
    assert.deepEqual(told.detail, { request: 'close', error: 'It was in trouble.' })
  })

  test('a parked endpoint is not probed for ever: when the last requests of its deleted agent have had their time, it is let go', async () => {
    await using scene = await setScene(engine)
    await putGate(scene, 'parked')
    await deleteAgent(scene)
    const { database } = scene.service.service
    await database.transaction('test', (tx) =>
      tx.q
        .updateTable('agents')
        .set({ deleted_at: scene.clock.now() - 72 * HOUR_MS })
        .execute(),
    )
    await scene.until(
      'nothing is left to be probed',
      () => database.q.selectFrom('gates').select('id').execute(),
      (gates) => gates.length === 0,
    )
    assert.deepEqual(scene.desk(), [])
  })

  test('what a process left open that died after it had deleted the agent is ended by the next one', async () => {
    await using store = await engine.freshEnvironment()
    await using scene = await setScene(engine, { on: store.env })
    const id = await scene.handOver(await scene.conversation())
    await scene.inState(id, 'WAITING')
    await scene.service.stop()
    await using again = await setScene(engine, { on: store.env })
    const { database } = again.service.service
    // Not long ago: an agent deleted before the time of retention would be removed with its handoffs.
    const deleted = { deleted_at: again.clock.now() }
    await database.transaction('test', (tx) =>
      tx.q.updateTable('agents').set(deleted).where('id', '=', scene.agent.id).execute(),
    )
    await again.until(
      'it is ended',
      () => again.handoff(id),
      (it) => it.end_reason === 'FAILED',
    )
  })

  test('a visitor of the chat page is told, the stream ends with the word that nothing more comes, and the page is gone', async () => {
    await using scene = await setScene(engine, { settings: { web: { enabled: true } } })
    const { api, url } = scene.service
    const started = await api('POST', `/web/v1/agents/${scene.agent.id}/chats`, {})
    const { conversation_id: id, token } = started.json
    await using stream = await readEvents(`${url}/web/v1/chats/${id}/events?token=${token}`)
    await api('POST', `/web/v1/chats/${id}/handoff`, {}, token)
    const [open] = (await scene.service.admin('GET', `/handoffs?conversation_id=${id}`)).json.items
    await scene.inState(open.id, 'WAITING')
    await deleteAgent(scene)
    const told = await stream.until(({ data }) => data.text === ENDED)
    assert.equal(told.at(-1)?.data.role, 'notice')
    const passing = scene.pass(10_500)
    await stream.until(({ event }) => event === 'gone')
    assert.equal(await stream.next(), undefined, 'and it is closed')
    await passing
    const back = await fetch(`${url}/web/v1/chats/${id}/events`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(back.status, 403)
    assert.equal((await fetch(`${url}/chat/${scene.agent.id}`)).status, 404)
  })
})
