/**
 * An endpoint that streams, stalls, fails, breaks off, talks tool noise and sends broken characters: in each mode there is
 * exactly one answer, every mode gives the words that were stored, and trouble before the first word means the answer
 * that needs no model.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Environment } from '../../src/platform/config.ts'
import { createLatch, type Latch } from '../harness/developer-server.ts'
import { onSqlite, type TestEngine } from '../harness/engines.ts'
import { type ModelReply, type ModelServer, startModelServer } from '../harness/model-server.ts'
import { eventually } from '../harness/service.ts'
import { type Scene, setScene, textOf, wordsOf } from './scene.ts'

const FROM_KNOWLEDGE = 'We are open from nine to five.'
const QUESTION = 'When are you open?'
const chunk = (content: string) =>
  Buffer.from(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`)

/** A chat answer whose second piece has a byte in it that belongs to no character. */
function brokenUtf8(): ModelReply {
  const broken = chunk('nine to five #!')
  broken[broken.indexOf('#')] = 0xff
  return {
    kind: 'raw',
    headers: { 'content-type': 'text/event-stream' },
    chunks: [chunk('Open from '), broken, 'data: [DONE]\n\n'],
  }
}

const cases: readonly { name: string; reply: () => ModelReply; says: RegExp }[] = [
  {
    name: 'streams',
    reply: () => ({ kind: 'chat', pieces: ['Nine ', 'to ', 'five $[1]$'] }),
    says: /^Nine to five/,
  },
  { name: 'fails', reply: () => ({ kind: 'fail', status: 500 }), says: new RegExp(`^${FROM_KNOWLEDGE}$`) },
  { name: 'stalls', reply: () => ({ kind: 'stall' }), says: new RegExp(`^${FROM_KNOWLEDGE}$`) },
  {
    name: 'breaks off before a word',
    reply: () => ({ kind: 'cut' }),
    says: new RegExp(`^${FROM_KNOWLEDGE}$`),
  },
  {
    name: 'breaks off in the middle',
    reply: () => ({ kind: 'cut', after: ['We are open ', 'from nine'] }),
    says: /^We are open/,
  },
  {
    name: 'stalls in the middle',
    reply: () => ({ kind: 'stall', after: ['We are open ', 'from nine'] }),
    says: /^We are open/,
  },
  {
    name: 'talks tool noise',
    reply: () => ({
      kind: 'chat',
      pieces: ['Nine to five. $[1]$'],
      tools: [{ name: 'delete_everything', arguments: '{"really":tr' }],
    }),
    says: /^Nine to five\.?/,
  },
  { name: 'sends broken characters', reply: brokenUtf8, says: /open from/i },
]

