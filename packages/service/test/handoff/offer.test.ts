/** The agent has no answer and offers a person: a yes to that is enough, and the notices are in the user's language. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { eventually } from '../harness/service.ts'
import { type Scene, setScene } from './scene.ts'

const UNKNOWN = 'Zebra quantum flux?'

async function openOf(scene: Scene, conversation: string) {
  return (await scene.service.admin('GET', `/handoffs?conversation_id=${conversation}`)).json.items[0]
}

/** Says something and waits for the answer of the AI to it. */
async function ask(scene: Scene, conversation: string, text: string) {
  const before = (await scene.stored(conversation)).length
  await scene.user(conversation, text)
  const rows = await eventually(
    'it is answered',
    () => scene.stored(conversation),
    (all) => all.length >= before + 2,
  )
  return rows.at(-1)?.text ?? ''
}

onSqlite((engine) => {
  test('a yes to the offer of a person brings one, in any of these words', async () => {
    await using scene = await setScene(engine)
    for (const yes of [
      'yes',
      'yes please',
      'ja',
      'ok',
      'sure, connect me',
      'please do',
      'oui',
      'sí',
      '好的',
    ]) {
      const conversation = await scene.conversation()
      assert.match(await ask(scene, conversation, UNKNOWN), /talk to a person/)
      await scene.user(conversation, yes)
      assert.equal((await openOf(scene, conversation))?.reason, 'user_asked', yes)
    }
  })

  test('the same words mean nothing of the kind when no person was offered, or something was said since', async () => {
    await using scene = await setScene(engine)
    const first = await scene.conversation()
    await ask(scene, first, 'yes please')
    assert.equal(await openOf(scene, first), undefined)
    const later = await scene.conversation()
    await ask(scene, later, UNKNOWN)
    await ask(scene, later, 'When are you open?')
    await ask(scene, later, 'ok')
    assert.equal(await openOf(scene, later), undefined)
    const more = await scene.conversation()
    await ask(scene, more, UNKNOWN)
    await ask(scene, more, 'ok, when are you open?')
    assert.equal(await openOf(scene, more), undefined)
    const blocking = await scene.conversation()
    await scene.user(blocking, UNKNOWN, 'blocking')
    await ask(scene, blocking, 'yes')
    assert.equal(await openOf(scene, blocking), undefined, 'in blocking mode none is offered')
  })

  test('with a model that has no answer the offer counts as well', async (t) => {
    const model = await startModelServer()
    t.after(() => model.close())
    model.answer(() => ({ kind: 'chat', pieces: [], tools: [{ name: 'no_answer', arguments: '{}' }] }))
    await using scene = await setScene(engine, {
      env: { TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'scripted' },
    })
    const conversation = await scene.conversation()
    assert.match(await ask(scene, conversation, UNKNOWN), /talk to a person/)
    await scene.user(conversation, 'Yes, please!')
    assert.equal((await openOf(scene, conversation))?.reason, 'user_asked')
  })

  test('whoever asks for a person in words too few to tell their language is answered in that of the phrase', async () => {
    await using scene = await setScene(engine)
    const languageOf = async (text: string) => {
      const conversation = await scene.conversation()
      await scene.user(conversation, text)
      const { language } = await openOf(scene, conversation)
      const kept = await scene.service.admin('GET', `/conversations/${conversation}`)
      assert.equal(kept.json.conversation.language, language)
      return language
    }
    assert.equal(await languageOf('parler à un humain'), 'fr')
    assert.equal(await languageOf('necesito un agente humano'), 'es')
    assert.equal(await languageOf('有人対応'), 'ja')
  })
})
