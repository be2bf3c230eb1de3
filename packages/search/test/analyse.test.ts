/** What texts are found by, language by language. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stem } from '@tandem/languages/stem'
import { piecesOf, termsOf } from '../src/words/analyse.ts'

const meet = (...texts: string[]) => {
  const [first, ...rest] = texts.map((text) => termsOf(text).join(' '))
  for (const each of rest) assert.equal(each, first, texts.join(' / '))
}

test('case, width, accents, apostrophes and ligatures make no difference', () => {
  meet('Straße', 'STRASSE', 'strasse')
  meet('ＡＢＣ１２３', 'abc123')
  meet('Où est ma commande?', 'ou est ma commande')
  meet('don’t', "don't", 'dont')
  meet("the customer's", 'the customer')
  meet('eﬃcient', 'efficient')
})

test('forms of an English word meet', () => {
  meet('return', 'returns', 'returned', 'returning')
  meet('activate', 'activates', 'activated', 'activating', 'activation')
  meet('verify', 'verifies', 'verified', 'verifying', 'verification')
  meet('stop', 'stopped', 'stopping')
  meet('address', 'addresses')
})

test('plurals of German, Spanish, French and Portuguese words meet', () => {
  meet('Rechnung', 'Rechnungen')
  meet('pedido', 'pedidos')
  meet('devolución', 'devoluciones')
  meet('commande', 'commandes')
  meet('encomenda', 'encomendas')
})

test('short words, numbers and codes stay as they are', () => {
  for (const word of ['is', 'bus', 'pin', 'gas', '2024', 'a1b2']) assert.equal(stem(word), word)
})

test('Chinese is found by characters and twos of them', () => {
  assert.deepEqual(termsOf('停赛了'), ['停', '停赛', '赛', '赛了', '了'])
})

test('Japanese is also found by its longer words, and never by hiragana alone', () => {
  const terms = termsOf('クレジットカードは使えますか')
  assert.ok(terms.includes('クレジットカード'))
  assert.ok(terms.includes('使え'))
  for (const term of terms) assert.doesNotMatch(term, /^\p{sc=Hiragana}+$/u)
})

test('Thai is found by its words', () => {
  assert.ok(termsOf('ฉันจะคืนสินค้าได้อย่างไร').includes('สินค้า'))
})

test('Korean words are also found by twos of syllables', () => {
  assert.deepEqual(termsOf('배송은'), ['배송은', '배송', '송은'])
})

test('scripts in one run come apart', () => {
  assert.deepEqual(termsOf('iPhone14を使う').slice(0, 2), ['iphone14', 'を使'])
})

test('text without words has no terms', () => {
  for (const text of ['', ' ', '?!', '…', '👍']) assert.deepEqual(termsOf(text), [])
})

test('pieces run over the borders of a word, and are short where characters are words', () => {
  assert.deepEqual(piecesOf('ab'), [' a', ' ab', ' ab ', 'ab', 'ab ', 'b '])
  assert.deepEqual(piecesOf('退货'), [' 退', '退货', '货 '])
})

test('long text is analysed in time that grows in step with it', () => {
  const startedAt = process.threadCpuUsage().user
  termsOf('a'.repeat(200_000))
  termsOf("a'".repeat(100_000))
  termsOf('中'.repeat(20_000))
  assert.ok(process.threadCpuUsage().user - startedAt < 5_000_000)
})
