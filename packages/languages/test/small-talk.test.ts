/** Small talk beside pictures, with thanks for something and in drawn-out spellings; and the texts in every language. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultAgentSettings as defaultSettings } from '@tandem/contract/agent-settings'
import { answeringTextNames } from '@tandem/contract/answering-texts'
import { pageWordNames } from '../src/language.ts'
import { languages } from '../src/languages.ts'
import { readTalk } from '../src/small-talk.ts'
import { textIn } from '../src/texts.ts'

test('the chat page has all of its words in every language', () => {
  for (const { code, page } of languages) {
    const words = page.split('|')
    assert.equal(words.length, pageWordNames.length, code)
    assert.ok(!words.includes(''), code)
  }
})

test('every text is there in every language, and differs from English', () => {
  const { answering } = defaultSettings
  for (const { code: language } of languages) {
    if (language === 'en') continue
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

test('a question about tomorrow or later is no small talk', () => {
  for (const text of [
    'Und morgen?',
    'und morgen',
    'Auch morgen?',
    'Und morgen? Danke!',
    'Morgen?',
    'And later?',
  ])
    assert.equal(readTalk(text).smallTalk, undefined, text)
  for (const text of ['Und morgen, ab wann seid ihr da?', 'Morgen, 14 Uhr'])
    assert.equal(readTalk(text).rest, text)
  for (const text of [
    'Guten Morgen',
    'Morgen',
    'Morgen!',
    'Und hallo?',
    'please can you help me?',
    '客服在吗？',
  ])
    assert.equal(readTalk(text).smallTalk?.kind, 'greeting', text)
  assert.equal(readTalk('See you later').smallTalk?.kind, 'goodbye')
})

test('an Italian greeting that Germans take leave with is a greeting', () => {
  assert.deepEqual(readTalk('Ciao').smallTalk, { kind: 'greeting', languages: ['it'] })
  assert.equal(readTalk('Tschüss, ciao').smallTalk?.kind, 'goodbye')
})
