/** One number, code or "not" in the place of another makes another question; a value the stored one does not speak of does not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confidenceIn, NEARLY_EQUAL } from '../src/rank/confidence.ts'
import { differsInValue } from '../src/rank/differs-in-value.ts'
import { ANSWER_FROM, OFFER_FROM } from '../src/rank/weights.ts'

type Pairs = readonly (readonly [asked: string, question: string])[]

function all(pairs: Pairs, expected: boolean): void {
  for (const [asked, question] of pairs) {
    assert.equal(differsInValue(asked, question), expected, `${asked} / ${question}`)
    assert.equal(differsInValue(question, question), false, question)
  }
}

test('another number of the same thing asks for something else, in any language', () => {
  all(
    [
      ['Are you open on 25 December?', 'Are you open on 24 December?'],
      ['Are you open on December 25?', 'Are you open on 24 December?'],
      ['open on the 25th of December', 'Are you open on 24 December?'],
      ['Is it safe for children over 1?', 'Is it safe for children over 3?'],
      ['Can I return goods after 90 days?', 'Can I return goods after 10 days?'],
      ['Can I return goods after twenty days?', 'Can I return goods after 10 days?'],
      ['size 38 shoes?', 'Do you have shoes in size 42?'],
      ['Is version 2.1 supported?', 'Is version 2.0 supported?'],
      ['Is bus 9 going to the airport?', 'Is bus 7 going to the airport?'],
      ['are you open at 6 pm', 'Are you open at 8 pm?'],
      ['Does level B1 fit?', 'Does level B2 fit?'],
      ['Haben Sie Schuhe in Größe 38?', 'Haben Sie Schuhe in Größe 42?'],
      ['Êtes-vous ouverts le 25 décembre ?', 'Êtes-vous ouverts le 24 décembre ?'],
      ['¿Abren el 1 de enero?', '¿Abren el 6 de enero?'],
      ['Есть ли размер 38?', 'Есть ли размер 42?'],
      ['你们有38码的鞋子吗？', '你们有42码的鞋子吗？'],
      ['12月25日营业吗', '12月24日营业吗？'],
      ['3歳から使えますか', '6歳から使えますか？'],
      ['38 사이즈 있나요', '42 사이즈 있나요?'],
    ],
    true,
  )
})

test('another code in the same place asks for something else', () => {
  all(
    [
      ['Do you have a size XL?', 'Do you have a size M?'],
      ['do you have size l', 'Do you have a size M?'],
      ['Is the S model available?', 'Is the XL model available?'],
      ['Does plan A include support?', 'Does plan B include support?'],
      ['does plan a include support?', 'Does plan B include support?'],
      ['Do you ship to the US?', 'Do you ship to the UK?'],
      ['Is there a USB-A port?', 'Is there a USB-C port?'],
      ['Kostet der Tarif L extra?', 'Kostet der Tarif M extra?'],
      ['B套餐包含支持吗', 'A套餐包含支持吗？'],
    ],
    true,
  )
})

test('a value of which the stored question does not speak, or the same one written otherwise, is no difference', () => {
  all(
    [
      ['Where is my order 12345?', 'Where is my order?'],
      ['I paid 49.90 euros, can I return it?', 'Can I return it?'],
      ['can i return 2 shirts after 10 days', 'Can I return goods after 10 days?'],
      ['My order 1234567 has not come after 10 days', 'What if my order has not come after 10 days?'],
      ['I have 2 kids, is it safe for children over 3?', 'Is it safe for children over 3?'],
      ['I am 30 years old, do I get support 24/7', 'Do you have 24/7 support?'],
      ['Can I return goods after ten days?', 'Can I return goods after 10 days?'],
      ['Can I return goods?', 'Can I return goods after 10 days?'],
      ['Are you open on 24.12.?', 'Are you open on 24 December?'],
      ['Sind Sie am 24. Dezember offen?', 'Sind Sie am 24. Dezember geöffnet?'],
      ['is version 2 supported', 'Is version 2.0 supported?'],
      ['orders over 1000 euros', 'Are orders over 1,000 euros free?'],
      ['do you have a size m', 'Do you have a size M?'],
      ['is a invoice available as pdf', 'Is a PDF invoice available?'],
      ['does it have a usb port', 'Does it have a USB port?'],
      ['does a plan include support?', 'Does plan B include support?'],
      ['DO YOU OFFER A PLAN?', 'Do you offer plan B?'],
      ['do you sell a shirt', 'Do you sell t-shirts?'],
      ['¿Puedo pagar a plazos?', '¿Puedo pagar y recoger?'],
      ["l'abonnement est à 5 € ?", "Combien coûte l'abonnement ?"],
    ],
    false,
  )
})

test('a value that the answer tells of is answered', () => {
  const christmas = '24 December until noon; closed on 25 December.'
  assert.ok(!differsInValue('Are you open on 25 December?', 'Are you open on 24 December?', christmas))
  assert.ok(differsInValue('Are you open on 26 December?', 'Are you open on 24 December?', christmas))
  assert.ok(!differsInValue('do you have size XL', 'Do you have size M?', 'We have S, M, L and XL.'))
  assert.ok(differsInValue('Does plan A include it?', 'Does plan B include it?', 'Yes, for a fee.'))
})

test('what differs from the stored question in a denial alone asks for the opposite, in any language', () => {
  all(
    [
      ['Is breakfast not included with the room?', 'Is breakfast included with the room?'],
      ['Is breakfast included?', 'Is breakfast not included?'],
      ['How do I not cancel my order?', 'How do I cancel my order?'],
      ["You don't ship to Norway?", 'Do you ship to Norway?'],
      ['Can I return goods without a receipt?', 'Can I return goods with a receipt?'],
      ['Haben Sie keine Schuhe in Größe 42?', 'Haben Sie Schuhe in Größe 42?'],
      ["Vous n'avez pas de chaussures ?", 'Vous avez des chaussures ?'],
      ['¿No incluye desayuno?', '¿Incluye desayuno?'],
      ['Il prezzo non include la colazione?', 'Il prezzo include la colazione?'],
      ['Is ontbijt niet inbegrepen?', 'Is ontbijt inbegrepen?'],
      ['Czy śniadanie nie jest w cenie?', 'Czy śniadanie jest w cenie?'],
      ['Завтрак не включён?', 'Завтрак включён?'],
      ['早餐不包括在内吗', '早餐包括在内吗？'],
    ],
    true,
  )
})

test('a complaint, a hopeful question and “or not” deny nothing', () => {
  all(
    [
      ['I cannot log in', 'How do I log in?'],
      ["Why can't I log in?", 'How can I log in?'],
      ['I did not receive my parcel', 'When will I receive my parcel?'],
      ["I don't know how to return an item", 'How do I return an item?'],
      ['my card isnt working', 'My card is not working'],
      ["Isn't breakfast included?", 'Is breakfast included?'],
      ['Is breakfast included or not?', 'Is breakfast included?'],
      ['Ist das Frühstück inklusive oder nicht?', 'Ist das Frühstück inklusive?'],
      ['有没有42码的鞋子', '有42码的鞋子吗？'],
      ['能不能退货', '能退货吗？'],
    ],
    false,
  )
})

test('such a match is offered at most, however alike all else is, and whatever speaks for it', () => {
  const pair = { question: 'Are you open on 24 December?', answer: 'Yes, until noon.' }
  const found = { score: 0.98, cosine: 0.98, closeness: undefined, covered: 0, support: 0 }
  for (const more of [{}, { support: 0.3 }, { closeness: 0.98 }, { score: 0.7, cosine: 0.7 }]) {
    const confidence = confidenceIn(pair, 'Are you open on 25 December?', { ...found, ...more })
    assert.ok(confidence < ANSWER_FROM && confidence >= OFFER_FROM, `${confidence}`)
  }
  assert.ok(confidenceIn(pair, 'are you open on 24 december', found) >= NEARLY_EQUAL)
})

test('texts made to be slow are read in time that grows with their length', () => {
  for (const piece of ['1.', 'a-', "n'", 'x1,', '不没', '你1', 'not or ', 'é-a'])
    differsInValue(piece.repeat(20_000), `${piece.repeat(20_000)}2`, piece.repeat(20_000))
})