onSqlite((engine) => {
  for (const { name, reply, says } of cases) {
    describe(`a model that ${name}`, () => {
      const { scene } = shared(
        engine,
        reply,
        name.startsWith('stalls') ? { TANDEM_MODEL_TIMEOUT_MS: '1000' } : {},
      )

      test('answers once in blocking mode', async () => {
        const conversation = await scene().conversation()
        const answer = await scene().send('blocking', conversation, QUESTION)
        assert.equal(answer.status, 200, answer.text)
        const text = wordsOf(answer.json)
        assert.match(text, says)
        assert.deepEqual(await saidIn(scene(), conversation), [text])
      })

      test('answers once in streaming mode, and the pieces are what was stored', async () => {
        const conversation = await scene().conversation()
        const stream = await scene().stream(conversation, QUESTION)
        const events = await stream.ended
        assert.match(stream.text(), says)
        assert.equal(events.at(-1)?.code, 0)
        assert.deepEqual(await saidIn(scene(), conversation), [stream.text()])
        assert.equal(stream.events[0]?.data.message_id, (await scene().history(conversation))[1]?.message_id)
      })

      test('answers once in webhook mode', async () => {
        const conversation = await scene().conversation()
        const { json } = await scene().send('webhook', conversation, QUESTION)
        const requests = await scene().developer.waitFor(
          (request) => (request.json as { conversation_id: string }).conversation_id === conversation,
        )
        const bodies = requests
          .map((request) => request.json as { message_id: string } & Parameters<typeof wordsOf>[0])
          .filter(({ message_id }) => message_id === json.message_id)
        assert.equal(bodies.length, 1)
        const text = bodies[0] ? wordsOf(bodies[0]) : ''
        assert.match(text, says)
        assert.deepEqual(await saidIn(scene(), conversation), [text])
      })
    })
  }

  test('users of one agent who ask at the same time do not wait for each other’s answers', async () => {
    const model = await startModelServer()
    const latch = createLatch()
    model.answer(() => ({ kind: 'hold', latch, reply: { kind: 'chat', pieces: ['Nine to five. $[1]$'] } }))
    await using scene = await setScene(engine, {
      env: modelEnv(model),
    })
    const users = Array.from({ length: 40 }, (_, n) => scene.conversation(`user-${n}`))
    const answers = (await Promise.all(users)).map((conversation) =>
      scene.send('blocking', conversation, QUESTION),
    )
    // Every question is with the model before the first is answered.
    await model.waitFor(users.length)
    latch.release()
    for (const answer of await Promise.all(answers)) assert.match(wordsOf(answer.json), /^Nine to five/)
    await model.close()
  })

  test('no more answers of one agent are written at a time than configured, and all come', async () => {
    const model = await startModelServer()
    const latches = Array.from({ length: 5 }, createLatch)
    const early: number[] = []
    let released = 0
    model.answer(({ number }) => {
      if (number > released + 2) early.push(number)
      return { kind: 'hold', latch: latches[number - 1] as Latch }
    })
    const env = { ...modelEnv(model), TANDEM_TURN_CONCURRENCY: '2' }
    await using scene = await setScene(engine, { env })
    for (const _ of latches) await scene.send('webhook', await scene.conversation(), QUESTION)
    for (const [n, latch] of latches.entries()) {
      await model.waitFor(Math.min(n + 2, latches.length))
      released++
      latch.release()
    }
    await scene.developer.waitFor(latches.length)
    assert.deepEqual(early, [], 'came to the model while two others were there')
    await model.close()
  })

  test('pieces reach the reader while the model is still speaking', async () => {
    const model = await startModelServer()
    const latch = createLatch()
    model.answer(() => ({ kind: 'chat', pieces: ['From nine ', latch, 'to five. $[1]$'] }))
    await using scene = await setScene(engine, { env: modelEnv(model) })
    const stream = await scene.stream(await scene.conversation(), QUESTION)
    const first = await stream.until(({ code }) => code === 3)
    assert.match('From nine ', new RegExp(`^${first.data}`))
    latch.release()
    await stream.ended
    assert.match(stream.text(), /^From nine to five\./)
    await model.close()
  })
})

/** With time enough for a busy machine. */
const modelEnv = (model: ModelServer) => ({
  TANDEM_MODEL_BASE_URL: model.url,
  TANDEM_MODEL: 'scripted',
  TANDEM_MODEL_TIMEOUT_MS: '120000',
  TANDEM_MODEL_START_TIMEOUT_MS: '120000',
})

function shared(engine: TestEngine, reply: () => ModelReply, more: Environment): { scene: () => Scene } {
  let scene: Scene | undefined
  let model: ModelServer | undefined
  before(async () => {
    model = await startModelServer()
    model.answer(reply)
    scene = await setScene(engine, { env: { ...modelEnv(model), ...more } })
  })
  after(async () => {
    await scene?.[Symbol.asyncDispose]()
    await model?.close()
  })
  return { scene: () => scene as Scene }
}

/** What the agent has said in a conversation, once it has said something. */
async function saidIn(scene: Scene, conversation: string): Promise<string[]> {
  const history = await eventually(
    'an answer',
    () => scene.history(conversation),
    (entries) => entries.some(({ role }) => role === 'assistant'),
  )
  return history.filter(({ role }) => role === 'assistant').map(textOf)
}
