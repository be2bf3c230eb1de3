// Question-answer structure in its many spellings, and what must not be taken for it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked, pairOf } from './documents.ts'

async function asked(text: string, fileName = 'a.txt'): Promise<[string, string][]> {
  const { pairs } = await convertChecked(text, fileName)
  return pairs.map(({ question, answer }) => [question, answer])
}

describe('labels', () => {
  const pair: [string, string][] = [['Who pays for it?', 'You do.']]
  const spellings: Record<string, string> = {
    'Q and A': 'Q: Who pays for it?\nA: You do.',
    numbered: 'Q1. Who pays for it?\nA1. You do.',
    'full-width colons': 'Q1：Who pays for it?\nA1：You do.',
    'full-width letters': 'Ｑ：Who pays for it?\nＡ：You do.',
    Chinese: '问：Who pays for it?\n答：You do.',
    'Chinese, long': '问题1：Who pays for it?\n答案1：You do.',
    Japanese: '質問：Who pays for it?\n回答：You do.',
    brackets: '【问】Who pays for it?\n【答】You do.',
    Korean: '질문: Who pays for it?\n답변: You do.',
    'Spanish and Portuguese letters': 'P: Who pays for it?\nR: You do.',
    'German letters': 'F: Who pays for it?\nA: You do.',
    'German words': 'Frage 1: Who pays for it?\nAntwort 1: You do.',
    French: 'Question : Who pays for it?\nRéponse : You do.',
    'Italian letters': 'D: Who pays for it?\nR: You do.',
    'blank lines between': 'Q: Who pays for it?\n\nA: You do.',
    'small letters': 'q: Who pays for it?\na: You do.',
    'one line': 'Q: Who pays for it? A: You do.',
    'no answer label': 'Q: Who pays for it?\nYou do.',
    'answer on its own line': 'Q: Who pays for it?\nA:\nYou do.',
  }
  for (const [name, text] of Object.entries(spellings)) {
    it(`${name}: one pair`, async () => assert.deepEqual(await asked(text), pair))
    it(`${name}: two pairs`, async () => {
      const both = await asked(
        `${text}\n\n${text.replace('Who pays', 'Who cares').replace('You do', 'We do')}`,
      )
      assert.deepEqual(both, [...pair, ['Who cares for it?', 'We do.']])
    })
  }

  it('bold labels in Markdown and HTML count as well', async () => {
    assert.deepEqual(await asked('**Q1:** Who pays for it?\n**A1:** You do.', 'a.md'), pair)
    assert.deepEqual(await asked('**Q1: Who pays for it?**\n\nA1: You do.', 'a.md'), pair)
    const html = '<html><body><p><b>Q:</b> Who pays for it?<br><b>A:</b> You do.</p></body></html>'
    assert.deepEqual(await asked(html, 'a.html'), pair)
  })

  it('a quarter of a year inside an answer does not end it', async () => {
    const text =
      'Q1: How was it?\nA1: Revenue in Q3 2024 was $5M.\nQ4 was better: $7M.\n\nQ2: And now?\nA2: Good.'
    assert.deepEqual(await asked(text), [
      ['How was it?', 'Revenue in Q3 2024 was $5M.\n\nQ4 was better: $7M.'],
      ['And now?', 'Good.'],
    ])
  })

  it('a question may go over two lines', async () => {
    assert.deepEqual(await asked('Q: Who pays\nfor it?\nA: You do.'), pair)
  })

  it('an answer may have paragraphs and lists', async () => {
    const [[, answer] = []] = await asked(
      'Q: How?\nA: Like this:\n\n- one\n- two\n\nThat is all.\n\nQ: Why?\nA: Because.',
    )
    assert.equal(answer, 'Like this:\n\n- one\n- two\n\nThat is all.')
  })

  it('a question without an answer is listed as uncovered', async () => {
    const { pairs, coverage } = await convertChecked('# FAQ\n\n## Why?\n\n## How?\n\nLike this.', 'a.md')
    assert.deepEqual(
      pairs.map(({ question }) => question),
      ['How?'],
    )
    assert.deepEqual(
      coverage.uncovered.map(({ excerpt }) => excerpt),
      ['Why?'],
    )
  })

  it('an article or a name at the beginning of a line is no label', async () => {
    const text = 'A long walk leads to the tower.\n\nQ was a letter he liked.\n\nP. Smith built it in 1901.'
    for (const { origin } of (await convertChecked(text, 'a.txt')).pairs)
      assert.equal(origin.how, 'paragraph')
  })
})

