// The layout of PDFs: stretched lines, turned pages, headings on every page, lists without bullets, tables of contents.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked, pairOf } from './documents.ts'
import { type Drawn, GLYPH_WIDTH, justified, wrapped, writeGlyphPdf } from './write-glyph-pdf.ts'
import { column, type Placed, writePdf } from './write-pdf.ts'

const GERMAN =
  'Die Geschäftsführung entscheidet über Urlaubsanträge innerhalb von fünf Arbeitstagen nach Eingang. Die Arbeitsunfähigkeitsbescheinigung ist spätestens am vierten Krankheitstag vorzulegen. Überstundenvergütungen werden grundsätzlich mit der nächsten Gehaltsabrechnung ausgezahlt, sofern die Genehmigung vorliegt. '
const ENGLISH =
  'Receipts are handed in within fifteen days after the journey. Extraordinarily comprehensive documentation requirements notwithstanding, internationally operating representatives should photograph them. '

const whole = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('columns and tables', () => {
  it('text stretched to fill columns stays word for word', async () => {
    for (const text of [GERMAN, ENGLISH]) {
      for (const [columns, gap] of [
        [2, 12],
        [2, 30],
      ] as const) {
        const width = (480 - gap * (columns - 1)) / columns
        const long = whole(text.repeat(4))
        const drawn = Array.from({ length: columns }, (_, i) =>
          justified(long, { x: 60 + i * (width + gap), top: 780, width, size: 9, leading: 11 }),
        ).flat()
        const converted = await convertChecked(writeGlyphPdf([{ drawn }]), 'a.pdf')
        assert.equal(
          whole(converted.text),
          Array(columns).fill(long).join(' '),
          `${columns} columns, ${gap} apart`,
        )
      }
    }
  })

  it('lines that stand far apart are one paragraph, however close the lines of code below them are', async () => {
    const text = whole(ENGLISH.repeat(4))
    const prose = wrapped(text, { x: 60, top: 780, width: 330, leading: 19 })
    const below = 780 - prose.length * 19 - 20
    const code = Array.from({ length: 30 }, (_, i) => ({
      ...{ x: 70, y: below - i * 9, size: 7 },
      text: `GET /api/receipts/${i}`,
    }))
    const converted = await convertChecked(writeGlyphPdf([{ drawn: [...prose, ...code] }]), 'a.pdf')
    assert.ok(converted.text.startsWith(text), converted.text.slice(0, 200))
  })

  const PRICES = [
    ['Wash', '4.50'],
    ['Wash and cut', '29.00'],
    ['Colour, long hair', '118.00'],
    ['Children', '9.00'],
  ]
  it('a table whose cells end at the same edge is read by row', async () => {
    const drawn = PRICES.flatMap(([name = '', price = ''], i) => [
      { x: 60, y: 700 - i * 14, text: name },
      { x: 400 - price.length * 10 * GLYPH_WIDTH, y: 700 - i * 14, text: price },
    ])
    const { text } = await convertChecked(writeGlyphPdf([{ drawn }]), 'a.pdf')
    assert.equal(text, PRICES.map((row) => row.join(' | ')).join('\n\n'))
  })

  it('names and values are read together', async () => {
    const rows = [
      ['Weight of the pump', '3.2 kg without the cable and plug'],
      ['Temperature', '-10 to 60 degrees'],
      ['Material', 'Stainless steel, brushed by hand'],
      ['Noise', '56 dB at one metre'],
      ['Spare parts', 'Kept for ten years after the sale'],
    ]
    const drawn = rows.flatMap(([name = '', value = ''], i) => [
      { x: 60, y: 700 - i * 14, text: name },
      { x: 172, y: 700 - i * 14, text: value },
    ])
    const { text } = await convertChecked(writeGlyphPdf([{ drawn }]), 'a.pdf')
    assert.equal(text, rows.map((row) => row.join(' | ')).join('\n\n'))
  })
})

