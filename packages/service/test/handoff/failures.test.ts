/** When the desk is in trouble: the user is told, nobody waits in vain, and no ticket is left open. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLatch } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { DESK, OK, setScene } from './scene.ts'

const FAILED = /cannot be reached at the moment/
const isDesk = (path: string, part = '') => path.startsWith(DESK + part)

onSqlite((engine) => {
  test('establish answered 500, 500 and then 200 within the waiting time: connected, and the user’s lines arrive in order', async () => {
    await using scene = await setScene(engine)
    let failures = 0
    scene.server.answer(({ path }) =>
      isDesk(path, '/conversation/establish') && failures++ < 2 ? { status: 500 } : OK,
    )
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    for (const word of ['one', 'two', 'three']) await scene.user(conversation, word)
    await eventually(
      'the first attempt fails',
      () => scene.handoff(id),
      ({ deliveries }) => deliveries[0].attempt_log.length === 1,
    )
    assert.deepEqual(scene.desk(id), ['establish'], 'nothing overtakes it')
    await scene.until(
      'the desk has everything',
      () => scene.desk(id),
      (seen) => seen.length === 6,
    )
    assert.deepEqual(scene.desk(id), [
      'establish',
      'establish',
      'establish',
      'chat one',
      'chat two',
      'chat three',
    ])
    await scene.reply(id, 'Here I am.')
    const { state, deliveries } = await scene.handoff(id)
    assert.equal(state, 'CONNECTED')
    assert.deepEqual(
      deliveries[0].attempt_log.map(({ http_status }: { http_status: number }) => http_status),
      [500, 500, 200],
    )
    const ids = scene.deskRequests('/conversation/establish').map(({ headers }) => headers['webhook-id'])
    assert.equal(new Set(ids).size, 1, 'a repeated request can be told by its id')
  })

  test('the developer’s server is down: the user is told within the waiting time, the AI is back, the attempts are in the log, and a later request works', async () => {
    await using scene = await setScene(engine)
    scene.server.answer(({ path }) => (isDesk(path) ? { kind: 'reset' } : OK))
    const conversation = await scene.conversation()
    const startedAt = scene.clock.now()
    await scene.user(conversation, 'I want to talk to a human')
    const list = await scene.service.admin('GET', `/handoffs?conversation_id=${conversation}`)
    const { id } = list.json.items[0]
    await scene.user(conversation, 'My parcel is wet')
    const failed = await scene.until(
      'the handoff fails',
      () => scene.handoff(id),
      (it) => it.state === 'ENDED',
    )
    assert.equal(failed.end_reason, 'FAILED')
    assert.ok(failed.ended_at - startedAt <= 60_000)
    await scene.until(
      'the user is told',
      () => scene.heard(conversation),
      (words) => words.some((word) => FAILED.test(word)),
    )
    assert.ok(failed.deliveries[0].attempt_log.length >= 1)
    assert.match(failed.deliveries[0].last_error, /stage/)
    const after = await scene.until(
      'what was said in vain is listed',
      () => scene.handoff(id),
      (it) => it.undelivered.length === 1,
    )
    assert.equal(after.undelivered[0].text, 'My parcel is wet')

    await scene.user(conversation, 'How do I return a parcel?')
    await scene.until(
      'the AI answers',
      () => scene.heard(conversation),
      (words) => words.includes('Use the label that came with it.'),
    )
    scene.server.answer(() => OK)
    const again = await scene.handOver(conversation)
    await scene.until(
      'the desk answers',
      () => scene.handoff(again),
      (it) => it.state === 'WAITING',
    )
    await scene.reply(again, 'Sorry, we were away.')
    assert.equal((await scene.handoff(again)).state, 'CONNECTED')
  })

  test('words for a user whose webhook was removed meanwhile are dead, not lost: they arrive by a replay', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    await scene.user(conversation, 'When are you open?')
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    const { admin } = scene.service
    const webhook = `/agents/${scene.agent.id}/message-webhook`
    const { url } = (await admin('GET', webhook)).json
    await eventually(
      'all that was said so far delivered',
      async () => (await admin('GET', '/deliveries?state=pending')).json.items,
      (items) => items.length === 0,
    )
    assert.equal((await admin('DELETE', webhook)).status, 204)
    const said = 'I will look into it.'
    assert.equal((await scene.reply(id, said)).json.code, 0)
    // That somebody is there now, and what they say.
    const dead = await eventually(
      'given up',
      async () => (await admin('GET', '/deliveries?state=dead')).json.items,
      (items) => items.length === 2,
    )
    for (const { kind, last_error } of dead)
      assert.deepEqual([kind, last_error], ['message', 'The endpoint was removed.'])
    assert.ok(!scene.heard(conversation).includes(said))
    await admin('PUT', webhook, { url })
    const all = { agent_id: scene.agent.id, state: 'dead', since: 0 }
    assert.equal((await admin('POST', '/deliveries/replay', all)).json.replayed, 2)
    await eventually(
      'heard',
      () => scene.heard(conversation).includes(said),
      (is) => is,
    )
  })

  test('a desk that nothing ever reached is not told of an end', async () => {
    await using scene = await setScene(engine)
    await scene.service.admin('PATCH', `/agents/${scene.agent.id}/human-services/${scene.serviceId}`, {
      webhook_url: 'http://127.0.0.1:9/nobody',
    })
    await scene.pass(1500)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    const failed = await scene.until(
      'the handoff fails',
      () => scene.handoff(id),
      (it) => it.state === 'ENDED',
    )
    assert.equal(failed.end_reason, 'FAILED')
    const kinds = failed.deliveries.map(({ kind }: { kind: string }) => kind)
    assert.deepEqual(kinds, ['handoff_establish'])
  })

  test('an establish whose answer was lost may have opened a ticket, so the end is told', async () => {
    await using scene = await setScene(engine, { component: { waiting_timeout_s: 20 } })
    scene.server.answer(({ path }) =>
      isDesk(path, '/conversation/establish') ? { kind: 'drop', when: 'before-head' } : OK,
    )
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.until(
      'the desk hears of the end',
      () => scene.desk(id),
      (seen) => seen.at(-1) === 'close TIMEOUT',
    )
    assert.equal((await scene.handoff(id)).end_reason, 'FAILED')
    assert.equal(scene.desk(id).filter((line) => line.startsWith('close')).length, 1)
  })

  test('a user who leaves while establish is on its way: it is told to close once establish is settled, and no chat follows', async () => {
    await using scene = await setScene(engine)
    const latch = createLatch()
    scene.server.answer(({ path }) =>
      isDesk(path, '/conversation/establish') ? { kind: 'hold', latch } : OK,
    )
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await eventually(
      'establish is on its way',
      () => scene.desk(id).length,
      (count) => count === 1,
    )
    await scene.user(conversation, 'Never mind')
    assert.equal((await scene.closeByUser(conversation)).status, 200)
    assert.equal((await scene.closeByUser(conversation)).json.code, 40357)
    latch.release()
    await scene.until(
      'the desk hears of the end',
      () => scene.desk(id),
      (seen) => seen.at(-1) === 'close USER_CLOSED',
    )
    assert.deepEqual(scene.desk(id), ['establish', 'close USER_CLOSED'])
    const seen = await scene.handoff(id)
    assert.equal(seen.undelivered[0].text, 'Never mind')
    assert.match(seen.undelivered[0].reason, /had ended/)
    // Nor can they be sent again, however often that is asked: nobody is there to read them.
    const { id: deliveryId } = seen.deliveries.find((one: { state: string }) => one.state === 'dead')
    const one = await scene.service.admin('POST', `/deliveries/${deliveryId}/replay`)
    assert.deepEqual([one.status, /handoff has ended/.test(one.text)], [409, true])
    const dead = { agent_id: scene.agent.id, state: 'dead', since: 0 }
    assert.equal((await scene.service.admin('POST', '/deliveries/replay', dead)).json.replayed, 0)
  })

  test('a user who leaves before establish was sent leaves no trace at the desk', async () => {
    await using scene = await setScene(engine)
    const { database } = scene.service.service
    // Parked: nothing goes out.
    await database.transaction('test', (tx) =>
      scene.service.service.app.lanes.closeGate(tx, {
        id: `human:${scene.serviceId}`,
        state: 'parked',
        reason: 'a test',
        parked_at: scene.clock.now(),
        probe_at: scene.clock.now() + 3_600_000,
        probes: 0,
      }),
    )
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.closeByUser(conversation)
    await database.transaction('test', (tx) =>
      scene.service.service.app.lanes.openGate(tx, `human:${scene.serviceId}`, 'by itself'),
    )
    await scene.until(
      'establish is given up',
      () => scene.handoff(id),
      ({ deliveries }) => deliveries[0].state === 'dead',
    )
    assert.deepEqual(scene.desk(id), [])
    assert.equal((await scene.handoff(id)).deliveries.length, 1)
  })

  test('the desk is told of the end at once, not when the words it did not take would have been tried again', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    await scene.reply(id, 'Hello.')
    scene.server.answer(({ path }) => (isDesk(path, '/chat') ? { status: 500 } : OK))
    await scene.user(conversation, 'Are you there?')
    await scene.user(conversation, 'Hello?')
    await scene.until(
      'it has failed three times, and waits for half a minute',
      () => scene.desk(id).length,
      (count) => count === 4,
    )
    await eventually(
      'that is written',
      () => scene.handoff(id),
      ({ deliveries }) => deliveries[1].attempt_log.length === 3,
    )
    await scene.closeByUser(conversation)
    // Time stands still.
    await eventually(
      'the desk hears of the end',
      () => scene.desk(id),
      (seen) => seen.at(-1) === 'close USER_CLOSED',
    )
    assert.equal(scene.desk(id).length, 5)
    const { undelivered } = await scene.handoff(id)
    assert.deepEqual(
      undelivered.map(({ text }: { text: string }) => text),
      ['Are you there?', 'Hello?'],
    )
  })

  test('the same when the end comes while they are on their way', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    await scene.reply(id, 'Hello.')
    const latch = createLatch()
    scene.server.answer(({ path }) => {
      if (!isDesk(path, '/chat')) return OK
      return { kind: 'hold', latch, next: { status: 500 } }
    })
    await scene.user(conversation, 'Are you there?')
    await eventually(
      'it is on its way',
      () => scene.desk(id).length,
      (count) => count === 2,
    )
    await scene.closeByUser(conversation)
    latch.release()
    await eventually(
      'the desk hears of the end',
      () => scene.desk(id),
      (seen) => seen.at(-1) === 'close USER_CLOSED',
    )
    assert.equal(scene.desk(id).length, 3)
  })

  test('a parked desk is probed as soon as somebody waits for it', async () => {
    await using scene = await setScene(engine)
    await scene.service.service.database.transaction('test', (tx) =>
      scene.service.service.app.lanes.closeGate(tx, {
        id: `human:${scene.serviceId}`,
        state: 'parked',
        reason: 'a test',
        parked_at: scene.clock.now(),
        probe_at: scene.clock.now() + 3_600_000,
        probes: 20,
      }),
    )
    const id = await scene.handOver(await scene.conversation())
    const established = await scene.until(
      'the desk answers',
      () => scene.handoff(id),
      (it) => it.state !== 'REQUESTED',
    )
    assert.equal(established.state, 'WAITING')
    assert.ok(established.time_to_establish_ms <= 10_000)
  })

  test('a reply connects even when the answer to establish was lost, and establish is not sent again', async () => {
    await using scene = await setScene(engine)
    scene.server.answer(({ path }) =>
      isDesk(path, '/conversation/establish') ? { kind: 'drop', when: 'before-head' } : OK,
    )
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await eventually(
      'establish failed once',
      () => scene.handoff(id),
      ({ deliveries }) => deliveries[0].attempt_log.length === 1,
    )
    assert.equal((await scene.reply(id, 'I see you.')).status, 200)
    await scene.user(conversation, 'Good!')
    await scene.until(
      'the desk hears the user',
      () => scene.desk(id),
      (seen) => seen.includes('chat Good!'),
    )
    assert.deepEqual(scene.desk(id), ['establish', 'chat Good!'])
    assert.equal((await scene.handoff(id)).state, 'CONNECTED')
  })

  test('a desk that says 410 in the middle ends the handoff, and the AI is back', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    await scene.reply(id, 'Hello.')
    scene.server.answer(({ path }) => (isDesk(path) ? { status: 410 } : OK))
    await scene.user(conversation, 'Are you there?')
    const ended = await scene.inState(id, 'ENDED')
    assert.equal(ended.end_reason, 'FAILED')
    assert.equal(ended.undelivered[0].text, 'Are you there?')
    await scene.user(conversation, 'When are you open?')
    await eventually(
      'the AI answers',
      () => scene.heard(conversation),
      (words) => words.at(-1) === 'We are open from nine to five.',
    )
    // It wants no more requests: the next user is told at once.
    const body = { conversation_id: conversation }
    const again = await scene.service.api('POST', '/v1/conversation/handoff', body, scene.agent.key)
    assert.equal(again.json.state, 'FAILED')
    const next = await scene.handoff(again.json.handoff_id)
    assert.equal(next.end_reason, 'FAILED')
    assert.equal(next.duration_ms, 0)
  })
})
