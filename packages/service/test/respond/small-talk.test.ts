/** Small talk: known in many languages, answered in the user's, and never in the way of a question. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { defaultAgentSettings as defaultSettings } from '@tandem/contract/agent-settings'
import { answeringTextNames } from '@tandem/contract/answering-texts'
import { readTalk } from '@tandem/languages/small-talk'
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

const QUESTIONS = [
  'hi, how do I return a shoe?',
  'thanks, but where is my parcel?',
  'hello kitty shoes',
  'ok but why',
  'good morning delivery',
  'thank you card',
  '你好，请问怎么退货？',
  '谢谢，但是我的包裹在哪里？',
  'Hallo, wo ist mein Paket?',
  'Danke, aber wann kommt es?',
  'Bonjour, où est mon colis ?',
  'Hola, ¿dónde está mi paquete?',
  'Olá, onde está a minha encomenda?',
  'こんにちは、靴を返品したいです',
  'who are you shipping with',
  'no refund',
  'yes I want to return it',
]

test('small talk is known in every language of the list, and in no question', () => {
  for (const [language, kind, text] of SAID) {
    const { smallTalk } = readTalk(text)
    assert.equal(smallTalk?.kind, kind, text)
    assert.ok(smallTalk.languages.includes(language), `${text}: ${smallTalk.languages}`)
  }
  for (const text of QUESTIONS) assert.equal(readTalk(text).smallTalk, undefined, text)
})

test('every text is there in every language, and differs from English', () => {
  const { answering } = defaultSettings
  for (const language of ['zh', 'es', 'de', 'fr', 'pt', 'ja', 'it', 'ko', 'ru', 'nl', 'pl', 'tr', 'ar']) {
    for (const name of answeringTextNames) {
      if (name === 'greeting_before_answer') continue
      const text = textIn(answering, language, name)
      assert.ok(text !== '' && text !== textIn(answering, 'en', name), `${language} ${name}`)
    }
  }
  assert.equal(textIn(answering, 'pt-BR', 'thanks'), textIn(answering, 'pt', 'thanks'))
  assert.equal(textIn(answering, 'sw', 'thanks'), textIn(answering, 'en', 'thanks'))
  assert.equal(
    textIn({ ...answering, default_language: 'fr' }, 'sw', 'thanks'),
    textIn(answering, 'fr', 'thanks'),
  )
})

test('a text of the agent under a regional tag is used for its language, that of its own region first', () => {
  const texts = { 'pt-BR': { thanks: 'Valeu!' }, 'pt-PT': { thanks: 'De nada.' }, 'en-GB': { thanks: 'Ta!' } }
  const answering = { ...defaultSettings.answering, texts }
  assert.equal(textIn(answering, 'pt', 'thanks'), 'Valeu!')
  assert.equal(textIn(answering, 'pt-PT', 'thanks'), 'De nada.')
  assert.equal(textIn({ ...answering, default_language: 'pt-PT' }, 'pt', 'thanks'), 'De nada.')
  assert.equal(textIn({ ...answering, default_language: 'en-GB' }, 'en', 'thanks'), 'Ta!')
  assert.equal(textIn(answering, 'de', 'thanks'), textIn(defaultSettings.answering, 'de', 'thanks'))
})

test('pictures beside small talk do not hide it, and alone they are acknowledged', () => {
  for (const [kind, text] of [
    ['greeting', 'Hallo 😊'],
    ['greeting', '😊 Hallo'],
    ['thanks', 'Thanks a lot!! 😊😊'],
    ['thanks', 'ありがとう😊'],
    ['thanks', '🙏🏽'],
    ['greeting', '👋'],
    ['acknowledgement', '👍👍'],
    ['acknowledgement', '🙂'],
    ['acknowledgement', 'ok 👌🏽'],
  ] as const)
    assert.equal(readTalk(text).smallTalk?.kind, kind, text)
  assert.equal(readTalk('😊 where is my order?').smallTalk, undefined)
})

test('thanks for something, asking for help, and drawn out or short spellings are small talk', () => {
  for (const [kind, text] of [
    ['thanks', 'thank you so much for your help'],
    ['thanks', 'merci beaucoup pour votre aide'],
    ['thanks', 'muchas gracias por tu ayuda'],
    ['thanks', 'grazie mille per l’aiuto'],
    ['thanks', 'yardımınız için teşekkürler'],
    ['thanks', '助けてくれてありがとう'],
    ['thanks', 'شكرا جزيلا على المساعدة'],
    ['thanks', 'thank u'],
    ['well_being', 'hi how r u'],
    ['greeting', 'helllooo'],
    ['greeting', 'hellooo'],
    ['greeting', 'can you help me?'],
    ['greeting', 'hello, anybody there?'],
    ['greeting', 'Ich habe eine Frage'],
  ] as const)
    assert.equal(readTalk(text).smallTalk?.kind, kind, text)
  assert.equal(readTalk('for your help').smallTalk, undefined)
  assert.equal(readTalk('one more question: when are you open?').rest, 'when are you open?')
})

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
