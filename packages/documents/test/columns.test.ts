/** Which columns are read: headers as help desks and other tools write them, columns of dates, keywords, and what is said of the rest. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHere } from './read-here.ts'

test('a header that names its columns in more than one word is a header', async () => {
  for (const header of [
    'id;created_at;Customer question;Agent reply',
    'No.;Date;User query;Bot response',
    'ID;Datum;Kundenfrage;Antwort des Supports',
    'nr;on;Prompt;Completion',
    'x;y;instruction;output',
    '编号;时间;用户提问;客服回答',
    'ลำดับ;วันที่;คำถาม;คำตอบ',
    'Question ID;Response time;The question;The answer',
    'Question type;Answer date;Inquiry;Reply text',
  ]) {
    const { list, ledger } = await readHere(
      `${header}\n1;2025-01-01;Where is it?;Here\n2;2025-01-02;When?;Soon\n`,
    )
    assert.deepEqual(
      list,
      [
        ['Where is it?', 'Here'],
        ['When?', 'Soon'],
      ],
      header,
    )
    assert.match(ledger?.notes.join() ?? '', /^Columns that were not read: /)
  }
})

test('a first row that merely speaks of questions and answers is a row', async () => {
  for (const row of [
    'I have a question about my bill.,The answer is in your account.',
    'Security question?,Reply by mail',
    'Question: what,Answer: that',
    'What is the answer,Forty-two is the answer to that question',
    'Fragen zum Vertrag,Wir helfen gern weiter',
  ]) {
    const { list } = await readHere(`${row}\nWhere is it?,Here\nWhen?,Soon\n`)
    assert.equal(list.length, 3, row)
  }
})

test('dates are no questions, with or without a header', async () => {
  for (const rows of [
    '2025-01-01,Where is it?,Here\n2025-01-02,When?,Soon\n',
    '1,31.12.2024 14:05,Where is it?,Here\n2,01.01.2025 09:00,When?,Soon\n',
    '1,Where is it?,1/31/2025,Here\n2,When?,2/1/2025,Soon\n',
  ]) {
    const { list } = await readHere(rows)
    assert.deepEqual(list, [
      ['Where is it?', 'Here'],
      ['When?', 'Soon'],
    ])
  }
  const two = await readHere('2025-01-01,New Year\n2025-12-25,Christmas\n')
  assert.match(two.reason ?? '', /none of them asks or answers/)
})

test('columns that are not read are named without a header too', async () => {
  const { list, ledger } = await readHere('What is it?,A pump,Category A\nWhere?,Here,Category B\n')
  assert.equal(list.length, 2)
  assert.deepEqual(ledger?.notes, ['Columns that were not read: column 3.'])
})

test('of many columns that are not read the first are named and the rest counted', async () => {
  const more = Array.from({ length: 50 }, (_, n) => `extra ${n}`)
  const { ledger } = await readHere(`question,answer,${more}\nWhat is it?,A pump,${more.map(() => 'x')}\n`)
  assert.match(ledger?.notes.join() ?? '', /extra 19 and 30 more\.$/)
})

test('a first row that looks like a header of unknown names is one, and that is said', async () => {
  const rows = [
    'How long does delivery take?,Two to four working days in all of Europe.',
    'Can I return an item?,Yes. Within 14 days.',
    'Do you ship abroad?,Yes. To most countries.',
  ].join('\n')
  const { list, ledger } = await readHere(`Kysyy,Sanoo\n${rows}\n`)
  assert.equal(list.length, 3)
  assert.match(ledger?.notes.join() ?? '', /The first row \("Kysyy", "Sanoo"\) was taken for the header/)
  assert.deepEqual((await readHere(`${rows}\n`)).ledger?.notes, [])
  const kept = await readHere(`Kysyy,Sanoo\n${rows}\n`, { headerRows: 0 })
  assert.deepEqual([kept.list.length, kept.ledger?.notes], [4, []])
})

test('a column of keywords goes with its pair', async () => {
  for (const [header, cell] of [
    ['keywords', '"shipping, delivery"'],
    ['Schlagwörter', 'shipping; delivery;'],
    ['关键词', 'shipping、delivery'],
  ]) {
    const delimiter = cell?.includes(';') ? '\t' : ','
    const { pairs, ledger } = await readHere(
      [
        ['question', 'answer', header],
        ['How long?', '2 days', cell],
        ['Where?', 'Here', ''],
      ]
        .map((row) => row.join(delimiter))
        .join('\n'),
    )
    assert.deepEqual(pairs, [
      { question: 'How long?', answer: '2 days', keywords: ['shipping', 'delivery'] },
      { question: 'Where?', answer: 'Here' },
    ])
    assert.deepEqual(ledger?.notes, [])
  }
})

test('in a table with TABs a quotation mark may begin a text', async () => {
  const { list, ledger } = await readHere(
    'question\tanswer\nWhat is 5"?\tA 5" pipe is 12.7 cm\nHe said "hi"?\t"Quoted" start of answer\n"Both"\tplain\n"Two\nlines"\tand "one"\n',
  )
  assert.deepEqual(list, [
    ['What is 5"?', 'A 5" pipe is 12.7 cm'],
    ['He said "hi"?', '"Quoted" start of answer'],
    ['Both', 'plain'],
    ['Two\nlines', 'and "one"'],
  ])
  assert.equal(ledger?.rejected, 0)
})

test('questions in further languages, named in brackets, have the answers of their language', async () => {
  const { list } = await readHere(
    'Question (EN),Question (DE),Answer (EN),Answer (DE)\nWhere is it?,Wo ist es?,Here,Hier\nWhen?,Wann?,Soon,Bald\n',
  )
  assert.deepEqual(list, [
    ['Where is it?', 'Here'],
    ['Wo ist es?', 'Hier'],
    ['When?', 'Soon'],
    ['Wann?', 'Bald'],
  ])
})
