// PDFs in Arabic and Hebrew: glyphs are drawn where they are seen; what is stored is the text as it is read.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked, pairOf } from './documents.ts'
import { type Drawn, GLYPH_WIDTH, writeGlyphPdf } from './write-glyph-pdf.ts'

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
})

function mirror(mark: string): string {
  return { '(': ')', ')': '(', '[': ']', ']': '[' }[mark] ?? mark
}
