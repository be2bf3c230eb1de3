/** The list of conversations for the people who run the agent: what it is narrowed by, and what the playground leaves out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'
import { newConversation, store, wholeTime } from './scene.ts'

onEachEngine((engine) => {
  const service = sharedService(engine)

  async function found(agentId: string, query: string): Promise<string[]> {
    const { status, json, text } = await service().admin('GET', `/conversations?agent_id=${agentId}&${query}`)
    assert.equal(status, 200, text)
    assert.equal(json.total, json.items.length)
    return json.items.map(({ conversation_id }: { conversation_id: string }) => conversation_id)
  }
  const ask = (key: string, conversationId: string, text: string, at = '/v2') =>
    service().api(
      'POST',
      `${at}/conversation/message`,
      {
        conversation_id: conversationId,
        response_mode: 'blocking',
        messages: [{ role: 'user', content: [{ type: 'text', text }] }],
      },
      key,
    )

  test('by what was said in them, in any case, by language, and by the time', async () => {
    const { id, key } = await service().newAgent()
    const [one, two] = [await newConversation(service(), key), await newConversation(service(), key)]
    await store(service(), one, { text: 'Where is my PARCEL?', language: 'en-GB' }, 5_000_000)
    await store(service(), two, { text: 'Wo ist mein Paket?', language: 'de' }, 6_000_000)
    assert.deepEqual(await found(id, 'q=parcel'), [one])
    assert.deepEqual(await found(id, 'q=ist%20mein'), [two])
    assert.deepEqual(await found(id, 'q=Nothing'), [])
    assert.deepEqual(await found(id, 'q=%25'), [], 'no pattern')
    assert.deepEqual(await found(id, 'language=en'), [one])
    assert.deepEqual(await found(id, 'language=de&q=paket'), [two])
    assert.deepEqual(await found(id, 'language=de&q=parcel'), [])
    const bad = await service().admin('GET', `/conversations?agent_id=${id}&outcome=maybe`)
    assert.match(bad.text, /outcome: found/)
    assert.equal(bad.status, 400)
  })

  test('by what came of the last question, by ratings, and by who has the floor', async () => {
    const { id, key } = await service().newAgent()
    await service().addDocument(key, [{ question: 'When do you open?', answer: 'At nine.' }])
    const [known, unknown] = [await newConversation(service(), key), await newConversation(service(), key)]
    const answer = await ask(key, known, 'When do you open?')
    assert.equal(answer.status, 200, answer.text)
    await ask(key, unknown, 'Do penguins have knees?')
    assert.deepEqual(await found(id, 'outcome=answered'), [known])
    assert.deepEqual(await found(id, 'outcome=unanswered'), [unknown])
    await ask(key, known, 'Thank you!')
    assert.deepEqual(await found(id, 'outcome=answered'), [known], 'small talk changes nothing')
    const rating = { answer_id: answer.json.message_id, feedback: 'NEGATIVE' }
    await service().api('POST', '/v1/message/feedback', rating, key)
    assert.deepEqual(await found(id, 'feedback=NEGATIVE'), [known])
    assert.deepEqual(await found(id, 'feedback=POSITIVE'), [])
    assert.deepEqual(await found(id, 'owner=human'), [])
    assert.deepEqual((await found(id, 'owner=ai')).sort(), [known, unknown].sort())
  })

  test('talk of the playground is answered, marked, and counts nowhere', async () => {
    const { id, key } = await service().newAgent()
    const mount = `/admin/v1/agents/${id}/api`
    const token = service().adminToken
    const begin = (path: string, by: string) =>
      service().api('POST', `${path}/v1/conversation`, { user_id: 'dev', playground: true }, by)
    assert.equal((await begin('', key)).status, 400, 'not with a key')
    const tried = (await begin(mount, token)).json.conversation_id
    const answer = await ask(token, tried, 'Do penguins have knees?', `${mount}/v2`)
    assert.equal(answer.status, 200, answer.text)
    assert.ok(answer.json.output.length > 0)
    assert.deepEqual(await found(id, ''), [])
    assert.deepEqual(await found(id, 'type=PLAYGROUND'), [tried])
    const page = await service().api(
      'GET',
      `/v1/bot/conversation/page?conversation_type=ALL&${wholeTime}&page=1&page_size=10`,
      undefined,
      key,
    )
    assert.equal(page.json.total, 0)
    const usage = async () => (await service().admin('GET', `/usage?agent_id=${id}`)).json.total.turns
    assert.equal(await usage(), 0)
    assert.deepEqual((await service().admin('GET', `/agents/${id}/unanswered`)).json.items, [])
    assert.equal((await service().admin('DELETE', `/conversations/${tried}`)).status, 204)
    assert.equal(await usage(), 0, 'nor once it was removed')
    // All of it would have counted.
    await ask(key, await newConversation(service(), key), 'Do penguins have knees?')
    assert.equal(await usage(), 1)
    assert.equal((await service().admin('GET', `/agents/${id}/unanswered`)).json.items.length, 1)
  })
})
