/** People who are gone: their users go back to the queue, once, and nobody waits for ever. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person } from '../accounts/people.ts'
import { QUIET } from '../handoff/scene.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, startTestService } from '../harness/service.ts'
import { asOperator, type Operator, startShift } from './shift.ts'

const GONE = 'She had to go.'
const LONG = { waiting_timeout_s: 300 }

onEachEngine((engine) => {
  test('an owner who is gone gives the user back; the user is told, the handoff goes on, and the waiting time begins anew', async () => {
    await using shift = await startShift(engine, {
      component: LONG,
      settings: { handoff: { texts: { en: { ...QUIET, waiting_again: GONE } } }, desk: { away_after_s: 60 } },
    })
    const [ada, bob] = [await shift.operator(), await shift.operator()]
    const { id, conversation } = await shift.waiting()
    await ada.here()
    const claim = await ada.take(id)
    await ada.on(id, 'reply', { text: 'Hello.', claim })
    await shift.pass(40_000)
    await ada.here()
    await shift.pass(40_000)
    assert.equal((await bob.queue())[0]?.state, 'others', 'she was heard of within the minute')
    await shift.pass(30_000)
    const [item] = await freed(bob)
    assert.equal(item?.state, 'waiting')
    assert.equal(item?.handoff_state, 'CONNECTED')
    const { timeline, deadline_at } = await shift.handoff(id)
    assert.deepEqual(
      timeline.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind === 'ownerGone'),
      ['ownerGone'],
    )
    // Time may pass between the two, which different clocks tell.
    const waitMs = deadline_at - (item?.waiting_since ?? 0)
    assert.ok(waitMs >= 300_000 && waitMs < 310_000, `${waitMs} ms`)
    assert.equal((await ada.on(id, 'reply', { text: 'Back!', claim })).status, 409)
    const his = await bob.take(id)
    assert.equal((await bob.on(id, 'reply', { text: 'This is Bob.', claim: his })).status, 200)
    assert.equal((await shift.handoff(id)).human_messages, 2)
    assert.deepEqual(
      (await shift.stored(conversation)).map(({ role, text }) => `${role}: ${text}`),
      ['human: Hello.', `notice: ${GONE}`, 'human: This is Bob.'],
      'the user was told once',
    )
  })

  test('somebody who goes off duty gives all users back at once', async () => {
    await using shift = await startShift(engine)
    const [ada, bob] = [await shift.operator(), await shift.operator()]
    const users = [await shift.waiting(), await shift.waiting()]
    for (const { id } of users) await ada.take(id)
    const { json } = await ada.call('PUT', '/desk/v1/presence', { state: 'off' })
    assert.equal(json.me.state, 'off')
    await shift.pass(1000)
    assert.deepEqual(
      (await freed(bob, 2)).map(({ state }) => state),
      ['waiting', 'waiting'],
    )
  })

  test('somebody who may no longer work for the agent gives its users back at once, however often they say that they are here', async () => {
    await using shift = await startShift(engine)
    const { service, agent } = shift
    const other = (await service.newAgent()).id
    const changes = [{ disabled: true }, { agents: [other] }, { role: 'editor' }]
    const bob = await shift.operator()
    for (const change of changes) {
      const ada = await shift.operator([agent.id])
      const { id } = await shift.waiting()
      await ada.take(id)
      assert.equal((await service.admin('PATCH', `/accounts/${ada.id}`, change)).status, 200)
      await ada.here()
      await shift.pass(1000)
      assert.equal((await freed(bob))[0]?.id, id, JSON.stringify(change))
      await bob.on(id, 'close', { claim: await bob.take(id) })
    }
  })

  test('a user whom nobody takes up again is told so when the waiting time is over, and the AI is back', async () => {
    await using shift = await startShift(engine, {
      component: { waiting_timeout_s: 30, idle_timeout_s: 3600 },
      settings: { handoff: { texts: { en: { connecting: '', waiting: '', connected: '' } } } },
    })
    const ada = await shift.operator()
    const { id, conversation } = await shift.waiting()
    const claim = await ada.take(id)
    await ada.on(id, 'reply', { text: 'Hello.', claim })
    await ada.on(id, 'release', { claim })
    await shift.pass(20_000)
    await shift.user(conversation, 'Are you still there?')
    assert.equal((await shift.handoff(id)).state, 'CONNECTED')
    await shift.pass(11_000)
    assert.equal(
      (await shift.inState(id, 'TIMEOUT')).state,
      'ENDED',
      'words of the user do not make it longer',
    )
    const words = (await shift.stored(conversation)).map(({ text }) => text)
    assert.match(words.at(-1) ?? '', /^Nobody is free at the moment/)
    const refused = await ada.on(id, 'claim')
    assert.equal(refused.json.code, 40357)
  })

  test('a process that is killed loses neither a claim nor the time at which it ends', async () => {
    await using store = await engine.freshEnvironment()
    const shift = await startShift(engine, {
      component: LONG,
      on: store.env,
      settings: { desk: { away_after_s: 10 }, handoff: { texts: { en: QUIET } } },
    })
    const ada = await shift.operator()
    const gone = await shift.waiting()
    const kept = await shift.waiting()
    await ada.take(gone.id)
    const bob = await shift.operator()
    const claim = await bob.take(kept.id)
    await bob.on(kept.id, 'reply', { text: 'Before.', claim }, 'key-1')
    await shift.service.service.stop(0)
    await using second = await startTestService(engine, {
      clock: shift.clock,
      on: store.env,
      env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' },
    })
    const again = (who: Operator) => asOperator(person(second.url, who.id, who.email, who.cookie))
    const bobAgain = again(bob)
    const repeated = await bobAgain.on(kept.id, 'reply', { text: 'Before.', claim }, 'key-1')
    assert.equal(repeated.status, 200)
    assert.equal((await bobAgain.on(kept.id, 'reply', { text: 'After.', claim })).status, 200)
    await shift.untilElsewhere(
      second,
      'her user waits again',
      async () => {
        await bobAgain.here()
        return bobAgain.see(gone.id)
      },
      ({ state }) => state === 'waiting',
    )
    assert.equal((await bobAgain.see(kept.id)).state, 'mine')
    assert.deepEqual(
      (await bobAgain.see(kept.id)).talk.map(({ text }) => text),
      ['Before.', 'After.'],
    )
    const { timeline } = await bobAgain.see(gone.id)
    assert.equal(timeline.filter(({ kind }) => kind === 'ownerGone').length, 1)
    await shift.server.close()
  })
})

const freed = (operator: Operator, count = 1) =>
  eventually(
    'the users are back in the queue',
    () => operator.queue(),
    (items) => items.length === count && items.every(({ state }) => state === 'waiting'),
  )
