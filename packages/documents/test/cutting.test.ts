// How long texts are cut: within chunk_token, at the splitter, under the answer limit; never inside a sentence, nothing lost or doubled.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { convertChecked } from './documents.ts'

const SENTENCES = [
  'The ferry leaves every hour from the northern pier.',
  'Tickets cost 4.50 euros, e.g. at the machine, and are valid for a day.',
  'Dr. Berg and Mr. Lund have run the line since 1998!',
  'Is it full? Then wait for the next one.',
  'Fahrräder kosten extra, z. B. zwei Euro.',
  '渡船每小时一班。票价四元。',
]

function paragraph(from: number, count: number): string {
  return Array.from({ length: count }, (_, i) => SENTENCES[(from + i) % SENTENCES.length]).join(' ')
}

const squeezed = (text: string) => text.replace(/\s+/g, '')

describe('chunk_token', () => {
  it('a long section becomes parts within the limit, cut between paragraphs', async () => {
    const paragraphs = Array.from({ length: 30 }, (_, i) => paragraph(i, 4))
    const { pairs } = await convertChecked(`# Ferries in the north\n\n${paragraphs.join('\n\n')}`, 'a.md', {
      chunkTokens: 200,
    })
    assert.ok(pairs.length > 5)
    for (const { answer } of pairs) {
      assert.ok(countTokens(answer) <= 200)
      for (const each of answer.split('\n\n')) assert.ok(paragraphs.includes(each))
    }
    assert.equal(pairs[0]?.question, 'Ferries in the north')
    assert.equal(pairs[1]?.question, `Ferries in the north (2/${pairs.length})`)
  })

  it('a smaller chunk_token gives more pairs, a larger one fewer', async () => {
    const text = `# Ferries in the north\n\n${Array.from({ length: 30 }, (_, i) => paragraph(i, 4)).join('\n\n')}`
    const counts = []
    for (const chunkTokens of [50, 300, 8000])
      counts.push((await convertChecked(text, 'a.md', { chunkTokens })).pairs.length)
    assert.ok(counts[0]! > counts[1]! && counts[1]! > counts[2]!)
    assert.equal(counts[2], 1)
  })

  it('no sentence is cut, not even with one token allowed, and abbreviations do not end one', async () => {
    const text = paragraph(0, 12)
    const { pairs } = await convertChecked(`# Ferries\n\n${text}`, 'a.md', { chunkTokens: 1 })
    assert.deepEqual(
      pairs.slice(0, 6).map(({ answer }) => answer),
      [...SENTENCES.slice(0, 3), 'Is it full?', 'Then wait for the next one.', SENTENCES[4]],
    )
    assert.equal(squeezed(pairs.map(({ answer }) => answer).join('')), squeezed(text))
  })

  it('a list stays with the line that announces it', async () => {
    const items = Array.from({ length: 8 }, (_, i) => `- ${paragraph(i, 1)}`)
    const text = `# Rules on board\n\n${paragraph(0, 8)}\n\n${paragraph(1, 6)}\n\nThe following is forbidden:\n\n${items.join('\n')}`
    for (const chunkTokens of [90, 120, 150, 200, 250]) {
      for (const { answer } of (await convertChecked(text, 'a.md', { chunkTokens })).pairs) {
        assert.ok(!answer.endsWith('forbidden:'), answer)
      }
    }
  })
})

describe('splitter', () => {
  const pieces = [paragraph(0, 3), `${paragraph(1, 40)}\n\n${paragraph(2, 40)}`, paragraph(3, 2)]

  it('cuts the text at each place and wins over chunk_token', async () => {
    const { pairs } = await convertChecked(pieces.join('\n=====\n'), 'a.txt', {
      splitter: '=====',
      chunkTokens: 20,
    })
    assert.deepEqual(
      pairs.map(({ answer }) => answer),
      pieces,
    )
  })

  it('may be Markdown marks, or blank lines typed as \\n', async () => {
    const markdown = await convertChecked(pieces.join('\n\n---\n\n'), 'a.md', { splitter: '---' })
    assert.deepEqual(
      markdown.pairs.map(({ answer }) => answer),
      pieces,
    )
    const blank = await convertChecked('One is here.\n\nTwo is here.\n\nThree is here.', 'a.txt', {
      splitter: '\\n\\n',
    })
    assert.equal(blank.pairs.length, 3)
  })

  it('cuts inside paragraphs of a page too, and pairs never go across', async () => {
    const html =
      '<html><body><h1>Rules</h1><p>One is here. ### Two is here.</p><p>Three. ###</p><p>Q: Why?</p><p>A: So.</p></body></html>'
    const { pairs } = await convertChecked(html, 'a.html', { splitter: '###' })
    assert.deepEqual(
      pairs.map(({ question, answer }) => [question, answer]),
      [
        ['Rules', 'One is here.'],
        ['Two is here.', 'Two is here.\n\nThree.'],
        ['Why?', 'So.'],
      ],
    )
  })

  it('that does not occur is reported', async () => {
    const { warnings } = await convertChecked('# A\n\nSome text.', 'a.md', { splitter: '%%%' })
    assert.match(warnings.join(), /“%%%” does not occur/)
  })
})

