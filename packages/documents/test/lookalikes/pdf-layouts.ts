// The PDFs among the lookalikes that are no lists of questions: columns, tables, notes, pictures.
import { type Drawn, GLYPH_WIDTH, justified, wrapped, writeGlyphPdf } from '../write-glyph-pdf.ts'
import { assemblePdf, column, writePdf } from '../write-pdf.ts'

const TIDES =
  'The tide in the bay rises twice a day and falls as often, and its height depends on the moon, on the wind and on the shape of the shore. Fishers know the hours by heart; visitors read them from the board at the pier, where they are written anew each morning.'
const BOATS =
  'Boats that are longer than twelve metres wait outside until a pilot comes on board. The pilot is called over the radio, on the channel that is painted on the mole. In winter, when the light is poor, the wait may be as long as two hours.'

/** Straight lines: from x, y to x, y. */
export const lines = (list: readonly (readonly [number, number, number, number])[]) =>
  list.map(([x, y, toX, toY]) => `${x} ${y} m ${toX} ${toY} l S`)

const body = (text: string, top: number): Drawn[] => wrapped(text, { x: 60, top, width: 470 })

export const pdfLayouts: Readonly<Record<string, () => Uint8Array>> = {
  'columns-drawn-line-by-line.pdf': () => {
    const left = wrapped(TIDES, { x: 60, top: 740, width: 220, leading: 12 })
    // The lines of the right column stand a little lower.
    const right = wrapped(BOATS, { x: 310, top: 737.6, width: 220, leading: 12 })
    const drawn = left.flatMap((line, i) => [line, ...right.slice(i, i + 1)])
    return writeGlyphPdf([{ drawn: [...drawn, ...right.slice(left.length)] }])
  },
  'lines-drawn-behind-texts.pdf': () => {
    const [heights, widths] = [
      [760, 712, 664, 616],
      [50, 130, 200, 420, 500, 540],
    ]
    const graphics = lines([
      ...heights.map((y) => [50, y, 540, y] as const),
      ...widths.map((x) => [x, 616, x, 760] as const),
    ])
    const left = wrapped(TIDES, { x: 60, top: 740, width: 220, leading: 12 })
    return writeGlyphPdf([
      { graphics, drawn: [...left, ...wrapped(BOATS, { x: 310, top: 740, width: 220, leading: 12 })] },
    ])
  },
  'sections-by-size.pdf': () =>
    writeGlyphPdf([
      {
        drawn: [
          { x: 60, y: 780, text: 'Guide to the bay', size: 20 },
          { x: 60, y: 740, text: 'Tides', size: 14 },
          ...body(TIDES, 720),
          { x: 60, y: 620, text: 'Boats and pilots', size: 14 },
          ...body(BOATS, 600),
        ],
      },
    ]),
  'sentence-over-columns.pdf': () => {
    const all = justified(`${TIDES} ${BOATS}`, { x: 60, top: 0, width: 220, leading: 12 })
    const heights = [...new Set(all.map(({ y }) => y))]
    const drawn = all.map((word) => {
      const at = heights.indexOf(word.y)
      return at < 8 ? { ...word, y: 700 - at * 12 } : { ...word, x: word.x + 250, y: 700 - (at - 8) * 12 }
    })
    const title = { x: 60, y: 740, text: 'Tides and boats in the bay', size: 18, bold: true }
    return writeGlyphPdf([{ drawn: [title, ...drawn] }])
  },
  'footers-in-bold.pdf': () => {
    const asked = [
      'When does the tide rise?',
      'Who calls the pilot?',
      'Who reads the board?',
      'How long is the wait?',
    ]
    return writeGlyphPdf(
      asked.map((text, i) => ({
        drawn: [
          { x: 60, y: 740, text, size: 12, bold: true },
          ...body(i % 2 === 0 ? TIDES : BOATS, 716),
          ...(i % 2 === 0
            ? [
                { x: 60, y: 42, text: `1.${i + 1}. General hints`, bold: true },
                { x: 520, y: 42, text: String(i + 3), bold: true },
              ]
            : [
                { x: 60, y: 42, text: String(i + 3), bold: true },
                { x: 420, y: 42, text: `Chapter ${(i + 1) / 2}. The bay`, bold: true },
              ]),
        ],
      })),
    )
  },
  'notes-in-mid-sentence.pdf': () =>
    writeGlyphPdf([
      {
        drawn: [
          ...body(`${TIDES} The board was given to the town by the guild of the`, 740),
          { x: 60, y: 200, text: '1 Measured since 1871 at the old mole.', size: 7 },
          { x: 60, y: 190, text: '2 See the yearbook of the harbour.', size: 7 },
        ],
      },
      { drawn: body(`pilots a hundred years ago. ${BOATS}`, 740) },
    ]),
  'raised-figure-in-a-line.pdf': () =>
    writeGlyphPdf([
      {
        drawn: [
          { x: 60, y: 700, text: 'The bay is large (338 km' },
          { x: 180, y: 704, text: '2', size: 6 },
          { x: 183, y: 700, text: '), and half of it falls dry at low tide.' },
        ],
      },
    ]),
  'bullets-far-from-their-text.pdf': () => {
    const item = (top: number, first: string, second: string) => [
      { x: 60, y: top, text: '\x95' },
      { x: 96, y: top, text: first },
      { x: 96, y: top - 13, text: second },
    ]
    return writePdf([
      [
        {
          x: 60,
          y: 760,
          text: 'Table 2. Heights of the tide, as the board at the pier has them since the year 1871.',
        },
        ...item(
          720,
          'At the end of the first year there was some evidence of a higher tide in',
          'the bay, and of a lower one outside.',
        ),
        ...item(
          694,
          'At the end of the third year there was some evidence of a lower tide in',
          'the bay, and of a higher one outside.',
        ),
      ],
    ])
  },
  'bold-opening-over-two-lines.pdf': () =>
    writePdf([
      [
        ...column(['**Plans', ''], { x: 60, top: 760 }),
        ...column(['The report names what is missing:', '', 'x'], { x: 60, top: 740 }).slice(0, 1),
        {
          x: 60,
          y: 712,
          text: 'Goals, tasks that follow from them, and measures by which their progress could be seen and',
          bold: true,
        },
        { x: 60, y: 699, text: 'compared.', bold: true },
        {
          x: 115,
          y: 699,
          text: 'The plan names goals, but it does not say by when they should be reached or who should',
        },
        { x: 60, y: 686, text: 'reach them, and it leaves open how much money there is for any of it.' },
        { x: 60, y: 660, text: 'Roles.', bold: true },
        { x: 92, y: 660, text: 'Nobody is named in the plan.' },
      ],
    ]),
  'font-changes-in-a-sentence.pdf': () =>
    writePdf([
      [
        { x: 60, y: 700, text: 'The valve may only be opened by persons who have read the', size: 10 },
        {
          x: 60,
          y: 687,
          text: 'Rules for Work on Pipes of the Harbour, in the version of the year',
          size: 10.5,
        },
        {
          x: 60,
          y: 674,
          text: 'in which the valve was made, and who have signed the list at the gate of the works.',
          size: 10,
        },
        { x: 60, y: 661, text: 'They keep a copy of the rules with them while they work.', size: 10 },
      ],
    ]),
  'abbreviations-that-begin-a-line.pdf': () =>
    writePdf([
      column(
        [
          'You may bring a small boat',
          '(e.g. a canoe) on the ferry if it is tied to the rail',
          'of the upper deck. Boats built in the',
          'U.S. need a plate on the stern.',
        ],
        { x: 60, top: 760 },
      ),
    ]),
  'large-paragraph-over-pages.pdf': () =>
    writeGlyphPdf([
      {
        drawn: [
          ...wrapped(`${TIDES} ${BOATS} ${TIDES} ${BOATS}`, {
            x: 60,
            top: 750,
            width: 470,
            size: 8,
            leading: 10,
          }),
          ...wrapped(
            'The public may speak on any item of the agenda, and on others that the board has put off at an earlier meeting or wants to hear of. The chair calls those who have filled in a card',
            { x: 60, top: 500, width: 470, size: 10 },
          ),
        ],
      },
      {
        drawn: wrapped(
          'before the meeting, and each of them has three minutes. The board does not answer at once.',
          {
            x: 60,
            top: 750,
            width: 470,
            size: 10,
          },
        ),
      },
    ]),
  'large-paragraph-is-no-heading.pdf': () =>
    writeGlyphPdf([
      {
        drawn: [
          { x: 60, y: 780, text: 'Meeting of the board', size: 16, bold: true },
          ...wrapped(`${TIDES} ${BOATS} ${TIDES} ${BOATS}`, {
            x: 60,
            top: 750,
            width: 470,
            size: 8,
            leading: 10,
          }),
          { x: 60, y: 520, text: 'Public comment', size: 12, bold: true },
          ...wrapped(
            'The public may speak on any item of the agenda. The chair calls those who have filled in a card before the meeting, and each of them has three minutes. The board does not answer at once.',
            { x: 60, top: 500, width: 470, size: 10 },
          ),
        ],
      },
    ]),
  'lam-alef.pdf': () =>
    mappedPdf([...'السلام عليكم في المكتبة'.replaceAll('لا', '\ufefc')].reverse(), (sign) =>
      sign === '\ufefc' ? 'لا' : sign,
    ),
  'characters-mapped-twice.pdf': () => {
    const twice: Readonly<Record<string, string>> = { 一: '⼀一', 人: '⼈人', 长: '⻓长', 律: '律\uf9d8' }
    return mappedPdf([...'每一个人都要遵守长期的规律'], (sign) => twice[sign] ?? sign)
  },
  'accents-drawn-over-their-letters.pdf': () => {
    const em = 10 * GLYPH_WIDTH
    const over = (accent: string, at: number, y: number) => ({ x: 60 + at * em, y, text: accent })
    return writeGlyphPdf([
      {
        drawn: [
          { x: 60, y: 740, text: 'D: Quali attivit' },
          over('`', 16, 740),
          { x: 60 + 16 * em, y: 740, text: 'a offre la biblioteca?' },
          { x: 60, y: 716, text: 'R: Corsi per la citt' },
          over('`', 20, 716),
          { x: 60 + 20 * em, y: 716, text: 'a intera, e per chi ama il caf' },
          over('´', 50, 716),
          { x: 60 + 50 * em, y: 716, text: 'e un gruppo di lettura.' },
          // Accents that are drawn later than what follows their letters.
          { x: 60, y: 704, text: 'Di lunedi la sala e chiusa, e la novit' },
          over('`', 8, 704),
          over('`', 18, 704),
          over('`', 38, 704),
          { x: 60 + 38 * em, y: 704, text: 'a del mese sta in vetrina.' },
        ],
      },
    ])
  },
  'hyphen-before-a-capital.pdf': () =>
    writePdf([
      column(
        [
          '**Wer hilft uns?',
          'Wir beraten Sie zu Trends, zum Budget und zur Entwicklung einer neuen IT-',
          'Strategie, und wir betreuen danach Ihre Rechner und die Geräte im Haus, wenn ge-',
          'wünscht auch nachts.',
        ],
        { x: 60, top: 740 },
      ),
    ]),
  'drawn-later-stands-above.pdf': () =>
    writeGlyphPdf([
      {
        drawn: [
          ...body(
            'Cards are to be filled in before the meeting begins. Each speaker has three minutes.',
            600,
          ),
          { x: 60, y: 740, text: 'Agenda of the board', size: 16, bold: true },
          { x: 60, y: 700, text: 'The meeting takes place in the hall, on the sixth of April.' },
        ],
      },
    ]),
  'pages-counted-beside-chapters.pdf': () =>
    writePdf(
      ['Arrival', 'Meals', 'Rooms', 'Leaving'].map((chapter, i) => [
        { x: 60, y: 812, text: `${chapter} of guests | ${i + 11}` },
        ...column(
          [
            `Guests who ask about ${chapter.toLowerCase()} are told by the porter what to do, and where to go for it`,
            'and when. The porter knows the house since many years and has an answer to all that is asked by the',
          ],
          { x: 60, top: 760 },
        ),
        { x: 60, y: 734, text: `guests of the year ${2001 + i * 7}.` },
      ]),
    ),
  'headings-at-the-top-of-pages.pdf': () =>
    writePdf(
      ['Open the lid.', 'Fill in the water.', 'Close the lid.'].map((text, i) =>
        column(
          [
            `**Step ${i + 1}`,
            '',
            text,
            'Wait until the lamp is green before you go on with the next of the steps.',
          ],
          {
            x: 60,
            top: 790,
          },
        ),
      ),
    ),
  'sums-at-the-foot-of-pages.pdf': () =>
    writePdf(
      [
        ['Apples of the farm', 'Pears of the farm'],
        ['Plums from the hill', 'Nuts from the hill'],
        ['Herbs of the garden', 'Beans of the garden'],
      ].map((names, i) =>
        column([...names.map((name) => `${name} are sold by weight in the yard.`), `Sum of page: ${i + 1}`], {
          x: 60,
          top: 400,
        }),
      ),
    ),
  'slides-of-one-line.pdf': () =>
    writePdf(
      ['1', '2', '3', '4'].map((number) => [
        { x: 60, y: 400, text: `Lift the lever of pump ${number}`, size: 10 },
      ]),
    ),
  'scan.pdf': () => picturePdf(595, 842),
  'shapes-only.pdf': () =>
    writeGlyphPdf([
      {
        drawn: [],
        graphics: lines([
          [60, 60, 500, 700],
          [60, 700, 500, 60],
          [60, 400, 500, 400],
        ]),
      },
    ]),
  'small-picture.pdf': () => picturePdf(40, 40),
}

