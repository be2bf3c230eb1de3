// PDFs in Arabic and Hebrew: glyphs are drawn where they are seen; what is stored is the text as it is read.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked, pairOf } from './documents.ts'
import { type Drawn, GLYPH_WIDTH, writeGlyphPdf } from './write-glyph-pdf.ts'
import { assemblePdf } from './write-pdf.ts'

const backwards = (text: string) => [...text].reverse().join('')

/** Lines that end at the right margin; each is a list of runs from left to right, as they are drawn. */
function page(lines: readonly (readonly string[])[], size = 10): Drawn[] {
  return lines.flatMap((runs, i) => {
    const width = (text: string) => text.length * size * GLYPH_WIDTH
    let x = 540 - runs.reduce((sum, run) => sum + width(run) + 3, -3)
    return runs.map((text) => {
      const drawn = { x, y: 760 - i * 40, text, size }
      x += width(text) + 3
      return drawn
    })
  })
}

describe('PDFs that run from right to left', () => {
  it('Hebrew: runs of a line come in reading order, figures and Latin words unturned', async () => {
    const drawn = page([
      [backwards('איך מבטלים את המנוי?')],
      [backwards('יום.'), '14', backwards('נכנסים להגדרות ולוחצים על ביטול. ההחזר תוך')],
      [backwards('מה שעות הפעילות?')],
      ['.17:00', backwards('ל'), '9:00', backwards('ימים א עד ה בין')],
      [backwards('מה צריך להתקין?')],
      [backwards('במחשב.'), 'Windows', backwards('את')],
    ])
    const converted = await convertChecked(writeGlyphPdf([{ drawn }]), 'a.pdf')
    assert.equal(
      pairOf(converted, 'איך מבטלים את המנוי?').answer,
      'נכנסים להגדרות ולוחצים על ביטול. ההחזר תוך 14 יום.',
    )
    assert.equal(pairOf(converted, 'מה שעות הפעילות?').answer, 'ימים א עד ה בין 9:00 ל 17:00.')
    assert.equal(pairOf(converted, 'מה צריך להתקין?').answer, 'את Windows במחשב.')
  })

  it('Arabic: letters drawn one by one in their joined forms are plain letters in reading order', async () => {
    // "كيف يمكنني إرجاع المنتج؟" in the forms of beginning, middle and end.
    const question = 'ﻛﻴﻒ ﻳﻤﻜﻨﻨﻲ إرﺟﺎع اﻟﻤﻨﺘﺞ؟'
    const answer = 'ﻳﻤﻜﻨﻚ إرﺟﺎع اﻟﻤﻨﺘﺞ ﺧﻼل 14 ﻳﻮﻣﺎ ﻣﻦ اﻻﺳﺘﻼم.'
    const letters = (text: string, y: number) =>
      text.split(' ').reduceRight<{ drawn: Drawn[]; x: number }>(
        ({ drawn, x }, word) => {
          const glyphs = /\d/.test(word) ? [...word] : [...word].reverse()
          const own = glyphs.map((glyph, i) => ({ x: x + i * 5, y, text: glyph }))
          return { drawn: [...drawn, ...own], x: x + glyphs.length * 5 + 3 }
        },
        { drawn: [], x: 300 },
      ).drawn
    const drawn = [...letters(question, 700), ...letters(answer, 660)]
    const { text } = await convertChecked(writeGlyphPdf([{ drawn }]), 'a.pdf')
    assert.equal(text, 'كيف يمكنني إرجاع المنتج؟\n\nيمكنك إرجاع المنتج خلال 14 يوما من الاستلام.')
  })

  it('the right column comes first, and the right cell', async () => {
    const cells = ['יום', 'שעות', 'ראשון', '17:00 - 9:00', 'שישי', '13:00 - 8:00', 'שבת', 'סגור']
    const drawn = cells.map((text, i) => ({
      x: i % 2 === 0 ? 480 : 200,
      y: 700 - Math.floor(i / 2) * 20,
      text: /\d/.test(text) ? text : backwards(text),
    }))
    const { text } = await convertChecked(writeGlyphPdf([{ drawn }]), 'a.pdf')
    assert.equal(text, 'יום | שעות\n\nראשון | 9:00 - 17:00\n\nשישי | 8:00 - 13:00\n\nשבת | סגור')
  })

  it('brackets open and close as they are read', async () => {
    const drawn = page([[backwards('המחיר (עם מסים) הוא קבוע [תמיד].').replace(/[()[\]]/g, mirror)]])
    const { text } = await convertChecked(writeGlyphPdf([{ drawn }]), 'a.pdf')
    assert.equal(text, 'המחיר (עם מסים) הוא קבוע [תמיד].')
  })

  it('lam and alef of one glyph come in the order in which the file states them', async () => {
    const { text } = await convertChecked(writeShapesPdf('ةﻻث', { ﻻ: 'لا' }), 'a.pdf')
    assert.equal(text, 'ثلاة')
  })

  it('addresses and names of several Latin words are read from left to right', async () => {
    const drawn = page([
      [backwards('איך יוצרים קשר?')],
      ['.info@my-shop.co.il', backwards('כתבו לנו ביום או בלילה אל הכתובת')],
      [backwards('מה צריך להתקין?')],
      [backwards('כל דפדפן חדש.'), '16', backwards('או'), 'Windows 10 Pro', backwards('התקינו במחשב את')],
      [backwards('איפה קונים?')],
      [backwards('בכל שעות היום.'), 'https://example.com/a/7', backwards('בחנות של')],
    ])
    const converted = await convertChecked(writeGlyphPdf([{ drawn }]), 'a.pdf')
    const answers = {
      'איך יוצרים קשר?': 'כתבו לנו ביום או בלילה אל הכתובת info@my-shop.co.il.',
      'מה צריך להתקין?': 'התקינו במחשב את Windows 10 Pro או 16 כל דפדפן חדש.',
      'איפה קונים?': 'בחנות של https://example.com/a/7 בכל שעות היום.',
    }
    for (const [question, answer] of Object.entries(answers))
      assert.equal(pairOf(converted, question).answer, answer)
  })
})

/** A line whose glyphs are shapes, drawn from left to right; the file states the letters of some of them, as browsers do. */
function writeShapesPdf(line: string, stated: Readonly<Record<string, string>>): Uint8Array {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
  const signs = [...line]
  const content = signs.map((sign, i) => {
    const shown = `BT /F1 10 Tf ${300 + i * 10} 700 Td <0${i + 1}> Tj ET`
    return stated[sign] ? `/Span << /ActualText <feff${hex(stated[sign])}> >> BDC ${shown} EMC` : shown
  })
  const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`
  const letters = signs.map((sign, i) => `<0${i + 1}> <${hex(sign)}>`).join(' ')
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [5 0 R] /Count 1 >>',
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /box 4 0 R >> /Encoding << /Differences [1 ${signs.map(() => '/box').join(' ')}] >> /FirstChar 1 /LastChar ${signs.length} /Widths [${signs.map(() => 1).join(' ')}] /ToUnicode 7 0 R >>`,
    stream('1 0 0.1 0 0.9 0.9 d1 0.1 0 0.8 0.9 re f'),
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 6 0 R >>',
    stream(content.join('\n')),
    stream(
      `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${signs.length} beginbfchar ${letters} endbfchar endcmap`,
    ),
  ])
}

function mirror(mark: string): string {
  return { '(': ')', ')': '(', '[': ']', ']': '[' }[mark] ?? mark
}
