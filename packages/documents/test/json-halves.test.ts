// JSON whose questions and answers are not all there, stand in columns, or hold figures that a number would change.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked } from './documents.ts'

const convert = async (source: unknown, name = 'a.json') => {
  const text = typeof source === 'string' ? source : JSON.stringify(source)
  const { pairs, coverage, warnings } = await convertChecked(text, name)
  return {
    ...coverage,
    warnings,
    list: pairs.map(({ question, answer }) => [question, answer]),
    uncovered: coverage.uncovered.map(({ excerpt }) => excerpt),
  }
}

describe('a question without an answer', () => {
  const cancel = 'How do I cancel my contract?'
  const costs = 'Shipping costs 5 euros.'
  const whole = { question: 'Do you ship?', answer: 'Yes.' }
  const shapes = {
    nulls: [{ id: 1, question: cancel, answer: null }, { id: 2, question: null, answer: costs }, whole],
    'missing keys': [{ question: cancel }, { answer: costs }, whole],
    'short keys': [
      { q: cancel, status: 'open' },
      { comment: 'x', a: costs },
      { q: 'Do you ship?', a: 'Yes.' },
    ],
    blanks: { faq: [{ question: cancel, answer: '' }, { question: ' ', answer: costs }, whole] },
  }
  for (const [name, source] of Object.entries(shapes)) {
    it(`never gets that of another object, and is listed: ${name}`, async () => {
      const { list, uncovered, covered_chars, text_chars } = await convert(source)
      assert.deepEqual(list, [['Do you ship?', 'Yes.']])
      assert.equal(uncovered.filter((each) => each.includes(cancel)).length, 1)
      assert.equal(uncovered.filter((each) => each.includes(costs)).length, 1)
      assert.ok(covered_chars <= text_chars - cancel.length - costs.length)
    })
  }
})

describe('questions and answers side by side', () => {
  const TWO = [
    ['Do you ship?', 'Yes.'],
    ['Is it free?', 'No.'],
  ]
  const shapes = {
    'lists of both': { question: ['Do you ship?', 'Is it free?'], answer: ['Yes.', 'No.'] },
    'columns by row number': {
      question: { 0: 'Do you ship?', 1: 'Is it free?' },
      answer: { 0: 'Yes.', 1: 'No.' },
    },
  }
  for (const [name, source] of Object.entries(shapes))
    it(`each question gets its own answer: ${name}`, async () =>
      assert.deepEqual((await convert(source)).list, TWO))

  it('languages are kept apart', async () => {
    const source = [
      { question: { en: 'Do you ship?', de: 'Liefern Sie?' }, answer: { en: 'Yes.', de: 'Ja.' } },
    ]
    assert.deepEqual((await convert(source)).list, [
      ['Do you ship?', 'Yes.'],
      ['Liefern Sie?', 'Ja.'],
    ])
  })

  it('an answer of several lines is whole', async () => {
    const { list } = await convert([{ q: 'Do you ship?', a: ['Yes.', 'Worldwide.'] }])
    assert.deepEqual(list, [['Do you ship?', 'Yes.\nWorldwide.']])
  })
})

describe('exports of content systems', () => {
  it('a tree of named things keeps their names', async () => {
    const tree = {
      type: 'folder',
      name: 'Guides',
      children: [{ type: 'page', name: 'Parking', text: 'Park in the yard.' }],
    }
    const { text } = await convertChecked(JSON.stringify(tree), 'a.json')
    assert.ok(text.includes('Guides') && text.includes('Parking') && text.includes('Park in the yard.'))
  })

  it('what is marked as a draft is left out and listed', async () => {
    const articles = [
      { title: 'Shipping', body: '<p>4 euros.</p>', draft: false, html_url: 'https://a.example/1' },
      { title: 'Prices of next year', body: 'To be agreed.', draft: true },
    ]
    const { pairs, warnings } = await convertChecked(JSON.stringify({ articles }), 'a.json')
    assert.deepEqual(
      pairs.map(({ question, answer }) => [question, answer]),
      [['Shipping', '4 euros.']],
    )
    assert.ok(
      warnings.some((warning) => warning.includes('draft') && warning.includes('Prices of next year')),
    )
  })
})

describe('numbers', () => {
  it('stay as they are written', async () => {
    const source = '{"bank":{"Account":12345678901234567890,"Fee":1.10,"Limit":1e21,"Rate":0.5,"Days":10}}'
    const { list } = await convert(source)
    for (const each of ['Account: 12345678901234567890', 'Fee: 1.10', 'Limit: 1e21', 'Rate: 0.5', 'Days: 10'])
      assert.ok(list[0]![1]!.split('\n\n').includes(each), each)
  })

  it('do so in lists of objects a line each, and deep inside', async () => {
    const lines =
      '{"question":"Which account?","answer":12345678901234567890}\n{"question":"Fee?","answer":1.10}'
    assert.deepEqual((await convert(lines, 'a.jsonl')).list, [
      ['Which account?', '12345678901234567890'],
      ['Fee?', '1.10'],
    ])
    const deep = `${'['.repeat(400)}1.10${']'.repeat(400)}`
    assert.ok((await convertChecked(deep, 'a.json')).text.length > 0)
  })
})

describe('cells beside question and answer', () => {
  it('are listed as uncovered, and a row without an answer is not made part of another', async () => {
    const html =
      '<h1>FAQ</h1><table><tr><th>Question</th><th>Answer</th><th>Exceptions</th></tr><tr><td>Do you ship?</td><td>Yes.</td><td>Not to islands.</td></tr><tr><td>Is it free?</td><td></td><td>For members.</td></tr></table><p>Ask us.</p>'
    const csv = 'Question,Answer,Exceptions\nDo you ship?,Yes.,Not to islands.\nIs it free?,,For members.\n'
    const unanswered = 'Question: Is it free?; Exceptions: For members.'
    for (const [source, name, beside] of [
      [html, 'a.html', ['Not to islands.', unanswered]],
      // Of a list the column is named in a warning.
      [csv, 'a.csv', [unanswered]],
    ] as const) {
      const { list, uncovered, covered_chars, text_chars, warnings } = await convert(source, name)
      assert.deepEqual(list[0], ['Do you ship?', 'Yes.'])
      assert.ok(list.every(([, answer]) => !answer!.includes('members')))
      assert.deepEqual(uncovered, beside)
      assert.ok(warnings.some((warning) => warning.includes('Exceptions')))
      const left = uncovered.reduce((sum, { length }) => sum + length, 0)
      assert.equal(covered_chars, text_chars - left)
    }
  })
})
