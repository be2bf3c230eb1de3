/** A handoff on the chat page: the button, the person's words on the open stream, and who has the floor at each moment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { readEvents } from '../web/reader.ts'
import { HOOK, setScene } from './scene.ts'

onSqlite((engine) => {
  test('while nobody is there a visitor is told so five times in ten minutes, and nothing more is stored', async () => {
    const hours = { time_zone: 'UTC', weekly: [] }
    await using scene = await setScene(engine, {
      settings: { web: { enabled: true } },
      component: { options: { hours } },
    })
    const { json: chat } = await scene.service.api('POST', `/web/v1/agents/${scene.agent.id}/chats`, {})
    const ask = () =>
      scene.service.api('POST', `/web/v1/chats/${chat.conversation_id}/handoff`, {}, chat.token)
    const asked = await Promise.all(Array.from({ length: 20 }, ask))
    assert.equal(asked.filter(({ json }) => json.result === 'declined').length, 5)
    assert.equal(asked.filter(({ status }) => status === 429).length, 15)
    assert.equal((await scene.stored(chat.conversation_id)).length, 5)
    await scene.pass(600_000)
    assert.equal((await ask()).json.result, 'declined')
  })

  test('on the chat page the button brings a person, whose words come on the open stream and nowhere else', async () => {
    await using scene = await setScene(engine, { settings: { web: { enabled: true } } })
    const started = await scene.service.api('POST', `/web/v1/agents/${scene.agent.id}/chats`, {})
    const { conversation_id: id, token } = started.json
    assert.equal(started.json.can_hand_over, true)
    await using stream = await readEvents(`${scene.service.url}/web/v1/chats/${id}/events?token=${token}`)
    const post = (path: string, body: object) =>
      scene.service.api('POST', `/web/v1/chats/${id}/${path}`, body, token)

    assert.deepEqual((await post('handoff', {})).json, { result: 'requested' })
    const [open] = (await scene.service.admin('GET', `/handoffs?conversation_id=${id}`)).json.items
    assert.equal(open.reason, 'button')
    await scene.inState(open.id, 'WAITING')
    await post('messages', { text: 'Is anybody there?' })
    await eventually(
      'the desk hears it',
      () => scene.desk(open.id),
      (seen) => seen.includes('chat Is anybody there?'),
    )
    await scene.reply(open.id, 'Yes, Eve here.')
    const heard = await stream.until(({ data }) => data.text === 'Yes, Eve here.')
    assert.equal(heard.at(-1)?.data.role, 'human')
    assert.ok(heard.some(({ event, data }) => event === 'floor' && data.owner === 'human'))
    const said = heard.filter(({ event }) => event === 'message').map(({ data }) => data.role)
    assert.deepEqual(said, ['notice', 'notice', 'user', 'notice', 'human'])

    await scene.closeByPerson(open.id)
    await stream.until(({ event, data }) => event === 'floor' && data.owner === 'ai')
    await post('messages', { text: 'When are you open?' })
    await stream.until(({ data }) => data.text === 'We are open from nine to five.')
    assert.deepEqual(
      scene.server.requests.filter(({ path }) => path === HOOK),
      [],
      'nothing goes to the message webhook',
    )
  })

  test('a visitor who closes the chat ends the handoff, and the desk is told', async () => {
    await using scene = await setScene(engine, { settings: { web: { enabled: true } } })
    const started = await scene.service.api('POST', `/web/v1/agents/${scene.agent.id}/chats`, {})
    const { conversation_id: id, token } = started.json
    const post = (path: string) => scene.service.api('POST', `/web/v1/chats/${id}/${path}`, {}, token)
    await post('handoff')
    const [open] = (await scene.service.admin('GET', `/handoffs?conversation_id=${id}`)).json.items
    await scene.inState(open.id, 'WAITING')
    await post('close')
    await eventually(
      'the desk is told',
      () => scene.desk(open.id),
      (seen) => seen.at(-1) === 'close USER_CLOSED',
    )
    assert.equal((await scene.handoff(open.id)).end_reason, 'USER_CLOSED')
  })
})
