/** Every field of SPEC 4.6 to 4.10 and 2.6, 2.7 on the wire, and who may call what. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { DESK, HOOK, QUIET, setScene } from './scene.ts'

const RECEIVE = '/v1/human/message/receive'
const CLOSE = '/v1/human/close'

onSqlite((engine) => {
  test('establish, chat and close carry every field of the contract, those that real desks read beside them, and nothing else', async () => {
    await using scene = await setScene(engine, {
      component: { username: 'tandem', secret: 'open sesame' },
      settings: { handoff: { texts: { en: QUIET } } },
    })
    const conversation = await scene.conversation()
    await scene.user(conversation, 'When are you open?')
    await eventually(
      'the AI answers',
      () => scene.heard(conversation).length,
      (count) => count === 1,
    )
    const asked = scene.clock.now()
    const id = await scene.handOver(conversation, { email: 'ann@example.com', phone: '+49 30 1234' })
    assert.match(id, /^[0-9a-f]{32}$/)
    await scene.inState(id, 'WAITING')
    await scene.pass(1500)
    const said = scene.clock.now()
    await scene.user(conversation, 'Is it Sunday?')
    await eventually(
      'the desk hears it',
      () => scene.desk(id).length,
      (count) => count === 2,
    )
    await scene.pass(1500)
    await scene.closeByUser(conversation)
    await eventually(
      'the desk hears of the end',
      () => scene.desk(id).length,
      (count) => count === 3,
    )

    const { items } = (await scene.service.admin('GET', `/deliveries?conversation_id=${conversation}`)).json
    const kinds = (items as { kind: string }[]).map(({ kind }) => kind)
    for (const kind of ['handoff_close', 'handoff_chat', 'handoff_establish', 'message'])
      assert.ok(kinds.includes(kind), `the log finds ${kind} by the conversation`)

    const [establish, chat, close] = scene.deskRequests()
    assert.equal(establish?.path, `${DESK}/conversation/establish`)
    const sent = establish?.json as { user_info: { anonymous_id: string } } | undefined
    const anonymous_id = sent?.user_info.anonymous_id ?? ''
    assert.deepEqual(establish?.json, {
      conversation_id: id,
      timestamp: asked,
      email: 'ann@example.com',
      bot_id: scene.agent.id,
      body: [
        { text: 'When are you open?', message_type: 'QUESTION' },
        { text: 'We are open from nine to five.', message_type: 'ANSWER' },
      ],
      user_info: {
        phone: '+49 30 1234',
        email: 'ann@example.com',
        user_id: 'user-1',
        anonymous_id,
        user_name: null,
      },
      conversation_type: 'API',
      channel_id: scene.agent.id,
      channel_name: 'Test agent',
    })
    const { waiting_timeout_s } = (
      await scene.service.admin('GET', `/agents/${scene.agent.id}/human-services`)
    ).json.items[0]
    assert.equal(establish?.headers['tandem-deadline'], String(asked + waiting_timeout_s * 1000))
    assert.equal(chat?.headers['tandem-deadline'], undefined)
    assert.match(anonymous_id, /^API/)
    assert.equal(chat?.path, `${DESK}/chat`)
    assert.deepEqual(chat?.json, { conversation_id: id, timestamp: said, body: 'Is it Sunday?' })
    assert.equal(close?.path, `${DESK}/conversation/close`)
    assert.deepEqual(close?.json, { conversation_id: id, timestamp: scene.clock.now(), type: 'USER_CLOSED' })
    for (const request of [establish, chat, close]) {
      assert.equal(request?.method, 'POST')
      assert.equal(request?.headers['content-type'], 'application/json')
      assert.equal(request?.headers.authorization, `Basic ${btoa('tandem:open sesame')}`)
    }
  })

  test('without an email, a phone number or a bound user these fields are null, not left out', async () => {
    await using scene = await setScene(engine)
    const { json } = await scene.service.api('POST', '/v1/conversation', {}, scene.agent.key)
    const made = json.conversation_id ?? (await scene.conversation())
    const id = await scene.handOver(made)
    await scene.inState(id, 'WAITING')
    const body = scene.deskRequests('/conversation/establish')[0]?.json as Record<string, unknown>
    assert.deepEqual(body.body, [])
    assert.equal(body.email, null)
    const info = body.user_info as Record<string, unknown>
    assert.equal(info.phone, null)
    assert.equal(info.email, null)
    assert.ok('user_id' in info)
  })

  test('authentication of the developer’s handoff endpoints: none unless the component has a username', async () => {
    await using scene = await setScene(engine)
    const plain = await scene.handOver(await scene.conversation())
    await scene.inState(plain, 'WAITING')
    assert.equal(scene.deskRequests()[0]?.headers.authorization, undefined)
    const path = `/agents/${scene.agent.id}/human-services/${scene.serviceId}`
    await scene.service.admin('PATCH', path, { username: 'only-a-name' })
    await scene.pass(1500)
    const named = await scene.handOver(await scene.conversation())
    await scene.inState(named, 'WAITING')
    const request = scene.deskRequests().at(-1)
    assert.equal(request?.headers.authorization, 'Bearer only-a-name')
    assert.equal(request?.headers['webhook-signature'], undefined)
    const made = await scene.service.admin('POST', `${path}/signing-secrets`, {})
    assert.equal(made.status, 201)
    await scene.pass(1500)
    const signed = await scene.handOver(await scene.conversation())
    await scene.inState(signed, 'WAITING')
    assert.match(String(scene.deskRequests().at(-1)?.headers['webhook-signature']), /^v1,/)
  })

  test('success of human reply and human close: code 0 and OK, in close with conversation_id and timestamp', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    const reply = await scene.reply(id, 'Good day.')
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.json, { code: 0, message: 'OK' })
    const close = await scene.closeByPerson(id)
    assert.equal(close.status, 200)
    assert.deepEqual(close.json, {
      code: 0,
      message: 'OK',
      conversation_id: id,
      timestamp: scene.clock.now(),
    })
  })

  test('a person’s words reach the message webhook whole: the component’s name, no tokens, the user, in order', async () => {
    await using scene = await setScene(engine, { settings: { handoff: { texts: { en: QUIET } } } })
    const conversation = await scene.conversation()
    await scene.user(conversation, 'talk to a human')
    const { json } = await scene.service.admin('GET', `/handoffs?conversation_id=${conversation}`)
    await scene.reply(json.items[0].id, 'Good day.')
    await eventually(
      'the user hears it',
      () => scene.heard(conversation).length,
      (count) => count === 1,
    )
    const sent = scene.server.requests.find(({ path }) => path === HOOK)?.json as Record<string, unknown>
    assert.deepEqual(sent.output, [
      {
        from_component_branch: 'human',
        from_component_name: 'Support desk',
        content: { text: 'Good day.', audio: [] },
      },
    ])
    const { tokens, credits } = sent.usage as { tokens: { total_tokens: number }; credits: object }
    assert.equal(tokens.total_tokens, 0)
    assert.deepEqual(new Set(Object.values(credits)), new Set([0]))
    assert.equal(sent.user_id, 'user-1')
    assert.equal(sent.conversation_id, conversation)
  })

  test('authentication of human reply and human close: the key of the agent, and no other', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    const other = await scene.service.newAgent('Other')
    const body = { conversation_id: id, timestamp: 1, body: 'Hello' }
    const post = (path: string, key?: string) => scene.service.api('POST', path, body, key)
    for (const path of [RECEIVE, CLOSE]) {
      assert.equal((await post(path)).json.code, 40127)
      assert.equal((await post(path, 'tdm_wrong')).json.code, 40127)
      assert.equal((await post(path, scene.service.adminToken)).json.code, 40127)
      const foreign = await post(path, other.key)
      assert.equal(foreign.status, 400)
      assert.equal(foreign.json.code, 40356)
    }
    await scene.service.admin('DELETE', `/agents/${other.id}`)
    assert.equal((await post(RECEIVE, other.key)).json.code, 40378)
    assert.equal((await scene.handoff(id)).human_messages, 0)
    assert.equal((await post(RECEIVE, scene.agent.key)).json.code, 0)
  })

  test('a component with keyless_replies takes the handoff id as proof; a wrong key is refused all the same', async () => {
    await using scene = await setScene(engine, { component: { options: { keyless_replies: true } } })
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    const post = (path: string, given: string, key?: string) =>
      scene.service.api('POST', path, { conversation_id: given, timestamp: 1, body: 'Hello' }, key)
    assert.equal((await post(RECEIVE, id, 'tdm_wrong')).json.code, 40127)
    assert.equal((await post(RECEIVE, 'f'.repeat(32))).json.code, 40127)
    // The conversation's own id is known to many; it proves nothing.
    assert.equal((await post(RECEIVE, conversation)).json.code, 40127)
    assert.equal((await post(RECEIVE, id)).json.code, 0)
    assert.equal((await post(CLOSE, id)).json.code, 0)
    assert.equal((await post(RECEIVE, id)).json.code, 0, 'the same reply again is answered as before')
    const late = await scene.service.api('POST', RECEIVE, { conversation_id: id, timestamp: 2, body: 'Late' })
    assert.equal(late.json.code, 40357)
    const path = `/agents/${scene.agent.id}/human-services/${scene.serviceId}`
    await scene.service.admin('PATCH', path, { options: { keyless_replies: false } })
    assert.equal((await post(RECEIVE, id)).json.code, 40127)
  })

  test('conversation_id in handoff requests: unknown and foreign 40356, ended 40357; the conversation’s own while it is open', async () => {
    await using scene = await setScene(engine, { settings: { handoff: { texts: { en: QUIET } } } })
    const conversation = await scene.conversation()
    assert.equal((await scene.reply('no-such-id', 'Hello')).json.code, 40356)
    assert.equal((await scene.closeByPerson('no-such-id')).json.code, 40356)
    assert.equal((await scene.reply(conversation, 'Hello')).json.code, 40357, 'nothing is open yet')
    const first = await scene.handOver(conversation)
    assert.equal((await scene.reply(conversation, 'By its own id')).json.code, 0)
    const closed = await scene.closeByPerson(conversation)
    assert.equal(closed.json.code, 0)
    scene.clock.step(5000)
    const late = await scene.reply(first, 'Too late')
    assert.equal(late.status, 403)
    assert.equal(late.json.code, 40357)
    const again = await scene.closeByPerson(first)
    const same = { ...closed.json, conversation_id: first }
    assert.deepEqual(again.json, same, 'the first response may have been lost')
    assert.equal((await scene.closeByPerson(conversation)).json.code, 40357, 'nothing open can be meant')
    assert.equal((await scene.reply(conversation, 'Too late')).json.code, 40357)
    const second = await scene.handOver(conversation)
    assert.notEqual(second, first, 'ids are never used again')
    assert.equal((await scene.reply(first, 'Too late again')).json.code, 40357)
    const words = (await scene.stored(conversation)).filter(({ role }) => role === 'human')
    assert.deepEqual(words, [{ role: 'human', text: 'By its own id' }])
  })

  test('bad input of human reply and close is refused with the field named, and nothing is said', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    const bad: [object, RegExp][] = [
      [{}, /conversation_id/],
      [{ conversation_id: id, body: 'x' }, /timestamp/],
      [{ conversation_id: id, timestamp: 'now', body: 'x' }, /timestamp/],
      [{ conversation_id: id, timestamp: 1 }, /body/],
      [{ conversation_id: id, timestamp: 1, body: '' }, /body/],
      [{ conversation_id: id, timestamp: 1, body: 'x'.repeat(20_001) }, /body/],
      [{ conversation_id: 7, timestamp: 1, body: 'x' }, /conversation_id/],
    ]
    for (const [body, message] of bad) {
      const answer = await scene.service.api('POST', RECEIVE, body, scene.agent.key)
      assert.equal(answer.json.code, 40000)
      assert.match(answer.json.message, message)
    }
    const huge = await scene.service.api('POST', RECEIVE, 'x'.repeat(2_000_000), scene.agent.key)
    assert.equal(huge.json.code, 41300)
    const close = await scene.service.api('POST', CLOSE, { conversation_id: id }, scene.agent.key)
    assert.match(close.json.message, /timestamp/)
    assert.equal((await scene.handoff(id)).human_messages, 0)
  })

  test('a program that floods a handoff with replies is told to wait, and others are not', async () => {
    await using scene = await setScene(engine)
    const [one, two] = [await scene.conversation(), await scene.conversation()]
    const [flooded, quiet] = [await scene.handOver(one), await scene.handOver(two)]
    let refused: Awaited<ReturnType<typeof scene.reply>> | undefined
    for (let n = 0; n < 200 && !refused; n++) {
      const answer = await scene.reply(flooded, `Reply ${n}`)
      if (answer.status !== 200) refused = answer
    }
    assert.equal(refused?.status, 429)
    assert.equal(refused?.json.code, 42900)
    assert.equal(refused?.headers.get('retry-after'), '1')
    assert.equal((await scene.reply(quiet, 'Still here')).status, 200)
    await scene.pass(1000)
    assert.equal((await scene.reply(flooded, 'After a while')).status, 200)
  })
})
