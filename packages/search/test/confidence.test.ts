/** Sure means right: which questions are answered at once, and which are only offered a pair. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDenied } from '@tandem/languages/negation'
import { BaseIndex } from '../src/index/base-index.ts'
import { bandOf, judgePairs, wireScoreOf } from '../src/rank/confidence.ts'
import { namesOtherValue } from '../src/rank/other-value.ts'
import { rank } from '../src/rank/rank.ts'

type Pair = readonly [question: string, answer: string]

/** Pairs of a shop that none of the cases below asks for. */
const others: readonly Pair[] = [
  ['Who founded the company?', 'Two sisters, in 1987.'],
  ['Where do I find the newsletter?', 'At the bottom of every page.'],
  ['Was ist ein Gutscheincode?', 'Ein Code für einen Rabatt.'],
  ['怎么联系客服？', '请拨打热线。'],
]

function ask(asked: string, pairs: readonly Pair[]) {
  const index = new BaseIndex()
  const part = index.openPart('faq', 'revision')
  for (const [i, [question, answer]] of pairs.entries()) index.addPair(i, question, answer, [])
  part.live = true
  const hits = rank(index, asked, { limit: 5 }).found.map((found) => {
    const [question, answer] = pairs[found.ordinal] as Pair
    return { question, answer, found }
  })
  const best = judgePairs(asked, hits)[0]
  return { question: hits[0]?.question, band: best?.band ?? 'none', isAsked: best?.isAsked }
}

const bandFor = (asked: string, question: string, answer = 'Ask at the desk.') =>
  ask(asked, [[question, answer], ...others]).band

test('the stored question itself is sure, however it is written', () => {
  for (const [asked, question] of [
    ['How do I return an item?', 'How do I return an item?'],
    ['how do i return an item', 'How do I return an item?'],
    ['HOW DO I RETURN ITEMS', 'How do I return an item?'],
    ['How can I return an item?', 'How do I return an item?'],
    ['Wie kann ich die Bestellung stornieren?', 'Wie kann ich meine Bestellung stornieren?'],
    ['怎么查询我的订单', '怎么查询我的订单？'],
    ['are you open on 24 december', 'Are you open on 24 December?'],
  ] as const)
    assert.equal(bandFor(asked, question), 'answer', `${asked} / ${question}`)
})

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
    ['携帯の修理はできますか', '自転車の修理はできますか？'],
    ['什么时候到货', '什么时候能收到退款？'],
  ] as const)
    assert.notEqual(bandFor(asked, question), 'answer', `${asked} / ${question}`)
})

test('question words of different kinds ask for different things, in any language', () => {
  for (const [asked, question] of [
    ['how much is delivery?', 'How long does delivery take?'],
    ['where is the delivery?', 'When is the delivery?'],
    ['was kostet die Lieferung', 'Wie lange dauert die Lieferung?'],
    ['cuánto cuesta la entrega', '¿Cuánto tarda la entrega?'],
    ['配送はいくらですか', '配送はいつですか'],
    ['where is my order', 'I want to cancel my order.'],
  ] as const)
    assert.notEqual(bandFor(asked, question), 'answer', `${asked} / ${question}`)
})

test('another number or code is offered at most, and not where the answer tells of it', () => {
  for (const [asked, question] of [
    ['Are you open on 25 December?', 'Are you open on 24 December?'],
    ['Can I return goods after 90 days?', 'Can I return goods after 10 days?'],
    ['Is version 2.1 supported?', 'Is version 2.0 supported?'],
    ['Haben Sie Schuhe in Größe 38?', 'Haben Sie Schuhe in Größe 42?'],
    ['你们有38码的鞋子吗？', '你们有42码的鞋子吗？'],
    ['Do you have a size XL?', 'Do you have a size M?'],
    ['Does plan A include support?', 'Does plan B include support?'],
  ] as const)
    assert.equal(bandFor(asked, question), 'offer', `${asked} / ${question}`)
  const told = '24 December until noon; closed on 25 December.'
  assert.ok(!namesOtherValue('Are you open on 25 December?', 'Are you open on 24 December?', told))
  assert.ok(!namesOtherValue('Where is my order 12345?', 'Where is my order?', ''))
  assert.ok(!namesOtherValue('orders over 1000 euros', 'Are orders over 1,000 euros free?', ''))
  assert.ok(!namesOtherValue('is version 2 supported', 'Is version 2.0 supported?', ''))
})

