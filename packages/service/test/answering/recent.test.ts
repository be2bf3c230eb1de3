/** The history of a turn is what the database holds, whichever process put it there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendMessage } from '../../src/conversations/append-message.ts'
import { requireLocked } from '../../src/conversations/open-conversation.ts'
import { onEachEngine } from '../harness/engines.ts'
import { type Bare, saying, startBare } from './bare.ts'

/** Answers each message, and notes the history it was given. */
function noteHistories(bare: Bare): string[][] {
  const histories: string[][] = []
  bare.answer(async function* ({ message, history }) {
    histories.push(history.map(({ text }) => text))
    yield* saying(`Answer to ${message.text}`)
  })
  return histories
}

/** Stores words past everything that tells of them, as another process would. */
const storeUnheard = (bare: Bare, conversation: string, text: string) =>
  bare.database.transaction('test', async (tx) => {
    const locked = await requireLocked(tx, bare.agent.id, conversation)
    await appendMessage(tx, locked, { role: 'human', mode: '', text, content: [] }, 1)
  })

onEachEngine((engine) => {
  test('each turn is given the last words before it, and words stored by others are among them', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const histories = noteHistories(bare)
    const conversation = await bare.conversation()
    for (const text of ['one', 'two', 'three']) await bare.send('blocking', conversation, text)
    await storeUnheard(bare, conversation, 'A person was here')
    for (const text of ['four', 'five']) await bare.send('blocking', conversation, text)
    assert.deepEqual(histories, [
      [],
      ['one', 'Answer to one'],
      ['one', 'Answer to one', 'two', 'Answer to two'],
      ['one', 'Answer to one', 'two', 'Answer to two', 'three', 'Answer to three', 'A person was here'],
      [
        ...['Answer to one', 'two', 'Answer to two', 'three', 'Answer to three', 'A person was here'],
        ...['four', 'Answer to four'],
      ],
    ])
  })

  test('a process that knows nothing of a conversation, or has missed a part of it, goes on with all of it', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    noteHistories(bare)
    const conversation = await bare.conversation()
    await bare.send('blocking', conversation, 'one')
    const { id, key } = bare.agent
    const as = { agent: { id }, apiKey: key }
    await bare.stop()
    await using next = await startBare(store.env, { as })
    const histories = noteHistories(next)
    await next.send('blocking', conversation, 'two')
    await next.send('blocking', conversation, 'three')
    assert.deepEqual(histories, [
      ['one', 'Answer to one'],
      ['one', 'Answer to one', 'two', 'Answer to two'],
    ])
  })

  test('a turn without history is given none, and its words are history for the next', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const histories = noteHistories(bare)
    const conversation = await bare.conversation()
    await bare.send('blocking', conversation, 'one')
    const forgetful = {
      conversation_id: conversation,
      response_mode: 'blocking',
      messages: [{ role: 'user', content: 'two' }],
      conversation_config: { short_term_memory: false },
    }
    await fetch(`${bare.url}/v2/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bare.agent.key}` },
      body: JSON.stringify(forgetful),
    })
    await bare.send('blocking', conversation, 'three')
    assert.deepEqual(histories, [[], [], ['one', 'Answer to one', 'two', 'Answer to two']])
  })

  test('a turn without a model is given the last eight messages, oldest first', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const histories = noteHistories(bare)
    const conversation = await bare.conversation()
    for (let n = 1; n <= 20; n++) await storeUnheard(bare, conversation, `${n}`)
    await bare.send('blocking', conversation, 'now')
    assert.deepEqual(histories, [Array.from({ length: 8 }, (_, n) => `${n + 13}`)])
  })
})
