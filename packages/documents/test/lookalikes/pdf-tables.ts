// The PDFs among the lookalikes that hold tables.
import { type Drawn, writeGlyphPdf } from '../write-glyph-pdf.ts'
import { lines } from './pdf-layouts.ts'

const row = (y: number, cells: readonly (readonly [number, string])[], more: Partial<Drawn> = {}): Drawn[] =>
  cells.filter(([, text]) => text !== '').map(([x, text]) => ({ x, y, text, ...more }))

/** Questions and answers between lines, the answers of two lines each. */
const HALL_LINES: readonly [number, number, number, number][] = [
  [60, 740, 460, 740],
  [60, 720, 460, 720],
  [60, 680, 460, 680],
  [60, 640, 460, 640],
  [60, 640, 60, 740],
  [160, 640, 160, 740],
  [300, 640, 300, 740],
  [460, 640, 460, 740],
]
const HALL_ROWS: readonly Drawn[] = [
  ...row(726, [
    [65, 'Section'],
    [165, 'Question'],
    [303, 'Answer'],
  ]),
  ...row(708, [
    [65, 'Hall'],
    [165, 'Who may use it?'],
    [303, 'www.hall.example/our'],
  ]),
  ...row(694, [[303, 'rules']]),
  ...row(668, [
    [65, 'Hall'],
    [165, 'What does it cost?'],
    [303, 'Ten euros, paid to'],
  ]),
  ...row(654, [[303, 'pay@hall.example']]),
]

