/** CSV and Excel files as people really send them: odd, but with only one meaning. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAs } from './legacy-text.ts'
import { type Cell, makeXlsx } from './make-xlsx.ts'
import { readHere } from './read-here.ts'

const listOf = async (content: string | Uint8Array) => (await readHere(content)).list

test('a German Excel file: BOM, semicolons, decimal commas, quoted semicolons', async () => {
  const text = '\uFEFFFrage;Antwort\r\nWas kostet es?;1,50 €\r\nWie lange?;"3; 4 oder 5 Tage"\r\n'
  assert.deepEqual(await listOf(text), [
    ['Was kostet es?', '1,50 €'],
    ['Wie lange?', '3; 4 oder 5 Tage'],
  ])
})

test('UTF-16 with TABs, which is what Excel calls Unicode text, named .csv', async () => {
  const text = '\uFEFFquestion\tanswer\r\nWhere, please?\tThere; left\r\n'
  assert.deepEqual(await listOf(encodeAs('utf-16le', text)), [['Where, please?', 'There; left']])
})

test('bars are found as the delimiter where nothing else divides the rows', async () => {
  assert.deepEqual(await listOf('question|answer\nA, or b?|C; d\nE?|F\n'), [
    ['A, or b?', 'C; d'],
    ['E?', 'F'],
  ])
  assert.deepEqual(await listOf('A, or b?|C; d\nE?|F\nG?|H\n'), [
    ['A, or b?', 'C; d'],
    ['E?', 'F'],
    ['G?', 'H'],
  ])
  assert.deepEqual(await listOf('question,answer\nA|B?,C|D\nE|F?,G|H\n'), [
    ['A|B?', 'C|D'],
    ['E|F?', 'G|H'],
  ])
})

test('a TAB beside the comma in header and rows does not become the delimiter', async () => {
  assert.deepEqual(await listOf('question,\tanswer\nA?,\tB\n'), [['A?', 'B']])
})

test('a running number in front is no question, with or without a name', async () => {
  const rows = '1,How do I pay?,By card\n2,When?,Soon\n3,Where?,Here\n'
  const pairs = [
    ['How do I pay?', 'By card'],
    ['When?', 'Soon'],
    ['Where?', 'Here'],
  ]
  const { list, ledger } = await readHere(rows)
  assert.deepEqual(list, pairs)
  assert.equal(ledger?.question_column, 'column 2')
  assert.deepEqual(await listOf(`id,question,answer\n${rows}`), pairs)
  assert.deepEqual(await listOf('1,one\n2,two\n3,three\n'), [])
})

test('two pairs side by side in a row stay two pairs, and what is missing of the second is listed', async () => {
  const { list, ledger } = await readHere('question,answer,question,answer\nA?,B,C?,D\nE?,F,,\nG?,H,I?,\n')
  assert.deepEqual(list, [
    ['A?', 'B'],
    ['C?', 'D'],
    ['E?', 'F'],
    ['G?', 'H'],
  ])
  assert.deepEqual([ledger?.rows_read, ledger?.stored, ledger?.pairs], [3, 3, 4])
  assert.deepEqual(
    ledger?.rejections.map(({ row, reason }) => [row, reason]),
    [[4, 'a further question was left out: the cell is empty']],
  )
})

test('columns that nothing is read from are named in the ledger', async () => {
  const { ledger } = await readHere('id,question,answer,category,answer short\n1,A?,B,x,y\n')
  assert.deepEqual(ledger?.notes, ['Columns that were not read: id, category, answer short.'])
})

test('header_row 3 skips the rows above, whatever is in them', async () => {
  const { list } = await readHere('Company,x\nFAQ 2024,y\nquestion,answer\nA?,B\n', { headerRows: 3 })
  assert.deepEqual(list, [['A?', 'B']])
})

test('a cell of invisible characters is empty; emoji and right-to-left text are text', async () => {
  const { list, ledger } = await readHere(
    'question,answer\n\u200B\u2060,B\nA?,\uFEFF\u00AD\n😀?,👩‍👩‍👧 ok\nكيف أدفع؟,بالبطاقة، أو نقداً\n',
  )
  assert.deepEqual(list, [
    ['😀?', '👩‍👩‍👧 ok'],
    ['كيف أدفع؟', 'بالبطاقة، أو نقداً'],
  ])
  assert.equal(ledger?.rejected, 2)
})

test('a Markdown table sent as CSV gives its pairs and not its rule', async () => {
  const { list, ledger } = await readHere('| question | answer |\n|---|---|\n| A? | B |\n')
  assert.deepEqual(list, [['A?', 'B']])
  assert.equal(ledger?.rejections[0]?.reason, 'the row is a line between rows')
})

test('JSON is named as such, and an old Excel file gets the advice to save it anew', async () => {
  assert.match((await readHere('[{"question":"A?","answer":"B"}]')).reason ?? '', /^The file is JSON; needed/)
  const xls = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)])
  const { reason } = await readHere(xls)
  assert.match(
    reason ?? '',
    /old Excel, Word or PowerPoint file \(\.xls.*Save it anew.*a CSV or an Excel workbook \(\.xlsx\)/,
  )
})

/** One answer cell as its XML, and the text it is read as. */
const cells: readonly [name: string, cell: Cell, shown: string][] = [
  ['a formula with its last value', { xml: (place) => `<c r="${place}"><f>1+1</f><v>2</v></c>` }, '2'],
  [
    'a formula with a text',
    { xml: (place) => `<c r="${place}" t="str"><f>A1&amp;"x"</f><v>ax</v></c>` },
    'ax',
  ],
  [
    'text in place, in runs',
    { xml: (place) => `<c r="${place}" t="inlineStr"><is><r><t>a</t></r><r><t> b</t></r></is></c>` },
    'a b',
  ],
  ['an ISO date', { xml: (place) => `<c r="${place}" t="d"><v>2026-03-01</v></c>` }, '2026-03-01'],
  ['a large number without a format', 12_345_678_901, '12345678901'],
  ['a number with decimals cut', { number: 2.005, style: 6 }, '2.01'],
]

for (const [name, cell, shown] of cells) {
  test(`in a workbook, ${name} is read as shown`, async () => {
    const workbook = makeXlsx([
      {
        name: 'FAQ',
        rows: [
          ['question', 'answer'],
          ['A?', cell],
        ],
      },
    ])
    assert.deepEqual((await readHere(workbook)).list, [['A?', shown]])
  })
}
