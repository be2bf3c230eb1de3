// What is particular to PDF: character maps, tables, columns, running lines, broken words.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked, pairOf } from './documents.ts'
import { assemblePdf, column, writePdf } from './write-pdf.ts'

/** A PDF in a standard East Asian encoding, without an embedded font or a table of what its codes mean. */
function eastAsianPdf(encoding: string, ordering: string, lines: readonly string[]): Uint8Array {
  const text = lines.map((hex, i) => `BT /F1 12 Tf 1 0 0 1 60 ${760 - i * 18} Tm <${hex}> Tj ET`).join('\n')
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 >>`,
    '<< /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ])
}

const utf16 = (text: string) =>
  [...text].map((each) => each.charCodeAt(0).toString(16).padStart(4, '0')).join('')

describe('PDF', () => {
  it('Chinese in a standard encoding is read without the font', async () => {
    const pdf = eastAsianPdf('UniGB-UCS2-H', 'GB1', ['问：几点开门？', '答：早上九点，周日休息。'].map(utf16))
    assert.equal(pairOf(await convertChecked(pdf, 'a.pdf'), '几点开门？').answer, '早上九点，周日休息。')
  })

  it('legacy encodings too', async () => {
    // "问：在哪？" and "答：北京。" in GBK, "問：何時" in Shift_JIS.
    const chinese = eastAsianPdf('GBK-EUC-H', 'GB1', ['cecaa3badac4c4a3bf', 'b4f0a3bab1b1bea9a1a3'])
    const { text } = await convertChecked(chinese, 'a.pdf')
    assert.match(text, /答：北京。/)
    const japanese = eastAsianPdf('90ms-RKSJ-H', 'Japan1', ['96e28146898ead8142', '82b182cc'])
    assert.match((await convertChecked(japanese, 'a.pdf')).text, /問：/)
  })

  it('a table is read by row, not by column', async () => {
    const cells = [
      ['Plan', 'Price', 'Storage'],
      ['Basic', '5 euros', '10 GB'],
      ['Family', '9 euros', '50 GB'],
      ['Team', '20 euros', '500 GB'],
    ]
    const placed = cells.flatMap((row, i) =>
      row.map((text, j) => ({ x: 60 + j * 170, y: 700 - i * 16, text })),
    )
    const heading = { x: 60, y: 740, text: 'Plans and prices', size: 16, bold: true }
    const { answer } = pairOf(
      await convertChecked(writePdf([[heading, ...placed]]), 'a.pdf'),
      'Plans and prices',
    )
    assert.match(answer, /Family \| 9 euros \| 50 GB/)
  })

  it('a hyphen stays where the word is known with it', async () => {
    const lines = [
      'The self-service desk is open all day, and the self-',
      'service shop too. Opening hours vary with the sea-',
      'son and the weather.',
    ]
    const { text } = await convertChecked(writePdf([column(lines, { x: 60, top: 700 })]), 'a.pdf')
    assert.equal(
      text,
      'The self-service desk is open all day, and the self-service shop too. Opening hours vary with the season and the weather.',
    )
  })

  it('paragraphs are told apart by gaps, and lists by their bullets', async () => {
    const lines = [
      'The first paragraph goes over two lines, because it',
      'is long.',
      '',
      '- one thing',
      '- another thing',
      '',
      'The last paragraph.',
    ]
    const { text } = await convertChecked(writePdf([column(lines, { x: 60, top: 700 })]), 'a.pdf')
    assert.equal(
      text,
      'The first paragraph goes over two lines, because it is long.\n\n- one thing\n- another thing\n\nThe last paragraph.',
    )
  })
})
