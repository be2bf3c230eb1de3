/** Reading CSV: what other systems got wrong, one test each, and the rules of the house. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readHere } from './read-here.ts'

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const csv = (rows: readonly (readonly string[])[], delimiter = ',') =>
  rows.map((cells) => cells.map(quoted).join(delimiter)).join('\r\n')

test('commas, quotes, TABs and line breaks inside quoted cells stay in their cell', async () => {
  const pairs = [
    ['Ships to Berlin, Bonn and Köln?', 'Yes, "free" above 50 €, else 4,90 €.'],
    ['Opening hours?', 'Mon\t9-17\nTue\t9-17;\n\nclosed on Sunday'],
  ] as const
  for (const delimiter of [',', ';', '\t']) {
    const { list, ledger } = await readHere(csv([['question', 'answer'], ...pairs], delimiter))
    assert.deepEqual(list, pairs)
    assert.equal(ledger?.delimiter, delimiter)
  }
})

test('one TAB in one answer of a comma file does not change the delimiter', async () => {
  const { list, ledger } = await readHere('question,answer\nA?,one\nB?,two\tthree\nC?,four\n')
  assert.deepEqual(list, [
    ['A?', 'one'],
    ['B?', 'two\tthree'],
    ['C?', 'four'],
  ])
  assert.equal(ledger?.delimiter, ',')
})

test('the delimiter is found without a header, from how evenly the rows divide', async () => {
  const semicolons = 'Wo, bitte?;Dort, links\nWann?;Um 9, manchmal um 10, selten um 11\nWer?;Wir\n'
  assert.deepEqual((await readHere(semicolons)).list, [
    ['Wo, bitte?', 'Dort, links'],
    ['Wann?', 'Um 9, manchmal um 10, selten um 11'],
    ['Wer?', 'Wir'],
  ])
  const tabs = 'Where, please?\tThere; left\nWhen?\tAt 9; 10, or 11\n'
  assert.equal((await readHere(tabs)).ledger?.delimiter, '\t')
})

test('a given splitter wins over what would be found', async () => {
  const { list } = await readHere('question|answer\na,b|c,d\n', { splitter: '|' })
  assert.deepEqual(list, [['a,b', 'c,d']])
  assert.deepEqual((await readHere('question::answer\na,b::c\n', { splitter: '::' })).list, [['a,b', 'c']])
  assert.deepEqual((await readHere('question\tanswer\na,b\tc\n', { splitter: '\\t' })).list, [['a,b', 'c']])
  const { reason } = await readHere('question;answer\na;b\n', { splitter: '|' })
  assert.match(
    reason ?? '',
    /Found one column \(beginning with "question;answer"\).*The delimiter used was "\|"/,
  )
  assert.match((await readHere('a,b', { splitter: '\n' })).reason ?? '', /^splitter: /)
})

test('the line sep=; that Excel writes names the delimiter and is no row', async () => {
  const { list, ledger } = await readHere('sep=;\r\nquestion;answer\r\na, b?;c\r\nx;\r\n')
  assert.deepEqual(list, [['a, b?', 'c']])
  assert.equal(ledger?.rejections[0]?.row, 3)
})

test('a header never becomes a pair, in any order, case, language or company', async () => {
  for (const header of [
    'question,answer',
    'QUESTION,Answer',
    'q,a',
    '问题,答案',
    '標準問題,回答',
    '質問,回答',
    '질문,답변',
    'Pregunta,Respuesta',
    'Frage,Antwort',
    'Domanda,Risposta',
    'Pergunta,Resposta',
    'Question,Réponse',
    'Вопрос,Ответ',
    'Vraag,Antwoord',
    'Pytanie,Odpowiedź',
    'السؤال,الجواب',
    'Question (required):,Answer*',
    ' question ,"answer"',
    'title,content',
    'question,what we say',
  ]) {
    const { list, ledger } = await readHere(`${header}\nA?,B\n`)
    assert.deepEqual(list, [['A?', 'B']], header)
    assert.equal(ledger?.header_rows, 1, header)
  }
  const turned = await readHere('id,Answer,category,Question\n1,B,x,A?\n')
  assert.deepEqual(turned.list, [['A?', 'B']])
  assert.equal(turned.ledger?.question_column, 'Question')
})

test('a file without a header keeps its first row', async () => {
  const { list, ledger } = await readHere('Can I return it?,Yes\nWhen?,Any time\n')
  assert.equal(list.length, 2)
  assert.equal(ledger?.header_rows, 0)
  assert.equal(ledger?.question_column, 'column 1')
})

test('three columns without names: the one that asks and the one that answers count, and no row fails for the third', async () => {
  const { list } = await readHere('A?,B,shop\nC?,D,shop\nE?,F,\n')
  assert.deepEqual(list, [
    ['A?', 'B'],
    ['C?', 'D'],
    ['E?', 'F'],
  ])
})

test('a title above the header is no pair, and no pair above a look-alike header is lost', async () => {
  const titled = await readHere('Our FAQ,\n\nquestion,answer\nA?,B\n')
  assert.deepEqual(titled.list, [['A?', 'B']])
  assert.equal(titled.ledger?.header_rows, 3)
  const lookAlike = await readHere('A?,B\nquestion,answer\nC?,D\n')
  assert.deepEqual(lookAlike.list, [
    ['A?', 'B'],
    ['question', 'answer'],
    ['C?', 'D'],
  ])
})

test('notes of two cells above a header that names both columns are no pairs, and hide none', async () => {
  const { list, ledger } = await readHere(
    'Export;\nStand;01.05.2024\n\nFrage;Antwort\nWohin?;EU\nAb wann?;Mai\n',
  )
  assert.deepEqual(list, [
    ['Wohin?', 'EU'],
    ['Ab wann?', 'Mai'],
  ])
  assert.equal(ledger?.header_rows, 4)
})

test('header_row is the number of header rows: 0 keeps all, 2 skips two and looks for names in both', async () => {
  const text = 'question,answer\nA?,B\nC?,D\n'
  assert.equal((await readHere(text, { headerRows: 0 })).list.length, 3)
  assert.deepEqual((await readHere(text, { headerRows: 2 })).list, [['C?', 'D']])
  const turned = await readHere('answer,question\n(text),(text)\nB,A?\n', { headerRows: 2 })
  assert.deepEqual(turned.list, [['A?', 'B']])
  const unnamed = await readHere('eins,zwei\nA?,B\n', { headerRows: 1 })
  assert.deepEqual(unnamed.list, [['A?', 'B']])
})

test('a header repeated in the middle, as in files strung together, is rejected and not stored', async () => {
  const { list, ledger } = await readHere('question,answer\nA?,B\nquestion,answer\nC?,D\n')
  assert.equal(list.length, 2)
  assert.deepEqual(ledger?.rejections, [
    { row: 3, reason: 'the row repeats the header', excerpt: 'question | answer' },
  ])
})

test('a text with an unquoted delimiter is divided at the question mark, or rejected with the reason, never cut', async () => {
  const { list, ledger } = await readHere(
    'question,answer\nHow?,Yes, of course,1,000 times\nA?,B,,\nShip, and when?,Soon\n"Is, it?",Yes, it is\nOpening hours,Mon, Tue\n',
  )
  assert.deepEqual(list, [
    ['How?', 'Yes, of course,1,000 times'],
    ['A?', 'B'],
    ['Ship, and when?', 'Soon'],
    ['Is, it?', 'Yes, it is'],
  ])
  assert.match(
    ledger?.notes.join() ?? '',
    /unquoted in the text of rows 2, 4, 5; question and answer were told/,
  )
  assert.equal(ledger?.rejected, 1)
  assert.match(ledger?.rejections[0]?.reason ?? '', /^the row has 3 cells where 2 are expected/)
  assert.equal(ledger?.rejections[0]?.excerpt, 'Opening hours | Mon | Tue')
})

test('ragged rows, empty cells and blank lines: each row accounted for, blank ones no rows', async () => {
  const text = 'question,answer\n\nA?,B\n   \n,no question\nno answer,\nshort\n,,\n;\n"",""\nC?,D'
  const { list, ledger } = await readHere(text)
  assert.deepEqual(list, [
    ['A?', 'B'],
    ['C?', 'D'],
  ])
  assert.equal(ledger?.rows_read, 6)
  assert.deepEqual(
    ledger?.rejections.map(({ row, column, reason }) => [row, column, reason]),
    [
      [5, 'question', 'the cell is empty'],
      [6, 'answer', 'the cell is empty'],
      [7, 'answer', 'the cell is empty'],
      [9, 'answer', 'the cell is empty'],
    ],
  )
})

test('over-long cells are rejected with their length; the longest allowed are stored whole', async () => {
  const limits = { questionChars: 10, answerChars: 20, pairs: 100 }
  const long = '😀'.repeat(10)
  const { list, ledger } = await readHere(
    `question,answer\n${long},${'b'.repeat(20)}\n${long}x,b\na,${'b'.repeat(21)}\n`,
    {
      limits,
    },
  )
  assert.deepEqual(list, [[long, 'b'.repeat(20)]])
  assert.deepEqual(
    ledger?.rejections.map(({ reason }) => reason),
    [
      'the cell has 11 characters, at most 10 are allowed',
      'the cell has 21 characters, at most 20 are allowed',
    ],
  )
})

test('exact duplicates are counted; the same question with another answer is kept', async () => {
  const { list, ledger } = await readHere('question,answer\nA?,B\nA?,B\nA?,C\na?,B\n')
  assert.equal(list.length, 3)
  assert.deepEqual([ledger?.rows_read, ledger?.stored, ledger?.duplicate, ledger?.rejected], [4, 3, 1, 0])
})

test('several question columns: each way to ask gets the answer', async () => {
  const { list, ledger } = await readHere(
    'question,similar questions,answer,question 2\nA?,"A1?\nA2?",B,A3?\nC?,,D,C?\n',
  )
  assert.deepEqual(list, [
    ['A?', 'B'],
    ['A1?', 'B'],
    ['A2?', 'B'],
    ['A3?', 'B'],
    ['C?', 'D'],
  ])
  assert.deepEqual([ledger?.rows_read, ledger?.stored, ledger?.pairs], [2, 2, 5])
})

test('one broken row costs itself: a stray, an unclosed and a literal quotation mark', async () => {
  const { list, ledger } = await readHere(
    'question,answer\nA 5" screen?,Yes\n"He said "hi" to me",x\n"never closed,x\nC?,D\n"E?",F\nG?,"H\n',
  )
  assert.deepEqual(list, [
    ['A 5" screen?', 'Yes'],
    ['C?', 'D'],
    ['E?', 'F'],
  ])
  assert.deepEqual(
    ledger?.rejections.map(({ row }) => row),
    [3, 4, 7],
  )
  assert.equal(ledger?.rows_read, 6)
})

test('the rest of a broken cell over several lines is not taken for rows', async () => {
  const { list, ledger } = await readHere('question,answer\n"A "b" c\nfoo, bar\nend",x\nC?,D\n')
  assert.deepEqual(list, [['C?', 'D']])
  assert.equal(ledger?.rejected, 1)
})

test('NUL characters and spreadsheet errors are rejected, each with its row', async () => {
  const { list, ledger } = await readHere('question,answer\na,b\0c\nd,#N/A\n#REF!,x\ne,f\n')
  assert.deepEqual(list, [['e', 'f']])
  assert.deepEqual(
    ledger?.rejections.map(({ row, reason }) => [row, reason]),
    [
      [2, 'the cell holds a NUL character'],
      [3, 'the cell holds the spreadsheet error #N/A'],
      [4, 'the cell holds the spreadsheet error #REF!'],
    ],
  )
})

test('line ends of every kind, mixed too, and a last line without one', async () => {
  for (const end of ['\n', '\r\n', '\r'])
    assert.equal((await readHere(`question,answer${end}A?,B${end}C?,D`)).list.length, 2)
  assert.equal((await readHere('question,answer\r\nA?,B\nC?,D\r\nE?,F\n')).list.length, 3)
})

test('white space around unquoted cells goes, inside quotation marks it stays', async () => {
  const { list } = await readHere('question, answer\n A? , " B, c "\n')
  assert.deepEqual(list, [['A?', ' B, c ']])
})

test('13,435 pairs go in and exactly those come out, in order', async () => {
  const pairs = Array.from({ length: 13_435 }, (_, n) => [
    `Question ${n}, "the ${n}th"?`,
    `Answer ${n}:\nfirst,\tsecond; "third"${n % 7 === 0 ? '\r\n\r\nmore' : ''}`,
  ])
  const { list, ledger } = await readHere(csv([['question', 'answer'], ...pairs]))
  assert.deepEqual(list, pairs)
  assert.equal(ledger?.stored, 13_435)
  assert.equal(ledger?.rejected, 0)
})

/** As exports write a cell: what a spreadsheet would take for a formula stands behind one apostrophe more. */
const asExported = (cell: string) => (/^'*[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell)

test('any cells that are exported as CSV come back as they were', async () => {
  const cell = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    // The fillers of Korean are letters that nobody sees, so that a cell of them is empty.
    .filter((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(/[\u115f\u1160\u3164]/g, '')))
    .filter((text) => !text.includes('\0') && !/^#/.test(text))
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(cell, cell), {
        minLength: 1,
        maxLength: 20,
        selector: ([q, a]) => `${q}\0${a}`,
      }),
      fc.constantFrom(',', ';', '\t'),
      async (pairs, delimiter) => {
        const rows = pairs.map((cells) => cells.map(asExported))
        const { list } = await readHere(csv([['question', 'answer'], ...rows], delimiter))
        assert.deepEqual(list, pairs)
      },
    ),
    {
      numRuns: 200,
      examples: [
        [
          [
            ["'- ", "''=1"],
            ['-1', '@a'],
          ],
          ',',
        ],
      ],
    },
  )
})

