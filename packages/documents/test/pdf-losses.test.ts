// What cannot be read of a PDF is said: pages that are pictures, glyphs that are no letters; and letters of fonts' own are known.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked } from './documents.ts'
import { mappedPdf } from './lookalikes/pdf-layouts.ts'
import { NO_LETTER, TH_AS_H, wrapped, writeGlyphPdf } from './write-glyph-pdf.ts'

const TEXT =
  'The library opens at nine and closes at six. Books are lent for four weeks, and films for one. Nothing costs anything.'
const written = wrapped(TEXT, { x: 60, top: 700, width: 400 })
/** A picture of four dots, as large as this. */
const picture = (width: number, height: number) =>
  `q ${width} 0 0 ${height} 20 20 cm BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI Q`

describe('pages of a PDF that are pictures', () => {
  it('are named, and empty pages are not', async () => {
    const { warnings, text } = await convertChecked(
      writeGlyphPdf([
        { drawn: written },
        { drawn: [], graphics: [picture(550, 800)] },
        { drawn: [] },
        { drawn: [{ x: 60, y: 30, text: 'Archive' }], graphics: [picture(550, 800)] },
        { drawn: written, graphics: [picture(550, 800)] },
        { drawn: [{ x: 60, y: 700, text: 'Opening hours' }], graphics: [picture(60, 60)] },
      ]),
      'a.pdf',
    )
    assert.ok(text.includes('Opening hours'))
    assert.deepEqual(
      warnings.filter((warning) => warning.includes('pictures')),
      ['Pages that are pictures, of which no text is read: 2, 4. Text recognition (OCR) makes text of them.'],
    )
  })
})

describe('glyphs without a letter', () => {
  const page = (text: string) => writeGlyphPdf([{ drawn: [{ x: 60, y: 700, text }] }])
  it('are counted in the report, and refused where nothing else is left', async () => {
    const { warnings } = await convertChecked(page(`Open from nine to six. ${NO_LETTER.repeat(6)}`), 'a.pdf')
    assert.deepEqual(warnings, [
      '6 of 24 characters could not be read: the PDF does not say which letters its glyphs are.',
    ])
    await assert.rejects(convertChecked(page(`Open ${NO_LETTER.repeat(20)} 14`), 'a.pdf'), {
      message: /does not say which letters its glyphs are/,
    })
  })

  it('are read where all fonts agree on them: bullets, Thai marks', async () => {
    const drawn = ['\uf0b7 Half days are allowed', '\uf0b7 Unused days expire'].map((text, i) => ({
      x: 60,
      y: 700 - i * 14,
      text,
    }))
    assert.equal(
      (await convertChecked(writeGlyphPdf([{ drawn }]), 'a.pdf')).text,
      '• Half days are allowed\n• Unused days expire',
    )
    const thai = await convertChecked(page('คืนสินค\uf70bาได\uf70bอย\uf70aางไร'), 'a.pdf')
    assert.equal(thai.text, 'คืนสินค้าได้อย่างไร')
  })

  it('that are ligatures given as their last letter get the others back', async () => {
    const drawn = [`${TH_AS_H}e shop opens when the others do.`, `${TH_AS_H}is holds on holidays.`]
    const pages = [{ drawn: drawn.map((text, i) => ({ x: 60, y: 700 - i * 14, text })) }]
    const { text } = await convertChecked(writeGlyphPdf(pages), 'a.pdf')
    assert.equal(text.replace(/\s+/g, ' '), 'The shop opens when the others do. This holds on holidays.')
  })

  it('that are ligatures leave the letters beside them alone', async () => {
    const drawn = [
      { x: 60, y: 700, text: 'the' },
      { x: 80, y: 700, text: 'ﬂ', meant: 'fl' },
      { x: 85, y: 700, text: 'oor of the cafeteria' },
    ]
    const { text } = await convertChecked(writeGlyphPdf([{ drawn }]), 'a.pdf')
    assert.equal(text, 'the floor of the cafeteria')
  })

  it('of another size leave the words beside them apart', async () => {
    const drawn = [
      { x: 60, y: 700, text: 'Call ' },
      { x: 85, y: 700, text: 'read_csv', size: 8 },
      { x: 117, y: 700, text: ' with the name' },
    ]
    assert.equal(
      (await convertChecked(writeGlyphPdf([{ drawn }]), 'a.pdf')).text,
      'Call read_csv with the name',
    )
  })

  it('that stand for two hyphens are one, so that addresses stay right', async () => {
    const pdf = mappedPdf([...'www.grim-tales.example'], (sign) => (sign === '-' ? '-\u2010' : sign))
    assert.equal((await convertChecked(pdf, 'a.pdf')).text, 'www.grim-tales.example')
  })
})