describe('questions by their form', () => {
  it('numbered questions with the answer below or beside', async () => {
    const expected = [
      ['Where is it?', 'In the north.'],
      ['When is it open?', 'Always. Even at night.'],
    ]
    assert.deepEqual(
      await asked('1. Where is it?\nIn the north.\n\n2. When is it open?\nAlways. Even at night.'),
      expected,
    )
    assert.deepEqual(
      await asked('1. Where is it? In the north.\n2. When is it open? Always. Even at night.'),
      expected,
    )
    assert.deepEqual(
      await asked(
        '1. **Where is it?**\n   In the north.\n2. **When is it open?**\n   Always. Even at night.',
        'a.md',
      ),
      expected,
    )
  })

  it('plain lines that ask are questions only where it is a habit', async () => {
    const faq = 'Where is it?\nIn the north.\n\nIs it far?\nNot very.\n\nIs it cold?\nIn winter.'
    assert.deepEqual(await asked(faq), [
      ['Where is it?', 'In the north.'],
      ['Is it far?', 'Not very.'],
      ['Is it cold?', 'In winter.'],
    ])
    const essay =
      'The tower fell in 1902. Nobody was hurt.\n\nWhy did it fall?\n\nThe ground was wet, and the stones were many.'
    assert.ok((await convertChecked(essay, 'a.txt')).pairs.every(({ origin }) => origin.how === 'paragraph'))
  })

  it('a heading that asks is answered by its section, small sections below included', async () => {
    const converted = await convertChecked(
      '# Help\n\n## How do I start?\n\nLike this.\n\n### First\n\nGo in.\n\n### Second\n\nSit down.\n\n## End\n\nGo out.',
      'a.md',
    )
    assert.match(
      pairOf(converted, 'How do I start?').answer,
      /Like this\.\n\nFirst\n\nGo in\.\n\nSecond\n\nSit down\.$/,
    )
    assert.equal(converted.pairs.length, 2)
  })

  it('a title that asks does not swallow the document', async () => {
    const sections = Array.from(
      { length: 20 },
      (_, i) => `## Topic number ${i}\n\n${`Sentence ${i} of this. `.repeat(20)}`,
    )
    const { pairs } = await convertChecked(`# How can we help?\n\n${sections.join('\n\n')}`, 'a.md')
    assert.equal(pairs.length, 20)
  })

  it('tables with question and answer columns, in any order and language', async () => {
    const table =
      '| Nr | Antwort | Frage |\n|---|---|---|\n| 1 | Im Norden. | Wo ist es? |\n| 2 | Immer. | Wann? |'
    assert.deepEqual(await asked(table, 'a.md'), [
      ['Wo ist es?', 'Im Norden.'],
      ['Wann?', 'Immer.'],
    ])
    assert.deepEqual(await asked('问题,答案\n"在哪里，远吗？","在北方，不远。"\n', 'a.csv'), [
      ['在哪里，远吗？', '在北方，不远。'],
    ])
  })

  it('a pair that stands there twice is taken once, and that is said', async () => {
    const { pairs, warnings } = await convertChecked('Q: Why?\nA: So.\n\nQ: Why?\nA: So.', 'a.txt')
    assert.equal(pairs.length, 1)
    assert.match(warnings.join(), /twice/)
  })
})