test('whatever the bytes, the rows add up or there is a reason', async () => {
  const line = fc.array(
    fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', 'é', 'question,answer\n', '\0'),
    {
      maxLength: 60,
    },
  )
  await fc.assert(
    fc.asyncProperty(line, async (parts) => {
      const { ledger, reason, pairs } = await readHere(parts.join(''))
      if (!ledger) return assert.ok(reason)
      assert.equal(ledger.rows_read, ledger.stored + ledger.duplicate + ledger.rejected)
      assert.equal(ledger.pairs, pairs.length)
    }),
    { numRuns: 500 },
  )
})

test('a file with no usable pair fails with a reason that helps', async () => {
  const reasons: [string, RegExp][] = [
    ['', /^The file is empty; needed a CSV or an Excel workbook \(\.xlsx\)\.$/],
    [
      'City,People\nBerlin,3600000\nParis,2100000\n',
      /^Found the columns "City", "People": none of them asks or answers; needed one of questions/,
    ],
    [
      'question,id\nA?,x1\nB?,x2\n',
      /^Found the columns "question", "id": "question" asks, but no column answers/,
    ],
    ['\n\n\n', /^Found no rows; needed one of questions and one of answers/],
    ['hello\nworld\n', /^Found one column \(beginning with "hello"\); needed one of questions/],
    ['question,answer\n', /^Found a header and no rows below it; needed at least one pair\./],
    [
      'question,answer\nA?,\n',
      /^None of the 1 rows is a usable pair\. Row 2, "answer": the cell is empty\. The columns read/,
    ],
    ['%PDF-1.7 …', /^The file is a PDF; needed a CSV or an Excel workbook \(\.xlsx\)\.$/],
    ['<!DOCTYPE html><p>Sign in', /^The file is a web page or XML/],
  ]
  for (const [content, expected] of reasons) {
    const { reason, pairs } = await readHere(content)
    assert.match(reason ?? '', expected)
    assert.equal(pairs.length, 0)
  }
})

