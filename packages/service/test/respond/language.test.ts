/** The language of a text is told by script and little words, and left open where it does not show. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectLanguage, languageOf } from '../../src/conversations/detect-language.ts'

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
