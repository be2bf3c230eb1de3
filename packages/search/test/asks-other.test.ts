/** A question that is a stored one but for what it asks for is not surely that one; one in other forms of its words is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionKinds } from '@tandem/languages/question-kinds'
import { asksNothing, asksOther } from '../src/rank/asks-other.ts'
import { confidenceIn } from '../src/rank/confidence.ts'
import { ANSWER_FROM, OFFER_FROM } from '../src/rank/weights.ts'

const isOther = (asked: string, question: string, answer = '') => asksOther(asked, question, answer)

test('a word in the place of another asks for something else, in any language', () => {
  for (const [asked, question] of [
    ['How do I delete my order?', 'How do I delete my account?'],
    ['do you offer health insurance', 'Do you offer theft insurance?'],
    ['how long does a refund take?', 'How long does delivery take?'],
    ['do you sell cars', 'Do you sell gift cards?'],
    ['verkaufen sie autos', 'Verkaufen Sie Gutscheine?'],
    ['réparez-vous les téléphones ?', 'Réparez-vous les vélos ?'],
    ['czy naprawiacie telefony', 'Czy naprawiacie rowery?'],
    ['вы ремонтируете телефоны?', 'Вы ремонтируете велосипеды?'],
    ['telefon tamiri yapıyor musunuz', 'Bisiklet tamiri yapıyor musunuz?'],
    ['携帯の修理はできますか', '自転車の修理はできますか？'],
    ['什么时候到货', '什么时候能收到退款？'],
  ] as const)
    assert.ok(isOther(asked, question), `${asked} / ${question}`)
})

test('a word that stands only in the answer does not make up for the one in its place', () => {
  assert.ok(
    isOther(
      'How do I delete my order?',
      'How do I delete my account?',
      'Write to us; an open order is kept.',
    ),
  )
  assert.ok(isOther('how long is a day?', 'How long does delivery take?', 'Two to four working days.'))
})

test('forms, compounds, slips and left out words of the same question ask for the same', () => {
  for (const [asked, question, answer] of [
    ['returning an item', 'How do I return items?', ''],
    ['how to cancle my oder', 'How do I cancel my order?', ''],
    ['Versandkosten', 'Was kostet der Versand?', ''],
    ['ratenzahlung', 'Kann ich in Raten zahlen?', ''],
    ['are you open on saturday', 'When are you open?', 'Monday to Saturday.'],
    ['查订单', '怎么查询我的订单？', ''],
    ['发票', '怎么开发票？', ''],
    ['支付宝', '支持哪些付款方式？', '支付宝和微信。'],
    ['paypal', 'How can I pay?', 'By card or PayPal.'],
  ] as const)
    assert.ok(!isOther(asked, question, answer), `${asked} / ${question}`)
})

test('question words of different kinds ask for different things, in any language', () => {
  for (const [asked, question] of [
    ['how much is delivery?', 'How long does delivery take?'],
    ['where is the delivery?', 'When is the delivery?'],
    ['was kostet die Lieferung', 'Wie lange dauert die Lieferung?'],
    ['combien coûte la livraison', 'Combien de temps prend la livraison ?'],
    ['cuánto cuesta la entrega', '¿Cuánto tarda la entrega?'],
    ['сколько стоит доставка', 'Сколько времени идёт доставка?'],
    ['配送はいくらですか', '配送はいつですか'],
    ['배송 언제 오나요', '배송 얼마인가요'],
    ['注文はどこ', '注文をキャンセルしたいです。'],
    ['where is my order', 'I want to cancel my order.'],
  ] as const)
    assert.ok(isOther(asked, question), `${asked} / ${question}`)
  for (const [asked, question] of [
    ['when will delivery come?', 'How long does delivery take?'],
    ['what time is breakfast', 'When is breakfast?'],
    ['what does shipping cost', 'How much is shipping?'],
    ['what do I do when the item is late?', 'What do I do if the item is late?'],
  ] as const)
    assert.ok(!isOther(asked, question), `${asked} / ${question}`)
  assert.deepEqual([...questionKinds('Was kostet der Versand und wie lange dauert er?')].sort(), [
    'amount',
    'time',
  ])
})

test('what names nothing is asked of many things, not surely of the stored one', () => {
  assert.ok(isOther('how long does it take?', 'How long does delivery take?'))
  assert.ok(isOther('how much is it?', 'How much is the blue one?'))
  assert.ok(!isOther('how long will it take?', 'How long does it take?'))
  assert.ok(!isOther('is it 4.90?', 'How much is shipping?', '4.90 euros.'))
})

test('one little word asks nothing, and a number may', () => {
  for (const text of ['how', 'what', 'the', 'la', 'como', '怎么', '吗', 'どうすればいいですか'])
    assert.ok(asksNothing(text), text)
  for (const text of ['404', 'returns', '退货', '返品はどうすればいいですか', 'how much'])
    assert.ok(!asksNothing(text), text)
})

test('such a match is offered at most, unless other phrasings or vectors speak for it', () => {
  const pair = { question: 'How do I delete my account?', answer: '' }
  const found = { score: 0.7, cosine: 0.7, closeness: undefined, covered: 0, support: 0 }
  const sure = (asked: string, more = {}) => confidenceIn(pair, asked, { ...found, ...more }) >= ANSWER_FROM
  assert.ok(!sure('How do I delete my order?'))
  assert.ok(confidenceIn(pair, 'How do I delete my order?', found) >= OFFER_FROM)
  assert.ok(sure('How to delete accounts?'))
  assert.ok(sure('How do I delete my order?', { support: 0.3 }))
  assert.ok(sure('How do I delete my profile?', { closeness: 0.9 }))
  const timed = { question: 'How long does delivery take?', answer: '' }
  assert.ok(confidenceIn(timed, 'How much is delivery?', { ...found, closeness: 0.9 }) < ANSWER_FROM)
  assert.ok(confidenceIn(pair, 'how', found) < OFFER_FROM)
})
