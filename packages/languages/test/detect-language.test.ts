/** The language of a text is told by script and little words, and left open where it does not show. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectLanguage, languageOf } from '../src/detect-language.ts'

const WRITTEN: readonly (readonly [string, string])[] = [
  ['en', 'How do I return a shoe?'],
  ['en', 'where is my parcel'],
  ['de', 'Wie kann ich einen Schuh zurückgeben?'],
  ['de', 'Wo ist mein Paket'],
  ['fr', 'Comment retourner une chaussure ?'],
  ['fr', 'Où est mon colis'],
  ['es', '¿Cómo devuelvo un zapato?'],
  ['es', 'donde esta mi paquete'],
  ['pt', 'Como devolvo um sapato?'],
  ['pt', 'onde está minha encomenda'],
  ['it', 'Come posso restituire una scarpa?'],
  ['nl', 'Hoe kan ik een schoen terugsturen?'],
  ['sv', 'Hur returnerar jag en sko?'],
  ['no', 'Hva er åpningstidene deres?'],
  ['fi', 'Miten palautan kengän?'],
  ['pl', 'Jak mogę zwrócić but?'],
  ['cs', 'Jak mohu vrátit botu?'],
  ['ro', 'Cum pot returna un pantof?'],
  ['hu', 'Hogyan küldhetem vissza a cipőt?'],
  ['tr', 'Ayakkabıyı nasıl iade ederim?'],
  ['vi', 'Làm thế nào để trả lại giày?'],
  ['id', 'Bagaimana cara mengembalikan sepatu?'],
  ['ru', 'Как вернуть обувь?'],
  ['uk', 'Як повернути взуття?'],
  ['bg', 'Как мога да върна обувките?'],
  ['ar', 'كيف يمكنني إرجاع الحذاء؟'],
  ['fa', 'چگونه می‌توانم کفش را پس بدهم؟'],
  ['ur', 'میں جوتا کیسے واپس کروں؟'],
  ['he', 'איך מחזירים נעל?'],
  ['el', 'Πώς επιστρέφω ένα παπούτσι;'],
  ['zh', '怎么退鞋子？'],
  ['zh', 'iPhone 怎么退货'],
  ['ja', '靴を返品するにはどうすればいいですか？'],
  ['ko', '신발을 어떻게 반품하나요?'],
  ['th', 'ฉันจะคืนรองเท้าได้อย่างไร'],
  ['hi', 'मैं जूता कैसे लौटाऊँ?'],
  ['bn', 'আমি কীভাবে জুতা ফেরত দেব?'],
]

/** Questions of two or three words, few of them little ones. */
const SHORT: readonly (readonly [string, string])[] = [
  ['de', 'Wie lange dauert die Lieferung?'],
  ['de', 'Passwort vergessen'],
  ['de', 'Versand nach Österreich'],
  ['nl', 'Hoe lang duurt de levering?'],
  ['nl', 'Wachtwoord vergeten'],
  ['fr', 'Délai de livraison ?'],
  ['es', 'Gastos de envío'],
  ['pt', 'Esqueci minha senha'],
  ['it', 'Tempi di consegna'],
  ['en', 'Opening hours'],
  ['en', 'refund'],
]

test('a short question about an order is told by its own words', () => {
  for (const [language, text] of SHORT) assert.equal(detectLanguage(text), language, text)
})

test('more than thirty languages are told apart', () => {
  for (const [language, text] of WRITTEN) assert.equal(detectLanguage(text), language, text)
  assert.ok(new Set(WRITTEN.map(([language]) => language)).size >= 30)
})

test('what does not show is left to the conversation, and then to the agent', () => {
  for (const text of ['', '42', 'ok', 'yo', 'si', 'iPhone 15 Pro', '👍', 'DHL 4711-XY']) {
    assert.equal(detectLanguage(text), null, text)
    assert.equal(languageOf(text, 'ja', 'en'), 'ja')
    assert.equal(languageOf(text, null, 'pt'), 'pt')
  }
  assert.equal(languageOf('Wo ist mein Paket?', 'fr', 'en'), 'de')
  // Two characters that both languages have.
  assert.equal(languageOf('返品', 'ja', 'en'), 'ja')
  assert.equal(languageOf('返品', null, 'en'), 'zh')
})

test('addresses and names of hosts say nothing about the language', () => {
  for (const text of [
    'bob@example.com',
    'example.com',
    'www.example.com',
    'https://example.com/die/das?und=der',
    'bob at example dot com',
  ])
    assert.equal(detectLanguage(text), null, text)
  assert.equal(detectLanguage('please write to bob@example.com'), 'en')
  assert.equal(languageOf('bob@example.com', 'de', 'en'), 'de')
})

test('one short word that several languages share is no evidence', () => {
  for (const text of [
    'as soon as possible',
    'per month',
    'come on',
    'game over',
    'start over',
    'we met at noon',
  ])
    assert.ok([null, 'en'].includes(detectLanguage(text)), text)
})

test('languages are known without their accents, and by their signs', () => {
  for (const [language, text] of [
    ['es', 'cuanto cuesta'],
    ['es', 'abren el domingo'],
    ['es', '¿venden coches?'],
    ['es', 'cuántos años tienes'],
    ['it', 'quanto costa'],
    ['pt', 'meu pedido não chegou'],
    ['pl', 'czy moge zaplacic blikiem'],
    ['pl', 'gdzie jest moja paczka'],
  ] as const)
    assert.equal(detectLanguage(text), language, text)
})