describe('turned pages', () => {
  const LINES = ['Forklifts need a licence of class two.', 'Helmets are yellow, and boots have steel caps.']
  /** The same text on a page that is read after turning it by so much. */
  const turnedBy = (turn: number): Drawn[] =>
    LINES.map((text, i) => {
      const [across, down] = [60, 60 + i * 40]
      if (turn === 90) return { x: down, y: across, text, turn }
      if (turn === 270) return { x: 595 - down, y: 842 - across, text, turn }
      return turn === 180 ? { x: 595 - across, y: down, text, turn } : { x: across, y: 842 - down, text }
    })

  it('a turned page is read, whether it is marked so or not', async () => {
    for (const turn of [90, 180, 270]) {
      for (const rotate of [0, turn]) {
        const pdf = writeGlyphPdf([{ drawn: turnedBy(0) }, { drawn: turnedBy(turn), rotate }])
        const { text, warnings } = await convertChecked(pdf, 'a.pdf')
        assert.deepEqual(text.split(/\n+/), [...LINES, ...LINES], `turned by ${turn}, marked ${rotate}`)
        assert.deepEqual(warnings, [])
      }
    }
  })

  it('a long text along the edge is kept, a stamp across the page is left out and named', async () => {
    const aside = {
      x: 30,
      y: 100,
      text: 'This edition replaces all earlier ones of the same year.',
      turn: 90,
    }
    const stamp = { x: 200, y: 300, text: 'DRAFT COPY', size: 40, turn: 45 }
    const pdf = writeGlyphPdf([{ drawn: [...turnedBy(0), aside, stamp] }])
    const { text, warnings } = await convertChecked(pdf, 'a.pdf')
    assert.match(text, /steel caps\.\n\nThis edition replaces/)
    assert.doesNotMatch(text, /DRAFT/)
    assert.match(warnings.join(), /upright or aslant on the page: .*“DRAFT COPY”/)
  })
})

describe('what stands on every page', () => {
  const DONE = ['switched off', 'opened', 'rinsed', 'sealed', 'closed', 'switched on']
  const steps = (heading: (n: number) => Placed, gap: number) =>
    writePdf(
      DONE.map((done, i) => {
        const head = heading(i + 1)
        return [
          head,
          { x: 60, y: head.y - gap, text: `The pump is ${done} with care,` },
          { x: 60, y: head.y - gap - 13, text: 'and then you go on.' },
          { x: 60, y: 30, text: `Manual of the pump, sheet ${i + 1}`, size: 8 },
        ]
      }),
    )

  const headings: Record<string, [(n: number) => Placed, number]> = {
    'in large type': [(n) => ({ x: 60, y: 780, text: `Step ${n}`, size: 15 }), 30],
    'in bold type': [(n) => ({ x: 60, y: 780, text: `Article ${n}`, bold: true }), 24],
    'in the type of the text': [(n) => ({ x: 60, y: 780, text: `Step ${n}` }), 13],
  }
  it('a heading on each page that differs by its number alone stays', async () => {
    for (const [name, [heading, gap]] of Object.entries(headings)) {
      const { text, warnings } = await convertChecked(steps(heading, gap), 'a.pdf')
      for (const n of [1, 2, 3, 4, 5, 6])
        assert.ok(text.includes(heading(n).text), `${heading(n).text} is lost ${name}`)
      assert.doesNotMatch(text, /sheet/)
      assert.match(warnings.join(), /“Manual of the pump, sheet 1”/)
    }
  })

  it('the first and last lines of pages stay though they differ by a number alone', async () => {
    const pages = [1, 2, 3, 4].map((n) =>
      column(
        [
          `of rule ${n} that goes on from the page before it.`,
          'In the middle there is more to be read about it, and',
          `so this sentence of rule ${n} is continued on the`,
        ],
        { x: 60, top: 780 },
      ),
    )
    const { text } = await convertChecked(writePdf(pages), 'a.pdf')
    for (const n of [1, 2, 3, 4])
      assert.match(text, new RegExp(`of rule ${n} that goes on[\\s\\S]*of rule ${n} is`))
  })

  it('a title in large type on every page is kept once', async () => {
    const pages = DONE.map((done) => [
      { x: 60, y: 800, text: 'The pump book', size: 18 },
      { x: 60, y: 700, text: `The pump is ${done} with care.` },
    ])
    const { text } = await convertChecked(writePdf(pages), 'a.pdf')
    assert.equal(text.match(/The pump book/g)?.length, 1)
  })

  it('an address at the end of a page is text', async () => {
    const lines = ['More is to be found here:', '', '', 'https://shop.example/hours']
    const { text } = await convertChecked(writePdf([column(lines, { x: 60, top: 780 })]), 'a.pdf')
    assert.match(text, /https:\/\/shop\.example\/hours$/)
  })
})

