/** What the agent says of its own accord, in conversations that are kept here and in those that are kept elsewhere. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { setScene } from './scene.ts'

onEachEngine((engine) => {
  test('a word into a conversation kept here goes out under the ids of its user, and stands in its history', async () => {
    await using scene = await setScene(engine)
    const { service, agent } = scene
    const opened = await service.api('POST', '/v1/conversation', { user_id: "o'brien" }, agent.key)
    const { conversation_id } = opened.json
    const delivery = await scene.settled(await scene.send(conversation_id, 'Your parcel has left.'))
    const sent = scene.developer.requests.at(-1)?.json as Record<string, unknown>
    assert.equal(delivery.state, 'delivered')
    assert.equal(sent.user_id, "o'brien")
    assert.match(String(sent.anonymous_id), /^API:/)
    const query = `conversation_id=${conversation_id}&page=1&page_size=10`
    const history = await service.api('GET', `/v2/messages?${query}`, undefined, agent.key)
    const [stored] = history.json.conversation_content
    assert.equal(history.json.total, 1)
    assert.equal(stored.message_id, sent.message_id)
    assert.equal(stored.role, 'assistant')
    assert.equal(stored.content[0].branch_content[0].text, 'Your parcel has left.')
  })

  test('a conversation kept elsewhere is named as it was given, and nothing is made of it here', async () => {
    await using scene = await setScene(engine)
    await scene.settled(await scene.send('order-4711'))
    const sent = scene.developer.requests.at(-1)?.json as Record<string, unknown>
    assert.deepEqual(
      [sent.conversation_id, sent.user_id, sent.anonymous_id],
      ['order-4711', null, 'API:order-4711'],
    )
    assert.equal(await scene.service.countRows('conversations'), 0)
  })

  test('what was sent to a conversation kept elsewhere is removed with it, unless something is on its way', async () => {
    await using scene = await setScene(engine)
    const remove = () => scene.service.admin('DELETE', '/conversations/order-4711')
    assert.equal((await remove()).status, 404)
    await scene.settled(await scene.send('order-4711', 'Our secret.'))
    const other = await scene.send('order-4712')
    await scene.settled(other)
    await eventually('removed', remove, ({ status }) => status === 204)
    const { items } = (await scene.service.admin('GET', '/deliveries')).json
    assert.deepEqual(
      (items as { id: string }[]).map(({ id }) => id),
      [other],
    )
    for (const table of ['lane_items', 'lane_bodies', 'lane_attempts'])
      assert.equal(await scene.service.countRows(table), 1, table)
    const lanes = await scene.service.service.database.q.selectFrom('lanes').select('key').execute()
    assert.ok(!JSON.stringify(lanes).includes('order-4711'))
    scene.developer.answer(() => ({ status: 500 }))
    await scene.attempted(await scene.send('order-4711', 'Again.'), 1)
    assert.equal((await remove()).status, 409)
  })

  test('what is sent while its conversation is removed is not lost', async () => {
    await using scene = await setScene(engine)
    const texts = Array.from({ length: 20 }, (_, n) => `${n}`)
    for (const text of texts) {
      const remove = () => scene.service.admin('DELETE', '/conversations/order-4711')
      await Promise.all([remove(), scene.send('order-4711', text), remove()])
    }
    const arrived = () =>
      new Set(scene.developer.requests.map(({ body }) => /"text":"(\d+)"/.exec(body)?.[1]))
    // A lane that is being removed is passed over by whoever looks for work: the next look finds it.
    await scene.until('all arrived', arrived, (seen) => texts.every((text) => seen.has(text)))
  })

  test('a conversation of another agent is refused, and without a webhook nothing is stored', async () => {
    await using scene = await setScene(engine, { connect: false })
    const { service, agent } = scene
    const other = await service.newAgent('Other')
    const open = (key: string) => service.api('POST', '/v1/conversation', { user_id: 'u' }, key)
    const theirs = (await open(other.key)).json.conversation_id
    const own = (await open(agent.key)).json.conversation_id
    const say = (conversation_id: string) =>
      service.admin('POST', `/agents/${agent.id}/messages`, { conversation_id, text: 'Hello.' })
    assert.equal((await say(own)).status, 409)
    assert.equal(await service.countRows('messages'), 0)
    await scene.connect()
    assert.equal((await say(theirs)).json.code, 40358)
    assert.equal(await service.countRows('messages'), 0)
  })
})
