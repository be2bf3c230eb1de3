/** How a handoff begins, which component gets it, and what happens outside service hours. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLatch } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { eventually } from '../harness/service.ts'
import { type Scene, setScene } from './scene.ts'

const openOf = async (scene: Scene, conversation: string) =>
  (await scene.service.admin('GET', `/handoffs?conversation_id=${conversation}`)).json.items[0]
/** A Sunday. */
const SUNDAY = Date.parse('2026-11-15T12:00:00Z')
const WORKDAYS = {
  time_zone: 'Europe/Berlin',
  weekly: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
}

onSqlite((engine) => {
  test('three questions in a row without an answer bring a person, with what was asked', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    for (const question of [
      'Zebra quantum flux?',
      'Purple marmalade trombone?',
      'Seventeen icebergs of jazz?',
    ]) {
      const before = (await scene.stored(conversation)).length
      await scene.user(conversation, question)
      await eventually(
        'it is answered',
        () => scene.stored(conversation),
        (rows) => rows.length >= before + 2,
      )
    }
    const found = await eventually(
      'a person is asked for',
      () => openOf(scene, conversation),
      (it) => it !== undefined,
    )
    assert.equal(found.reason, 'unanswered')
    await scene.inState(found.id, 'WAITING')
    const sent = JSON.stringify(scene.deskRequests('/conversation/establish')[0]?.json)
    assert.match(sent, /Zebra quantum flux\?/)
  })

  test('an agent whose handing over is switched off, or without a component, answers by itself', async () => {
    await using scene = await setScene(engine, { settings: { handoff: { enabled: false } } })
    const conversation = await scene.conversation()
    await scene.user(conversation, 'I want to talk to a human')
    await eventually(
      'the AI answers',
      () => scene.heard(conversation).length,
      (count) => count === 1,
    )
    assert.equal(await openOf(scene, conversation), undefined)
    const body = { conversation_id: conversation }
    const answer = await scene.service.api('POST', '/v1/conversation/handoff', body, scene.agent.key)
    assert.equal(answer.status, 409)
    assert.match(answer.json.hint, /nobody to hand over to/)
  })

  test('the component: named by the caller, else by its phrases, else by language, else the default, else the first', async () => {
    await using scene = await setScene(engine)
    // The first is the one made first, and ids tell times apart by the millisecond.
    const add = async (name: string, options: object) => {
      await scene.pass(5)
      const body = { name, webhook_url: `${scene.server.url}/desk`, options }
      return (await scene.service.admin('POST', `/agents/${scene.agent.id}/human-services`, body)).json.id
    }
    const german = await add('Deutsch', { languages: ['de'] })
    const billing = await add('Billing', { phrases: ['invoice', '发票'] })
    const fallback = await add('Fallback', {})
    const serviceOf = async (text: string, named?: string) => {
      const conversation = await scene.conversation()
      if (named === undefined) await scene.user(conversation, text)
      else await scene.handOver(conversation, { human_service_id: named })
      return (await openOf(scene, conversation)).human_service_id
    }
    assert.equal(await serviceOf('I want to talk to a human'), scene.serviceId, 'the first')
    const settings = { handoff: { default_service_id: fallback } }
    await scene.service.admin('PATCH', `/agents/${scene.agent.id}/settings`, settings)
    await scene.pass(1500)
    assert.equal(await serviceOf('I want to talk to a human'), fallback)
    assert.equal(await serviceOf('Talk to a human about my Invoice!'), billing)
    assert.equal(await serviceOf('我要找人工客服，发票有问题'), billing)
    assert.equal(await serviceOf('Ich möchte bitte mit einem Menschen sprechen, danke'), german)
    assert.equal(await serviceOf('', billing), billing)
    const conversation = await scene.conversation()
    const unknown = { conversation_id: conversation, human_service_id: 'no-such' }
    const answer = await scene.service.api('POST', '/v1/conversation/handoff', unknown, scene.agent.key)
    assert.equal(answer.json.code, 40348)
  })

  test('where the component that fits best is closed, the next that is open takes the user; where all are, it tells its hours', async () => {
    const monday = { time_zone: 'UTC', weekly: [{ days: ['mon'], from: '09:00', to: '17:00' }] }
    const tuesday = { time_zone: 'UTC', weekly: [{ days: ['tue'], from: '09:00', to: '17:00' }] }
    await using scene = await setScene(engine, { startAt: SUNDAY })
    const path = `/agents/${scene.agent.id}/human-services`
    const webhook_url = `${scene.server.url}/desk`
    await scene.pass(5)
    await scene.service.admin('POST', path, {
      name: 'Français',
      webhook_url,
      options: { languages: ['fr'], hours: monday },
    })
    const conversation = await scene.conversation()
    await scene.user(conversation, 'Je voudrais parler à un conseiller, merci beaucoup')
    assert.equal((await openOf(scene, conversation)).human_service_id, scene.serviceId)

    await scene.service.admin('PATCH', `${path}/${scene.serviceId}`, { options: { hours: tuesday } })
    const second = await scene.conversation()
    await scene.user(second, 'Je voudrais parler à un conseiller, merci beaucoup')
    await eventually(
      'the user is told',
      () => scene.heard(second),
      (words) => /Français.*lundi/.test(words[0] ?? ''),
    )
  })

  test('a second request while a handoff is open changes nothing', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    const body = { conversation_id: conversation }
    const again = await scene.service.api('POST', '/v1/conversation/handoff', body, scene.agent.key)
    assert.equal(again.json.handoff_id, id)
    assert.equal(again.json.already_open, true)
    await scene.inState(id, 'WAITING')
    await scene.user(conversation, 'I want to talk to a human')
    await eventually(
      'it goes to the person',
      () => scene.desk(id),
      (seen) => seen.length === 2,
    )
    const { json } = await scene.service.admin('GET', `/handoffs?conversation_id=${conversation}`)
    assert.equal(json.items.length, 1)
  })

  test('outside service hours the user is told in their language when people are there, may leave an email, and the AI stays', async () => {
    await using scene = await setScene(engine, {
      startAt: SUNDAY,
      component: { options: { hours: WORKDAYS } },
    })
    const conversation = await scene.conversation()
    await scene.user(conversation, 'Ich möchte bitte mit einem Menschen sprechen, danke')
    await eventually(
      'the user is told',
      () => scene.heard(conversation),
      (words) => /Montag.*16\. November.*09:00/.test(words[0] ?? ''),
    )
    assert.equal(await openOf(scene, conversation), undefined)
    assert.deepEqual(scene.desk(), [])
    await scene.user(conversation, 'Gern: eva.muster+hilfe@beispiel.de')
    await eventually(
      'the user is thanked',
      () => scene.heard(conversation),
      (words) => words[1] === 'Danke, ich habe Ihre E-Mail-Adresse notiert.',
    )
    await scene.user(conversation, 'When are you open?')
    await eventually(
      'the AI answers',
      () => scene.heard(conversation),
      (words) => words[2] === 'We are open from nine to five.',
    )
    const body = { conversation_id: conversation }
    const asked = await scene.service.api('POST', '/v1/conversation/handoff', body, scene.agent.key)
    assert.equal(asked.json.state, 'OUTSIDE_HOURS')
    assert.equal(asked.json.handoff_id, null)
    scene.clock.step(24 * 3_600_000)
    const id = await scene.handOver(conversation)
    await scene.until(
      'the desk answers',
      () => scene.handoff(id),
      (it) => it.state === 'WAITING',
    )
    const sent = scene.deskRequests('/conversation/establish')[0]?.json as Record<string, unknown>
    assert.equal(sent.email, 'eva.muster+hilfe@beispiel.de')
  })

  test('every notice can be worded by the agent or the component, in any language, or left out', async () => {
    await using scene = await setScene(engine, {
      settings: {
        handoff: { texts: { en: { connecting: 'Hold on.', waiting: '', connected: 'From the agent.' } } },
      },
      component: { options: { texts: { en: { connected: 'Say hello to {service}.' } } } },
    })
    const conversation = await scene.conversation()
    await scene.user(conversation, 'human please')
    const { id } = await openOf(scene, conversation)
    await scene.inState(id, 'WAITING')
    await scene.reply(id, 'Hello.')
    await scene.closeByUser(conversation)
    await eventually(
      'the user hears it all',
      () => scene.heard(conversation),
      (words) => words.length === 4,
    )
    assert.deepEqual(scene.heard(conversation), [
      'Hold on.',
      'Say hello to Support desk.',
      'Hello.',
      'You have ended the conversation with Support desk. I am here again if you need anything.',
    ])
  })

  test('an answer that was being written when the handoff began is dropped, and the log says so; afterwards the model knows what the person said', async (t) => {
    const model = await startModelServer()
    t.after(() => model.close())
    await using scene = await setScene(engine, {
      env: { TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'scripted' },
    })
    const latch = createLatch()
    model.answer(({ path }) =>
      path === '/chat/completions' ? { kind: 'chat', pieces: ['A ', latch, 'late answer.'] } : undefined,
    )
    const conversation = await scene.conversation()
    await scene.user(conversation, 'When are you open on holidays?')
    await eventually(
      'the model is asked',
      () => model.requests.length,
      (count) => count > 0,
    )
    const id = await scene.handOver(conversation)
    latch.release()
    await eventually(
      'the log says so',
      () => scene.service.logLines.filter((line) => line.includes('an answer was dropped')).length,
      (count) => count === 1,
    )
    await scene.inState(id, 'WAITING')
    await scene.reply(id, 'On holidays we are closed, says Eve.')
    await scene.closeByPerson(id)
    const asked = model.requests.length
    model.answer(({ path }) =>
      path === '/chat/completions' ? { kind: 'chat', pieces: ['Closed.'] } : undefined,
    )
    await scene.user(conversation, 'So what did she say about holidays?')
    await eventually(
      'the AI answers',
      () => scene.heard(conversation).at(-1),
      (word) => word === 'Closed.',
    )
    const later = JSON.stringify(model.requests.slice(asked).map(({ json }) => json))
    assert.ok(later.includes('On holidays we are closed, says Eve.'))
    const roles = (await scene.stored(conversation)).map(({ role, text }) => `${role}: ${text}`)
    assert.ok(!roles.some((line) => line.includes('late answer')), roles.join('\n'))
  })
})
