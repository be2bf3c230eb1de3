/** What users say aloud counts as what they write: it is kept with its message, and a wish for a person is heard. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Scene, setScene } from '../handoff/scene.ts'
import { onSqlite } from '../harness/engines.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'

const voice = (name = 'v.wav') => ({
  type: 'audio',
  audio: [{ base64_content: Buffer.from('RIFF sound').toString('base64'), format: 'wav', name }],
})

onSqlite((engine) => {
  let models: ModelServer
  let scene: Scene
  before(async () => {
    models = await startModelServer()
    scene = await setScene(engine, {
      env: { TANDEM_SPEECH_BASE_URL: models.url, TANDEM_TRANSCRIPTION_MODEL: 'listener' },
    })
    await scene.service.addDocument(scene.agent.key, [
      { question: 'How much is shipping to Spain?', answer: 'Nine euros.' },
      { question: 'Do you have a shop in Spain?', answer: 'Yes, in Vigo.' },
    ])
  })
  after(async () => {
    await scene[Symbol.asyncDispose]()
    await models.close()
  })

  const send = (conversation: string, mode: string, ...content: object[]) =>
    scene.service.api(
      'POST',
      '/v2/conversation/message',
      { conversation_id: conversation, response_mode: mode, messages: [{ role: 'user', content }] },
      scene.agent.key,
    )
  const heardAs = (...texts: string[]) =>
    models.answerNext(...texts.map((text) => ({ kind: 'transcript', text }) as const))
  const textOf = ({ json }: Awaited<ReturnType<typeof send>>) => json.output[0]?.content.text
  const establishOf = (conversation: string) =>
    scene
      .deskRequests('/conversation/establish')
      .map(({ json }) => json as { body: { text: string; message_type: string }[] })
      .find(({ body }) => JSON.stringify(body).includes(conversation))

  test('a spoken wish for a person hands over, and the desk reads what was said', async () => {
    const conversation = await scene.conversation()
    heardAs('I want to talk to a human')
    assert.equal(
      (await send(conversation, 'webhook', { type: 'text', text: conversation }, voice())).status,
      200,
    )
    const establish = await scene.until(
      'the desk is asked',
      () => establishOf(conversation),
      (found) => found !== undefined,
    )
    assert.deepEqual(
      establish?.body.map(({ message_type }) => message_type),
      ['QUESTION'],
    )
    assert.match(establish?.body[0]?.text ?? '', /I want to talk to a human\n\[audio: /)
    const stored = await scene.stored(conversation)
    assert.deepEqual(
      stored.map(({ role }) => role).filter((role) => role === 'assistant'),
      [],
      'the wish is not answered as a question',
    )
  })

  test('a spoken yes to the offer of a person hands over', async () => {
    const conversation = await scene.conversation()
    heardAs(`Where is the dragon of ${conversation}?`, 'Yes, please.')
    await send(conversation, 'webhook', voice())
    await scene.until(
      'a person is offered',
      () => scene.stored(conversation),
      (rows) => rows.some(({ role }) => role === 'assistant'),
    )
    await send(conversation, 'webhook', voice())
    const establish = await scene.until(
      'the desk is asked',
      () => establishOf(conversation),
      (found) => found !== undefined,
    )
    assert.match(establish?.body.at(-1)?.text ?? '', /^Yes, please\.\n\[audio: /)
  })

  test('a question that was spoken is what the next one goes on with', async () => {
    const conversation = await scene.conversation()
    heardAs('How much is shipping to Italy?')
    await send(conversation, 'blocking', voice())
    const next = await send(conversation, 'blocking', { type: 'text', text: 'and to Spain?' })
    assert.equal(textOf(next), 'Nine euros.')
  })

  test('what was spoken stands in the history, file by file, and names the conversation', async () => {
    const conversation = await scene.conversation()
    heardAs('Wie lange gilt die Garantie?', 'Und für den Akku?')
    const sent = await send(conversation, 'blocking', voice('one.wav'), voice('two.wav'))
    assert.equal(sent.status, 200)
    const { api, admin } = scene.service
    const page = `conversation_id=${conversation}&page=1&page_size=10`
    const listed = await api('GET', `/v2/messages?${page}`, undefined, scene.agent.key)
    const [part] = listed.json.conversation_content[0].content[0].branch_content
    const parts = part.audio
    assert.deepEqual(
      parts
        .map(({ name, transcript }: { name: string; transcript: string }) => `${name}: ${transcript}`)
        .sort(),
      ['one.wav', 'two.wav'].map((name, i) => `${name}: ${parts[i].transcript}`),
    )
    assert.deepEqual(parts.map(({ transcript }: { transcript: string }) => transcript).sort(), [
      'Und für den Akku?',
      'Wie lange gilt die Garantie?',
    ])
    const { json } = await admin('GET', `/conversations/${conversation}`)
    assert.match(json.messages[0].text, /Wie lange gilt die Garantie\?/)
    assert.match(json.conversation.subject, /Wie lange gilt die Garantie\?/)
    assert.equal(json.conversation.language, 'de')
  })

  test('a spoken question without an answer is collected', async () => {
    const conversation = await scene.conversation()
    heardAs('Where do purple elephants hibernate?')
    await send(conversation, 'blocking', voice())
    const { json } = await scene.service.admin('GET', `/agents/${scene.agent.id}/unanswered`)
    const questions = json.items.map(({ question }: { question: string }) => question)
    assert.ok(questions.includes('Where do purple elephants hibernate?'), questions.join())
  })
})
