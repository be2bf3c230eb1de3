/** Small talk: known in many languages, answered in the user's, and never in the way of a question. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { defaultAgentSettings as defaultSettings } from '@tandem/contract/agent-settings'
import { textIn } from '@tandem/languages/texts'
import { onSqlite } from '../harness/engines.ts'
import { openScene, type Scene, shop } from './scene.ts'

const SAID: readonly (readonly [language: string, kind: string, text: string])[] = [
  ['en', 'greeting', 'Hello!'],
  ['en', 'greeting', 'good morning everyone'],
  ['en', 'thanks', 'ok, thanks a lot'],
  ['en', 'goodbye', 'Thanks, bye!'],
  ['en', 'identity', 'Who are you?'],
  ['en', 'well_being', 'hi, how are you?'],
  ['en', 'acknowledgement', 'Got it.'],
  ['zh', 'greeting', '你好'],
  ['zh', 'thanks', '好的，谢谢你！'],
  ['zh', 'goodbye', '再见'],
  ['zh', 'identity', '你是机器人吗？'],
  ['es', 'greeting', '¡Buenos días!'],
  ['es', 'thanks', 'Muchas gracias'],
  ['es', 'identity', '¿Quién eres?'],
  ['es', 'goodbye', 'hasta luego'],
  ['de', 'greeting', 'Guten Tag'],
  ['de', 'thanks', 'Vielen Dank!'],
  ['de', 'identity', 'wer bist du'],
  ['de', 'goodbye', 'Tschüss'],
  ['fr', 'greeting', 'Bonjour !'],
  ['fr', 'thanks', 'Merci beaucoup'],
  ['fr', 'identity', 'Qui êtes-vous ?'],
  ['fr', 'goodbye', 'au revoir'],
  ['pt', 'greeting', 'Bom dia'],
  ['pt', 'thanks', 'Muito obrigado!'],
  ['pt', 'well_being', 'Olá, tudo bem?'],
  ['pt', 'goodbye', 'Até logo'],
  ['ja', 'greeting', 'こんにちは'],
  ['ja', 'thanks', 'どうもありがとうございました。'],
  ['ja', 'identity', 'あなたは誰ですか？'],
  ['ja', 'acknowledgement', 'わかりました'],
  ['it', 'greeting', 'Buongiorno'],
  ['it', 'thanks', 'grazie mille'],
  ['ko', 'greeting', '안녕하세요!'],
  ['ko', 'thanks', '감사합니다'],
  ['ru', 'greeting', 'Здравствуйте'],
  ['ru', 'thanks', 'Большое спасибо!'],
  ['nl', 'thanks', 'dank u wel'],
]

onSqlite((engine) => {
  let scene: Scene
  before(async () => {
    scene = await openScene(engine)
    await scene.learn(shop)
  })
  after(() => scene.close())

  test('it is answered in the language it was said in', async () => {
    for (const [language, kind, text] of SAID) {
      const talker = await scene.talker()
      const turn = await talker.ask(text)
      assert.equal(turn.outcome, 'small_talk', text)
      assert.deepEqual([turn.spoken[0]?.component, turn.spoken[0]?.branch], ['small_talk', kind])
      assert.equal(turn.text, textIn(defaultSettings.answering, language, kind as 'greeting'), text)
    }
  })

  test('what is said alike in every language is answered in that of the conversation', async () => {
    for (const [text, kind] of [
      ['👍', 'acknowledgement'],
      ['🙏', 'thanks'],
      ['thx', 'thanks'],
      ['cool', 'acknowledgement'],
      ['bye', 'goodbye'],
    ] as const) {
      const talker = await scene.talker()
      await talker.ask('Wo ist denn bitte mein Paket?')
      const turn = await talker.ask(text)
      assert.equal(turn.text, textIn(defaultSettings.answering, 'de', kind), text)
    }
  })

  test('a question that begins with small talk gets its answer', async () => {
    const talker = await scene.talker()
    assert.equal((await talker.ask('hi, how do I return a shoe?')).text, shop[0]?.answer)
    assert.equal((await talker.ask('thanks, but where is my parcel?')).text, shop[1]?.answer)
  })

  test('knowledge wins where a pair matches surely', async () => {
    await using own = await openScene(engine)
    await own.learn([...shop, { question: 'Who are you?', answer: 'I am Tandy of the bicycle shop.' }])
    const talker = await own.talker()
    assert.equal((await talker.ask('who are you?')).text, 'I am Tandy of the bicycle shop.')
    assert.equal((await talker.ask('hello')).outcome, 'small_talk')
    assert.equal((await talker.ask('ok')).outcome, 'small_talk')
  })
})
