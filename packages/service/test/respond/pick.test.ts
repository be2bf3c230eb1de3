/** Picking one of the offered questions: by number in many languages, by repeating it, and by nothing that means something else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickOffered } from '../../src/answering/pick-offered.ts'

const offered = [
  'How do I change my delivery address?',
  'How do I change my billing address?',
  'Do you ship to Norway?',
].map((question, ordinal) => ({ docId: 'd', ordinal, question }))
const picked = (text: string, from = offered) => pickOffered(text, from)?.ordinal

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