describe('lines', () => {
  it('items whose bullets are drawn, and lines of an address, stay lines of their own', async () => {
    const lines = [
      'Please bring along what is needed at the counter when you come to us on the first',
      'day, since nobody can be let in without it:',
      '',
      'Passport or ID card',
      'Two photos',
      'The signed form',
      '',
      'Harbour Hotel',
      'Quay 1',
      '5003 Bergen',
    ]
    const { text } = await convertChecked(writePdf([column(lines, { x: 60, top: 700 })]), 'a.pdf')
    assert.match(text, /on the first day, since/)
    assert.match(text, /Passport or ID card\nTwo photos\nThe signed form\n/)
    assert.match(text, /Harbour Hotel\nQuay 1\n5003 Bergen$/)
  })

  it('a text set narrower than the page is not cut into its lines', async () => {
    const lines = [
      'Guests who come late ring the',
      'bell at the gate. Somebody will',
      'open it. Breakfast is served in',
      'the hall on the second floor.',
    ]
    const wide =
      'The hotel stands at the quay, has forty rooms, and is open from March to November of each year.'
    const pdf = writePdf([[{ x: 60, y: 740, text: wide }, ...column(lines, { x: 60, top: 700 })]])
    assert.ok((await convertChecked(pdf, 'a.pdf')).text.endsWith(lines.join(' ')))
  })

  it('the number of a footnote is not taken for a figure of the price before it', async () => {
    const pdf = writePdf([
      [
        { x: 60, y: 700, text: 'Delivery costs 5', size: 11 },
        { x: 143, y: 704, text: '1', size: 7 },
        { x: 150, y: 700, text: 'and is free for members.', size: 11 },
      ],
    ])
    assert.equal((await convertChecked(pdf, 'a.pdf')).text, 'Delivery costs 5¹ and is free for members.')
  })

  it('a power is raised in its line, also where the text goes on behind it', async () => {
    const pdf = writePdf([
      [
        { x: 60, y: 700, text: 'It holds 10', size: 11 },
        { x: 116, y: 704.5, text: '3', size: 7 },
        { x: 122, y: 700, text: 'litres, which is plenty for a week.', size: 11 },
        { x: 60, y: 684, text: 'The tank is 2 m high.', size: 11 },
      ],
    ])
    const { text } = await convertChecked(pdf, 'a.pdf')
    assert.equal(text, 'It holds 10³ litres, which is plenty for a week. The tank is 2 m high.')
  })

  it('a table of contents is left out and said, prices with dots are not', async () => {
    const contents = [
      '1 Passwords ............ 2',
      '2 Devices .............. 2',
      '2.1 Phones ............. 3',
    ]
    const sections = [
      '**1 Passwords',
      'Fourteen signs.',
      '**2 Devices',
      'Encrypt disks.',
      '**2.1 Phones',
      'A PIN.',
    ]
    const prices = ['Cut ................... 29', 'Colour ................ 60', 'Wash .................. 12']
    const pdf = writePdf([
      column(contents, { x: 60, top: 700 }),
      column([...sections, ...prices], { x: 60, top: 700 }),
    ])
    const converted = await convertChecked(pdf, 'a.pdf')
    assert.match(converted.warnings.join(), /table of contents was left out \(3 lines\)/)
    assert.match(pairOf(converted, 'Passwords').answer, /^Fourteen signs\.$/)
    assert.match(converted.text, /Cut \.+ 29/)
  })
})