test('more pairs than a file may have: it fails, and says the number', async () => {
  const limits = { questionChars: 10, answerChars: 20, pairs: 3 }
  const { reason } = await readHere('question,answer\na,1\nb,2\nc,3\nd,4\n', { limits })
  assert.match(reason ?? '', /more than the 3 pairs allowed in one file; split it/)
})

test('rejected rows are given back up to a million characters, those between the cells counted', async () => {
  const wide = ['question', 'answer', ...Array.from({ length: 500 }, (_, i) => `column ${i}`)].join(',')
  for (const row of ['x', `x${','.repeat(600)}`]) {
    const { rejected, ledger } = await readHere(`${wide}\nA?,B\n${`${row}\n`.repeat(4_000)}`)
    const cells = rejected?.rows.reduce((sum, each) => sum + each.cells.length, 0) ?? 0
    assert.ok(cells > 500_000 && cells <= 1_000_000, `${cells} cells`)
    assert.equal(ledger?.rejected, 4_000)
    assert.match(ledger?.notes.join() ?? '', /Of 4,000 rejected rows the first 1,\d{3} can be downloaded/)
  }
})

test('the name of a column, however long, is shortened where a rejection names it', async () => {
  const rows = 'Is it open today?,It is open until nine.\n,No question.\n'
  const { ledger } = await readHere(`How to ${'x'.repeat(30_000)},Reply\n${rows}`, { headerRows: 1 })
  assert.equal(ledger?.rejections[0]?.column?.length, 80)
})

test('the first 1,000 rejections are listed, all are counted', async () => {
  const { ledger } = await readHere(`question,answer\nA?,B\n${'x,\n'.repeat(1500)}`)
  assert.equal(ledger?.rejected, 1500)
  assert.equal(ledger?.rejections.length, 1000)
})
