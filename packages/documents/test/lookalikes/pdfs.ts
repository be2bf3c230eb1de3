// The PDFs among the lookalikes that are lists of questions.
import { type Drawn, justified, wrapped, writeGlyphPdf } from '../write-glyph-pdf.ts'
import { column, type Placed, writePdf } from '../write-pdf.ts'

const PAGE = { x: 60, top: 760 }

/** Bold lines begin with two stars and are as large as the text. */
function bold(lines: readonly string[], { x, top }: { x: number; top: number }): Placed[] {
  return column(lines, { x, top }).map((placed) => ({ ...placed, size: 10 }))
}

/** A box filled with a colour, and one drawn around it. */
const box = (x: number, y: number, width: number, height: number) => [
  `0.9 0.95 1 rg ${x} ${y} ${width} ${height} re f`,
  `0.2 0.4 0.8 RG ${x} ${y} ${width} ${height} re S 0 g`,
]

export const pdfs: Readonly<Record<string, () => Uint8Array>> = {
  'numbers-in-circles.pdf': () => {
    const ask = { x: 102, size: 12, bold: true }
    const badge = { x: 53, size: 12, bold: true }
    return writeGlyphPdf([
      {
        drawn: [
          { ...ask, y: 740, text: 'What is the deadline for a tax' },
          { ...ask, y: 726, text: 'declaration of a small firm' },
          { ...badge, y: 734, text: '1' },
          ...wrapped(
            'The last day of March, for the year before. A firm that asks in time may have a month more.',
            {
              x: 38,
              top: 700,
              width: 350,
            },
          ),
          { ...ask, y: 640, text: 'Who need not declare' },
          { ...badge, y: 636, text: '2' },
          ...wrapped('Firms that have sold nothing in the year and said so in January at the office.', {
            x: 38,
            top: 606,
            width: 350,
          }),
          { ...ask, y: 550, text: 'How are the payments of a' },
          { ...ask, y: 536, text: 'quarter worked out' },
          { ...badge, y: 544, text: '3' },
          ...wrapped('By the tax of the year before, in four equal parts, which are paid in advance.', {
            x: 38,
            top: 510,
            width: 350,
          }),
        ],
      },
    ])
  },
  'contents-over-two-lines.pdf': () => {
    const entry = (y: number, text: string, page: string) => [
      { x: 60, y, text },
      { x: 520, y, text: page },
    ]
    return writePdf([
      [
        { x: 60, y: 760, text: 'Contents', size: 14, bold: true },
        ...entry(730, '1 Where do I find the key of the boathouse?', '1'),
        {
          x: 60,
          y: 710,
          text: '2 Do I have to turn the second lock as well? What about the chain on the door, or',
        },
        ...entry(698, 'the wall?', '1'),
        ...entry(678, '3 Who counts the oars?', '1'),
        {
          x: 60,
          y: 658,
          text: '4 My oar is longer than all of the others. Is that a mistake, or is it meant to be',
        },
        ...entry(646, 'so?', '1'),
        ...entry(626, '5 May I bring a dog?', '1'),
      ],
      column(
        [
          '**1 Where do I find the key of the boathouse?',
          'In the box beside the door.',
          '',
          '**2 Do I have to turn the second lock as well? What about the chain on the door, or the wall?',
          'The lock is enough.',
          '',
          '**3 Who counts the oars?',
          'The warden, every Sunday.',
          '',
          '**4 My oar is longer than all of the others. Is that a mistake, or is it meant to be so?',
          'It is meant for the wide boats.',
          '',
          '**5 May I bring a dog?',
          'On a lead.',
        ],
        { x: 60, top: 740 },
      ),
    ])
  },
  'contents-partly-with-dots.pdf': () =>
    writePdf([
      [
        { x: 60, y: 760, text: 'Contents', size: 14, bold: true },
        ...[
          '1 The course',
          '1.1 What is the course? . . . . . . . . . . . . . . .',
          '1.2 Who may come? . . . . . . . . . . . . . . . . .',
          '2 The robot',
          '2.1 Who repairs it? . . . . . . . . . . . . . . . . .',
        ].flatMap((text, i) => [
          { x: 60, y: 730 - i * 14, text },
          { x: 480, y: 730 - i * 14, text: String(1 + Math.floor(i / 3)) },
        ]),
        ...column(
          [
            '**1 The course',
            '',
            '**1.1 What is the course?',
            'Two weeks with a robot.',
            '',
            '**1.2 Who may come?',
            'All students.',
            '',
            '**2 The robot',
            '',
            '**2.1 Who repairs it?',
            'The tutor does.',
          ],
          { x: 60, top: 600 },
        ),
      ],
    ]),
  'wrapped-numbered-questions.pdf': () =>
    writePdf([
      column(
        [
          '1. Are we allowed to use the shape of the array of microphones, which is given in the plan of the',
          'evaluation?',
          'Yes, the shape may be used by all teams for training their systems.',
          '',
          '2. The archive is larger than ten gigabytes and does not fit into a free account. How do we fetch the',
          'archive?',
          'Please write to the office. We send another address within three days.',
          '',
          '3. Is there a fee?',
          'No.',
        ],
        PAGE,
      ),
    ]),
  'questions-by-weight.pdf': () =>
    writePdf([
      bold(
        [
          '**Where does the harbour bus stop?',
          'In front of the fish hall, and once more at the lighthouse.',
          '',
          '**Which of the boats that lie at the old pier may be visited on Sundays and on public',
          '**holidays?',
          'The fire boat and the tug. Children pay nothing.',
          '',
          '**My ticket is lost',
          'Call the office, and have your booking number at hand.',
          '',
          '**Are dogs allowed on board?',
          'Yes, on a lead.',
        ],
        PAGE,
      ),
    ]),
  'code-in-a-bold-question.pdf': () =>
    writePdf([
      [
        ...bold(
          [
            '**How do I stop the pump?',
            'Press the red button twice.',
            '',
            '**Can it run by night?',
            'Yes, at half speed.',
          ],
          PAGE,
        ),
        { x: 60, y: 680, text: 'What does', bold: true },
        { x: 112, y: 680, text: 'flowRate' },
        { x: 155, y: 680, text: 'mean in the menu?', bold: true },
        { x: 60, y: 667, text: 'Litres in a minute, measured at the valve.' },
      ],
    ]),
  'contents-with-dots.pdf': () =>
    writePdf([
      column(
        [
          '**Contents',
          '1. When will you reply? ................................................ 2',
          '2. May I hand in my sheet later? ....................................... 2',
          '3. Who marks the exam? . . . . . . . . . . . . . . . . . . . . . . . . . 3',
        ],
        PAGE,
      ),
      column(
        [
          '**1. When will you reply?',
          'Within two days, except at the weekend.',
          '',
          '**2. May I hand in my sheet later?',
          'Yes, once in a term, if you write before noon.',
        ],
        PAGE,
      ),
      column(['**3. Who marks the exam?', 'Two of us, without knowing your name.'], PAGE),
    ]),
  'questions-listed-first.pdf': () =>
    writePdf([
      column(
        [
          '**Garden club: frequent questions',
          '',
          'What does a plot cost?',
          'Who may join?',
          'When is the water turned on?',
        ],
        PAGE,
      ),
      column(
        [
          '**What does a plot cost?',
          'Forty euros a year.',
          '',
          '**Who may join?',
          'Whoever lives in the town.',
          '',
          '**When is the water turned on?',
          'On the first of April, if there is no frost.',
        ],
        PAGE,
      ),
    ]),
  'labels-in-bullets.pdf': () =>
    writeGlyphPdf([
      {
        drawn: [
          '• Kérdés: Mennyi ideig tart a töltés?',
          '• Válasz: Körülbelül hat óráig.',
          '• Kérdés: Hol kapok új kártyát?',
          '• Válasz: Az irodában, reggel nyolctól.',
        ].map((text, i) => ({ x: 60, y: 740 - i * 15, text })),
      },
    ]),
  'parts-of-a-numbered-question.pdf': () =>
    writePdf([
      column(
        [
          '**1 When are the offices open?',
          '**1.1 Harbour',
          'From nine to five on all days of the week.',
          '',
          '**1.2 Town',
          'From ten to four, but not on Mondays.',
          '',
          '**2 Where do I get a permit?',
          'At the office of the harbour, with your papers.',
          '',
          '**3 May I stay overnight?',
          'Yes, for three nights at most.',
        ],
        PAGE,
      ).map((placed) => (/^1\.\d/.test(placed.text) ? { ...placed, size: 10 } : placed)),
    ]),
  'numbered-sections-and-questions.pdf': () =>
    writePdf([
      column(
        [
          '**1. Setting up',
          '1.1 How do I connect the sensor?',
          'Plug it into the second port and wait for the green light.',
          '',
          '1.2 Which cable is needed?',
          'Any cable of the third category.',
          '',
          '**2. In use',
          '2.1 How often is the value sent?',
          'Once a minute. The interval is set in three places:',
          '- in the menu of the sensor',
          '- on the page of the gateway',
          '- by the server',
        ],
        PAGE,
      ),
    ]),
  'questions-in-coloured-boxes.pdf': () =>
    writeGlyphPdf([
      {
        graphics: [0, 1, 2].flatMap((i) => [
          ...box(55, 700 - i * 120, 485, 30),
          ...box(55, 630 - i * 120, 485, 70),
        ]),
        drawn: [
          [
            'Can I rent skates at the rink?',
            'Yes, in all sizes from thirty to forty-eight. A pair costs five francs for two hours, and you leave your card with us as long as you have the skates on.',
          ],
          [
            'When is the rink closed?',
            'It is closed on Mondays, and on days on which a game of the club is played. The plan of the games hangs at the door and is on our pages from August on.',
          ],
          [
            'May I bring my own food?',
            'You may, and there are tables on the gallery. Please do not eat on the ice, and take your waste home with you.',
          ],
        ].flatMap(([question = '', answer = ''], i): Drawn[] => [
          { x: 65, y: 711 - i * 120, text: question, bold: true },
          ...wrapped(answer, { x: 65, top: 684 - i * 120, width: 460 }),
        ]),
      },
    ]),
  'two-columns-of-questions.pdf': () => {
    const entries = [
      ['What is lent?', 'Drills, saws and ladders are lent to members of the workshop for a week at a time.'],
      [
        'Who is a member?',
        'Whoever has paid the fee of the year and has taken the course on safety is a member.',
      ],
      [
        'What if a tool breaks?',
        'Bring it back as it is and tell us what has happened; wear and tear costs you nothing at all.',
      ],
      [
        'Can I keep it longer?',
        'Yes, if nobody waits for it, and then for one more week, which you ask for by telephone.',
      ],
    ]
    const drawn = entries.map(([question = '', answer = ''], i) => {
      const [x, top] = [i % 2 === 0 ? 60 : 320, i < 2 ? 740 : 640]
      return [{ x, y: top, text: question, bold: true }, ...wrapped(answer, { x, top: top - 13, width: 215 })]
    })
    // Line by line across both columns, as some programs draw.
    const lines = drawn.flat().sort((a, b) => b.y - a.y || a.x - b.x)
    return writeGlyphPdf([{ drawn: lines }])
  },
  'running-lines-between-answers.pdf': () =>
    writePdf(
      [
        [
          '**How do I register?',
          'Fill in the form on the second page and send it to the office by post, or bring it with you on the',
        ],
        [
          'day of the lecture, when it is checked at the door.',
          '',
          '**What does it cost?',
          'Nothing for students.',
        ],
        [
          '**Is there a certificate?',
          'Yes, at the end, for all who were there on both days, who have written their names on the',
          'list at the door each morning, and who have not left before the last lecture was over and',
          'the lights were out.',
        ],
      ].map((lines, i) => [
        { x: 60, y: 812, text: 'Summer school of the observatory', size: 8 },
        ...column(lines, PAGE),
        ...(i === 2 ? [{ x: 60, y: 50.2, text: 'Lunch is not included.' }] : []),
        { x: 60, y: 30, text: `Programme of May, sheet ${i + 1}` },
        { x: 290, y: 20, text: `${i + 1}`, size: 8 },
      ]),
    ),
  'stretched-answers.pdf': () =>
    writeGlyphPdf([
      {
        drawn: [
          [
            'How is the prize shared?',
            'The prize is shared by the three best teams in equal parts, whatever the distance between their points may be. ',
          ],
          [
            'May one person be in two teams?',
            'No person may be in more than one team, and a team that breaks this rule is taken off the list without further notice. ',
          ],
          [
            'Until when can data be handed in?',
            'Data can be handed in until noon of the last day of the month by the time of the server, which is shown on the page. ',
          ],
        ].flatMap(([question = '', answer = ''], i): Drawn[] => [
          { x: 60, y: 740 - i * 80, text: question, bold: true },
          ...justified(answer.trim(), { x: 60, top: 727 - i * 80, width: 300 }),
        ]),
      },
    ]),
}