/** A line of glyphs, and which letters the file says each of them is. PDFium turns those of one glyph round with a line from right to left. */
export function mappedPdf(signs: readonly string[], lettersOf: (sign: string) => string): Uint8Array {
  const codes = [...new Set(signs)]
  const hex = (code: number) => code.toString(16).padStart(2, '0')
  const units = (sign: string) =>
    [...lettersOf(sign)].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')
  const map = [
    'begincmap 1 begincodespacerange <00> <ff> endcodespacerange',
    `${codes.length} beginbfchar`,
    ...codes.map((sign, i) => `<${hex(i + 1)}> <${units(sign)}>`),
    'endbfchar endcmap',
  ].join('\n')
  const content = `BT /F1 10 Tf 60 700 Td <${signs.map((sign) => hex(codes.indexOf(sign) + 1)).join('')}> Tj ET`
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Body /FirstChar 1 /LastChar ${codes.length} /Widths [${codes.map(() => 500).join(' ')}] /ToUnicode 6 0 R >>`,
    `<< /Length ${map.length} >>\nstream\n${map}\nendstream`,
  ])
}

/** A page with nothing but a grey picture of this size. */
function picturePdf(width: number, height: number): Uint8Array {
  const content = `q ${width} 0 0 ${height} 0 0 cm /Im Do Q`
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /Im 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\nx\nendstream',
  ])
}