describe('answer limit', () => {
  it('an answer over it becomes several pairs at paragraphs, and that is said', async () => {
    const paragraphs = Array.from({ length: 10 }, (_, i) => paragraph(i, 5))
    const text = `Q: What are the rules?\n\nA: ${paragraphs.join('\n\n')}`
    const { pairs, warnings } = await convertChecked(text, 'a.txt', { answerLimitChars: 700 })
    assert.equal(pairs[1]?.question, `What are the rules? (2/${pairs.length})`)
    assert.equal(squeezed(pairs.map(({ answer }) => answer).join('')), squeezed(paragraphs.join('')))
    for (const { answer } of pairs)
      for (const each of answer.split('\n\n')) assert.ok(paragraphs.includes(each))
    assert.match(warnings.join(), /longer than 700 characters became/)
  })

  it('an answer over it becomes no more pairs than it needs', async () => {
    const paragraphs = Array.from({ length: 40 }, (_, i) => paragraph(i, 1))
    const text = `Q: What are the rules?\n\nA: ${paragraphs.join('\n\n')}`
    const answerLimitChars = Math.ceil(text.length * 0.6)
    const { pairs } = await convertChecked(text, 'a.txt', { answerLimitChars })
    assert.equal(pairs.length, 2)
  })

  it('a single endless sentence is cut at words, and that is said', async () => {
    const words = Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ')
    const { pairs, warnings } = await convertChecked(`# Words\n\n${words}`, 'a.md', { answerLimitChars: 300 })
    assert.equal(pairs.map(({ answer }) => answer).join(' '), words)
    assert.match(warnings.join(), /cut at a word/)
  })
})

describe('nothing is lost or doubled', () => {
  // Each line gets a number of its own, so that no two pairs are the same.
  const line = fc.constantFrom(
    'Ferry # leaves every hour. Tickets cost #.50 euros.',
    '渡船#每小时一班。票价#元。',
    'Q: Why # and not more?',
    'A: Because # is so.',
    '## Prices and times #',
    '### How much is #?',
    '**Is # far?**',
    '**Note #**',
    '- item #',
    '1. Who goes to #?',
    '| Question | Answer |\n|---|---|\n| Where is #? | There, at #. |',
    '| a | b |\n|---|---|\n| 1 | # |',
    '```\ncode # here\n```',
    '<details><summary>Is # open?</summary>Yes, # always.</details>',
    '---',
    '问：#在哪里？',
    '答：#在北方。',
  )
  const numbered = fc
    .array(line, { maxLength: 25 })
    .map((lines) =>
      lines.map((each, i) =>
        each.startsWith('#') ? each.replace(/#$|#(?=\?$)/, `${i}`) : each.replaceAll('#', `${i}`),
      ),
    )

  it('every word of a document is in one pair, is a heading of one, or is listed as uncovered', async () => {
    await fc.assert(
      fc.asyncProperty(numbered, fc.integer({ min: 1, max: 400 }), async (lines, chunkTokens) => {
        const { text, pairs, coverage } = await convertChecked(`Begin.\n\n${lines.join('\n\n')}`, 'a.md', {
          chunkTokens,
        })
        const rest = text.split('')
        for (const { origin } of pairs) rest.fill('\n', origin.start, origin.end)
        for (const { start, end } of coverage.uncovered) rest.fill('\n', start, end)
        const headings = new Set(pairs.flatMap(({ origin }) => origin.heading?.split(' › ') ?? []))
        for (const left of rest.join('').split('\n'))
          assert.ok(!left.trim() || headings.has(left.trim()), left)
      }),
      { numRuns: 300 },
    )
  })

  it('any text at all gives pairs with answers, in any format that is text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
        fc.constantFrom('md', 'txt', 'html'),
        async (text, extension) => {
          const { pairs } = await convertChecked(`Begin here.\n\n${text}`, `a.${extension}`)
          assert.ok(pairs.length > 0)
        },
      ),
      { numRuns: 300 },
    )
  })
})
