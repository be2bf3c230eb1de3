/** Sets of questions as lines: what is typed or pasted becomes questions, and what is known of them stays. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf, questionsOf } from '../src/pages/test/set-lines.ts'

const kept = { question: 'when open', expected_question: 'Opening hours?', expected_pair_id: 'p1', note: 'n' }

test('lines become questions, with tabs or arrows before the expected one; blank lines are nothing', () => {
  assert.deepEqual(questionsOf('  where is it \n\na → B?\nc\tD?\r\n → no question', []), [
    { question: 'where is it' },
    { question: 'a', expected_question: 'B?' },
    { question: 'c', expected_question: 'D?' },
  ])
})

test('a line that stays keeps its pair and its note; one that changes loses them', () => {
  const lines = linesOf([kept])
  assert.equal(lines, 'when open → Opening hours?')
  assert.deepEqual(questionsOf(lines, [kept]), [kept])
  assert.deepEqual(questionsOf('when open → Closing hours?', [kept]), [
    { question: 'when open', expected_question: 'Closing hours?' },
  ])
})
