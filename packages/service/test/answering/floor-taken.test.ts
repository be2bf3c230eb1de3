/** A person takes the floor while the AI is speaking: it falls silent at once, readers are told, and what it cost is kept. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TurnPart } from '../../src/answering/turn.ts'
import { createLive } from '../../src/conversations/live.ts'
import { moveFloor } from '../../src/conversations/store.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { onEachEngine, type TestEngine } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { eventually } from '../harness/service.ts'
import { simulatedClock } from '../lanes/simulation/clock.ts'
import { readEvents } from '../web/reader.ts'
import { composed, letTimePass, startBare } from './bare.ts'
import { openEvents } from './read-events.ts'
import { MESSAGE_PATH, setScene, textOf } from './scene.ts'

const ASKS = 'I want to talk to a human, please.'
const PIECES = ['We are ', 'open ']

/** An agent with a desk, and a model that begins an answer and never ends it. */
async function setTalkingScene(engine: TestEngine) {
  const model = await startModelServer()
  model.answer(() => ({ kind: 'stall', after: PIECES }))
  const env = { TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'scripted' }
  const scene = await setScene(engine, { env })
  await scene.patchSettings({ web: { enabled: true }, prices: { text_input: 1, text_output: 2 } })
  const desk = { name: 'Desk', webhook_url: `${scene.developer.url}/desk` }
  await scene.service.admin('POST', `/agents/${scene.agent.id}/human-services`, desk)
  const dispose = async () => {
    await scene[Symbol.asyncDispose]()
    await model.close()
  }
  return { ...scene, model, [Symbol.asyncDispose]: dispose }
}

