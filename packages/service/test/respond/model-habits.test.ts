/** What models do that nobody asked for: calls and thoughts as text, halves, blanks, marks of old. Users read none of it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { type ModelReply, type ModelServer, startModelServer } from '../harness/model-server.ts'
import { openScene, type Scene, shop } from './scene.ts'

const RETURN = 'How do I return a shoe?'
const PARCEL = 'Where is my parcel?'

onSqlite((engine) => {
  let scene: Scene
  let server: ModelServer
  before(async () => {
    server = await startModelServer()
    scene = await openScene(engine, {
      env: { TANDEM_MODEL_BASE_URL: server.url, TANDEM_MODEL: 'scripted' },
    })
    await scene.learn(shop)
  })
  after(async () => {
    await scene.close()
    await server.close()
  })
  beforeEach(() => server.answer(() => undefined))

  type What = Parameters<Awaited<ReturnType<Scene['talker']>>['ask']>[0]
  const ask = async (what: What) => (await scene.talker()).ask(what)
  const saying = (text: string, more: Partial<ModelReply & { kind: 'chat' }> = {}) =>
    server.answerNext({ kind: 'chat', pieces: [...text], ...more })

  test('a call that is written as text is that call: no answer is none, and a person is called', async () => {
    for (const text of [
      '{"name": "no_answer", "arguments": {}}',
      '```json\n{"name":"no_answer","parameters":{}}\n```',
      'no_answer()',
      '<tool_call>{"name": "no_answer"}</tool_call>',
    ]) {
      saying(text)
      const turn = await ask(RETURN)
      assert.deepEqual([turn.outcome, turn.spoken[0]?.branch], ['unanswered', 'no_answer'], text)
    }
    saying('{"name": "hand_over_to_person", "parameters": {"reason": "user_wants_person"}}')
    const turn = await ask({ text: 'This is urgent, please help me now', canHandOver: true })
    assert.deepEqual([turn.wantsPerson, turn.spoken], [true, []])
  })

  test('a person is called whatever reason the model makes up', async () => {
    const call = { name: 'hand_over_to_person', arguments: '{"reason":"the user is angry"}' }
    server.answerNext({ kind: 'chat', tools: [call] })
    const turn = await ask({ text: 'This is urgent, please help me now', canHandOver: true })
    assert.deepEqual([turn.wantsPerson, turn.spoken], [true, []])
  })

  test('an endpoint that takes no tools may have calls written all the same', async () => {
    await using own = await openScene(engine, {
      env: { TANDEM_MODEL_BASE_URL: server.url, TANDEM_MODEL: 'scripted' },
    })
    await own.learn(shop)
    server.answer(({ json }) =>
      json?.tools ? { kind: 'fail', status: 400 } : { kind: 'chat', pieces: ['no_answer', '()'] },
    )
    const turn = await (await own.talker()).ask(RETURN)
    assert.deepEqual([turn.outcome, turn.spoken[0]?.branch], ['unanswered', 'no_answer'])
  })

  test('thoughts whose beginning stood in the prompt are taken back, with their marks', async () => {
    await using own = await openScene(engine, {
      env: { TANDEM_MODEL_BASE_URL: server.url, TANDEM_MODEL: 'scripted' },
    })
    await own.learn(shop)
    saying('The sources $[2]$ say nothing $[none]$ but</think>Within 30 days. $[1]$')
    const turn = await (await own.talker()).ask({ text: RETURN, config: { citations: true } })
    assert.deepEqual([turn.text, turn.outcome], ['Within 30 days. $[1]$', 'answered'])
    assert.deepEqual(
      turn.citations.map(({ index }) => index),
      [1],
    )
  })

  test('a model that repeats the fences of its data has them cut out', async () => {
    server.answer(({ json }) => {
      const { messages } = json as { messages: { content: string }[] }
      const [echo = ''] = /<<data \d+ user>>.*$/s.exec(messages.at(-1)?.content ?? '') ?? []
      return { kind: 'chat', pieces: [...`See:\n${echo}\nWithin 30 << 31 days <`] }
    })
    const turn = await ask(RETURN)
    assert.equal(turn.text, `See:\n\n${RETURN}\n\nWithin 30 << 31 days <`)
  })

  test('an answer that a filter stopped in its middle ends as one that was cut', async () => {
    saying('Half of an answer', { finish: 'content_filter' })
    assert.equal((await ask(RETURN)).text, 'Half of an answer …')
    const chunk = (delta: object, finish: string | null) =>
      `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`
    server.answerNext({
      kind: 'raw',
      chunks: [chunk({ refusal: 'I cannot help.' }, null), chunk({}, 'stop')],
    })
    assert.equal((await ask(RETURN)).text, 'I cannot help.', 'a refusal in words is whole')
  })

  test('an answer of blanks costs what was asked, though nobody reports it', async () => {
    saying('  \n ', { usage: null })
    const turn = await ask(PARCEL)
    assert.equal(turn.text, shop[1]?.answer)
    assert.ok(turn.usage.tokens.prompt_tokens > 200, `${turn.usage.tokens.prompt_tokens} tokens`)
  })

  test('knowledge that goes on where a model was cut off is cited, under the number it had, and once', async () => {
    const citing = { text: PARCEL, config: { citations: true } }
    const cited = async () =>
      (await ask(citing)).citations.map(({ index, content, component_id }) => [
        index,
        content.split('\n')[0],
        component_id,
      ])
    server.answerNext({ kind: 'cut', after: ['Your parcel', ' is on'] })
    assert.deepEqual(await cited(), [[1, PARCEL, 'knowledge']])
    server.answerNext({ kind: 'cut', after: ['Your parcel $[1]$', ' is on'] })
    assert.deepEqual(await cited(), [[1, PARCEL, 'model']])
  })

  test('marks of earlier answers, stored or sent along, are not the words of the agent', async () => {
    const talker = await scene.talker()
    saying('Within 30 days $[1]$.')
    assert.match((await talker.ask({ text: RETURN, config: { citations: true } })).text, /\$\[1\]\$/)
    await talker.ask({
      text: PARCEL,
      given: [
        { role: 'user', text: 'And before?' },
        { role: 'assistant', text: 'Long before $[3]$$[4]$.' },
      ],
    })
    const body = server.requests.at(-1)?.json as { messages: { role: string; content: string }[] }
    assert.deepEqual(
      body.messages.filter(({ role }) => role === 'assistant').map(({ content }) => content),
      ['Within 30 days.', 'Long before.'],
    )
  })
})
