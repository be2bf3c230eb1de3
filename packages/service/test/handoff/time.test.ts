/** Deadlines: stored, moved by either side, fired once, over restarts and over several processes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, startTestService } from '../harness/service.ts'
import { DESK, holdStill, OK, setScene } from './scene.ts'

const MINUTE = 60_000

onEachEngine((engine) => {
  test('nobody replies within the waiting time: the user is told, the desk is told, the AI is back', async () => {
    await using scene = await setScene(engine, { component: { waiting_timeout_s: 90 } })
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    for (let n = 0; n < 8; n++) {
      await scene.pass(10_000)
      // Words of the user do not make the waiting time longer.
      await scene.user(conversation, `Hello ${n}?`)
    }
    assert.equal((await scene.handoff(id)).state, 'WAITING')
    await scene.pass(9_000)
    assert.equal((await scene.handoff(id)).state, 'WAITING')
    await scene.pass(1_000)
    const ended = await scene.inState(id, 'ENDED')
    assert.equal(ended.end_reason, 'WAIT_TIMEOUT')
    assert.ok(ended.duration_ms <= 91_000, `${ended.duration_ms} ms`)
    await scene.until(
      'the desk is told',
      () => scene.desk(id),
      (seen) => seen.at(-1) === 'close TIMEOUT',
    )
    await eventually(
      'the user is told',
      () => scene.heard(conversation),
      (words) => /Nobody is free/.test(words.at(-1) ?? ''),
    )
    assert.equal((await scene.reply(id, 'Sorry, late.')).json.code, 40357)
  })

  test('the idle time begins anew with every word of either side', async () => {
    await using scene = await setScene(engine, { component: { idle_timeout_s: 60 } })
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    await scene.reply(id, 'Good day.')
    for (let n = 0; n < 3; n++) {
      await scene.pass(48_000)
      await scene.user(conversation, `Word ${n}`)
      await scene.pass(48_000)
      await scene.reply(id, `Reply ${n}`)
    }
    assert.equal((await scene.handoff(id)).state, 'CONNECTED')
    const repeated = await scene.reply(id, 'Reply 2')
    assert.equal(repeated.status, 200)
    await scene.pass(MINUTE)
    const ended = await scene.inState(id, 'ENDED')
    assert.equal(ended.end_reason, 'TIMEOUT')
    assert.ok(ended.ended_at - ended.last_activity_at <= MINUTE + 1000)
    await scene.until(
      'the desk is told once',
      () => scene.desk(id).filter((line) => line.startsWith('close')),
      (seen) => seen.length > 0,
    )
    await scene.pass(MINUTE)
    assert.deepEqual(
      scene.desk(id).filter((line) => line.startsWith('close')),
      ['close TIMEOUT'],
    )
  })

  test('words the desk does not take do not keep a user with it: after the idle time the user is told, and the AI is back', async () => {
    await using scene = await setScene(engine, { component: { idle_timeout_s: 120 } })
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    await scene.reply(id, 'Good day.')
    await scene.pass(10_000)
    scene.server.answer(({ path }) => (path.startsWith(`${DESK}/chat`) ? { status: 500 } : OK))
    const begunAt = scene.clock.now()
    for (let n = 0; n < 11; n++) {
      await scene.user(conversation, `Are you there ${n}?`)
      await scene.pass(10_000)
    }
    assert.equal((await scene.handoff(id)).state, 'CONNECTED')
    await scene.pass(11_000)
    const ended = await scene.inState(id, 'ENDED')
    assert.equal(ended.end_reason, 'FAILED')
    assert.ok(ended.ended_at - begunAt <= 121_000, `${ended.ended_at - begunAt} ms`)
    await eventually(
      'the user is told',
      () => scene.heard(conversation),
      (words) => /cannot be reached/.test(words.at(-1) ?? ''),
    )
    await scene.until(
      'the desk is told',
      () => scene.desk(id),
      (seen) => seen.at(-1) === 'close TIMEOUT',
    )
  })

  test('words that come while earlier ones are on their way count once they have arrived', async () => {
    await using scene = await setScene(engine, { component: { idle_timeout_s: 120 } })
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    await scene.reply(id, 'Good day.')
    const latch = createLatch()
    scene.server.answer(({ path }) => (path.startsWith(`${DESK}/chat`) ? { kind: 'hold', latch } : OK))
    await scene.user(conversation, 'One')
    await scene.pass(5_000)
    await scene.user(conversation, 'Two')
    latch.release()
    await eventually(
      'both arrive',
      () => scene.handoff(id),
      ({ deliveries }) =>
        deliveries.filter(({ state }: { state: string }) => state === 'delivered').length === 3,
    )
    const { last_activity_at } = await scene.handoff(id)
    await scene.pass(last_activity_at + 118_000 - scene.clock.now())
    assert.equal((await scene.handoff(id)).state, 'CONNECTED')
    const ended = await scene.until(
      'it ends',
      () => scene.handoff(id),
      ({ state }) => state === 'ENDED',
    )
    assert.equal(ended.end_reason, 'TIMEOUT')
  })

  test('a restart neither loses nor repeats a deadline', async () => {
    await using store = await engine.freshEnvironment()
    await using scene = await setScene(engine, { on: store.env, component: { waiting_timeout_s: 60 } })
    const conversations = await Promise.all([scene.conversation(), scene.conversation()])
    const [early, late] = [await scene.handOver(conversations[0]), await scene.handOver(conversations[1])]
    await scene.inState(late, 'WAITING')
    await scene.inState(early, 'WAITING')
    await scene.service.stop()
    // The deadline passes while nothing runs.
    scene.clock.step(2 * MINUTE)
    await using again = await startTestService(engine, { clock: scene.clock, on: scene.service.env })
    const endOf = async (id: string) => (await again.admin('GET', `/handoffs/${id}`)).json
    for (const id of [early, late]) {
      const ended = await scene.untilElsewhere(
        again,
        'it ends',
        () => endOf(id),
        (it) => it.state === 'ENDED',
      )
      assert.equal(ended.end_reason, 'WAIT_TIMEOUT')
      await scene.untilElsewhere(
        again,
        'the desk is told',
        () => scene.desk(id),
        (seen) => seen.at(-1) === 'close TIMEOUT',
      )
      assert.equal(scene.desk(id).filter((line) => line.startsWith('close')).length, 1)
    }
  })

  test('handoffs that cannot be ended, however many, do not keep later ones from ending in time', async () => {
    await using scene = await setScene(engine, { component: { waiting_timeout_s: 30 } })
    for (let n = 0; n < 9; n++) {
      const id = await scene.handOver(await scene.conversation())
      await scene.inState(id, 'WAITING')
      await holdStill(scene, id)
    }
    await scene.pass(1000)
    const id = await scene.handOver(await scene.conversation())
    await scene.inState(id, 'WAITING')
    await scene.pass(31_000)
    assert.equal((await scene.inState(id, 'ENDED')).end_reason, 'WAIT_TIMEOUT')
  })

  // The embedded engine has one process.
  if (engine.name === 'sqlite') return
  test('two processes on one store fire each deadline once', async () => {
    await using scene = await setScene(engine, { component: { waiting_timeout_s: 30 } })
    await using second = await startTestService(engine, { clock: scene.clock, on: scene.service.env })
    void second
    const ids: string[] = []
    for (let n = 0; n < 10; n++) ids.push(await scene.handOver(await scene.conversation()))
    for (const id of ids) await scene.inState(id, 'WAITING')
    await scene.pass(31_000)
    for (const id of ids) {
      const ended = await scene.inState(id, 'ENDED')
      assert.equal(ended.end_reason, 'WAIT_TIMEOUT')
      await scene.until(
        'the desk is told',
        () => scene.desk(id),
        (seen) => seen.at(-1) === 'close TIMEOUT',
      )
    }
    await scene.pass(10_000)
    for (const id of ids) {
      assert.equal(scene.desk(id).filter((line) => line.startsWith('close')).length, 1)
      const { timeline } = await scene.handoff(id)
      assert.equal(timeline.filter(({ kind }: { kind: string }) => kind === 'deadline').length, 1)
    }
  })
})
