// Tables of PDFs whose cells go over several lines: ruled by lines as word processors and browsers draw them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked } from './documents.ts'
import { type Drawn, type GlyphPage, wrapped, writeGlyphPdf } from './write-glyph-pdf.ts'

const PAIRS: readonly (readonly [string, string])[] = [
  [
    'Wie kann ich einen Artikel zurückgeben, den ich im Laden gekauft habe?',
    'Bringen Sie ihn innerhalb von vierzehn Tagen mit dem Kassenbon zurück. Geöffnete Software, Lebensmittel und Medikamente sind vom Umtausch ausgeschlossen.',
  ],
  [
    'Do you ship abroad?',
    'Yes, to all countries of the European Union and to Switzerland, where customs are to be paid by you. Parcels take five days.',
  ],
  [
    'Wie kann ich bezahlen?',
    'Mit Kreditkarte, mit PayPal oder auf Rechnung. Auf Rechnung liefern wir nur an Kunden, die schon einmal bei uns bestellt haben.',
  ],
]
const ROWS = [['Frage', 'Antwort'], ...PAIRS]
const LEFT = 60
const PADDING = 5

type Rule = readonly [x1: number, y1: number, x2: number, y2: number]

interface Laid {
  readonly drawn: Drawn[]
  readonly rules: Rule[]
  readonly bottom: number
}

/** Cells of these widths, set at the top, with a line around each. */
function layOut(rows: readonly (readonly string[])[], widths: readonly number[], top: number): Laid {
  const drawn: Drawn[] = []
  const rules: Rule[] = []
  let y = top
  for (const row of rows) {
    let x = LEFT
    const cells = row.map((text, i) => {
      const lines = wrapped(text, { x: x + PADDING, top: y - PADDING - 10, width: widths[i]! - 2 * PADDING })
      x += widths[i]!
      return lines
    })
    drawn.push(...cells.flat())
    const height = Math.max(...cells.map(({ length }) => length)) * 13 + 2 * PADDING
    let edge = LEFT
    for (const width of widths) {
      rules.push([edge, y, edge, y - height], [edge, y, edge + width, y])
      edge += width
    }
    rules.push([edge, y, edge, y - height])
    y -= height
  }
  const right = LEFT + widths.reduce((sum, each) => sum + each, 0)
  return { drawn, rules: [...rules, [LEFT, y, right, y]], bottom: y }
}

const stroked = (rules: readonly Rule[]) => rules.map(([x1, y1, x2, y2]) => `${x1} ${y1} m ${x2} ${y2} l S`)
/** Thin boxes, on a page that is scaled and turned upside down, as browsers print. */
const filled = (rules: readonly Rule[]) => [
  'q 0.75 0 0 -0.75 0 842 cm',
  ...rules.map(([x1, y1, x2, y2]) => {
    const [x, y] = [x1 / 0.75, (842 - y1) / 0.75]
    return `${x} ${y} ${Math.max(1, (x2 - x1) / 0.75)} ${Math.max(1, (y1 - y2) / 0.75)} re f`
  }),
  'Q',
]

const list = async (pages: readonly GlyphPage[]) =>
  (await convertChecked(writeGlyphPdf(pages), 'a.pdf')).pairs.map(({ question, answer }) => [
    question,
    answer,
  ])

describe('a table of questions and answers', () => {
  const title: Drawn = { x: LEFT, y: 780, text: 'Questions', size: 20 }
  const after = (y: number): Drawn => ({ x: LEFT, y: y - 30, text: 'We look forward to your visit.' })
  const styles = {
    lines: stroked,
    'thin boxes': filled,
  }
  for (const [name, graphics] of Object.entries(styles)) {
    it(`gives every pair whole at any width: ${name}`, async () => {
      for (const widths of [
        [150, 230],
        [150, 260],
        [170, 280],
        [200, 290],
        [240, 240],
      ]) {
        const { drawn, rules, bottom } = layOut(ROWS, widths, 740)
        const page = { drawn: [title, ...drawn, after(bottom)], graphics: graphics(rules) }
        assert.deepEqual(
          await list([page]),
          [...PAIRS, ['Questions', 'We look forward to your visit.']],
          widths.join('+'),
        )
      }
    })
  }

  it('goes on over pages, with its header given again and a row broken in the middle', async () => {
    const [first, second, third] = PAIRS
    const cut = second![1].indexOf('where')
    const pages = [
      [ROWS[0]!, first!, [second![0], second![1].slice(0, cut).trim()]],
      [ROWS[0]!, ['', second![1].slice(cut)], third!],
    ].map((rows) => {
      const { drawn, rules } = layOut(rows, [170, 280], 740)
      return { drawn, graphics: stroked(rules) }
    })
    assert.deepEqual(await list(pages), PAIRS)
  })
})

