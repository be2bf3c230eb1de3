// Questions, labels and sentences in documents, in languages that write them differently.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { columnNames } from '@tandem/languages/column-names'
import { isQuestion } from '@tandem/languages/is-question'
import { isAboutQuestions, isWayBack, labelOf } from '@tandem/languages/question-labels'
import { sentences } from '@tandem/languages/sentences'

describe('written questions', () => {
  test('a question is known by its mark, or by the words that begin or end it where a language needs no mark', () => {
    const asking = [
      'Is it free?',
      'هل هو مجاني؟',
      '営業時間は何時ですか。',
      '可以退货吗',
      '如何修改我的密码',
      '배송은 얼마나 걸리나요',
    ]
    for (const text of asking) assert.ok(isQuestion(text), text)
    for (const text of ['It is free.', '営業時間', '退货说明', '배송 안내', 'Where to go'])
      assert.ok(!isQuestion(text), text)
  })

  test('labels before questions and answers are known in many languages, single letters only with a colon', () => {
    for (const text of [
      'Q1: Is it free?',
      'Frage 3. Was kostet es?',
      '问：多少钱',
      'Pregunta: ¿Cuánto?',
      '**Q:** Is it free?',
    ])
      assert.equal(labelOf(text)?.role, 'question', text)
    for (const text of ['A: Yes.', 'Antwort: Ja.', '答：十元', 'Réponse : oui'])
      assert.equal(labelOf(text)?.role, 'answer', text)
    for (const text of ['A library is open.', 'Queue here, please.', 'Is it free?'])
      assert.equal(labelOf(text), undefined, text)
  })

  test('abbreviations of each language do not end a sentence', () => {
    const cut = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end).trim())
    assert.deepEqual(cut('Tools, e.g. Saws, are lent. Ask Mr. Stone.'), [
      'Tools, e.g. Saws, are lent.',
      'Ask Mr. Stone.',
    ])
    assert.deepEqual(cut('Geräte, z.B. Sägen, gibt es. Fragen Sie.'), [
      'Geräte, z.B. Sägen, gibt es.',
      'Fragen Sie.',
    ])
    assert.deepEqual(cut('我们开门。周日休息。'), ['我们开门。', '周日休息。'])
  })

  test('links back and sentences about the questions are told from answers', () => {
    for (const text of ['Back to top', '↑ Zurück nach oben', '← Back to questions'])
      assert.ok(isWayBack(text), text)
    for (const text of ['Go back to the top of the stairs and wait there.', 'Yes.'])
      assert.ok(!isWayBack(text), text)
    assert.ok(isAboutQuestions('Frequently asked questions') && isAboutQuestions('Preguntas frecuentes'))
    assert.ok(!isAboutQuestions('Fax numbers'))
  })

  test('names of columns that are only about a question are known as such', () => {
    const about = columnNames('about')
    for (const name of ['id', 'date', 'kategorie', '类型']) assert.ok(about.has(name), name)
    assert.ok(!about.has('question') && !about.has('answer'))
  })
})
