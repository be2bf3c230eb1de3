/** What is held against the text, and what goes to a model: the rules without a service around them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkEvidence, missingNumbers, scriptOf } from '../../src/knowledge/convert/model/check-evidence.ts'
import { judge } from '../../src/knowledge/convert/model/convert-chunk.ts'
import { namesTopic, planParts, planWhole } from '../../src/knowledge/convert/model/plan-parts.ts'
import { findPairs } from '../../src/knowledge/convert/pairs/find-pairs.ts'
import { readMarkdown } from '../../src/knowledge/convert/read/text/read-markdown.ts'

const LIMITS = { questionChars: 2000, answerChars: 20_000, pairs: 1000 }
const words = (text: string) => text.split(/\s+/).length

describe('numbers', () => {
  test('the same number in another notation is no new number', () => {
    for (const [written, source] of [
      ['It costs 1,000 euros.', 'Price: 1000 EUR'],
      ['It costs 1 000 euros.', 'Price: 1.000,00 EUR'],
      ['The fee is 3.50.', 'Gebühr 3,5'],
      ['Within 14 days.', 'Within fourteen days.'],
      ['3天内', '三天内退货'],
      ['１０日', '10日以内'],
      ['On 2024-03-05.', 'Am 5.3.2024'],
      ['1. Open it.\n2. Close it.', 'Open it. Close it.'],
      ['Room 101.', 'Rooms 101, 102'],
    ] as const) {
      assert.deepEqual(checkEvidence({ question: 'q', answer: written }, source, '').doubts, [], written)
    }
  })

  test('a number that is nowhere in the text is named', () => {
    assert.deepEqual(
      missingNumbers('It takes 45 minutes and costs 12.50.', 'It takes 40 minutes and costs 12.00.'),
      ['45', '12.50'],
    )
    assert.deepEqual(missingNumbers('Born in 1984.', 'Nothing is said of it.'), ['1984'])
    assert.deepEqual(missingNumbers('By 31 March.', 'By the end of March.'), ['31'])
  })
})

describe('evidence', () => {
  const text = 'The lamp runs for 20 hours. It is charged in three hours.\nNever open the housing.'

  test('a pair points at the sentences it was taken from', () => {
    const { pairs, uncovered } = judge(
      { fileName: 'x', place: { start: 100, end: 100 + text.length }, text, fallback: [] },
      [{ question: 'May I open it?', answer: 'Never open the housing.' }],
      LIMITS,
    )
    const { start, end } = pairs[0]?.origin ?? { start: 0, end: 0 }
    assert.equal(text.slice(start - 100, end - 100), 'Never open the housing.')
    assert.deepEqual(
      uncovered.map(({ excerpt }) => excerpt),
      ['The lamp runs for 20 hours. It is charged in three hours.'],
    )
  })

  test('a translation and an invention are doubted, a short answer and a rewording are not', () => {
    const doubts = (answer: string) => checkEvidence({ question: 'q', answer }, text, '').doubts.length
    assert.ok(doubts('Die Lampe leuchtet zwanzig Stunden lang und wird danach geladen.') > 0)
    assert.ok(doubts('这盏灯可以使用二十个小时,然后需要充电。') > 0)
    assert.ok(doubts('Contact customer service by telephone whenever there is any trouble.') > 0)
    assert.equal(doubts('No.'), 0)
    assert.equal(doubts('The lamp runs for 20 hours once it has been charged for three hours.'), 0)
  })

  test('blank pairs and repeats are left out, too long ones are held back', () => {
    const { pairs, held } = judge(
      { fileName: 'x', place: { start: 0, end: text.length }, text, fallback: [] },
      [
        { question: ' ', answer: 'Never open the housing.' },
        { question: 'May I?', answer: 'Never open the housing.' },
        { question: 'May I?', answer: 'Never open the housing.' },
        { question: 'May I?', answer: 'Never open the housing. '.repeat(1000) },
      ],
      LIMITS,
    )
    assert.deepEqual([pairs.length, held.length], [1, 1])
    assert.match(held[0]?.origin.held?.[0] ?? '', /longer/)
  })

  test('the script of a text is told apart', () => {
    assert.deepEqual(
      [
        '我们的退货政策是三十天',
        'お問い合わせはこちら',
        '반품 정책은 삼십일입니다',
        'Return policy of ours',
        'Политика возврата',
        'ok',
      ].map(scriptOf),
      ['cjk', 'cjk', 'hangul', 'latin', 'cyrillic', undefined],
    )
  })
})

describe('what goes to the model', () => {
  const plan = (markdown: string, chunkTokens = 100) => {
    const document = readMarkdown(markdown)
    const options = { chunkTokens, questionLimitChars: 2000, answerLimitChars: 20_000, countTokens: words }
    const converted = findPairs(document, options)
    const limits = { chunkTokens, chunkChars: 20_000, countTokens: words }
    const parts =
      converted.pairs.length > 0 ? planParts(document, converted, limits) : planWhole(document, limits)
    return { parts, text: document.text }
  }

  test('headings of two words or more name a topic, those that fit any text do not', () => {
    for (const heading of ['Returns and refunds', '3.2 Payment terms', '退货与退款', '配送について'])
      assert.ok(namesTopic(heading), heading)
    for (const heading of [
      'Care',
      'Overview',
      'General information',
      'Chapter 3',
      '概述',
      '第三章',
      '2.',
      'The summary',
    ])
      assert.ok(!namesTopic(heading), heading)
  })

  test('every pair of the document is in one part, in order, and a part for the model is a passage as it stands', () => {
    const long = Array.from(
      { length: 30 },
      (_, n) => `Sentence ${n} of the long section has eight words.`,
    ).join(' ')
    const { parts, text } = plan(
      `# Lamp\n\nFirst words. More.\n\n## Is it free?\n\nYes.\n\n## Payment terms\n\nAt once.\n\n## Care\n\nWipe it.\n\n## Notes\n\nDo not.\n\n## Storage of batteries\n\n${long}\n`,
    )
    assert.deepEqual(
      parts.map((part) => [part.text === undefined ? 'found' : 'model', part.pairs.length]),
      [
        ['model', 1],
        ['found', 2],
        ['model', 3],
        ['model', 1],
        ['model', 1],
      ],
    )
    for (const part of parts) {
      if (part.text === undefined) continue
      assert.equal(part.text, text.slice(part.place.start, part.place.end))
      assert.ok(words(part.text) <= 100)
    }
    const starts = parts.flatMap(({ pairs }) => pairs.map(({ origin }) => origin.start))
    assert.deepEqual(
      starts,
      [...starts].sort((a, b) => a - b),
    )
  })

  test('a document in which nothing was found goes to the model as it is', () => {
    const { parts } = plan('# Open from nine to five\n')
    assert.deepEqual(
      parts.map(({ text, pairs }) => [text, pairs]),
      [['Open from nine to five', []]],
    )
  })
})
