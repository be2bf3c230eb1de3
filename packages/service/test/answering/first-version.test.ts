/** The first version of sending and reading messages: the same turns in the old shapes; and what a key can ask about itself. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { openEvents } from './read-events.ts'
import { type Scene, setScene, wordsOf } from './scene.ts'

const PATH = '/v1/conversation/message'
const OPEN = 'We are open from nine to five.'
const inBase64 = (text: string) => Buffer.from(text).toString('base64')

onSqlite((engine) => {
  let scene: Scene
  before(async () => {
    scene = await setScene(engine)
  })
  after(() => scene[Symbol.asyncDispose]())
  const send = (body: object) => scene.service.api('POST', PATH, body, scene.agent.key)
  const say = async (text: string, more: object = {}) =>
    send({ conversation_id: await scene.conversation(), response_mode: 'blocking', text, ...more })

  test('a blocking answer has its text on top, and is what the second version would say', async () => {
    const { status, json } = await say('When are you open?')
    assert.equal(status, 200)
    assert.deepEqual(
      { ...json, message_id: '', conversation_id: '', create_time: 0, usage: {} },
      {
        message_id: '',
        message_type: 'ANSWER',
        text: OPEN,
        flow_output: [{ content: OPEN, branch: 'answer', from_component_name: 'knowledge' }],
        create_time: 0,
        conversation_id: '',
        usage: {},
      },
    )
    const second = await scene.send('blocking', json.conversation_id, 'When are you open?')
    assert.equal(wordsOf(second.json), OPEN)
    assert.deepEqual(Object.keys(json.usage), Object.keys(second.json.usage))
    assert.equal((await scene.history(json.conversation_id))[1]?.message_id, json.message_id)
  })

  test('a stream is that of the second version', async () => {
    const body = { conversation_id: await scene.conversation(), response_mode: 'streaming' }
    const stream = await openEvents(scene.service.url + PATH, {
      key: scene.agent.key,
      body: { ...body, text: 'When are you open?' },
    })
    const codes = (await stream.ended).map(({ code }) => code)
    assert.equal(stream.text(), OPEN)
    assert.deepEqual([codes[0], codes.at(-1)], [11, 0])
  })

  test('in webhook mode the answer goes to the webhook', async () => {
    const { status, json } = await say('Do you ship to Norway?', { response_mode: 'webhook' })
    assert.deepEqual([status, json.code, json.message], [200, 0, 'OK'])
    const arrived = await eventually(
      'it arrived',
      () => scene.developer.requests.map(({ json }) => json as { message_id: string }),
      (all) => all.some(({ message_id }) => message_id === json.message_id),
    )
    const message = arrived.find(({ message_id }) => message_id === json.message_id)
    assert.equal(wordsOf(message as never), 'Yes, within five days.')
  })

  test('files are told apart by their names; a document is read, and what cannot be is named', async () => {
    const files = [
      {
        base64_content: inBase64('# Bells\n\nHow many bells are there?\n\nThere are 42 bells.'),
        name: 'bells.md',
      },
      { base64_content: inBase64('x'), name: 'cat.PNG', width: 20, height: 20 },
    ]
    const { status, json } = await say('How many bells are there?', { files })
    assert.equal(status, 200)
    assert.match(json.text, /42 bells/)
    assert.deepEqual(
      json.unused.map(({ name }: { name: string }) => name),
      ['cat.PNG'],
    )
    const [asked] = await scene.history(json.conversation_id)
    assert.deepEqual(
      asked?.content[0]?.branch_content.map((part) => (part as unknown as { type: string }).type),
      ['text', 'document', 'image'],
    )
  })

  test('memory and knowledge are those of the second version', async () => {
    const none = await say('When are you open?', { knowledge: { data_ids: [] } })
    assert.notEqual(none.json.text, OPEN)
    const all = await say('When are you open?', { short_term_memory: false, knowledge: {} })
    assert.equal(all.json.text, OPEN)
  })

  test('a repeat with the same Idempotency-Key is answered with the first answer', async () => {
    const body = { conversation_id: await scene.conversation(), response_mode: 'blocking', text: 'Hello' }
    const twice = async () => {
      const response = await fetch(scene.service.url + PATH, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${scene.agent.key}`,
          'content-type': 'application/json',
          'idempotency-key': 'k-1',
        },
        body: JSON.stringify(body),
      })
      return (await response.json()) as { message_id: string }
    }
    assert.deepEqual(await twice(), await twice())
  })

  for (const [what, body, message] of [
    [
      'neither text nor files',
      {},
      /error: text: found nothing, needed a string that is not blank, or files$/,
    ],
    ['blank text alone', { text: '  ' }, /error: text: found only white space/],
    ['blank text and no file in the list', { text: ' ', files: [] }, /error: text: found only white space/],
    ['text that is no string', { text: ['a'] }, /error: text: found a list/],
    ['a file without content', { text: 'a', files: [{ name: 'a.md' }] }, /error: files\[0\]: found neither/],
    ['a file that is none', { files: ['a.md'] }, /error: files\[0\]: found/],
    [
      'a wrong address of a file',
      { text: 'a', files: [{ url: 'ftp://x' }] },
      /error: files\[0\]\.url: found/,
    ],
    ['memory that is no flag', { text: 'a', short_term_memory: 'x' }, /error: short_term_memory: found/],
    ['a body that is no object', [], /error: body: found an empty list, needed an object/],
    ['an unknown mode', { text: 'a', response_mode: 'telepathy' }, /response_mode/],
  ] as const) {
    test(`${what} is refused by name`, async () => {
      const whole = { conversation_id: await scene.conversation(), response_mode: 'blocking', ...body }
      const given = Array.isArray(body) ? body : whole
      const { status, json } = await send(given)
      assert.deepEqual([status, json.code], [400, 40000])
      assert.match(json.message, message)
    })
  }

  test('a text that is too long is refused as in the second version, by its name', async () => {
    const { json } = await say('x'.repeat(10_001))
    assert.equal(json.code, 20040)
    assert.match(json.hint, /^text: found 10,001 characters/)
  })

  test('a conversation that is not there, and one of another agent, have the code of the second version', async () => {
    const other = await scene.service.newAgent()
    const body = { conversation_id: await scene.conversation(), response_mode: 'blocking', text: 'Hello' }
    assert.equal((await send({ ...body, conversation_id: 'nothing' })).json.code, 40356)
    assert.equal((await scene.service.api('POST', PATH, body, other.key)).json.code, 40356)
  })

  test('messages are read as text, question and answer, with the ids of the second version; a page beyond the last is empty', async () => {
    const { json } = await say('When are you open?')
    const query = `conversation_id=${json.conversation_id}&page=1&page_size=10`
    const list = await scene.service.api('GET', `/v1/messages?${query}`, undefined, scene.agent.key)
    const history = await scene.history(json.conversation_id)
    assert.deepEqual(list.json, {
      total: 2,
      messages: [
        { message_type: 'QUESTION', text: 'When are you open?' },
        { message_type: 'ANSWER', text: OPEN },
      ].map((message, i) => ({
        message_id: history[i]?.message_id,
        parent_message_id: history[i]?.parent_message_id,
        ...message,
        create_time: list.json.messages[i].create_time,
      })),
    })
    assert.equal(typeof list.json.messages[0]?.create_time, 'number')
    const beyond = query.replace('page=1', 'page=9')
    const empty = await scene.service.api('GET', `/v1/messages?${beyond}`, undefined, scene.agent.key)
    assert.deepEqual([empty.status, empty.json], [200, { total: 2, messages: [] }])
  })

  test('a key can be verified, and tells whose it is; a wrong one and one of a deleted agent are refused', async () => {
    const { service } = scene
    const verify = (key?: string) => service.api('GET', '/v1/api-key/verify', undefined, key)
    const { id, key } = await service.newAgent('Verified')
    assert.deepEqual((await verify(key)).json, {
      code: 0,
      message: 'OK',
      type: 'agent',
      id,
      name: 'Verified',
    })
    assert.equal((await verify('tdm_wrong')).json.code, 40127)
    assert.equal((await verify()).json.code, 40127)
    await service.admin('DELETE', `/agents/${id}`)
    assert.equal((await verify(key)).json.code, 40378)
  })

  test('the detail of an agent shows its name, persona and first words', async () => {
    const { service } = scene
    const { id, key } = await service.newAgent('Detailed')
    const change = { answering: { persona: 'You are Tandy.' }, web: { greeting: 'Good day!' } }
    await service.admin('PATCH', `/agents/${id}/settings`, change)
    const { json } = await service.api('GET', '/v1/bot/detail', undefined, key)
    const { bot_id, name, identity_prompt, welcome_message, ai_model, question_limit } = json
    assert.deepEqual(
      [bot_id, name, identity_prompt, welcome_message, ai_model, question_limit],
      [id, 'Detailed', 'You are Tandy.', 'Good day!', '', 10_000],
    )
  })
})
