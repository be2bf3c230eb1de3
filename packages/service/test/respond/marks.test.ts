/** Marks in a streamed answer: read wherever a piece ends, kept or cut out whole, and never half shown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createMarkReader } from '../../src/answering/compose/citation-marks.ts'

function read(pieces: readonly string[], keep: boolean, sources = 3) {
  const marks = createMarkReader({ keep, sources })
  const shown = pieces.map((piece) => marks.push(piece))
  shown.push(marks.end())
  return { text: shown.join(''), shown, marks }
}

test('marks are kept or cut out, with the blanks before them', () => {
  const text = 'Send it back $[1]$ within 30 days $[2, 3]$. It costs $5.$[talk]$\n'
  assert.equal(read([text], false).text, 'Send it back within 30 days. It costs $5.')
  assert.equal(read([text], true).text, 'Send it back $[1]$ within 30 days $[2]$$[3]$. It costs $5.')
  assert.deepEqual(read([text], true).marks.cited, [1, 2, 3])
  assert.equal(read([text], true).marks.words.talk, true)
})

test('sources that were not given are not cited, and what is no mark stays', () => {
  const { text, marks } = read(['A $[7]$ B $[0]$ C $[x]$ $[ D $ 5$[1]$'], true)
  assert.equal(text, 'A B C $[x]$ $[ D $ 5$[1]$')
  assert.deepEqual(marks.cited, [1])
  assert.equal(read(['I do not know. $[none]$'], true).marks.words.none, true)
  assert.equal(read(['$[none]$'], true).text, '')
  assert.equal(read([' \n $[1]$ Hello $[2'], false).text, 'Hello $[2')
})

test('a mark that was nearly hit is taken as meant, kept as it should be and cut out whole', () => {
  for (const [near, meant] of [
    ['$[1][2]$', [1, 2]],
    ['$[1],[2]$', [1, 2]],
    ['$[1] [2]$', [1, 2]],
    ['$[1]$[2]$', [1, 2]],
    ['$[1;2]$', [1, 2]],
    ['$[1-3]$', [1, 2, 3]],
    ['$[2–3]', [2, 3]],
    ['$[1]', [1]],
    ['$$[1]$$', [1]],
    ['$[source 2]$', [2]],
    ['$[1]$$[2]$', [1, 2]],
  ] as const) {
    const text = `It is so ${near}. Truly.`
    assert.equal(read([text], false).text, 'It is so. Truly.', near)
    const marks = meant.map((number) => `$[${number}]$`).join('')
    assert.equal(read([text], true).text, `It is so ${marks}. Truly.`)
    assert.deepEqual(read([...text], true).marks.cited, meant, near)
  }
  assert.equal(read(['I do not know. $[none]'], true).marks.words.none, true)
  assert.equal(read(['It costs 5$$[1]$.'], false).text, 'It costs 5$.')
  assert.equal(read(['It costs 5$$[1]$$[2]$.'], false).text, 'It costs 5$.')
})

test('what only looks like a mark stays', () => {
  for (const text of [
    'arr$[7] = $[x] $[9-4',
    'It is $5 [1], or $ 5.',
    '$$',
    'See $[a][1], then [link](url).',
  ])
    assert.equal(read([text], false).text, text)
  const code = 'Use arr$[1] or $[x].'
  assert.deepEqual([read([code], false).text, read([...code], false).text], [code, code])
  assert.equal(read(['Here $[1] [link](url)'], false).text, 'Here [link](url)')
})

test('however a text is cut into pieces, the same is shown, and no mark shows in part', () => {
  const part = fc.constantFrom(
    '$[1]$',
    '$[2,3]$',
    '$[none]$',
    '$[1][2]$',
    '$[1]',
    '$$[2]$$',
    ',[3]',
    '$',
    '$[',
    ']$',
    ' ',
    '\n',
    'word',
    '[1]',
    '9',
    '.',
  )
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 20 }),
      fc.array(fc.nat(30)),
      fc.boolean(),
      (parts, cuts, keep) => {
        const whole = parts.join('')
        const pieces: string[] = []
        let at = 0
        for (const cut of cuts) {
          pieces.push(whole.slice(at, at + cut))
          at += cut
        }
        pieces.push(whole.slice(at))
        const split = read(pieces, keep)
        const once = read([whole], keep)
        assert.equal(split.text, once.text)
        assert.deepEqual(split.marks.cited, once.marks.cited)
        assert.equal(split.text, split.text.trim())
        const hasFragments = parts.some((each) =>
          ['$', '$[', ']$', '[1]', ',[3]', '$[1]', '$$[2]$$'].includes(each),
        )
        if (!keep && !hasFragments) assert.ok(!split.text.includes('$'))
      },
    ),
    { numRuns: 2000 },
  )
})

test('a long text of blanks and half marks is read in one go', () => {
  // Anything but linear work would take hours here.
  const { text } = read([' '.repeat(3_000_000), 'x', '$['.repeat(500_000), '$[1'.repeat(500_000)], false)
  assert.equal(text.length, 1 + 1_000_000 + 1_500_000)
})
