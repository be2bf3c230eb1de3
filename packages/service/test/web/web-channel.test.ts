/** The web channel: what a chat page can do with nothing but its own token, and what nobody else can. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../harness/clock.ts'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import {
  clientOf,
  eventually,
  sharedService,
  startTestService,
  type TestService,
} from '../harness/service.ts'
import { readEvents } from './reader.ts'

async function openAgent(service: TestService, web: object = {}) {
  const agent = await service.newAgent('Shop')
  await service.admin('PATCH', `/agents/${agent.id}/settings`, { web: { enabled: true, ...web } })
  await service.addDocument(agent.key, [{ question: 'How long does shipping take?', answer: 'Three days.' }])
  return agent
}

async function begin(service: TestService, agentId: string, token?: string) {
  const body = token === undefined ? {} : { token }
  const { status, json } = await service.api('POST', `/web/v1/agents/${agentId}/chats`, body)
  assert.equal(status, 201)
  return { id: json.conversation_id as string, token: json.token as string, started: json }
}

onEachEngine((engine) => {
  const service = sharedService(engine)
  const send = (chat: { id: string; token: string }, body: unknown) =>
    service().api('POST', `/web/v1/chats/${chat.id}/messages`, body, chat.token)
  const eventsOf = (chat: { id: string; token: string }, more = '', headers = {}) =>
    readEvents(`${service().url}/web/v1/chats/${chat.id}/events?token=${chat.token}${more}`, headers)

  describe('a chat', () => {
    test('a visitor begins a chat without any key, and is given an id that names the channel', async () => {
      const agent = await openAgent(service(), { title: 'Ask us', greeting: 'Hello!' })
      const { started } = await begin(service(), agent.id)
      const { conversation_id, token, anonymous_id, ...rest } = started
      assert.match(conversation_id, /^[0-9a-f-]{36}$/)
      assert.match(token, /^[\w-]{32,}$/)
      assert.match(anonymous_id, /^WEB:/)
      assert.deepEqual(rest, {
        user_id: null,
        title: 'Ask us',
        greeting: 'Hello!',
        can_hand_over: false,
        owner: 'ai',
        messages: [],
      })
    })

    test('what the visitor says is answered on the stream, in order, with numbers as ids', async () => {
      const agent = await openAgent(service())
      const chat = await begin(service(), agent.id)
      await using stream = await eventsOf(chat)
      assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
      assert.deepEqual((await stream.next())?.data, { owner: 'ai', state: 'AI' })
      const sent = await send(chat, { text: 'how long does shipping take' })
      assert.equal(sent.status, 202)
      const seen = await stream.until(({ event }) => event === 'turn_over')
      const messages = seen.filter(({ event }) => event === 'message')
      assert.deepEqual(
        messages.map(({ id, data }) => [id, data.role, data.text]),
        [
          ['1', 'user', 'how long does shipping take'],
          ['2', 'assistant', 'Three days.'],
        ],
      )
      assert.equal(messages[1]?.data.parent_id, sent.json.message_id)
      const pieces = seen.filter(({ event }) => event === 'piece').map(({ data }) => data.text)
      assert.equal(pieces.join(''), 'Three days.')
    })

    test('a page that was cut off gets what it missed and nothing twice', async () => {
      const agent = await openAgent(service())
      const chat = await begin(service(), agent.id)
      for (const text of ['first shipping?', 'second shipping?']) {
        await using stream = await eventsOf(chat)
        await send(chat, { text })
        await stream.until(({ event }) => event === 'turn_over')
      }
      await using byHeader = await eventsOf(chat, '', { 'last-event-id': '2' })
      const seen = await byHeader.until(({ id }) => id === '4')
      assert.deepEqual(
        seen.flatMap(({ id }) => id ?? []),
        ['3', '4'],
      )
      await using byQuery = await eventsOf(chat, '&last_id=3')
      const later = await byQuery.until(({ id }) => id === '4')
      assert.deepEqual(
        later.flatMap(({ id }) => id ?? []),
        ['4'],
      )
      const { json } = await service().api(
        'GET',
        `/web/v1/chats/${chat.id}/messages?after=3`,
        undefined,
        chat.token,
      )
      assert.deepEqual(
        json.messages.map(({ sequence }: { sequence: number }) => sequence),
        [4],
      )
    })

    test('a message sent twice under one client id is stored once', async () => {
      const agent = await openAgent(service())
      const chat = await begin(service(), agent.id)
      const first = await send(chat, { text: 'hello', client_id: 'c1' })
      const again = await send(chat, { text: 'hello', client_id: 'c1' })
      assert.deepEqual(again.json, first.json)
      const other = await send(chat, { text: 'other words', client_id: 'c1' })
      assert.equal(other.status, 409)
      assert.match(other.json.hint, /client_id/)
    })

    test('a closed chat takes no more words, and the visitor can begin another', async () => {
      const agent = await openAgent(service())
      const chat = await begin(service(), agent.id)
      const closed = await service().api('POST', `/web/v1/chats/${chat.id}/close`, undefined, chat.token)
      assert.deepEqual(closed.json, { code: 0, message: 'OK' })
      assert.equal((await send(chat, { text: 'still there?' })).status, 409)
      const next = await begin(service(), agent.id, chat.token)
      assert.notEqual(next.id, chat.id)
      assert.equal(next.started.anonymous_id, chat.started.anonymous_id)
    })

    test('whoever comes back within the hour goes on; later it is a new chat of the same visitor', async () => {
      const clock = manualClock()
      await using held = await startTestService(engine, { clock })
      const agent = await openAgent(held)
      const first = await begin(held, agent.id)
      await clock.leap(3_500_000)
      const soon = await begin(held, agent.id, first.token)
      assert.deepEqual([soon.id, soon.token], [first.id, first.token])
      await clock.leap(200_000)
      const late = await begin(held, agent.id, first.token)
      assert.notEqual(late.id, first.id)
      assert.equal(late.started.anonymous_id, first.started.anonymous_id)
    })

    test('a stopping service tells its streams', async () => {
      const stopped = await startTestService(engine)
      const agent = await openAgent(stopped)
      const chat = await begin(stopped, agent.id)
      const url = `${stopped.url}/web/v1/chats/${chat.id}/events?token=${chat.token}`
      await using stream = await readEvents(url)
      await stream.next()
      const stopping = stopped.stop()
      assert.equal((await stream.next())?.event, 'stopping')
      assert.equal(await stream.next(), undefined)
      await stopping
    })
  })

  describe('who may', () => {
    test('no token, a wrong one, and that of another chat open nothing', async () => {
      const agent = await openAgent(service())
      const mine = await begin(service(), agent.id)
      const other = await begin(service(), agent.id)
      for (const token of [undefined, 'wrong', other.token, agent.key]) {
        for (const [method, path, body] of [
          ['GET', 'messages', undefined],
          ['POST', 'messages', { text: 'hi' }],
          ['GET', 'events', undefined],
          ['POST', 'handoff', {}],
          ['POST', 'close', undefined],
        ] as const) {
          const { status, json } = await service().api(
            method,
            `/web/v1/chats/${mine.id}/${path}`,
            body,
            token,
          )
          assert.deepEqual([status, json.code], [401, 40127], `${method} ${path} with ${token}`)
        }
      }
      const { json } = await service().api('GET', `/web/v1/chats/${mine.id}/messages`, undefined, mine.token)
      assert.deepEqual(json.messages, [])
    })

    test('the chat of an agent that has it off, or that is unknown or deleted, does not open', async () => {
      const { id } = await service().newAgent()
      const ask = async (agentId: string) => {
        const { json, text } = await service().api('POST', `/web/v1/agents/${agentId}/chats`, {})
        assert.doesNotMatch(text, /admin/, 'a visitor is told nothing of the admin interface')
        return json.code
      }
      assert.equal(await ask(id), 40400)
      assert.equal(await ask('nobody'), 40400)
      const open = await openAgent(service())
      const chat = await begin(service(), open.id)
      await service().admin('DELETE', `/agents/${open.id}`)
      assert.equal(await ask(open.id), 40378)
      assert.equal((await send(chat, { text: 'hi' })).json.code, 40378)
    })

    test('only pages of allowed origins may use it, and each can read why not', async () => {
      const agent = await openAgent(service(), { allowed_origins: ['https://shop.example'] })
      const start = (origin: string) =>
        fetch(`${service().url}/web/v1/agents/${agent.id}/chats`, { method: 'POST', headers: { origin } })
      for (const [origin, status] of [
        ['https://shop.example', 201],
        ['https://shop.example:444', 403],
        ['https://evil.example', 403],
        ['null', 403],
        [service().url, 201],
      ] as const) {
        const response = await start(origin)
        assert.equal(response.status, status, origin)
        assert.equal(response.headers.get('access-control-allow-origin'), origin)
        assert.equal(response.headers.get('vary'), 'Origin')
        if (status === 403) assert.match(await response.text(), /"code":40300/)
      }
    })

    test('a browser’s first question is answered, so that the real one can be asked', async () => {
      const response = await fetch(`${service().url}/web/v1/chats/any/messages`, {
        method: 'OPTIONS',
        headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
      })
      assert.equal(response.status, 204)
      assert.match(response.headers.get('access-control-allow-headers') ?? '', /authorization/)
    })
  })

  describe('limits', () => {
    test('a visitor who sends too much is told when to go on', async () => {
      const agent = await openAgent(service(), { messages_per_minute: 2 })
      const chat = await begin(service(), agent.id)
      for (const text of ['one', 'two']) assert.equal((await send(chat, { text })).status, 202)
      const third = await send(chat, { text: 'three' })
      assert.deepEqual([third.status, third.json.code], [429, 42900])
      const wait = Number(third.headers.get('retry-after'))
      assert.ok(wait >= 1 && wait <= 60)
      const other = await begin(service(), agent.id)
      assert.equal((await send(other, { text: 'not my fault' })).status, 202)
    })

    test('a visitor who closes the chat and begins another is still the same visitor', async () => {
      const agent = await openAgent(service(), { messages_per_minute: 2 })
      const first = await begin(service(), agent.id)
      for (const text of ['one', 'two']) assert.equal((await send(first, { text })).status, 202)
      await service().api('POST', `/web/v1/chats/${first.id}/close`, {}, first.token)
      const again = await begin(service(), agent.id, first.token)
      assert.notEqual(again.id, first.id)
      assert.equal((await send(again, { text: 'three' })).status, 429)
    })

    test('a visitor who sends much at once gets no more through than one who sends it in turn, over all processes', async () => {
      await using store = await engine.freshEnvironment()
      await using one = await startTestService(engine, { on: store.env })
      const agent = await openAgent(one, { messages_per_minute: 5 })
      const chat = await begin(one, agent.id)
      const other = engine.name === 'postgres' ? await startTestService(engine, { on: store.env }) : undefined
      const sent = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          (n % 2 === 0 ? one : (other ?? one)).api(
            'POST',
            `/web/v1/chats/${chat.id}/messages`,
            { text: `number ${n}` },
            chat.token,
          ),
        ),
      )
      await other?.stop()
      assert.equal(sent.filter(({ status }) => status === 202).length, 5)
      assert.equal(sent.filter(({ status }) => status === 429).length, 35)
    })

    test('one address begins only so many chats in a minute; behind a proxy it is the address the proxy saw', async () => {
      const clock = manualClock()
      const env = { TANDEM_CHAT_STARTS_PER_MINUTE: '2', TANDEM_PROXY_HOPS: '1' }
      await using limited = await startTestService(engine, { clock, env })
      const agent = await openAgent(limited)
      const start = async (forwarded: string) => {
        const headers = { 'x-forwarded-for': forwarded }
        const url = `${limited.url}/web/v1/agents/${agent.id}/chats`
        return (await fetch(url, { method: 'POST', headers })).status
      }
      assert.deepEqual([await start('203.0.113.1'), await start('203.0.113.1')], [201, 201])
      assert.equal(await start('203.0.113.1'), 429)
      assert.equal(
        await start('198.51.100.7, 203.0.113.1'),
        429,
        'what the caller wrote itself does not count',
      )
      assert.equal(await start('203.0.113.2'), 201)
      await clock.advance(60_000)
      assert.equal(await start('203.0.113.1'), 201)
    })

    test('one chat has ten streams at most, and room again when one is left', async () => {
      const agent = await openAgent(service())
      const chat = await begin(service(), agent.id)
      const streams = await Promise.all(Array.from({ length: 10 }, () => eventsOf(chat)))
      await using more = await eventsOf(chat)
      assert.equal(more.status, 429)
      await streams[0]?.leave()
      await eventually(
        'room',
        async () => {
          await using again = await eventsOf(chat)
          return again.status
        },
        (status) => status === 200,
      )
      for (const stream of streams) await stream.leave()
    })

    test('a visitor cannot flood the desk: five requests for a person in ten minutes', async () => {
      const desk = await startDeveloperServer()
      const agent = await openAgent(service())
      const made = { name: 'Desk', webhook_url: desk.url }
      await service().admin('POST', `/agents/${agent.id}/human-services`, made)
      const chat = await begin(service(), agent.id)
      const at = `/web/v1/chats/${chat.id}/handoff`
      for (let n = 0; n < 5; n++) {
        assert.equal((await service().api('POST', at, {}, chat.token)).json.result, 'requested')
        assert.equal((await service().api('POST', `${at}/close`, {}, chat.token)).status, 200)
      }
      const sixth = await service().api('POST', at, {}, chat.token)
      assert.deepEqual([sixth.status, sixth.json.code], [429, 42900])
      // Neither by words nor in another chat.
      await service().api('POST', `/web/v1/chats/${chat.id}/close`, {}, chat.token)
      const next = await begin(service(), agent.id, chat.token)
      const there = `/web/v1/chats/${next.id}/handoff`
      assert.equal((await service().api('POST', there, {}, next.token)).status, 429)
      assert.equal((await send(next, { text: 'I want to talk to a human' })).status, 202)
      const [, said] = await eventually(
        'answered',
        async () =>
          (await service().api('GET', `/web/v1/chats/${next.id}/messages`, undefined, next.token)).json
            .messages,
        (messages) => messages.length === 2,
      )
      assert.deepEqual([said.role, said.name], ['assistant', 'fallback'], said.text)
      assert.equal(
        (await service().api('POST', `${there}/close`, {}, next.token)).status,
        409,
        'the AI has the floor',
      )
      await desk.close()
    })

    test('empty, blank and overlong words are refused and not stored', async () => {
      const agent = await openAgent(service())
      const chat = await begin(service(), agent.id)
      for (const text of ['', '  ', 'x'.repeat(4001), 7]) {
        const { json } = await send(chat, { text })
        assert.equal(json.code, 40000)
        assert.match(json.message, /text/)
      }
      const { json } = await service().api('GET', `/web/v1/chats/${chat.id}/messages`, undefined, chat.token)
      assert.deepEqual(json.messages, [])
    })
  })

  if (engine.name === 'postgres') {
    test('a page connected to one process hears what another process stores', async () => {
      await using store = await engine.freshEnvironment()
      await using one = await startTestService(engine, { on: store.env })
      await using two = await startTestService(engine, { on: store.env })
      const agent = await openAgent(one)
      const chat = await begin(one, agent.id)
      await using stream = await readEvents(`${one.url}/web/v1/chats/${chat.id}/events?token=${chat.token}`)
      await stream.next()
      const there = clientOf(two.url)
      await there.api('POST', `/web/v1/chats/${chat.id}/messages`, { text: 'shipping?' }, chat.token)
      const seen = await stream.until(({ id }) => id === '2')
      assert.deepEqual(
        seen.filter(({ event }) => event === 'message').map(({ data }) => data.role),
        ['user', 'assistant'],
      )
    })
  }
})