onEachEngine((engine) => {
  test('a stream ends when a person takes the floor: no further word, the code that says why, and what was consumed', async () => {
    await using scene = await setTalkingScene(engine)
    const conversation = await scene.conversation()
    const stream = await scene.stream(conversation, 'When are you open?')
    await stream.until(({ code, data }) => code === 3 && data.includes('open'))
    await scene.send('webhook', conversation, ASKS)
    const events = await stream.ended
    assert.equal(stream.text().trimEnd(), 'We are open')
    const tail = events.filter(({ code }) => code !== 3 && code !== 11)
    assert.deepEqual(
      tail.map(({ code, message }) => [code, message]),
      [
        [29, 'HumanService'],
        [10, 'FlowOutput'],
        [4, 'Cost'],
        [0, 'End'],
      ],
    )
    const [person, flow, cost] = tail.map(({ data }) => data)
    assert.deepEqual(person, { conversation_id: conversation })
    assert.deepEqual(flow, [])
    assert.ok(cost.prompt_tokens > 0 && cost.completion_tokens > 0, JSON.stringify(cost))
    assert.ok(cost.credits.total_credits > 0)

    const said = (await scene.history(conversation)).map(textOf)
    assert.ok(!said.some((text) => text.includes('We are')), said.join('\n'))
    const query = `agent_id=${scene.agent.id}&conversation_id=${conversation}`
    const usage = await scene.service.admin('GET', `/usage?${query}`)
    assert.equal(usage.json.total.total_tokens, cost.total_tokens, usage.text)
    const kept = await scene.service.admin('GET', `/conversations/${conversation}`)
    assert.equal(kept.json.conversation.cost_credit, cost.credits.total_credits)

    // Whoever was cut off, behind its last word or in the tail, gets what it has not seen.
    const resume = async (id: string | undefined) => {
      const headers = { 'last-event-id': String(id) }
      const url = `${scene.service.url}${MESSAGE_PATH}/stream`
      const again = await openEvents(url, { key: scene.agent.key, headers })
      return (await again.ended).map(({ code }) => code)
    }
    assert.deepEqual(await resume(events.findLast(({ code }) => code === 3)?.id), [29, 10, 4, 0])
    assert.deepEqual(await resume(tail[1]?.id), [4, 0])
  })

  test('a blocking request that waits is answered with an empty output and what was consumed', async () => {
    await using scene = await setTalkingScene(engine)
    const conversation = await scene.conversation()
    const waiting = scene.send('blocking', conversation, 'When are you open?')
    await eventually(
      'the model is asked',
      () => scene.model.requests.length,
      (count) => count > 0,
    )
    await scene.send('webhook', conversation, ASKS)
    const { status, json } = await waiting
    assert.equal(status, 200)
    assert.deepEqual(json.output, [])
  })

  test('on the chat page no piece follows the change of the floor, and the end of the turn says that it was dropped', async () => {
    await using scene = await setTalkingScene(engine)
    const started = await scene.service.api('POST', `/web/v1/agents/${scene.agent.id}/chats`, {})
    const { conversation_id: id, token } = started.json
    await using stream = await readEvents(`${scene.service.url}/web/v1/chats/${id}/events?token=${token}`)
    const post = (path: string, body: object) =>
      scene.service.api('POST', `/web/v1/chats/${id}/${path}`, body, token)
    const sent = await post('messages', { text: 'When are you open?' })
    await stream.until(({ event, data }) => event === 'piece' && data.text.includes('open'))
    await post('handoff', {})
    const seen = await stream.until(({ event }) => event === 'turn_over')
    assert.deepEqual(seen.at(-1)?.data, { turnId: sent.json.message_id, dropped: true })
    assert.ok(seen.some(({ event, data }) => event === 'floor' && data.owner === 'human'))
    assert.ok(!seen.some(({ event }) => event === 'piece'))
  })

  test('an answer that does not stop when it is told to is dropped without it', async () => {
    await using store = await engine.freshEnvironment()
    const clock = simulatedClock()
    await using bare = await startBare(store.env, { clock })
    const never = Promise.withResolvers<never>()
    bare.answer(async function* (): AsyncGenerator<TurnPart> {
      yield { kind: 'piece', text: 'Word' }
      await never.promise
    })
    const conversation = await bare.conversation()
    const stream = await bare.stream(conversation, 'Hello?')
    await stream.until(({ code }) => code === 3)
    await bare.database.transaction('test', async (tx) => {
      await moveFloor(tx, { id: conversation, epoch: 1, handoff_id: 'h', unanswered: 0 })
      tx.afterCommit(() =>
        bare.live.notify(conversation, { kind: 'floor', owner: 'human', state: 'REQUESTED', epoch: 1 }),
      )
    })
    const events = await letTimePass(clock, bare, stream.ended)
    assert.deepEqual(
      events.map(({ code }) => code),
      [11, 3, 29, 10, 4, 0],
    )
  })

  if (engine.name === 'postgres')
    test('a handoff that begins in another process ends the turn too; one that is older than the turn does not', async () => {
      await using store = await engine.freshEnvironment()
      await using bare = await startBare(store.env)
      bare.answer(async function* ({ signal }): AsyncGenerator<TurnPart> {
        yield { kind: 'piece', text: 'Word ' }
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        yield { kind: 'piece', text: 'too many' }
        yield { kind: 'done', turn: composed('Word too many') }
      })
      const conversation = await bare.conversation()
      const elsewhere = await openDatabase(readConfig('serve', store.env), createLog('silent'))
      const floor = { kind: 'floor', owner: 'human', state: 'REQUESTED' } as const
      const stream = await bare.stream(conversation, 'Hello?')
      await stream.until(({ code }) => code === 3)
      const live = createLive(elsewhere)
      live.notify(conversation, { ...floor, epoch: 0 })
      await elsewhere.transaction('test', (tx) =>
        moveFloor(tx, { id: conversation, epoch: 1, handoff_id: 'h', unanswered: 0 }),
      )
      live.notify(conversation, { ...floor, epoch: 1 })
      const events = await stream.ended
      await elsewhere.close()
      assert.equal(stream.text(), 'Word ')
      assert.equal(events.find(({ code }) => code === 29)?.message, 'HumanService')
      assert.equal((await bare.messages(conversation)).length, 1)
    })
})
