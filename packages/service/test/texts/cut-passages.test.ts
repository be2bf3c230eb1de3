/** How a text is cut into passages, and a spreadsheet into rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '@tandem/documents/read-document'
import { makeXlsx } from '../../../documents/test/make-xlsx.ts'
import { cutPassages, rowPassages } from '../../src/knowledge/texts/passages-job.ts'
import { tokensIn } from '../../src/models/token-count.ts'

const READ = { pages: 100, zipEntries: 100, inflatedBytes: 1_000_000 }
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

async function cut(text: string, more: { chunkTokens?: number; splitter?: string; maxChars?: number } = {}) {
  const { chunkTokens = 600, splitter, maxChars = 20_000 } = more
  const document = await readDocument(bytesOf(text), 'text.md', splitter, READ)
  return cutPassages(document, { chunkTokens, maxChars, countTokens: tokensIn })
}

const rows = (content: string | Buffer, headerRows = 1, maxChars = 20_000) =>
  rowPassages(new Uint8Array(Buffer.from(content)), { headerRows, maxChars, countTokens: tokensIn })

test('each section is a passage that begins with the headings it stands under', async () => {
  const text = '# Handbook\n\n## Returns\n\nWithin 30 days.\n\n## Shipping\n\nTwo days.\n\nAbroad five.\n'
  assert.deepEqual(await cut(text), [
    'Handbook\n\nReturns\n\nWithin 30 days.',
    'Handbook\nShipping\n\nTwo days.\n\nAbroad five.',
  ])
})

test('no passage of whole sentences has more tokens than chunk_token, no sentence is cut, nothing is lost', async () => {
  const sentences = Array.from({ length: 60 }, (_, n) => `Sentence number ${n} says a little about pumps.`)
  for (const chunkTokens of [20, 50, 200]) {
    const passages = await cut(`# Pumps\n\n${sentences.join(' ')}\n`, { chunkTokens })
    assert.ok(passages.length > 2)
    for (const passage of passages) {
      assert.ok(tokensIn(passage) <= chunkTokens, `${tokensIn(passage)} tokens`)
      assert.match(passage, /\.$/)
    }
    const all = passages.join(' ')
    for (const sentence of sentences) assert.ok(all.includes(sentence), sentence)
  }
})

test('a splitter cuts where it stands and nowhere else, whatever chunk_token says', async () => {
  const text = 'One. Two. Three.\n\n***\n\nFour.\n\nFive.\n\n***\n\nSix.'
  assert.deepEqual(await cut(text, { splitter: '***', chunkTokens: 1 }), [
    'One. Two. Three.',
    'Four.\n\nFive.',
    'Six.',
  ])
  assert.deepEqual(await cut('A one.\n\nB two.', { splitter: '\\n\\n' }), ['A one.', 'B two.'])
  assert.deepEqual(await cut('A one.\n\nB two.', { splitter: '@@' }), ['A one.\n\nB two.'])
})

test('a passage never has more characters than are stored of an answer', async () => {
  const passages = await cut(`# ${'heading '.repeat(20)}\n\n${'word '.repeat(500)}`, {
    chunkTokens: 8000,
    maxChars: 300,
  })
  assert.ok(passages.length > 5)
  for (const { length } of passages) assert.ok(length <= 300, `${length} characters`)
})

test('a row is a passage of column names and cells; empty cells and blank rows are left out', async () => {
  const { format, passages } = await rows('Name;Price;Note\nLamp;3,50;\n;;\nChair;20;"red; wood"\n')
  assert.equal(format, 'CSV')
  assert.deepEqual(passages, ['Name: Lamp; Price: 3,50', 'Name: Chair; Price: 20; Note: red; wood'])
})

test('several header rows name a column together, a group for all columns under it', async () => {
  const sheet = [
    ['', 'Price', '', 'Stock'],
    ['Name', 'EUR', 'USD', ''],
    ['Lamp', '3', '4', '12'],
  ]
  const { format, passages } = await rows(makeXlsx([{ name: 'Prices', rows: sheet }]), 2)
  assert.equal(format, 'XLSX')
  assert.deepEqual(passages, ['Name: Lamp; Price EUR: 3; Price USD: 4; Stock: 12'])
})

test('rows of several sheets begin with the name of their sheet', async () => {
  const { passages } = await rows(
    makeXlsx([
      { name: 'Lamps', rows: [['Name'], ['Luna']] },
      { name: 'Empty', rows: [['Name']] },
      { name: 'Chairs', rows: [['Name'], ['Sit']] },
    ]),
  )
  assert.deepEqual(passages, ['Lamps\nName: Luna', 'Chairs\nName: Sit'])
})

test('a file without rows below its header, an old workbook and a PDF are refused with the reason', async () => {
  await assert.rejects(() => rows('Name,Price\n'), /no row below its 1 header row/)
  await assert.rejects(() => rows('A\nB\nC\n', 3), /no row below its 3 header rows/)
  await assert.rejects(
    () => rows(Buffer.from('d0cf11e0a1b11ae1', 'hex')),
    /an old Excel, Word or PowerPoint file/,
  )
  await assert.rejects(() => rows('%PDF-1.7'), /is a PDF; needed a CSV/)
  await assert.rejects(() => rows(''), /empty/)
})

test('a row with more characters than are stored is cut, and nothing of it is lost', async () => {
  const { passages } = await rows(`Name,Text\nLamp,${'very long text '.repeat(100)}\n`, 1, 400)
  assert.ok(passages.length >= 4)
  assert.equal(passages.join(' ').match(/very long text/g)?.length, 100)
})
