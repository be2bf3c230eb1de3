/** Readers of a chat that come in the middle of an answer: they get its words so far, once, and then the rest. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { type Reader, readEvents, type SeenEvent } from './reader.ts'

const FIRST = 'One two three. '
const SECOND = 'Four five six. '
const THIRD = 'Seven eight nine.'

onEachEngine((engine) => {
  let model: ModelServer
  let shared: TestService
  before(async () => {
    model = await startModelServer()
    const env = { TANDEM_EGRESS_ALLOW: 'private', TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'm' }
    shared = await startTestService(engine, { env })
  })
  after(async () => {
    await shared?.stop()
    await model?.close()
  })

  async function openChat(service = shared) {
    const agent = await service.newAgent('Shop')
    await service.admin('PATCH', `/agents/${agent.id}/settings`, { web: { enabled: true } })
    const { json } = await service.api('POST', `/web/v1/agents/${agent.id}/chats`, {})
    const { conversation_id: id, token } = json
    return {
      agent,
      read: (headers = {}, url = service.url) =>
        readEvents(`${url}/web/v1/chats/${id}/events?token=${token}`, headers),
      say: (text: string) => service.api('POST', `/web/v1/chats/${id}/messages`, { text }, token),
    }
  }

  /** Reads until the words of the answer so far have come, by whatever events. */
  async function untilText(stream: Reader, text: string): Promise<SeenEvent[]> {
    let words = ''
    return stream.until(({ event, data }) => {
      if (event === 'so_far') words = data.text
      else if (event === 'piece') words += data.text
      return words.trim() === text.trim()
    })
  }

  test('whoever comes in the middle of an answer gets its words so far once, then each further piece, then the whole', async () => {
    const [first, second] = [createLatch(), createLatch()]
    model.answer(() => ({ kind: 'chat', pieces: [FIRST, first, SECOND, second, THIRD] }))
    const chat = await openChat()
    await using early = await chat.read()
    await chat.say('Please count')
    await untilText(early, FIRST)
    await using late = await chat.read()
    await using back = await chat.read({ 'last-event-id': '1' })
    for (const stream of [late, back]) {
      const seen = await untilText(stream, FIRST)
      assert.deepEqual(
        seen.filter(({ event }) => event === 'so_far' || event === 'piece').map(({ event }) => event),
        ['so_far'],
      )
    }
    first.release()
    await untilText(early, SECOND)
    await using later = await chat.read()
    await untilText(later, FIRST + SECOND)
    second.release()
    for (const stream of [early, late, back, later]) {
      const seen = await stream.until(({ event }) => event === 'turn_over')
      const stored = seen.filter(({ event, data }) => event === 'message' && data.role === 'assistant')
      assert.deepEqual(
        stored.map(({ data }) => data.text),
        [FIRST + SECOND + THIRD],
      )
      assert.ok(seen.every(({ event }) => event !== 'so_far'))
    }
  })

  test('an answer that is taken back and written anew takes the place of what had come of it', async () => {
    // What stands before a lone closing mark was a thought.
    const latch = createLatch()
    model.answer(() => ({ kind: 'chat', pieces: [FIRST, latch, '</think>', SECOND, THIRD] }))
    const chat = await openChat()
    await using stream = await chat.read()
    await chat.say('Please count')
    await untilText(stream, FIRST)
    latch.release()
    const seen = await stream.until(({ event }) => event === 'turn_over')
    const pieces = seen.filter(({ event }) => event === 'so_far' || event === 'piece')
    assert.deepEqual(
      pieces.map(({ event }) => event),
      ['so_far', ...pieces.slice(1).map(() => 'piece')],
    )
    assert.equal(pieces.map(({ data }) => data.text).join(''), SECOND + THIRD)
  })

  // The embedded engine knows of no other process.
  if (engine.name === 'postgres')
    test('pages get the words of an answer while it is written, whichever process writes it and whenever they come', async () => {
      await using store = await engine.freshEnvironment()
      const env = { TANDEM_EGRESS_ALLOW: 'private', TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'm' }
      await using one = await startTestService(engine, { on: { ...store.env, ...env } })
      await using two = await startTestService(engine, { on: { ...store.env, ...env } })
      const [first, second] = [createLatch(), createLatch()]
      model.answer(() => ({ kind: 'chat', pieces: [FIRST, first, SECOND, second, THIRD] }))
      const chat = await openChat(one)
      const at = ({ url }: TestService) => chat.read({}, url)
      await using early = await at(one)
      await using other = await at(two)
      await chat.say('Please count')
      for (const stream of [early, other]) await untilText(stream, FIRST)
      await using late = await at(one)
      await using later = await at(two)
      for (const stream of [late, later]) await untilText(stream, FIRST)
      first.release()
      for (const stream of [early, other, late, later]) await untilText(stream, SECOND)
      second.release()
      for (const stream of [early, other, late, later]) {
        const seen = await stream.until(({ event }) => event === 'turn_over')
        const stored = seen.filter(({ event, data }) => event === 'message' && data.role === 'assistant')
        assert.deepEqual(
          stored.map(({ data }) => data.text),
          [FIRST + SECOND + THIRD],
        )
      }
    })

  test('whoever comes after the answer gets it whole, and no words so far', async () => {
    model.answer(() => ({ kind: 'chat', pieces: [FIRST, SECOND] }))
    const chat = await openChat()
    await using early = await chat.read()
    await chat.say('Please count')
    await early.until(({ event }) => event === 'turn_over')
    await using late = await chat.read()
    const seen = await late.until(({ id }) => id === '2')
    assert.deepEqual(
      seen.map(({ event }) => event),
      ['floor', 'message', 'message'],
    )
  })
})
