/** One handoff at the desk from beginning to end, and what the rest of the service sees of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOOK, OK } from '../handoff/scene.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { readEvents } from '../web/reader.ts'
import { type Shift, startShift } from './shift.ts'

onEachEngine((engine) => {
  test('a user is taken, talked to and closed at the desk; each side hears the other, and the AI is back', async () => {
    await using shift = await startShift(engine)
    const ada = await shift.operator()
    const { id, conversation } = await shift.waiting()
    await shift.user(conversation, 'Is anybody there?')

    const [item] = await ada.queue()
    assert.equal(item?.id, id)
    assert.equal(item?.state, 'waiting')
    assert.equal(item?.owner, null)
    assert.equal(item?.last_message, 'Is anybody there?')
    assert.equal(item?.unread, 1)
    const claim = await ada.take(id)
    const said = await ada.on(id, 'reply', { text: 'This is Ada.', claim })
    assert.equal(said.status, 200, said.text)
    await shift.user(conversation, 'My parcel is wet.')
    const seen = await ada.see(id)
    assert.equal(seen.state, 'mine')
    assert.equal(seen.unread, 1)
    assert.deepEqual(
      seen.talk.map(({ role, text }) => `${role}: ${text}`),
      ['user: Is anybody there?', 'human: This is Ada.', 'user: My parcel is wet.'],
    )
    assert.equal(seen.talk[1]?.id, said.json.message_id)
    const last = seen.talk.at(-1)?.sequence
    assert.equal((await ada.on(id, 'read', { claim, sequence: last })).status, 204)
    assert.equal((await ada.see(id)).unread, 0)
    assert.equal((await ada.on(id, 'close', { claim })).status, 200)
    assert.equal((await ada.on(id, 'close', { claim })).status, 200, 'its response may have been lost')
    assert.deepEqual(await ada.queue(), [])
    await shift.user(conversation, 'How do I return a parcel?')
    await eventually(
      'the AI answers again',
      () => shift.heard(conversation),
      (words) => words.at(-1) === 'Use the label that came with it.',
    )
    assert.equal((await shift.handoff(id)).end_reason, 'HUMAN_CLOSED')
  })

  test('under each reply stands its way: on its way, why it has not arrived, and how long it took once it has', async () => {
    await using shift = await startShift(engine)
    const ada = await shift.operator()
    const { id } = await shift.waiting()
    const claim = await ada.take(id)
    const wayOf = async () => (await ada.see(id)).talk.at(-1)?.way
    const reaches = (state: string) => shift.until(`it is ${state}`, wayOf, (way) => way?.state === state)
    await ada.on(id, 'reply', { text: 'Arrives.', claim })
    const { ms, error } = (await reaches('delivered')) ?? {}
    assert.deepEqual([typeof ms, error], ['number', null])

    shift.server.answer(() => ({ status: 503, json: { code: 1, message: 'Down' } }))
    await ada.on(id, 'reply', { text: 'Comes late.', claim })
    const late = await shift.until('it failed once', wayOf, (way) => way?.error !== null)
    assert.deepEqual([late?.state, late?.ms], ['pending', null])
    assert.match(late?.error ?? '', /503/)
    shift.server.answer(() => OK)
    assert.ok(((await reaches('delivered'))?.ms ?? 0) > 0)

    const webhook = `/agents/${shift.agent.id}/message-webhook`
    await shift.service.admin('DELETE', webhook)
    await ada.on(id, 'reply', { text: 'Arrives when it is sent again.', claim })
    assert.notEqual((await reaches('dead'))?.error, null)
    await shift.service.admin('PUT', webhook, { url: shift.server.url + HOOK })
    const dead = `/deliveries?agent_id=${shift.agent.id}&state=dead`
    const [{ id: deliveryId }] = (await shift.service.admin('GET', dead)).json.items
    assert.ok((await shift.service.admin('POST', `/deliveries/${deliveryId}/replay`)).status < 300)
    await reaches('delivered')
  })

  test('of words for the chat page it is known what is on the screen: as far as the page says, never back, never further than there is', async () => {
    await using shift = await startShift(engine, { settings: { web: { enabled: true } } })
    const { service, agent } = shift
    const ada = await shift.operator()
    const { chat, path, id } = await waitingOnPage(shift)
    const stranger = (await service.api('POST', `/web/v1/agents/${agent.id}/chats`, {})).json
    const seen = (sequence: unknown, token = chat.token) =>
      service.api('POST', `${path}/seen`, { sequence }, token)
    const claim = await ada.take(id)
    const ways = async () => (await ada.see(id)).talk.flatMap(({ way }) => way?.state ?? [])
    for (const text of ['One.', 'Two.']) await ada.on(id, 'reply', { text, claim })
    const [one = 0, two = 0] = (await ada.see(id)).talk.flatMap(({ way, sequence }) =>
      way ? [sequence] : [],
    )
    assert.deepEqual(await ways(), ['stored', 'stored'])

    const admin = { authorization: `Bearer ${service.adminToken}` }
    await using feed = await readEvents(`${service.url}/admin/v1/events?kinds=desk`, admin)
    assert.equal((await seen(one)).status, 200)
    assert.deepEqual(await ways(), ['seen', 'stored'])
    await shift.pass(100)
    const told = (await feed.until(({ data }) => data.about === 'seen')).at(-1)?.data
    assert.deepEqual(
      [told.agent_id, told.conversation_id, told.handoff_id],
      [agent.id, chat.conversation_id, id],
    )
    assert.equal((await seen(two)).status, 200)
    assert.equal((await seen(one)).status, 200, 'another window of the visitor')
    assert.deepEqual(await ways(), ['seen', 'seen'])

    await ada.on(id, 'reply', { text: 'Three.', claim })
    const beyond = await seen(1000)
    assert.equal(beyond.status, 400)
    assert.match(beyond.text, /sequence: found 1000, needed at most \d+/)
    assert.equal((await seen('2')).status, 400)
    assert.equal((await seen(two, stranger.token)).status, 401)
    assert.deepEqual(await ways(), ['seen', 'seen', 'stored'])
  })

  test('the chat page is told who talks: a person from their first words on, until somebody else has to take over', async () => {
    await using shift = await startShift(engine, { settings: { web: { enabled: true } } })
    const ada = await shift.operator()
    const { chat, path, id } = await waitingOnPage(shift)
    const address = `${shift.service.url}${path}/events?token=${chat.token}`
    await using stream = await readEvents(address)
    const becomes = (state: string) =>
      stream.until(({ event, data }) => event === 'floor' && data.state === state)
    await becomes('WAITING')
    const first = await ada.take(id)
    await ada.on(id, 'reply', { text: 'Hello.', claim: first })
    await becomes('CONNECTED')
    await ada.on(id, 'release', { claim: first })
    await becomes('WAITING')
    await using late = await readEvents(address)
    assert.deepEqual((await late.next())?.data, { owner: 'human', state: 'WAITING' })
    await ada.on(id, 'reply', { text: 'Me again.', claim: await ada.take(id) })
    await becomes('CONNECTED')
    await using later = await readEvents(address)
    assert.deepEqual((await later.next())?.data, { owner: 'human', state: 'CONNECTED' })
  })

  test('the delivery log shows requests to the desk as it shows any others, and a test of it says whether somebody is there', async () => {
    await using shift = await startShift(engine)
    const ada = await shift.operator()
    const { id, conversation } = await shift.waiting()
    await shift.user(conversation, 'Hello?')
    await shift.closeByUser(conversation)
    const { json } = await eventually(
      'the desk has it all',
      () => shift.service.admin('GET', `/deliveries?agent_id=${shift.agent.id}&conversation_id=${id}`),
      ({ json }) =>
        json.items.length === 3 && json.items.every(({ state }: { state: string }) => state === 'delivered'),
    )
    assert.deepEqual(
      json.items.map(({ kind, url, attempts }: Record<string, unknown>) => [kind, url, attempts]).reverse(),
      [
        ['handoff_establish', 'tandem://desk/conversation/establish', 1],
        ['handoff_chat', 'tandem://desk/chat', 1],
        ['handoff_close', 'tandem://desk/conversation/close', 1],
      ],
    )
    const one = (await shift.service.admin('GET', `/deliveries/${json.items[1].id}`)).json
    assert.equal(one.attempt_log[0].response, '{"code":0,"message":"OK"}')
    assert.equal(one.attempt_log[0].request_headers['webhook-id'], one.webhook_id)

    const check = async () =>
      (await shift.service.api('POST', '/v1/webhook/check', {}, shift.agent.key)).json.results[1]
    const { component_name, webhook_url, reachable, http_status } = await check()
    assert.deepEqual(
      [component_name, webhook_url, reachable, http_status],
      ['Our desk', 'tandem://desk', false, 503],
    )
    await ada.here()
    assert.equal((await check()).reachable, true)
    await shift.pass(70_000)
    assert.equal((await check()).reachable, false, 'nothing was heard of her for a while')
  })
})

/** Somebody on the chat page who waits at the desk. */
async function waitingOnPage({ service, agent, inState }: Shift) {
  const { json: chat } = await service.api('POST', `/web/v1/agents/${agent.id}/chats`, {})
  const path = `/web/v1/chats/${chat.conversation_id}`
  await service.api('POST', `${path}/handoff`, {}, chat.token)
  const { json } = await service.admin('GET', `/handoffs?conversation_id=${chat.conversation_id}`)
  const id: string = json.items[0].id
  await inState(id, 'WAITING')
  return { chat, path, id }
}
