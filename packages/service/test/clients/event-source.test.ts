/**
 * A client in the style of the platform's browser extension: one event-source client for everything, whatever the endpoint and
 * the mode. It sends `Accept: text/event-stream` with each request and sees nothing but events.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MESSAGE_PATH, PAIRS, requestOf, setScene } from '../answering/scene.ts'
import { onSqlite } from '../harness/engines.ts'
import { type EventRequest, eventsIn, readEvents } from './event-source.ts'

const QUESTION = 'When are you open?'
const ANSWER = PAIRS[0]?.answer

onSqlite((engine) => {
  test('a streamed answer has ids to go on from, and a blocking one comes as one event', async () => {
    await using scene = await setScene(engine)
    const { key } = scene.agent
    const conversation = await scene.conversation()
    const ask = (mode: string) =>
      readEvents(scene.service.url + MESSAGE_PATH, { key, body: requestOf(mode, conversation, QUESTION) })
    const streamed = await ask('streaming')
    const words = streamed.filter(({ data }) => data.code === 3).map(({ data }) => data.data)
    assert.equal(words.join(''), ANSWER)
    assert.ok(streamed.every(({ id }) => id !== undefined))

    const headers = { 'last-event-id': streamed.at(-2)?.id ?? '' }
    const rest = await readEvents(`${scene.service.url}${MESSAGE_PATH}/stream`, { key, headers })
    assert.deepEqual(rest, streamed.slice(-1))

    const blocking = await ask('blocking')
    assert.equal(blocking.length, 1)
    assert.equal(blocking[0]?.data.output[0].content.text, ANSWER)
    const accepted = await ask('webhook')
    assert.deepEqual(
      accepted.map(({ data }) => [data.code, data.conversation_id]),
      [[0, conversation]],
    )
  })

  test('a failure comes as one event with its code and message, whatever went wrong', async () => {
    await using scene = await setScene(engine)
    const { key } = scene.agent
    const failure = async (path: string, request: EventRequest) => {
      const events = await readEvents(scene.service.url + path, request)
      assert.equal(events.length, 1)
      return [events[0]?.data.code, events[0]?.data.message]
    }
    for (const mode of ['blocking', 'streaming', 'webhook']) {
      const [code, message] = await failure(MESSAGE_PATH, { key, body: requestOf(mode, 'unknown', QUESTION) })
      assert.equal(code, 40356)
      assert.match(message, /found "unknown"/)
    }
    assert.deepEqual(await failure(MESSAGE_PATH, { key: 'wrong', body: {} }), [
      40127,
      'Developer authentication failed',
    ])
    assert.equal((await failure('/v1/nowhere', { key, body: {} }))[0], 40400)
    assert.equal((await failure('/v1/conversation', { key, body: { user_id: '' } }))[0], 40000)
  })

  test('every other endpoint answers it with one event too', async () => {
    await using scene = await setScene(engine)
    const { key } = scene.agent
    const only = async (path: string, request: EventRequest) => {
      const events = await readEvents(scene.service.url + path, { key, ...request })
      assert.equal(events.length, 1)
      return events[0]?.data
    }
    const { conversation_id } = await only('/v1/conversation', { body: { user_id: 'u' } })
    assert.match(conversation_id, /^[0-9a-f-]{36}$/)
    const added = await only('/v1/bot/doc/qa/add', {
      body: { purpose: 'QA_TEXT', name: 'More', qaList: PAIRS },
    })
    assert.equal(added.doc.length, 1)
    const listed = await only(`/v2/messages?conversation_id=${conversation_id}&page=1&page_size=5`, {})
    assert.deepEqual(listed, { total: 0, conversation_content: [] })
  })

  test('a GET that fails keeps its status, so that an event source does not ask again for ever', async () => {
    await using scene = await setScene(engine)
    const response = await fetch(`${scene.service.url}${MESSAGE_PATH}/stream?message_id=unknown`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${scene.agent.key}` },
    })
    assert.equal(response.status, 400)
    assert.deepEqual(
      eventsIn(await response.text()).map(({ data }) => data.code),
      [40348],
    )
  })

  test('a client that takes JSON as well gets its failures and blocking answers as JSON', async () => {
    await using scene = await setScene(engine)
    const ask = (body: object) =>
      fetch(scene.service.url + MESSAGE_PATH, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${scene.agent.key}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
    const refused = await ask(requestOf('streaming', 'unknown', QUESTION))
    assert.equal(refused.status, 400)
    assert.equal(((await refused.json()) as { code: number }).code, 40356)
    const answered = await ask(requestOf('blocking', await scene.conversation(), QUESTION))
    assert.equal(((await answered.json()) as { output: unknown[] }).output.length, 1)
  })
})
