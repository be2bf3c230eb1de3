/** Sending again: under the same webhook-id, at the end of the conversation, in the order it was. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLatch, GONE, retryAfter, SUCCESS } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { setScene } from './scene.ts'

onEachEngine((engine) => {
  test('a replay has the webhook-id of the first and a new place in the order', async () => {
    await using scene = await setScene(engine)
    const first = await scene.send('a', '1')
    await scene.settled(first)
    await scene.settled(await scene.send('a', '2'))
    const { status, json } = await scene.service.admin('POST', `/deliveries/${first}/replay`)
    assert.equal(status, 200)
    assert.equal(json.sequence, 3)
    const replayed = await scene.settled(json.id)
    assert.equal(replayed.state, 'delivered')
    const [one, , three] = scene.developer.requests
    assert.equal(three?.body, one?.body)
    assert.equal(three?.headers['webhook-id'], first)
    assert.equal(three?.headers['tandem-sequence'], '3')
    assert.equal(three?.headers['tandem-attempt'], '1')

    // A replay of a replay is still the same message.
    const again = (await scene.service.admin('POST', `/deliveries/${json.id}/replay`)).json
    await scene.settled(again.id)
    assert.equal(scene.developer.requests.at(-1)?.headers['webhook-id'], first)
  })

  test('a delivery that is under way cannot be replayed: conflict, and nothing is sent twice', async () => {
    await using scene = await setScene(engine)
    const latch = createLatch()
    scene.developer.answer(() => ({ kind: 'hold', latch, next: SUCCESS }))
    const id = await scene.send('a')
    await scene.developer.waitFor(1)
    const { status, text } = await scene.service.admin('POST', `/deliveries/${id}/replay`)
    assert.equal(status, 409)
    assert.match(text, /still pending/)
    latch.release()
    assert.equal((await scene.settled(id)).attempts, 1)
    assert.equal((await scene.service.admin('POST', '/deliveries/nothing-1/replay')).status, 404)
  })

  test('a delivery that waits says until when, and a replay tries it now, itself or what it stands behind', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => retryAfter(36_000))
    const [first, second] = [await scene.send('a', '1'), await scene.send('a', '2')]
    const seen = await scene.attempted(first, 1)
    assert.equal(seen.next_attempt_at, scene.clock.now() + 36_000_000)
    const next = await scene.delivery(second)
    assert.equal(next.next_attempt_at, null, 'the first comes before it')
    assert.deepEqual([seen.behind, next.behind], [null, seen.sequence])
    const { items } = (await scene.service.admin('GET', '/deliveries?state=pending')).json
    assert.deepEqual(
      (items as { next_attempt_at: number | null }[]).map(({ next_attempt_at }) => next_attempt_at),
      [null, seen.next_attempt_at],
    )
    const replay = (id: string) => scene.service.admin('POST', `/deliveries/${id}/replay`)
    const hurried = await replay(first)
    assert.deepEqual([hurried.status, hurried.json.id], [200, first])
    assert.equal((await scene.attempted(first, 2)).state, 'pending')
    scene.developer.answer(() => SUCCESS)
    const answer = await replay(second)
    assert.deepEqual([answer.status, answer.json.id], [200, second])
    assert.deepEqual(
      [(await scene.settled(first)).state, (await scene.settled(second)).state],
      ['delivered', 'delivered'],
    )
    assert.equal((await scene.delivery(first)).next_attempt_at, null)
    assert.deepEqual(
      scene.developer.requests.map(({ headers }) => headers['tandem-sequence']),
      ['1', '1', '1', '2'],
    )
  })

  test('what waits behind a closed endpoint cannot be hurried, and the answer says what opens it', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => GONE)
    await scene.settled(await scene.send('a'))
    const id = await scene.send('a')
    const again = () => scene.service.admin('POST', `/deliveries/${id}/replay`)
    const { status, text } = await eventually('disabled', again, (it) => /disabled/.test(it.text))
    assert.equal(status, 409)
    assert.match(text, /Save its settings/)
    assert.equal((await scene.delivery(id)).next_attempt_at, null)
  })

  test('replaying the dead again sends what has not arrived, and nothing twice', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => ({ status: 500 }))
    const dead = await scene.send('a')
    await scene.attempted(dead, 1)
    assert.equal((await scene.expire(dead)).state, 'dead')
    const body = { agent_id: scene.agent.id, state: 'dead', since: 0 }
    const replay = async () => (await scene.service.admin('POST', '/deliveries/replay', body)).json.replayed
    const idle = async () =>
      (await scene.service.admin('GET', '/deliveries?state=pending')).json.items.length === 0
    // Dies again: what is replayed next is one of them, not both.
    assert.equal(await replay(), 1)
    const [again] = (await scene.service.admin('GET', '/deliveries?state=pending')).json.items
    await scene.attempted(again.id, 1)
    assert.equal((await scene.expire(again.id)).state, 'dead')
    scene.developer.answer(() => SUCCESS)
    assert.equal(await replay(), 1)
    await eventually('delivered', idle, (is) => is)
    assert.equal(await replay(), 0)
    const ids = scene.developer.requests.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(ids, [dead, dead, dead])
  })

  test('what arrived by a replay is replayed with the delivered, and what died again with the dead of that time', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => ({ status: 500 }))
    const dead = await scene.send('a')
    await scene.attempted(dead, 1)
    await scene.expire(dead)
    await scene.pass(5000)
    const since = scene.clock.now()
    const replay = async (state: string, from: number) => {
      const body = { agent_id: scene.agent.id, state, since: from }
      const { replayed } = (await scene.service.admin('POST', '/deliveries/replay', body)).json
      return replayed
    }
    assert.equal(await replay('dead', since), 0)
    const again = (await scene.service.admin('POST', `/deliveries/${dead}/replay`)).json.id
    await scene.attempted(again, 1)
    assert.equal((await scene.expire(again)).state, 'dead')
    scene.developer.answer(() => SUCCESS)
    assert.equal(await replay('dead', since), 1)
    const before = scene.developer.requests.length
    await eventually(
      'arrived',
      async () => (await scene.service.admin('GET', '/deliveries?state=delivered')).json.items.length,
      (count) => count === 1,
    )
    for (let round = 1; round <= 2; round++) {
      assert.equal(await replay('delivered', 0), 1, 'once, however often it was replayed')
      await eventually(
        'arrived again',
        async () => (await scene.service.admin('GET', '/deliveries?state=delivered')).json.items.length,
        (count) => count === 1 + round,
      )
    }
    assert.equal(await replay('dead', 0), 0, 'it has arrived')
    const ids = scene.developer.requests.slice(before).map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(new Set(ids), new Set([dead]))
  })

  test('many are replayed in the order they had, of one agent, one state and since a time', async () => {
    await using scene = await setScene(engine)
    const old = await scene.send('a', 'before')
    await scene.settled(old)
    await scene.pass(5000)
    const since = scene.clock.now()
    scene.developer.answer(() => ({ status: 500 }))
    const dead: string[] = []
    for (const [n, conversation] of ['a', 'b', 'a', 'b', 'a'].entries()) {
      const id = await scene.send(conversation, String(n))
      await scene.attempted(id, 1)
      assert.equal((await scene.expire(id)).state, 'dead')
      dead.push(id)
    }
    scene.developer.answer(() => SUCCESS)
    const before = scene.developer.requests.length
    const body = { agent_id: scene.agent.id, state: 'dead', since }
    const answer = await scene.service.admin('POST', '/deliveries/replay', body)
    assert.deepEqual([answer.status, answer.json], [200, { replayed: 5 }])
    await scene.developer.waitFor(before + 5)
    const replayed = scene.developer.requests.slice(before)
    for (const conversation of ['a', 'b']) {
      const arrived = replayed.filter(
        ({ json }) => (json as { conversation_id: string }).conversation_id === conversation,
      )
      const expected = dead.filter((_, n) => (n % 2 === 0) === (conversation === 'a'))
      assert.deepEqual(
        arrived.map(({ headers }) => headers['webhook-id']),
        expected,
      )
    }
    const none = await scene.service.admin('POST', '/deliveries/replay', {
      ...body,
      since: scene.clock.now() + 1,
    })
    assert.deepEqual(none.json, { replayed: 0 })
    const unknown = await scene.service.admin('POST', '/deliveries/replay', { ...body, agent_id: 'nobody' })
    assert.equal(unknown.status, 404)
    const pending = await scene.service.admin('POST', '/deliveries/replay', { ...body, state: 'pending' })
    assert.equal(pending.status, 400)
  })

  test('the dead replayed by several at once are sent again once', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => GONE)
    await scene.settled(await scene.send('a'))
    await Promise.all(Array.from({ length: 30 }, (_, n) => scene.send(`c${n % 5}`)))
    await scene.service.admin('DELETE', `/agents/${scene.agent.id}/message-webhook`)
    const idle = async () =>
      (await scene.service.admin('GET', '/deliveries?state=pending')).json.items.length === 0
    await scene.until('all dead', idle, (is) => is)
    scene.developer.answer(() => SUCCESS)
    await scene.connect()
    const before = scene.developer.requests.length
    const body = { agent_id: scene.agent.id, state: 'dead', since: 0 }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => scene.service.admin('POST', '/deliveries/replay', body)),
    )
    const replayed = answers.map(({ json }) => json.replayed as number)
    assert.equal(
      replayed.reduce((sum, count) => sum + count, 0),
      31,
    )
    await scene.until('delivered', idle, (is) => is)
    assert.equal(scene.developer.requests.length - before, 31)
  })

  test('of a deleted agent nothing is sent again', async () => {
    await using scene = await setScene(engine)
    const id = await scene.send('a')
    await scene.settled(id)
    await scene.service.admin('DELETE', `/agents/${scene.agent.id}`)
    const one = await scene.service.admin('POST', `/deliveries/${id}/replay`)
    const body = { agent_id: scene.agent.id, state: 'delivered', since: 0 }
    const many = await scene.service.admin('POST', '/deliveries/replay', body)
    assert.deepEqual([one.json.code, many.json.code], [40378, 40378])
    assert.equal(scene.developer.requests.length, 1)
  })
})
