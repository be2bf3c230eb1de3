/** Poison is survived: an item that hangs the event loop is dead after three ends, and nothing beside it is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STALL_EXIT_CODE } from '../../src/platform/watchdog.ts'
import { createLatch, startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { arrivedIn, modelEnvironment, startManaged } from './manager.ts'
import { BACKTRACKS_IN_TURN, LOOPS_IN_REQUEST, LOOPS_IN_TURN } from './poison.ts'

const HEALTH = '/v1/webhook/service/health'
const INNOCENTS = 4

onEachEngine((engine) => {
  test('a poisoned turn is dead after three ends, its lane goes on, and whatever ran beside it is answered', async (t) => {
    await using store = await engine.freshEnvironment()
    const developer = await startDeveloperServer()
    t.after(() => developer.close())
    const { model, env } = await modelEnvironment()
    t.after(() => model.close())
    const [first, innocent] = [createLatch(), createLatch()]
    let held = 0
    model.answer(({ body }) => {
      if (++held > INNOCENTS + 1) return { kind: 'chat', pieces: ['Told again'] }
      const latch = body.includes('Before the poison') ? first : innocent
      return { kind: 'chat', pieces: [latch, 'Told'] }
    })
    await using service = await startManaged({ ...store.env, ...env })
    const [bad, good] = [await service.newTenant(developer.url), await service.newTenant(developer.url)]
    const lane = await service.newConversation(bad)
    const poison = engine.name === 'sqlite' ? LOOPS_IN_TURN : BACKTRACKS_IN_TURN
    await service.send(bad, lane, 'Before the poison')
    const beside = await Promise.all(
      Array.from({ length: INNOCENTS }, async (_, n) => {
        const conversation = await service.newConversation(good)
        await service.send(good, conversation, `Innocent ${n}`)
        return conversation
      }),
    )
    await model.waitFor(INNOCENTS + 1)
    await service.send(bad, lane, `An ${poison} for ever`)
    await service.send(bad, lane, 'After the poison')
    first.release()

    const isAnswered = () => arrivedIn(developer, lane).length
    await eventually('its lane goes on', isAnswered, (count) => count === 3)
    for (const conversation of beside)
      await eventually(
        'those beside it are answered',
        () => arrivedIn(developer, conversation).length,
        (count) => count === 1,
      )
    innocent.release()
    const turns = (await service.items()).filter(({ kind }) => kind === 'turn')
    const dead = turns.filter(({ state }) => state !== 'done')
    assert.deepEqual(
      dead.map(({ state, last_error }) => ({ state, last_error })),
      [
        {
          state: 'dead',
          last_error: 'The service ended three times while this ran, so it is not run again.',
        },
      ],
    )
    assert.deepEqual(await service.suspects(), [])
    assert.deepEqual(service.ends, Array(3).fill({ code: STALL_EXIT_CODE, signal: null }))
    const stalls = service
      .output()
      .split('\n')
      .filter((line) => line.includes('the process ends'))
      .map((line) => JSON.parse(line))
    assert.equal(stalls.length, 3)
    for (const { activity, recorded, stack } of stalls) {
      assert.equal(activity.work, 'turn')
      assert.equal(activity.agent, bad.id)
      assert.equal(recorded, true)
      assert.match(stack, /poison\.ts/)
    }

    const count = developer.requests.length
    await service.restart()
    assert.equal((await service.api('GET', HEALTH)).status, 200)
    await service.send(good, beside[0] as string, 'And now?')
    await service.send(bad, lane, 'And here?')
    await developer.waitFor(count + 2)
    assert.deepEqual(service.ends.slice(3), [{ code: 0, signal: null }], service.output())
  })

  test('a request that hangs ends the process under its name and leaves nothing behind', async (t) => {
    await using store = await engine.freshEnvironment()
    const developer = await startDeveloperServer()
    t.after(() => developer.close())
    await using service = await startManaged(store.env)
    const tenant = await service.newTenant(developer.url)
    const conversation = await service.newConversation(tenant)
    const before = service.current()
    const url = (await before.printed(/"url":"(http:[^"]+)"[^\n]*"listening"/))[1] ?? ''
    const hanging = fetch(`${url}/v2/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.key}` },
      body: JSON.stringify({
        conversation_id: conversation,
        response_mode: 'blocking',
        messages: [{ role: 'user', content: `An ${LOOPS_IN_REQUEST}` }],
      }),
    })
    await assert.rejects(hanging)
    assert.deepEqual(await before.ended, { code: STALL_EXIT_CODE, signal: null })
    assert.match(
      before.stdout(),
      /"activity":\{"kind":"request","id":"[^"]+","route":"POST \/v2\/conversation\/message","owner":"[^"]+"\}/,
    )
    assert.equal((await service.api('GET', HEALTH)).status, 200)
    const answer = await service.send(tenant, conversation, 'Are you open?', 'blocking')
    assert.equal(answer.status, 200)
    const items = await service.items()
    assert.ok(items.every(({ state }) => state === 'done'))
    const { text } = await service.api(
      'GET',
      `/v2/messages?conversation_id=${conversation}&page=1&page_size=10`,
      undefined,
      tenant.key,
    )
    assert.ok(!text.includes(LOOPS_IN_REQUEST))
    assert.equal(service.ends.length, 1)
  })
})