export const pdfTables: Readonly<Record<string, () => Uint8Array>> = {
  'headings-between-tables.pdf': () => {
    // All headings are drawn first, and the rows of each table from the last to the first.
    const tops = [740, 686, 632]
    const names = ['Hall', 'Garden', 'Cellar']
    const tables = tops.flatMap((top, i) => [
      ...row(top - 34, [
        [65, `${names[i]} by night`],
        [165, `${60 + i} euros`],
      ]),
      ...row(top - 14, [
        [65, `${names[i]} by day`],
        [165, `${40 + i} euros`],
      ]),
    ])
    const headings = tops.map((top, i) => ({ x: 60, y: top + 6, text: `Rent of the ${names[i]}`, size: 14 }))
    const grid = (top: number) => [
      ...[0, 20, 40].map((down): [number, number, number, number] => [60, top - down, 300, top - down]),
      ...[60, 160, 300].map((x): [number, number, number, number] => [x, top - 40, x, top]),
    ]
    return writeGlyphPdf([{ graphics: lines(tops.flatMap(grid)), drawn: [...headings, ...tables] }])
  },
  'table-on-a-turned-page.pdf': () =>
    writeGlyphPdf([
      {
        rotate: 90,
        graphics: lines(HALL_LINES.map(([x, y, toX, toY]) => [842 - y, x, 842 - toY, toX])),
        drawn: HALL_ROWS.map((drawn) => ({ ...drawn, x: 842 - drawn.y, y: drawn.x, turn: 90 })),
      },
    ]),

  'labels-in-a-table-of-merged-cells.pdf': () =>
    writeGlyphPdf([
      {
        graphics: lines([
          [60, 740, 460, 740],
          [60, 720, 460, 720],
          [60, 680, 460, 680],
          [60, 660, 460, 660],
          [60, 640, 460, 640],
          [60, 600, 460, 600],
          [60, 600, 60, 740],
          [125, 600, 125, 740],
          [200, 660, 200, 680],
          [260, 660, 260, 680],
          [460, 600, 460, 740],
        ]),
        drawn: [
          ...row(726, [
            [65, 'Question 1'],
            [130, 'Where are the certificates of the portal kept?'],
          ]),
          ...row(698, [[65, 'Answer']]),
          ...row(706, [[130, 'In the folder of the station that issued them. Copy the']]),
          ...row(692, [[130, 'whole folder to keep them safe over a change of machine.']]),
          ...row(666, [
            [65, 'Part'],
            [130, 'Certificates'],
            [205, 'Desk'],
            [265, '710-0929'],
          ]),
          ...row(646, [
            [65, 'Question 2'],
            [130, 'The portal says that the password does not fit.'],
          ]),
          ...row(618, [[65, 'Answer']]),
          ...row(626, [[130, 'See whether the key for capitals is locked. A password that']]),
          ...row(612, [[130, 'was lost is given anew by the desk.']]),
        ],
      },
    ]),

  'lines-around-blocks-of-rows.pdf': () =>
    writeGlyphPdf([
      {
        graphics: lines([
          [60, 720, 500, 720],
          [60, 700, 500, 700],
          [60, 630, 500, 630],
          [60, 630, 60, 720],
          [200, 630, 200, 720],
          [300, 630, 300, 720],
          [400, 630, 400, 720],
          [500, 630, 500, 720],
        ]),
        drawn: [
          ...row(
            706,
            [
              [70, 'Category'],
              [210, 'Number'],
              [310, 'Percent'],
              [410, 'Error'],
            ],
            { bold: true },
          ),
          ...[
            ['All ages', '291,099', '100.0', '84'],
            ['With an aid', '54,425', '18.7', '0.3'],
            ['Aged six', '34,947', '12.0', '0.2'],
            ['Aged ten', '10,996', '4.1', '0.1'],
          ].flatMap((cells, i) =>
            row(
              684 - i * 14,
              cells.map((cell, at) => [[70, 210, 310, 410][at]!, cell] as const),
            ),
          ),
        ],
      },
    ]),
  'table-open-at-its-sides.pdf': () =>
    writeGlyphPdf([
      {
        graphics: lines([
          [60, 720, 460, 720],
          [60, 700, 460, 700],
          [60, 680, 460, 680],
          [60, 660, 460, 660],
          [60, 640, 460, 640],
          [160, 640, 160, 720],
          [260, 640, 260, 720],
          [360, 640, 360, 720],
        ]),
        drawn: [
          ...row(
            706,
            [
              [170, 'Finland'],
              [270, 'EU-15'],
              [370, 'EU-25'],
            ],
            { bold: true },
          ),
          ...row(686, [
            [70, '1996'],
            [170, '3.7'],
            [270, '1.6'],
            [370, '1.7'],
          ]),
          ...row(666, [
            [70, '2000'],
            [170, '5.0'],
            [270, '3.9'],
            [370, '3.9'],
          ]),
          ...row(646, [
            [70, '2005'],
            [170, '1.5'],
            [270, '1.5'],
            [370, '1.6'],
          ]),
        ],
      },
    ]),
  'table-without-lines.pdf': () =>
    writeGlyphPdf([
      {
        drawn: [
          { x: 60, y: 740, text: 'Prices of the season are given for one person and one day.' },
          ...[
            ['Bicycle', '12.00', '60.00'],
            ['Rowing boat', '18.50', '90.00'],
            ['Sailing boat', '44.00', '230.00'],
            ['Tent, large', '9.00', '45.00'],
          ].flatMap((cells, i) =>
            row(
              700 - i * 15,
              cells.map((cell, at) => [[60, 220, 320][at]!, cell] as const),
            ),
          ),
        ],
      },
    ]),
  'empty-columns.pdf': () =>
    writeGlyphPdf([
      {
        graphics: lines([
          [60, 720, 460, 720],
          [60, 700, 460, 700],
          [60, 680, 460, 680],
          [60, 660, 460, 660],
          ...[60, 160, 260, 360, 460].map((x) => [x, 660, x, 720] as const),
        ]),
        drawn: [
          ...row(
            706,
            [
              [70, 'Indicator'],
              [170, 'Total'],
              [270, 'Rural'],
              [370, 'Urban'],
            ],
            { bold: true },
          ),
          ...row(686, [
            [70, 'Injuries'],
            [270, '1.9'],
            [370, '2.1'],
          ]),
          ...row(666, [
            [70, 'Fever'],
            [270, '3.4'],
            [370, '2.8'],
          ]),
        ],
      },
    ]),
  'cells-close-to-a-line.pdf': () =>
    writeGlyphPdf([
      {
        graphics: lines([
          [60, 720, 260, 720],
          [60, 700, 260, 700],
          [60, 680, 260, 680],
          [60, 680, 60, 720],
          [160, 680, 160, 720],
          [260, 680, 260, 720],
        ]),
        drawn: [
          ...row(706, [
            [67, 'Depth at low tide,'],
            [163, 'Four metres'],
          ]),
          ...row(686, [
            [67, 'Depth by high tide'],
            [163, 'Nine metres'],
          ]),
        ],
      },
    ]),
}
