/** How quotes, long texts, the agent's own phrases and the language of an ask are read; the sentences are in `sentences/`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedIn, languageOfAsk, phrasesIn } from '../src/asks-for-person.ts'

const none = { phrases: [] }
const asksForPerson = (text: string, settings: { phrases: string[] }) => askedIn(text, settings) !== undefined

test('quoted words are not meant, whatever marks them; a marked word, and a text that is marked as a whole, is', () => {
  const quotes = ['"x"', '“x”', '„x“', '«x»', '»x«', '「x」', '『x』', "'x'", '‘x’']
  for (const quote of quotes) {
    const quoted = (words: string) => quote.replace('x', words)
    assert.equal(asksForPerson(`Where is the button ${quoted('talk to a human')} gone?`, none), false, quote)
    assert.equal(asksForPerson(`I want to talk to a ${quoted('human')}`, none), true, quote)
    assert.equal(asksForPerson(`${quoted('I want to talk to a human')}.`, none), true, quote)
  }
  assert.equal(asksForPerson('> I want to talk to a human\nWhat did you mean by this?', none), false)
  assert.equal(asksForPerson("I don't get it, it's the users' fault, let me talk to a human", none), true)
})

test('a text that does not tell its language has that of the phrase; what it tells, and what is known, comes first', () => {
  const languageOf = (text: string, known: string | null = null, fallback = 'en') =>
    languageOfAsk(text, askedIn(text, none) ?? assert.fail(text), known, fallback)
  assert.equal(languageOf('parler à un humain'), 'fr')
  assert.equal(languageOf('je veux parler à un conseiller'), 'fr')
  assert.equal(languageOf('necesito un agente humano'), 'es')
  assert.equal(languageOf('有人対応'), 'ja')
  assert.equal(languageOf('转人工'), 'zh')
  assert.equal(languageOf('parler à un humain', 'en'), 'fr', 'the user has changed the language')
  assert.equal(languageOf('agent', 'fr'), 'fr', 'said in both')
  assert.equal(languageOf('agent', null, 'de'), null, 'nor does it tell that it is not the agent’s')
  assert.equal(languageOf('agent', null, 'zh'), 'en')
  assert.equal(
    languageOf(
      'I think that this is not what I want. Kundenservice bitte, mit einem Menschen sprechen',
      null,
    ),
    'en',
  )
})

test('phrases of the agent count too, as whole words in any case and with or without accents', () => {
  const phrases = ['Código Rojo', '找老板', 'sos']
  assert.equal(asksForPerson('esto es CODIGO ROJO ya', { phrases }), true)
  assert.equal(asksForPerson('我要找老板', { phrases }), true)
  assert.equal(asksForPerson('sos!', { phrases }), true)
  assert.equal(asksForPerson('I ordered sosages', { phrases }), false)
  assert.equal(phrasesIn('an invoice')('voice'), false)
})

test('a long text is judged in no time', () => {
  const hostile = [
    'talk to a '.repeat(20_000),
    `${'a '.repeat(50_000)}human`,
    '转'.repeat(100_000),
    'mit einem '.repeat(9_000),
  ]
  const before = process.cpuUsage()
  for (const text of hostile) asksForPerson(text, none)
  assert.ok(process.cpuUsage(before).user < 1_000_000)
  assert.equal(asksForPerson(`${'My order is late. '.repeat(500)} Let me talk to a human.`, none), true)
})

test('thousands of phrases are looked for in a text that was prepared once', () => {
  const isSaid = phrasesIn(`I want the billing team. ${'\ufdfa'.repeat(3_900)} Thank you, team Oslo.`)
  const phrases = Array.from({ length: 20_000 }, (_, n) => `team number ${n}`)
  const before = process.cpuUsage()
  assert.equal(phrases.some(isSaid), false)
  assert.ok(process.cpuUsage(before).user < 1_000_000)
  for (const phrase of ['Billing team', 'team oslo']) assert.ok(isSaid(phrase), phrase)
})

test('a person who shall call or help, and a person of the service, is asked for too', () => {
  for (const text of [
    'Can somebody from support call me back?',
    'Kann mich bitte jemand anrufen?',
    'Ich brauche Hilfe von einem Menschen',
    'Comuníquenme con un asesor',
    'Mag ik iemand van de klantenservice spreken?',
    'Chcę rozmawiać z prawdziwą osobą',
    'Görüşebileceğim biri var mı?',
  ])
    assert.ok(asksForPerson(text, none), text)
})

test('a role, and a thing that is like a person, is no person', () => {
  for (const text of [
    'I need a manager role for my colleague',
    'I want a human-like voice',
    'Wer kann mich anrufen?',
    'Mit Hilfe von einem Mitarbeiter ging es',
  ])
    assert.ok(!asksForPerson(text, none), text)
})
