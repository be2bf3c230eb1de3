/** Marks of sources in an answer: wherever they are read their list is there too, and where it cannot be they are not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { PAIRS, setScene, wordsOf } from './scene.ts'

const QUESTION = PAIRS[0]?.question ?? ''
const CITING = { corner_citation: true }

type Body = Parameters<typeof wordsOf>[0] & {
  readonly conversation_id: string
  readonly citations?: readonly { readonly index: number; readonly content: string }[]
}

onSqlite((engine) => {
  test('marks come with their list in webhook mode and in the history, and without it a person reads none', async (t) => {
    const model = await startModelServer()
    const desk = await startDeveloperServer()
    t.after(() => Promise.all([model.close(), desk.close()]))
    model.answer(() => ({ kind: 'chat', pieces: ['Nine to five', ' $[1]$.'] }))
    await using scene = await setScene(engine, {
      env: { TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'scripted' },
    })
    const made = await scene.service.admin('POST', `/agents/${scene.agent.id}/human-services`, {
      name: 'Desk',
      webhook_url: desk.url,
    })
    assert.equal(made.status, 201, made.text)
    const conversation = await scene.conversation()
    const ask = async (n: number, config?: object) => {
      await scene.send('webhook', conversation, QUESTION, config)
      return (await scene.developer.waitFor(n)).at(-1)?.json as Body
    }
    const marked = await ask(1, CITING)
    assert.equal(wordsOf(marked), 'Nine to five $[1]$.')
    assert.deepEqual(
      marked.citations?.map(({ index, content }) => [index, content.split('\n')[0]]),
      [[1, QUESTION]],
    )
    const plain = await ask(2)
    assert.deepEqual([wordsOf(plain), 'citations' in plain], ['Nine to five.', false])

    const [, first, , second] = (await scene.history(conversation)) as unknown as Body[]
    assert.deepEqual([first?.citations, second?.citations], [marked.citations, undefined])

    await scene.send('webhook', conversation, 'I want to talk to a human')
    const [establish] = await desk.waitFor(1)
    const sent = establish?.json as { body: { text: string; message_type: string }[] }
    assert.deepEqual(
      sent.body.filter(({ message_type }) => message_type === 'ANSWER').map(({ text }) => text),
      ['Nine to five.', 'Nine to five.'],
    )
  })

  test('an answer without sources has an empty list where one was asked for, in blocking and in webhook mode', async () => {
    await using scene = await setScene(engine)
    const [citing, plain] = [await scene.conversation(), await scene.conversation()]
    await scene.send('webhook', citing, 'Hello', CITING)
    await scene.send('webhook', plain, 'Hello')
    const sent = (await scene.developer.waitFor(2)).map(({ json }) => json as Body)
    const listOf = (conversation: string) =>
      sent.find(({ conversation_id }) => conversation_id === conversation)?.citations
    assert.deepEqual([listOf(citing), listOf(plain)], [[], undefined])
    const answers = [
      await scene.send('blocking', citing, 'Hello', CITING),
      await scene.send('blocking', plain, 'Hello'),
    ]
    assert.deepEqual(
      answers.map(({ json }) => json.citations),
      [[], undefined],
    )
  })
})
