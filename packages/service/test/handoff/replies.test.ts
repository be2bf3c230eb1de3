/** What people say: once, in order of arrival, to where the user is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { type Scene, setScene } from './scene.ts'

const humanWords = async (scene: Scene, conversation: string) =>
  (await scene.stored(conversation)).filter(({ role }) => role === 'human').map(({ text }) => text)

onEachEngine((engine) => {
  test('a repeated close of the person is answered as the first; what the user has closed is closed for the person', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    assert.equal((await scene.closeByPerson(id)).status, 200)
    const again = await scene.closeByPerson(id)
    assert.deepEqual([again.status, again.json.code, again.json.conversation_id], [200, 0, id])
    const { timeline } = await scene.handoff(id)
    assert.equal(timeline.filter(({ kind }: { kind: string }) => kind === 'humanClose').length, 1)
    assert.equal((await scene.reply(id, 'One more thing')).json.code, 40357)

    const next = await scene.handOver(conversation)
    await scene.closeByUser(conversation)
    assert.equal((await scene.closeByPerson(next)).json.code, 40357)
  })

  test('a repeated reply reaches the user once and is answered as the first time', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    const ok = { code: 0, message: 'OK' }
    assert.deepEqual((await scene.reply(id, 'Hello', { timestamp: 5 })).json, ok)
    assert.deepEqual((await scene.reply(id, 'Hello', { timestamp: 5 })).json, ok)
    assert.deepEqual((await scene.reply(id, 'Hello', { timestamp: 6 })).json, ok, 'said again on purpose')
    // The same key: the same reply, whatever time it says.
    assert.deepEqual((await scene.reply(id, 'One', { timestamp: 7, idempotency: 'k1' })).json, ok)
    assert.deepEqual((await scene.reply(id, 'One', { timestamp: 8, idempotency: 'k1' })).json, ok)
    const other = await scene.reply(id, 'Two', { timestamp: 9, idempotency: 'k1' })
    assert.equal(other.status, 409)
    assert.match(other.json.hint, /Idempotency-Key/)
    assert.deepEqual(await humanWords(scene, conversation), ['Hello', 'Hello', 'One'])
    await scene.closeByPerson(id)
    assert.deepEqual((await scene.reply(id, 'Hello', { timestamp: 5 })).json, ok, 'it did reach the user')
    assert.equal((await scene.reply(id, 'New', { timestamp: 5 })).json.code, 40357)
    assert.deepEqual(await humanWords(scene, conversation), ['Hello', 'Hello', 'One'])
  })

  test('the same reply sent ten times at once reaches the user once', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        scene.reply(id, 'Hello', { timestamp: 5, ...(n % 2 ? { idempotency: 'k' } : {}) }),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.deepEqual(await humanWords(scene, conversation), ['Hello'])
  })

  test('the same words in two handoffs are two replies', async () => {
    await using scene = await setScene(engine)
    const [one, two] = [await scene.conversation(), await scene.conversation()]
    const [first, second] = [await scene.handOver(one), await scene.handOver(two)]
    await scene.reply(first, 'Hello', { timestamp: 5, idempotency: 'k' })
    await scene.reply(second, 'Hello', { timestamp: 5, idempotency: 'k' })
    assert.deepEqual(await humanWords(scene, one), ['Hello'])
    assert.deepEqual(await humanWords(scene, two), ['Hello'])
  })

  test('a blocking message while a person has the floor is relayed and answered with an empty output; replies still reach the user', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    await scene.user(conversation, 'When are you open?')
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    const answer = await scene.user(conversation, 'In blocking mode', 'blocking')
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.json.output, [])
    await eventually(
      'the desk hears it',
      () => scene.desk(id),
      (seen) => seen.includes('chat In blocking mode'),
    )
    await scene.reply(id, 'I hear you.')
    await eventually(
      'the user hears it',
      () => scene.heard(conversation),
      (words) => words.includes('I hear you.'),
    )
  })

  test('handing over needs a way back to the user: a conversation in blocking mode is refused with what to do', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    await scene.user(conversation, 'I want to talk to a human', 'blocking')
    const body = { conversation_id: conversation }
    const answer = await scene.service.api('POST', '/v1/conversation/handoff', body, scene.agent.key)
    assert.equal(answer.status, 409)
    assert.match(answer.json.hint, /webhook mode/)
    const { json } = await scene.service.admin('GET', `/handoffs?conversation_id=${conversation}`)
    assert.deepEqual(json.items, [])
  })

  test('files of the user are named to the person', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    const content = [
      { type: 'text', text: 'Look at this' },
      { type: 'image', image: [{ url: 'https://example.com/wet.png' }] },
    ]
    await scene.user(conversation, content as unknown as string)
    await eventually(
      'the desk hears it',
      () => scene.desk(id),
      (seen) => seen.includes('chat Look at this\n[image: https://example.com/wet.png]'),
    )
  })
})
