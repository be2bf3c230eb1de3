/** Who has a user: one person at a time, under a number that fences off whoever had it before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { type Operator, startShift } from './shift.ts'

onEachEngine((engine) => {
  test('of twenty who take the same user one gets it, and the others are told who; so it is ten times', async () => {
    await using shift = await startShift(engine)
    const people = await Promise.all(Array.from({ length: 20 }, () => shift.operator()))
    for (let n = 0; n < 10; n++) {
      const { id } = await shift.waiting()
      const answers = await Promise.all(people.map((person) => person.on(id, 'claim')))
      const winners = people.filter((_, place) => answers[place]?.status === 200)
      assert.equal(winners.length, 1)
      const [winner] = winners
      const lost = answers.filter(({ status }) => status === 409)
      assert.equal(lost.length, 19)
      for (const { json } of lost) assert.deepEqual([json.code, json.owner.id], [40902, winner?.id])
      assert.equal((await winner?.on(id, 'claim'))?.json.claim, 1, 'the same number again')
    }
  })

  test('twenty who take the next at once each get another user, those with the oldest deadlines', async () => {
    await using shift = await startShift(engine)
    const people = await Promise.all(Array.from({ length: 20 }, () => shift.operator()))
    const next = (person: (typeof people)[number]) => person.call('POST', '/desk/v1/next', {})
    assert.deepEqual((await next(people[0] as Operator)).json, { taken: null })
    const users = await Promise.all(Array.from({ length: 23 }, () => shift.waiting()))
    const order = (await people[0]?.queue())?.map(({ id }) => id) ?? []
    assert.equal(order.length, users.length)
    const taken = await Promise.all(people.map(next))
    assert.deepEqual(new Set(taken.map(({ json }) => json.taken.handoff_id)), new Set(order.slice(0, 20)))
    for (const [n, person] of people.entries()) {
      const { handoff_id: id, claim } = taken[n]?.json.taken ?? {}
      assert.equal((await person.on(id, 'reply', { text: 'Hello.', claim })).status, 200)
    }
    const stranger = await shift.operator([(await shift.service.newAgent('Other')).id])
    assert.equal((await next(stranger)).json.taken, null, 'users of another agent')
  })

  test('who takes the next gets a user of an agent they have room for, and else hears why they get none', async () => {
    await using shift = await startShift(engine, { settings: { desk: { max_per_person: 1 } } })
    const [ada, bob] = [await shift.operator(), await shift.operator()]
    const next = (person: Operator) => person.call('POST', '/desk/v1/next', {})
    const first = await shift.waiting()
    await shift.pass(1000)
    const second = await shift.waiting()
    assert.equal((await next(ada)).json.taken.handoff_id, first.id)
    const full = await next(ada)
    assert.deepEqual([full.status, full.json.code], [409, 40903])
    assert.equal((await next(bob)).json.taken.handoff_id, second.id)
    assert.equal((await next(ada)).json.taken, null, 'nobody waits any more')
  })

  test('somebody of another agent cannot use up what a person may say', async () => {
    await using shift = await startShift(engine)
    const ada = await shift.operator()
    const { id } = await shift.waiting()
    const claim = await ada.take(id)
    const stranger = await shift.operator([(await shift.service.newAgent('Other')).id])
    const tries = Array.from({ length: 130 }, () => stranger.on(id, 'reply', { text: 'Hello.', claim }))
    for (const { status } of await Promise.all(tries)) assert.equal(status, 403)
    assert.equal((await ada.on(id, 'reply', { text: 'Hello.', claim })).status, 200)
  })

  test('words of somebody who lost the user are refused with who has it now, and reach nobody', async () => {
    await using shift = await startShift(engine)
    const [ada, bob] = [await shift.operator(), await shift.operator()]
    const { id, conversation } = await shift.waiting()
    const first = await ada.take(id)
    await ada.on(id, 'reply', { text: 'Hello.', claim: first })
    assert.equal((await ada.on(id, 'release', { claim: first })).status, 200)
    const free = await ada.on(id, 'reply', { text: 'Into the void.', claim: first })
    assert.deepEqual([free.status, free.json.code, free.json.owner], [409, 40902, null])
    const second = await bob.take(id)
    assert.ok(second > first)
    for (const path of ['reply', 'close', 'release', 'typing', 'read']) {
      const body = { text: 'Too late.', claim: first, sequence: 1 }
      const { status, json } = await ada.on(id, path, body)
      assert.deepEqual([path, status, json.owner?.id], [path, 409, bob.id])
    }
    const guessed = await ada.on(id, 'reply', { text: 'With his number.', claim: second })
    assert.equal(guessed.status, 409, 'a number is good for whoever got it')
    await bob.on(id, 'release', { claim: second })
    const third = await ada.take(id)
    const old = await ada.on(id, 'reply', { text: 'From the old window.', claim: first })
    assert.deepEqual([old.status, old.json.owner.id], [409, ada.id], 'hers again, under another number')
    assert.equal((await ada.on(id, 'reply', { text: 'Back again.', claim: third })).status, 200)
    assert.deepEqual(
      (await shift.stored(conversation)).map(({ text }) => text),
      ['Hello.', 'Back again.'],
    )
  })

  test('a reply that is sent again under its key reaches the user once, also when the user has gone to somebody else', async () => {
    await using shift = await startShift(engine)
    const [ada, bob] = [await shift.operator(), await shift.operator()]
    const { id, conversation } = await shift.waiting()
    const claim = await ada.take(id)
    const send = (text: string) => ada.on(id, 'reply', { text, claim }, 'key-1')
    const answers = await Promise.all([send('Once.'), send('Once.'), send('Once.')])
    const ids = new Set(answers.map(({ json }) => json.message_id))
    assert.deepEqual([ids.size, answers.every(({ status }) => status === 200)], [1, true])
    await ada.on(id, 'release', { claim })
    await bob.take(id)
    const again = await send('Once.')
    assert.deepEqual([again.status, ids.has(again.json.message_id)], [200, true])
    assert.equal((await send('Something else.')).json.code, 40900)
    assert.deepEqual(await shift.stored(conversation), [{ role: 'human', text: 'Once.' }])
  })

  test('a colleague who is offered a user accepts or declines; until then it stays where it is', async () => {
    await using shift = await startShift(engine)
    const [ada, bob, eve] = [await shift.operator(), await shift.operator(), await shift.operator()]
    const { id } = await shift.waiting()
    const claim = await ada.take(id)
    const offer = (to: string | null) => ada.on(id, 'transfer', { claim, to })
    assert.equal((await offer(bob.id)).json.code, 40900, 'he is not at the desk')
    await bob.here()
    assert.equal((await offer(bob.id)).status, 200)
    assert.equal((await bob.queue())[0]?.offered_to?.id, bob.id)
    assert.equal((await eve.on(id, 'transfer/accept')).status, 409, 'she was not asked')
    assert.equal((await ada.on(id, 'reply', { text: 'One moment.', claim })).status, 200)
    assert.equal((await bob.on(id, 'transfer/decline')).status, 200)
    assert.equal((await bob.on(id, 'transfer/accept')).status, 409)
    await offer(bob.id)
    await offer(null)
    assert.equal((await bob.on(id, 'transfer/accept')).status, 409, 'she has taken it back')
    await offer(bob.id)
    const accepted = await bob.on(id, 'transfer/accept')
    assert.equal(accepted.status, 200)
    const late = await ada.on(id, 'reply', { text: 'Still me.', claim })
    assert.deepEqual([late.status, late.json.owner.id], [409, bob.id])
    const { claim: his } = accepted.json
    assert.equal((await bob.on(id, 'reply', { text: 'This is Bob.', claim: his })).status, 200)
    assert.equal((await shift.handoff(id)).state, 'CONNECTED')
  })

  test('nobody has more users of an agent than its limit, however fast they are taken', async () => {
    await using shift = await startShift(engine, { settings: { desk: { max_per_person: 3 } } })
    const ada = await shift.operator()
    const users = await Promise.all(Array.from({ length: 8 }, () => shift.waiting()))
    const answers = await Promise.all(users.map(({ id }) => ada.on(id, 'claim')))
    const codes = answers.map(({ json }) => json.code ?? 0)
    assert.deepEqual(codes.toSorted(), [0, 0, 0, 40903, 40903, 40903, 40903, 40903])
    const mine = (await ada.queue()).filter(({ state }) => state === 'mine')
    await ada.on(mine[0]?.id ?? '', 'close', { claim: mine[0]?.claim })
    const next = (await ada.queue()).find(({ state }) => state === 'waiting')
    assert.equal((await ada.on(next?.id ?? '', 'claim')).status, 200)
  })

  test('the queue is in order of deadline, and an admin gives a user to somebody', async () => {
    await using shift = await startShift(engine)
    const ada = await shift.operator()
    const ids: string[] = []
    for (let n = 0; n < 4; n++) {
      ids.push((await shift.waiting()).id)
      await shift.pass(1000)
    }
    assert.deepEqual(
      (await ada.queue()).map(({ id }) => id),
      ids,
    )
    await ada.here()
    const given = await shift.service.api(
      'POST',
      `/desk/v1/handoffs/${ids[2]}/assign`,
      { to: ada.id },
      shift.service.adminToken,
    )
    assert.equal(given.status, 200, given.text)
    const mine = await ada.call('GET', '/desk/v1/queue?state=mine')
    const [item] = mine.json.items
    assert.deepEqual([mine.json.items.length, item.id, item.state, item.claim], [1, ids[2], 'mine', 1])
    assert.equal(mine.json.waiting, 3)
    const order = (await ada.queue()).map(({ id }) => id)
    assert.deepEqual(
      order,
      [ids[0], ids[1], ids[3], ids[2]],
      'with the new hands its waiting time began anew',
    )
    assert.equal((await ada.on(ids[0] ?? '', 'assign', { to: ada.id })).status, 403, 'she is no admin')
  })
})
