/** Reading Excel workbooks: sheets, merged cells, kinds of cells; and workbooks made to do harm. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync, zipSync } from 'fflate'
import { makeXlsx, makeZip, type SheetPart, type ZipPart } from './make-xlsx.ts'
import { readHere } from './read-here.ts'

const faq = (rows: SheetPart['rows'], more: Partial<SheetPart> = {}): SheetPart => ({
  name: 'FAQ',
  rows,
  ...more,
})
const simple = [
  ['question', 'answer'],
  ['A?', 'B'],
]

test('shared and inline texts, rich text, numbers, booleans, dates and percentages are read as a person sees them', async () => {
  const rich =
    '<r><rPr><b/></rPr><t xml:space="preserve">Yes, </t></r><r><t>really</t></r><rPh><t>reading aid</t></rPh>'
  const workbook = makeXlsx([
    faq([
      ['Question', 'Answer'],
      ['Q & A <1>?', { inline: 'x < y & z' }],
      ['Rich?', rich],
      ['Number?', 0.1 + 0.2],
      ['Big number?', 4_912_345_678],
      ['Boolean?', true],
      ['Date?', { number: 46_000, style: 1 }],
      ['Time?', { number: 46_000.5, style: 2 }],
      ['Percent?', { number: 0.19, style: 3 }],
      ['Price?', { number: 1234.5, style: 4 }],
      ['Postcode?', { number: 1069, style: 5 }],
      ['Below zero?', { number: -0.5, style: 6 }],
      ['Formula?', { xml: (place) => `<c r="${place}" t="str"><f>A1</f><v>text_x000a_more</v></c>` }],
    ]),
  ])
  assert.deepEqual((await readHere(workbook)).list, [
    ['Q & A <1>?', 'x < y & z'],
    ['Rich?', 'Yes, really'],
    ['Number?', '0.3'],
    ['Big number?', '4912345678'],
    ['Boolean?', 'TRUE'],
    ['Date?', '2025-12-09'],
    ['Time?', '2025-12-09 12:00'],
    ['Percent?', '19%'],
    ['Price?', '1,234.50 €'],
    ['Postcode?', '01069'],
    ['Below zero?', '-0.50'],
    ['Formula?', 'text\nmore'],
  ])
})

test('cells merged over several rows count in each of them', async () => {
  const rows = [
    ['No.', 'Question', 'Answer', 'Team'],
    [1, 'What do I bring?', '1. A towel', 'Front desk'],
    [null, null, '2. Dry shoes', null],
    [null, null, '3. The membership card', null],
    [2, 'Where is the jetty?', 'Behind the boathouse.', 'Boats'],
    [3, 'How do I get to the water?', null, 'Boats'],
    [4, 'Who pays for a broken oar?', null, 'Boats'],
    [null, null, 'The club, the first time.', null],
  ]
  const merges = ['A2:A4', 'B2:B4', 'D2:D4', 'C5:C6', 'B7:B8']
  const { list, ledger } = await readHere(makeXlsx([faq(rows, { merges })]))
  assert.deepEqual(list, [
    ['What do I bring?', '1. A towel'],
    ['What do I bring?', '2. Dry shoes'],
    ['What do I bring?', '3. The membership card'],
    ['Where is the jetty?', 'Behind the boathouse.'],
    ['How do I get to the water?', 'Behind the boathouse.'],
    ['Who pays for a broken oar?', 'The club, the first time.'],
  ])
  assert.deepEqual([ledger?.rows_read, ledger?.rejected], [7, 1])
})

test('hours beyond a day are counted on, and a formula without a result is called that', async () => {
  const styles =
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="164" formatCode="[h]:mm"/><numFmt numFmtId="165" formatCode="[hh]:mm:ss"/><numFmt numFmtId="166" formatCode="[mm]:ss"/><numFmt numFmtId="167" formatCode="[$-407]h:mm"/><numFmt numFmtId="168" formatCode="[Red][h]:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="46"/><xf numFmtId="167"/><xf numFmtId="168"/></cellXfs></styleSheet>'
  const day = 26 / 24 + 5 / 1440
  const { list, ledger } = await readHere(
    makeXlsx(
      [
        faq([
          ['Question', 'Answer'],
          ['One?', { number: day, style: 1 }],
          ['Two?', { number: day, style: 2 }],
          ['Three?', { number: 90 / 86_400, style: 3 }],
          ['Four?', { number: day, style: 4 }],
          ['Five?', { number: 9.5 / 24, style: 5 }],
          ['Six?', { number: -day, style: 6 }],
          ['Seven?', { xml: (place) => `<c r="${place}"><f>2*4.95</f><v></v></c>` }],
          ['Eight?', { xml: (place) => `<c r="${place}"><f>2*4.95</f></c>` }],
          ['Nine?', { xml: (place) => `<c r="${place}"><f>2*4.95</f><v>9.9</v></c>` }],
          ['Ten?', { xml: (place) => `<c r="${place}" t="str"><f>""</f><v></v></c>` }],
        ]),
      ],
      [{ name: 'xl/styles.xml', content: styles }],
    ),
  )
  assert.deepEqual(list, [
    ['One?', '26:05'],
    ['Two?', '26:05:00'],
    ['Three?', '01:30'],
    ['Four?', '26:05:00'],
    ['Five?', '9:30'],
    ['Six?', '-26:05'],
    ['Nine?', '9.9'],
  ])
  assert.deepEqual(
    ledger?.rejections.map(({ row, reason }) => [row, reason.split(';')[0]]),
    [
      [8, 'the cell holds a formula that was never calculated'],
      [9, 'the cell holds a formula that was never calculated'],
      [11, 'the cell is empty'],
    ],
  )
})

test('every sheet whose header names questions and answers is read, chart sheets, covers and hidden sheets are not', async () => {
  const workbook = makeXlsx([
    { name: 'Chart', rows: [], kind: 'chartsheet' },
    {
      name: 'Cover',
      rows: [
        ['Version', '3'],
        ['Author', 'me'],
      ],
    },
    faq(simple),
    {
      name: 'Shipping',
      rows: [
        ['Antwort', 'Frage', 'Owner'],
        ['Y', 'X?', 'me'],
        ['B', 'A?', 'me'],
        ['Z', null],
      ],
    },
    { ...faq([...simple, ['Old?', 'Old']]), name: 'Old', state: 'hidden' },
  ])
  const { list, ledger } = await readHere(workbook)
  assert.deepEqual(list, [
    ['A?', 'B'],
    ['X?', 'Y'],
  ])
  assert.equal(ledger?.sheet, 'FAQ, Shipping')
  assert.deepEqual([ledger?.rows_read, ledger?.stored, ledger?.duplicate, ledger?.rejected], [4, 2, 1, 1])
  assert.deepEqual(
    ledger?.rejections.map(({ row, reason }) => [row, reason]),
    [[4, 'sheet "Shipping": the cell is empty']],
  )
  assert.deepEqual(ledger?.notes, [
    'Other sheets were not read: Cover.',
    'Hidden sheets were not read: Old.',
    'Columns that were not read: Owner.',
  ])
})

test('cells merged over rows count for each row; a title merged over columns is no pair', async () => {
  const workbook = makeXlsx([
    faq(
      [
        ['Everything you may ask', null],
        ['Answer', 'Question'],
        ['Same answer', 'A?'],
        [null, 'B?'],
        [null, 'C?'],
        ['Other', 'D?'],
      ],
      { merges: ['A1:B1', 'A3:A5'] },
    ),
  ])
  const { list, ledger } = await readHere(workbook)
  assert.deepEqual(list, [
    ['A?', 'Same answer'],
    ['B?', 'Same answer'],
    ['C?', 'Same answer'],
    ['D?', 'Other'],
  ])
  assert.equal(ledger?.header_rows, 2)
})

test('rejections carry the row number the spreadsheet shows', async () => {
  const workbook = makeXlsx([
    faq([['question', 'answer'], [], ['A?', null], [null, null], ['C?', 'D'], ['C?', 'D']]),
  ])
  const { ledger } = await readHere(workbook)
  assert.deepEqual([ledger?.rows_read, ledger?.stored, ledger?.duplicate, ledger?.rejected], [3, 1, 1, 1])
  assert.equal(ledger?.rejections[0]?.row, 3)
})

test('header_row counts for workbooks too, and cells beyond the header do no harm', async () => {
  const workbook = makeXlsx([
    faq([
      ['eins', 'zwei'],
      ['A?', 'B', 'a note'],
      ['C?', 'D'],
    ]),
  ])
  assert.equal((await readHere(workbook, { headerRows: 1 })).list.length, 2)
  assert.equal((await readHere(workbook)).list.length, 2)
  assert.equal((await readHere(workbook, { headerRows: 0 })).list.length, 3)
})

test('parts of a workbook are found by their names in any case', async () => {
  const files = unzipSync(makeXlsx([faq(simple)]))
  const renamed = Object.entries(files).map(([name, content]) => [name.replace('shared', 'Shared'), content])
  assert.deepEqual((await readHere(zipSync(Object.fromEntries(renamed)))).list, [['A?', 'B']])
})

test('a workbook named .csv is read as what it is', async () => {
  const { list, ledger } = await readHere(makeXlsx([faq(simple)]))
  assert.equal(list.length, 1)
  assert.equal(ledger?.format, 'XLSX')
})

test('what is no workbook is named: a Word document, another archive, an old Excel file', async () => {
  const reasonOf = async (bytes: Buffer) => (await readHere(bytes)).reason
  assert.match(
    (await reasonOf(makeZip([{ name: 'word/document.xml', content: '' }]))) ?? '',
    /is a Word document; needed/,
  )
  assert.match((await reasonOf(makeZip([{ name: 'a.txt', content: '' }]))) ?? '', /is a ZIP archive; needed/)
  assert.match(
    (await reasonOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) ?? '',
    /is an old Excel, Word .* or one locked with a password\. Save it anew.*needed a CSV or an Excel workbook/,
  )
})

const hostile = (part: ZipPart) => readHere(makeXlsx([faq(simple)], [part]))
const refusal = async (part: ZipPart) => (await hostile(part)).reason ?? ''

test('a zip bomb is not unpacked: too much, too dense, or more than it says', async () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024)
  const name = 'xl/sharedStrings.xml'
  assert.match(await refusal({ name, content: zeros }), /unpacks to more than 200 times its size/)
  const many = await refusal({ name, content: zeros, claimedBytes: 4_000_000_000 })
  assert.match(many, /unpacks to more than 200 MB/)
  assert.match(await refusal({ name, content: zeros, claimedBytes: 1000 }), /The file is damaged/)
})

test('an entity bomb is refused at its document type', async () => {
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>'
  const name = 'xl/sharedStrings.xml'
  assert.match(await refusal({ name, content: bomb }), /declares a document type/)
  const unknown = await refusal({ name, content: '<sst><si><t>&b;</t></si></sst>' })
  assert.match(unknown, /XML that cannot be read/)
})

test('a workbook cut short fails as damaged, at every length', async () => {
  const whole = makeXlsx([faq(simple)])
  for (let length = 4; length < whole.length; length += 7) {
    const { reason } = await readHere(whole.subarray(0, length))
    assert.match(reason ?? '', /damaged or cut short/)
  }
})

test('a row number beyond all bounds and a cell far to the right take no memory', async () => {
  const xml =
    '<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>question</v></c><c r="B1" t="str"><v>answer</v></c></row><row r="1048576"><c r="A1048576" t="str"><v>A?</v></c><c r="B1048576" t="str"><v>B</v></c><c r="XFD1048576" t="str"><v>far</v></c></row></sheetData></worksheet>'
  const { list } = await hostile({ name: 'xl/worksheets/sheet1.xml', content: xml })
  assert.deepEqual(list, [['A?', 'B']])
})

test('one text that counts for many rows: the pairs of a file have 50,000,000 characters at most', async () => {
  const rows = Array.from({ length: 2_600 }, (_, i) => [`${i}?`, i === 0 ? 'a'.repeat(20_000) : null])
  const sheet = { name: 'FAQ', rows: [['question', 'answer'], ...rows], merges: ['B2:B2601'] }
  const { reason } = await readHere(makeXlsx([sheet]))
  assert.match(reason ?? '', /more than the 50,000,000 characters of pairs allowed in one file; split it/)
})
