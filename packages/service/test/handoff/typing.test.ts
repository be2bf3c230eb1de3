/** Who types, shown both ways during a handoff: told at once, stored nowhere, and only while a person has the floor. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { readEvents } from '../web/reader.ts'
import { setScene } from './scene.ts'

onEachEngine((engine) => {
  test('typing of the person comes on the stream of the chat, typing of the visitor in the feed; nothing is stored', async () => {
    await using scene = await setScene(engine, { settings: { web: { enabled: true } } })
    const { service, agent } = scene
    const started = await service.api('POST', `/web/v1/agents/${agent.id}/chats`, {})
    const { conversation_id: id, token } = started.json
    await using stream = await readEvents(`${service.url}/web/v1/chats/${id}/events?token=${token}`)
    const admin = { authorization: `Bearer ${service.adminToken}` }
    await using feed = await readEvents(`${service.url}/admin/v1/events?kinds=desk,handoff`, admin)
    const post = (path: string) => service.api('POST', `/web/v1/chats/${id}/${path}`, undefined, token)
    const typing = (conversation_id: string, key = agent.key) =>
      service.api('POST', '/v1/human/typing', { conversation_id }, key)

    // Nobody has the floor who could see it.
    assert.equal((await post('typing')).status, 200)
    assert.equal((await typing(id)).json.code, 40357)
    await post('handoff')
    const [open] = (await service.admin('GET', `/handoffs?conversation_id=${id}`)).json.items
    await scene.inState(open.id, 'WAITING')
    const before = await scene.stored(id)

    assert.equal((await post('typing')).status, 200)
    await scene.pass(100)
    const told = await feed.until(({ data }) => data.about === 'typing')
    assert.deepEqual(
      told
        .filter(({ data }) => data.about === 'typing')
        .map(({ event, data: { at, ...rest } }) => ({ event, ...rest })),
      [
        {
          event: 'desk',
          about: 'typing',
          agent_id: agent.id,
          conversation_id: id,
          handoff_id: open.id,
          role: 'user',
        },
      ],
    )

    assert.deepEqual((await typing(open.id)).json, { code: 0, message: 'OK' })
    const shown = (await stream.until(({ event }) => event === 'typing')).at(-1)
    assert.deepEqual(shown, { event: 'typing', id: null, data: { name: 'Support desk' } })
    await scene.pass(100)
    await feed.until(({ data }) => data.about === 'typing' && data.role === 'human')
    assert.deepEqual(await scene.stored(id), before)

    const foreign = await service.newAgent('Other')
    assert.equal((await typing(open.id, foreign.key)).json.code, 40356)
    assert.equal((await service.api('POST', `/web/v1/chats/${id}/typing`, undefined, 'wrong')).status, 401)
    await scene.closeByPerson(open.id)
    assert.equal((await typing(open.id)).json.code, 40357)
  })

  test('whoever types without end is told to wait', async () => {
    await using scene = await setScene(engine)
    const handoff = await scene.handOver(await scene.conversation())
    const statuses = new Set<number>()
    for (let n = 0; n < 11; n++) {
      const answer = await scene.service.api(
        'POST',
        '/v1/human/typing',
        { conversation_id: handoff },
        scene.agent.key,
      )
      statuses.add(answer.status)
    }
    assert.deepEqual([...statuses], [200, 429])
  })
})
