/** Streams: the platform's codes, going on after being cut off, pings, slow readers, readers that leave, and a service that stops. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Citation } from '@tandem/contract/citation'
import { sql } from 'kysely'
import { createAgent } from '../../src/agents/manage-agents.ts'
import type { TurnPart } from '../../src/answering/turn.ts'
import { insertAudio } from '../../src/answering/voice/audio-store.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLatch, type Latch } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { clientOf, eventually } from '../harness/service.ts'
import { simulatedClock } from '../lanes/simulation/clock.ts'
import { composed, saying, startBare } from './bare.ts'

/** Two pieces, and a latch between them. */
async function* inTwo(latch: Latch, first: string, second: string): AsyncGenerator<TurnPart> {
  yield { kind: 'piece', text: first }
  await latch.released
  yield { kind: 'piece', text: second }
  yield { kind: 'done', turn: composed(first + second) }
}

onSqlite((engine) => {
  test('an answer comes as the events of the platform, each with an id, and is stored under the id it announced', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const name = 'kept-sound.mp3'
    const row = { name, agent_id: bare.agent.id, mime_type: 'audio/mpeg', expires_at: Date.now() + 60_000 }
    await bare.database.transaction('test', (tx) => insertAudio(tx, row, Buffer.from('sound')))
    const audio = [
      { audio: `https://voice.example/audio/${name}`, transcript: 'Nine to five.' },
      { audio: 'https://voice.example/audio/expired.mp3', transcript: 'Gone.' },
    ]
    const citation: Citation = {
      ...{ index: 1, name: 'Hours', type: 'doc', content: 'Open nine to five.', segment_id: null },
      ...{ segment_index: 0, position: null, timestamp_millis: null, data_id: 'd', bot_id: bare.agent.id },
      ...{ attachment: null, component_id: null },
    }
    bare.answer(async function* () {
      yield { kind: 'piece', text: 'Nine ' }
      yield { kind: 'piece', text: 'to five.' }
      const spoken = [{ component: 'knowledge', branch: 'answer', text: 'Nine to five.', audio }]
      yield { kind: 'done', turn: composed('', { spoken, citations: [citation] }) }
    })
    const stream = await bare.stream(conversation, 'When are you open?')
    assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(stream.headers.get('cache-control'), 'no-store')
    const events = await stream.ended
    const [question, answer] = await bare.messages(conversation)
    assert.deepEqual(events[0], {
      id: `${question?.id}:0`,
      code: 11,
      message: 'MessageInfo',
      data: { message_id: answer?.id },
    })
    assert.equal(stream.text(), 'Nine to five.')
    const behind = events.filter(({ code }) => code !== 3 && code !== 11)
    assert.deepEqual(
      behind.map(({ code, message, id }) => [code, message, id?.replace(/\.\w+$/, '')]),
      [
        [10, 'FlowOutput', `${question?.id}:14`],
        [20, 'Citation', `${question?.id}:15`],
        [39, 'Audio', `${question?.id}:16`],
        [39, 'Audio', `${question?.id}:17`],
        [4, 'Cost', `${question?.id}:18`],
        [0, 'End', `${question?.id}:19`],
      ],
    )
    const [flow, citations, spoken, expired, cost, end] = behind.map(({ data }) => data)
    assert.deepEqual(flow, [
      { content: 'Nine to five.', branch: 'answer', from_component_name: 'knowledge', audioDatas: audio },
    ])
    assert.deepEqual(citations, [citation])
    assert.deepEqual(spoken, { audioAnswer: Buffer.from('sound').toString('base64'), ...audio[0] })
    assert.deepEqual(expired, { audioAnswer: null, ...audio[1] })
    assert.equal(cost.total_tokens, 0)
    assert.equal(end, null)
  })

  test('a reader that was cut off goes on from its last event, during the answer and after it, and the question is asked once', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const latch = createLatch()
    let asked = 0
    bare.answer(() => {
      asked++
      return inTwo(latch, 'First 🎈 half', ' and the second.')
    })
    const first = await bare.stream(conversation, 'Tell me.')
    const piece = await first.until(({ code }) => code === 3)
    first.leave()

    const second = await bare.resume(piece.id ?? '')
    const whole = await bare.resume(`${piece.id?.split(':')[0]}:0`)
    latch.release()
    await Promise.all([second.ended, whole.ended])
    assert.equal(second.text(), ' and the second.')
    assert.deepEqual(
      second.events.map(({ code }) => code),
      [3, 10, 4, 0],
    )
    assert.equal(whole.text(), 'First 🎈 half and the second.')

    for (const [i, event] of second.events.slice(0, -1).entries()) {
      const later = await bare.resume(event.id ?? '')
      const rest = (await later.ended).map(({ code }) => code)
      assert.deepEqual(rest, [3, 10, 4, 0].slice(i + 1), 'nothing is repeated, nothing is missing')
    }
    assert.equal(asked, 1)
    assert.equal((await bare.messages(conversation)).length, 2)
  })

  test('a reader that has all of a stream is told not to come back', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const audio = [{ audio: 'https://voice.example/audio/lost.mp3', transcript: 'Hello.' }]
    bare.answer(async function* () {
      yield { kind: 'piece', text: 'Hello.' }
      const spoken = [{ component: 'knowledge', branch: 'answer', text: 'Hello.', audio }]
      yield { kind: 'done', turn: composed('', { spoken }) }
    })
    const stream = await bare.stream(await bare.conversation(), 'Hello?')
    const ids = (await stream.ended).map(({ id }) => id ?? '')
    const statuses: number[] = []
    for (const id of ids) {
      const headers = { authorization: `Bearer ${bare.agent.key}`, 'last-event-id': id }
      const response = await fetch(`${bare.url}/v2/conversation/message/stream`, { headers })
      statuses.push(response.status)
      await response.text()
    }
    assert.deepEqual(statuses, [...ids.slice(1).map(() => 200), 204])
  })

  test('a client that goes on by repeating its request is not answered twice', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const latch = createLatch()
    bare.answer(({ message }) => inTwo(latch, `To ${message.text}:`, ' yes.'))
    const first = await bare.stream(conversation, 'Tell me.')
    const { id = '' } = await first.until(({ code }) => code === 3)
    first.leave()
    const again = await bare.stream(conversation, 'Tell me.', { 'last-event-id': id })
    latch.release()
    const events = await again.ended
    assert.deepEqual([again.text(), events.map(({ code }) => code)], [' yes.', [3, 10, 4, 0]])
    assert.equal((await bare.messages(conversation)).length, 2)
    const last = events.at(-1)?.id ?? ''
    await assert.rejects(bare.stream(conversation, 'Tell me.', { 'last-event-id': last }), /204/)

    const other = await bare.stream(conversation, 'Another.', { 'last-event-id': id })
    await other.ended
    assert.equal(other.text(), 'To Another.: yes.', 'another message is a new one')
    const elsewhere = await bare.stream(await bare.conversation(), 'Tell me.', { 'last-event-id': id })
    await elsewhere.ended
    assert.equal(elsewhere.text(), 'To Tell me.: yes.', 'and so is one of another conversation')
    assert.equal((await bare.messages(conversation)).length, 4)
  })

  test('a message asked in another mode can be followed by the id of its answer', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const { json } = await bare.send('blocking', await bare.conversation(), 'Hello?')
    const { api } = clientOf(bare.url)
    const path = `/v2/conversation/message/stream?message_id=${json.message_id}`
    const answer = await api('GET', path, undefined, bare.agent.key)
    const codes = [...answer.text.matchAll(/"code":(\d+)/g)].map(([, code]) => Number(code))
    assert.deepEqual(codes, [11, 3, 10, 4, 0])
  })

  test('streams of unknown messages and of other agents are refused, and so is an id that is none', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const { json } = await bare.send('blocking', await bare.conversation(), 'Hello?')
    const other = await createAgent(bare.database, systemClock, 'Other')
    const { api } = clientOf(bare.url)
    const ask = async (id: string, key = bare.agent.key) =>
      (await api('GET', `/v2/conversation/message/stream?message_id=${id}`, undefined, key)).json.code
    assert.equal(await ask('nothing'), 40348)
    assert.equal(await ask(json.conversation_id), 40348)
    assert.equal(await ask(json.message_id, other.apiKey), 40348)
    assert.equal(await ask(''), 40000)
    await assert.rejects(bare.resume('neither this nor that'), /40000.*Last-Event-ID/)
  })

  test('a comment every ten seconds keeps a quiet stream alive', async () => {
    await using store = await engine.freshEnvironment()
    const clock = simulatedClock()
    await using bare = await startBare({ ...store.env, TANDEM_TURN_TIMEOUT_MS: '600000' }, { clock })
    const latch = createLatch()
    bare.answer(() => inTwo(latch, 'One', ', two.'))
    const stream = await bare.stream(await bare.conversation(), 'Count.')
    await stream.until(({ code }) => code === 3)
    const settle = () => bare.database.ping()
    await clock.pass(9_000, settle)
    assert.deepEqual(stream.comments, [])
    await clock.pass(1_500, settle)
    await eventually(
      'a ping',
      () => stream.comments,
      (comments) => comments.length === 1,
    )
    await clock.pass(10_000, settle)
    await eventually(
      'another',
      () => stream.comments,
      (comments) => comments.length === 2,
    )
    latch.release()
    await stream.ended
    assert.equal(stream.text(), 'One, two.')
  })

  test('a turn goes on when its reader leaves: the answer is stored, and the next turn knows it', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const latch = createLatch()
    bare.answer(() => inTwo(latch, 'Nobody', ' listens.'))
    const stream = await bare.stream(conversation, 'Hello?')
    await stream.until(({ code }) => code === 3)
    stream.leave()
    await eventually(
      'it has left',
      () => bare.logLines.join(''),
      (log) => log.includes('"aborted":true'),
    )
    latch.release()
    await eventually(
      'stored',
      () => bare.messages(conversation),
      (rows) => rows.length === 2,
    )
    bare.answer(({ history }) => saying(history.map(({ text }) => text).join(' | ')))
    const next = await bare.send('blocking', conversation, 'And?')
    assert.equal(next.json.output[0].content.text, 'Hello? | Nobody listens.')
  })

  test('a reader that does not read holds up neither the turn nor the memory: pieces wait as one text', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const piece = 'x'.repeat(10_000)
    const count = 2_000
    bare.answer(async function* () {
      for (let n = 0; n < count; n++) {
        yield { kind: 'piece', text: piece }
        if (n % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      yield { kind: 'done', turn: composed(piece.repeat(count)) }
    })
    const body = {
      conversation_id: conversation,
      response_mode: 'streaming',
      messages: [{ role: 'user', content: 'Everything, please.' }],
    }
    const response = await fetch(`${bare.url}/v2/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bare.agent.key}` },
      body: JSON.stringify(body),
    })
    // Not a byte is read until the turn is over.
    await eventually(
      'stored',
      () => bare.messages(conversation),
      (rows) => rows.length === 2,
    )
    const text = await response.text()
    const pieces = text.split('\n\n').flatMap((block) => {
      const line = block.split('\n').find((each) => each.startsWith('data: '))
      const event = line ? JSON.parse(line.slice(6)) : undefined
      return event?.code === 3 ? [event.data as string] : []
    })
    assert.equal(pieces.join('').length, piece.length * count)
    assert.ok(pieces.length < count / 4, `${pieces.length} events for ${count} pieces`)
  })

  test('what fails inside while a stream is open is told in the stream by its code, and then the stream ends', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const audio = [{ audio: 'https://voice.example/audio/lost.mp3', transcript: 'Hello.' }]
    bare.answer(async function* () {
      yield { kind: 'piece', text: 'Hello.' }
      const spoken = [{ component: 'knowledge', branch: 'answer', text: 'Hello.', audio }]
      yield { kind: 'done', turn: composed('', { spoken }) }
    })
    await bare.database.transaction('test', (tx) => sql`DROP TABLE audio_files`.execute(tx.q))
    const stream = await bare.stream(conversation, 'Hello?')
    const events = await stream.ended
    assert.deepEqual(
      events.map(({ code, message }) => [code, message]),
      [
        [11, 'MessageInfo'],
        [3, 'Text'],
        [10, 'FlowOutput'],
        [50000, 'Internal system error'],
        [0, 'End'],
      ],
    )
    assert.deepEqual(
      (await bare.messages(conversation)).map(({ text }) => text),
      ['Hello?', 'Hello.'],
    )
  })

  test('a service that stops tells its streams; the answer is given after the restart, from where the reader was', async () => {
    await using store = await engine.freshEnvironment()
    const latch = createLatch()
    const bare = await startBare(store.env)
    bare.answer(() => inTwo(latch, 'First half', ' and the second.'))
    const conversation = await bare.conversation()
    const stream = await bare.stream(conversation, 'Tell me.')
    const piece = await stream.until(({ code }) => code === 3)
    await bare.stop(300)
    const events = await stream.ended
    assert.deepEqual(
      events.slice(2).map(({ code, id }) => [code, id]),
      [
        [50300, undefined],
        [0, undefined],
      ],
    )
    latch.release()

    const as = { agent: bare.agent, apiKey: bare.agent.key }
    await using again = await startBare(store.env, { as, script: () => saying('First half and the second.') })
    const rows = () => again.messages(conversation)
    await eventually('answered', rows, (list) => list.length === 2)
    const rest = await again.resume(piece.id ?? '')
    await rest.ended
    assert.equal(rest.text(), ' and the second.')
  })

  test('an answer that a crash cut short and that is written anew with other words follows as a whole', async () => {
    await using store = await engine.freshEnvironment()
    const latch = createLatch()
    const bare = await startBare(store.env, { script: () => inTwo(latch, 'I think', ' so.') })
    const conversation = await bare.conversation()
    const stream = await bare.stream(conversation, 'Is it?')
    const piece = await stream.until(({ code }) => code === 3)
    await bare.stop(300)
    latch.release()
    const as = { agent: bare.agent, apiKey: bare.agent.key }
    await using again = await startBare(store.env, { as, script: () => saying('It is so, yes.') })
    const rows = () => again.messages(conversation)
    await eventually('answered', rows, (list) => list.length === 2)
    const rest = await again.resume(piece.id ?? '')
    const events = await rest.ended
    assert.equal(rest.text(), '\n\nIt is so, yes.')
    assert.deepEqual(
      events.map(({ code }) => code),
      [3, 10, 4, 0],
    )
    const later = await again.resume(events[1]?.id ?? '')
    assert.deepEqual(
      (await later.ended).map(({ code }) => code),
      [4, 0],
    )
  })
})
