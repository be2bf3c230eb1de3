/** The modes while a person has the floor, and how a user comes to a person: only where the words of one can come back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { openEvents } from './read-events.ts'
import { type Scene, setScene, textOf } from './scene.ts'

const ASKS = 'I want to talk to a human agent, please.'

async function withPeople(scene: Scene): Promise<void> {
  const answer = await scene.service.admin('POST', `/agents/${scene.agent.id}/human-services`, {
    name: 'Desk',
    webhook_url: `${scene.developer.url}/desk`,
  })
  assert.equal(answer.status, 201, answer.text)
}

const pathsOf = (scene: Scene) => scene.developer.requests.map(({ path }) => path)

onSqlite((engine) => {
  test('while a person has the floor, a blocking or streaming message goes to the person and is answered with an empty output', async () => {
    await using scene = await setScene(engine)
    await withPeople(scene)
    const conversation = await scene.conversation()
    const asked = await scene.send('webhook', conversation, ASKS)
    const [question] = await scene.history(conversation)
    assert.equal(asked.json.message_id, question?.message_id, 'no AI answers it, so the id is its own')
    await scene.developer.waitFor(({ path }) => path === '/desk/conversation/establish')

    const blocking = await scene.send('blocking', conversation, 'When are you open?')
    assert.equal(blocking.status, 200, blocking.text)
    assert.deepEqual(blocking.json.output, [])
    assert.equal(blocking.json.usage.tokens.total_tokens, 0)
    const stream = await scene.stream(conversation, 'Do you ship to Norway?')
    const events = await stream.ended
    assert.deepEqual(
      events.map(({ code }) => code),
      [11, 10, 4, 0],
    )
    assert.deepEqual(events[1]?.data, [])
    const sent = (await scene.history(conversation)).at(-1)
    assert.equal(events[0]?.data.message_id, sent?.message_id)
    const path = `/v2/conversation/message/stream?message_id=${sent?.message_id}`
    const again = await openEvents(`${scene.service.url}${path}`, { key: scene.agent.key })
    assert.deepEqual((await again.ended)[0], events[0], 'later it has the same id')
    const chats = () =>
      scene.developer.requests
        .filter(({ path }) => path === '/desk/chat')
        .map(({ json }) => json as { body: string })
    await eventually('both reach the person', chats, (list) => list.length === 2)
    assert.deepEqual(
      chats().map(({ body }) => body),
      ['When are you open?', 'Do you ship to Norway?'],
    )
    const said = (await scene.history(conversation)).map(textOf)
    assert.ok(!said.includes('We are open from nine to five.'), 'the AI is silent')
  })

  test('in blocking and streaming mode nobody is handed over: the AI answers, and the desk hears nothing', async () => {
    await using scene = await setScene(engine)
    await withPeople(scene)
    const conversation = await scene.conversation()
    for (let n = 0; n < 5; n++) {
      const answer = await scene.send('blocking', conversation, n === 0 ? ASKS : `Nonsense ${n} xyzzy?`)
      assert.ok(answer.json.output.length > 0, answer.text)
    }
    const stream = await scene.stream(conversation, ASKS)
    await stream.ended
    assert.notEqual(stream.text(), '')
    assert.deepEqual(pathsOf(scene), [])
  })

  test('questions in a row without an answer lead to a person in webhook mode, after the answer to the last', async () => {
    await using scene = await setScene(engine)
    await withPeople(scene)
    await scene.patchSettings({ handoff: { after_unanswered: 2 } })
    const conversation = await scene.conversation()
    await scene.send('webhook', conversation, 'Qwertz uiopü asdfgh?')
    await scene.send('webhook', conversation, 'Yxcvbnm lkjhg fdsa?')
    await scene.developer.waitFor(({ path }) => path === '/desk/conversation/establish')
    const history = await scene.history(conversation)
    assert.deepEqual(
      history
        .slice(0, 4)
        .map(({ role }) => role)
        .sort(),
      ['assistant', 'assistant', 'user', 'user'],
    )
    const { json } = await scene.service.admin('GET', `/agents/${scene.agent.id}/unanswered`)
    assert.equal(json.items?.length, 2, JSON.stringify(json))
  })
})
