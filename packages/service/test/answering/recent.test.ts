/** What a process keeps of recent talk never shows: a turn finds what the database holds, whoever put it there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecentTalk } from '../../src/answering/turns/recent-talk.ts'
import { appendMessage } from '../../src/conversations/append-message.ts'
import { createLive } from '../../src/conversations/live.ts'
import { requireLocked } from '../../src/conversations/open-conversation.ts'
import { type ConversationRow, findConversation, type MessageRow } from '../../src/conversations/store.ts'
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
  bare.database.transaction(async (tx) => {
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
      ['Answer to one', 'two', 'Answer to two'],
      ['three', 'Answer to three', 'A person was here'],
      ['A person was here', 'four', 'Answer to four'],
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
      ['Answer to one', 'two', 'Answer to two'],
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
    assert.deepEqual(histories, [[], [], ['Answer to one', 'two', 'Answer to two']])
  })

  test('recent talk is known only whole: not behind a gap, not after the floor moved, documents for longer than words', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = (await findConversation(bare.database, await bare.conversation())) as ConversationRow
    const live = createLive(bare.database)
    const recent = createRecentTalk(live)
    const say = (seq: number, content = '[]') =>
      recent.stored({ ...conversation, next_seq: seq + 1 }, {
        conversation_id: conversation.id,
        seq,
        role: 'user',
        text: '',
        content,
      } as MessageRow)
    const known = (seq: number) => recent.upTo(conversation.id, seq)?.messages.map((row) => row.seq)

    say(1)
    say(2, '[{"type":"document"}]')
    for (let seq = 3; seq <= 14; seq++) say(seq)
    assert.deepEqual(known(14), [2, 11, 12, 13, 14])
    assert.equal(known(13), undefined, 'more was said since')
    assert.equal(known(15), undefined)
    say(15)
    assert.deepEqual(known(15), [12, 13, 14, 15], 'the document was too long ago')

    live.tell(conversation.id, { kind: 'stored', seq: 16 })
    assert.equal(known(15), undefined, 'somebody stored something else')
    say(16)
    assert.deepEqual(known(16), [13, 14, 15, 16], 'that was this one')
    say(18)
    assert.equal(known(18), undefined, 'one is missing')
    say(19)
    assert.equal(known(19), undefined)

    say(1)
    assert.deepEqual(known(1), [1])
    live.tell(conversation.id, { kind: 'floor', owner: 'human', state: 'CONNECTED', epoch: 1 })
    assert.equal(known(1), undefined, 'who has the floor must be read')
  })
})