describe('a table of any kind', () => {
  const PLANS = [
    ['Plan', 'What you get', 'Price'],
    [
      'Basic',
      'One user, mail support with an answer within two working days, and space for your files',
      '5 € a month',
    ],
    [
      'Professional',
      'Ten users, phone support from eight to six and a yearly review with Team Blue',
      '49 € a month, billed yearly',
    ],
  ]
  it('is read by row, each cell whole and under its column', async () => {
    for (const graphics of [stroked, filled]) {
      const { drawn, rules } = layOut(PLANS, [90, 190, 100], 740)
      const { text } = await convertChecked(writeGlyphPdf([{ drawn, graphics: graphics(rules) }]), 'a.pdf')
      const [names, ...rows] = PLANS
      const written = rows.map((row) => row.map((cell, i) => `${names![i]}: ${cell}`).join('; '))
      assert.equal(text, written.join('\n'))
    }
  })

  it('keeps a number on the last line of a narrow cell in that cell', async () => {
    const rows = [
      ['Zone', 'Price', 'Tickets'],
      ['Zone 11', '11.50 €', 'Sold in the bus, by the driver'],
      ['Zone 12', '12.50 €', 'Sold at the station, by machines'],
    ]
    const { drawn, rules } = layOut(rows, [40, 40, 190], 740)
    const { text } = await convertChecked(writeGlyphPdf([{ drawn, graphics: stroked(rules) }]), 'a.pdf')
    const written = rows
      .slice(1)
      .map(([zone, price, sold]) => `Zone: ${zone}; Price: ${price}; Tickets: ${sold}`)
    assert.equal(text, written.join('\n'))
  })

  it('of one row without lines keeps its sentences whole', async () => {
    const texts = ['Left side: the canteen opens at 11:30.', 'Right side: the small gym opens at 6:00.']
    const above = wrapped('The house is open on all days but Sunday.', {
      x: LEFT + PADDING,
      top: 755,
      width: 400,
    })
    const { drawn } = layOut([texts], [180, 190], 740)
    const { text } = await convertChecked(writeGlyphPdf([{ drawn: [...above, ...drawn] }]), 'a.pdf')
    for (const each of texts) assert.ok(text.replace(/\s+/g, ' ').includes(each), text)
  })

  it('whose lines are those of a drawing takes no text from its place', async () => {
    const drawn = wrapped(
      'This sentence goes across all of the lines that were drawn behind it for no reason.',
      { x: 70, top: 700, width: 430 },
    )
    const grid = [100, 200, 300, 400, 500].flatMap((at): Rule[] => [
      [at, 600, at, 750],
      [100, at / 4 + 600, 500, at / 4 + 600],
    ])
    const { text } = await convertChecked(writeGlyphPdf([{ drawn, graphics: stroked(grid) }]), 'a.pdf')
    assert.equal(text, drawn.map((line) => line.text).join(' '))
  })

  it('with two long texts in one row of boxes is read box by box', async () => {
    const texts = [
      'The canteen opens at noon. It has soup and bread every day, and cake on Fridays for all who come.',
      'The gym opens at six. Bring clean shoes, a towel and a lock, which are not lent out to anybody.',
    ]
    const { drawn, rules } = layOut([texts], [110, 110], 740)
    const { text } = await convertChecked(writeGlyphPdf([{ drawn, graphics: stroked(rules) }]), 'a.pdf')
    assert.equal(text, texts.join('\n\n'))
  })
})