test('a question that differs from the stored one in a denial is offered at most, in any language', () => {
  for (const [asked, question] of [
    ['Is breakfast not included with the room?', 'Is breakfast included with the room?'],
    ["You don't ship to Norway?", 'Do you ship to Norway?'],
    ['Haben Sie keine Schuhe in Größe 42?', 'Haben Sie Schuhe in Größe 42?'],
    ['Il prezzo non include la colazione?', 'Il prezzo include la colazione?'],
    ['Завтрак не включён?', 'Завтрак включён?'],
    ['早餐不包括在内吗', '早餐包括在内吗？'],
  ] as const)
    assert.equal(bandFor(asked, question), 'offer', `${asked} / ${question}`)
  for (const text of ["Isn't breakfast included?", 'Is breakfast included or not?', '能不能退货'])
    assert.ok(!isDenied(text), text)
})

test('a word that denies in another language only, and a polite phrase, deny nothing', () => {
  for (const text of [
    'Posso pagar no cartão?',
    'Kargo ne kadar?',
    'Habt ihr ne Hotline?',
    'Seid ihr am 1. Mai offen?',
    '不好意思，请问怎么退货？',
    '对不起，请问怎么退货？',
  ])
    assert.ok(!isDenied(text), text)
  for (const text of [
    'Is there no parking?',
    '¿No está incluido el desayuno?',
    'Ce n’est pas inclus ?',
    'O frete não está incluído?',
    '对不起，早餐不包括吗？',
  ])
    assert.ok(isDenied(text), text)
})

test('two pairs that a question fits alike are both offered', () => {
  const pairs: Pair[] = [
    ['How do I cancel my order?', 'In your account, under orders.'],
    ['How do I cancel my subscription?', 'In your account, under plans.'],
  ]
  assert.equal(ask('How do I cancel?', [...pairs, ...others]).band, 'offer')
  assert.equal(ask('how do I cancel my order', [...pairs, ...others]).band, 'answer')
})

test('a word that stands only somewhere in a long answer makes an offer, never a sure answer', () => {
  const program: Pair[] = [
    [
      'What is fetchtool?',
      'Fetchtool is a program to transfer files from the command line. It speaks many protocols, resumes transfers that broke, signs in with passwords and certificates, sends forms, keeps cookies, goes through proxies, and runs on every common system. People use it in scripts, in cars, in printers and in television sets.',
    ],
    ['How do I install it?', 'Take the package of your system, or build it from source with make.'],
    ['Which protocols does it speak?', 'HTTP, HTTPS, FTP, SFTP and a dozen more.'],
    ['Why is my download slow?', 'Most often because of the other side; try it at another time of day.'],
  ]
  for (const asked of ['i need help with cookies', 'cookies', 'what about proxies'])
    assert.equal(ask(asked, program).band, 'offer', asked)
  const whole = ask('does it go through proxies and sign in with certificates on every system?', program)
  assert.deepEqual([whole.band, whole.isAsked], ['answer', false])
})

test('one little word asks nothing', () => {
  for (const text of ['how', 'what', 'the', 'la'])
    assert.equal(bandFor(text, 'What is the time?'), 'none', text)
})

test('texts made to be slow are judged in time that grows with their length', () => {
  const startedAt = process.threadCpuUsage().user
  for (const piece of ['1.', 'a-', "n'", 'x1,', '不没', '你1', 'not or ', 'é-a']) {
    namesOtherValue(piece.repeat(20_000), `${piece.repeat(20_000)}2`, piece.repeat(20_000))
    isDenied(piece.repeat(20_000))
  }
  assert.ok(process.threadCpuUsage().user - startedAt < 5_000_000)
})

const BOUNDS = { answer: [0.8, 1], offer: [0.5, 0.75], none: [0, 0.5] } as const

test('the score that clients see rises with the confidence, and each band has a range of its own', () => {
  let before = -1
  for (let step = 0; step <= 1000; step++) {
    const confidence = step / 1000
    const score = wireScoreOf({ confidence })
    const [least, most] = BOUNDS[bandOf(confidence)]
    assert.ok(score >= before && score >= least && score <= most, `${confidence} scores ${score}`)
    before = score
  }
  assert.deepEqual([wireScoreOf({ confidence: 0 }), wireScoreOf({ confidence: 1 })], [0, 1])
})
