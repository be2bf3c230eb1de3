/** Picking one of the offered questions: by number in many languages, by repeating it, and by nothing that means something else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickOffered, replyToOffer } from '../src/pick-offered.ts'

const offered = [
  'How do I change my delivery address?',
  'How do I change my billing address?',
  'Do you ship to Norway?',
].map((question, ordinal) => ({ docId: 'd', ordinal, question }))
const all = (text: string, from = offered) => pickOffered(text, from).map(({ ordinal }) => ordinal)
const picked = (text: string, from = offered) => (all(text, from).length > 1 ? 'several' : all(text, from)[0])

test('a number or a place picks, whatever the language', () => {
  const said: readonly (readonly string[])[] = [
    [
      '1',
      '1.',
      '#1',
      'one',
      'the first one',
      'Number 1 please',
      'das erste',
      'la primera',
      'le premier',
      '第一个',
      '1番目',
      '첫 번째',
      'первый',
    ],
    [
      '2',
      '2)',
      'second',
      'the 2nd',
      'option 2',
      'Nummer zwei',
      'la segunda',
      'la deuxième',
      'a segunda',
      'la seconda',
      '第二个',
      '2番',
      '두 번째',
      'второй вариант',
    ],
    [
      '3',
      'third one please',
      'the last one',
      'die dritte',
      'la tercera',
      'le troisième',
      '第三个',
      '三番目',
      'третий',
    ],
  ]
  for (const [place, texts] of said.entries())
    for (const text of texts) assert.equal(picked(text), place, text)
})

test('repeating an offered question picks it, in any case and punctuation', () => {
  assert.equal(picked('do you ship to norway'), 2)
  assert.equal(picked('How do I change my billing address!!'), 1)
})

test('yes picks only where there is one thing to say yes to', () => {
  assert.equal(picked('yes', offered.slice(0, 1)), 0)
  assert.equal(picked('yes'), undefined)
})

test('anything else is a new question', () => {
  for (const text of [
    '',
    '4',
    '12',
    'I have 2 parcels',
    'the first or the second',
    'second hand shoes',
    'one more question',
    'una pregunta',
    'prima',
    'none of these',
    'no',
    '第二天送到吗',
  ]) {
    assert.equal(picked(text), undefined, text)
  }
  assert.equal(picked('1', []), undefined)
})

test('several are picked by naming them, in their order', () => {
  for (const [text, places] of [
    ['1 and 2', [0, 1]],
    ['3 und 1', [0, 2]],
    ['2, 3', [1, 2]],
    ['the first two', [0, 1]],
    ['die ersten zwei', [0, 1]],
    ['the last two', [1, 2]],
    ['all of them', [0, 1, 2]],
    ['全部', [0, 1, 2]],
  ] as const)
    assert.deepEqual(all(text), places, text)
  for (const text of ['both', 'beide', 'les deux', 'los dos', '両方'])
    assert.deepEqual(all(text, offered.slice(0, 2)), [0, 1], text)
})

test('a yes to several leaves open which, and a no means none; other words mean neither', () => {
  for (const text of ['yes', 'ja', 'Sí', 'はい', 'both'])
    assert.equal(replyToOffer(text, offered), 'which', text)
  for (const text of ['no', 'none of these', 'neither', 'nein', 'keine davon', 'ninguna', '都不是', 'いいえ'])
    assert.equal(replyToOffer(text, offered), 'none', text)
  for (const text of ['no refund', 'nothing works', 'no 2 parcels', 'no thanks'])
    assert.equal(replyToOffer(text, offered), undefined, text)
  assert.equal(replyToOffer('no', []), undefined)
})

test('a place with an article, an ending or a please picks as the bare place does', () => {
  for (const [text, place] of [
    ['Le premier, s’il vous plaît', 0],
    ["Le premier, s'il vous plaît", 0],
    ['La prima', 0],
    ['1번이요', 0],
    ['Birincisi', 0],
    ['De tweede graag', 1],
    ['Второй, пожалуйста', 1],
    ['İkincisi lütfen', 1],
  ] as const)
    assert.equal(picked(text), place, text)
})
