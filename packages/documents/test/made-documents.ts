// The PDF and Word documents of these tests, made on the spot.

import { makeXlsx } from './make-xlsx.ts'
import { item, paragraph, table, writeDocx } from './write-docx.ts'
import { column, type Placed, writePdf } from './write-pdf.ts'

/** Two columns under a title that goes across, with running header, footer and page numbers, broken words, a sentence over the page. */
export function twoColumnPdf(): Uint8Array {
  const furniture = (page: number): Placed[] => [
    { x: 60, y: 810, text: 'Alpine Rail Bulletin 12', size: 8 },
    { x: 60, y: 30, text: 'www.alpine-rail.example', size: 8 },
    { x: 520, y: 30, text: `Page ${page} of 2`, size: 8 },
  ]
  const first: Placed[] = [
    ...furniture(1),
    { x: 60, y: 770, text: 'Night trains: what passengers should know', size: 18, bold: true },
    ...column(
      [
        '**Booking',
        'Berths can be booked from six months before the',
        'day of travel. Seats open three months before. The',
        'fare includes a light breakfast, which is ser-',
        'ved from six in the morning.',
        '',
        '**Luggage',
        'Each passenger may take two large bags. Bicycles',
        'need a ticket of their own for twelve francs, and',
        'have to be packed between October and March.',
        'Skis travel free of charge in their own bag.',
      ],
      { x: 60, top: 735 },
    ),
    ...column(
      [
        '**Delays',
        'When a train is more than sixty minutes late, a',
        'quarter of the fare is paid back. After two hours',
        'it is one half. Send the form within ninety days,',
        'with a copy of the ticket.',
        '',
        '**Animals',
        'Small animals travel free in a box. Dogs need a',
        'ticket and a muzzle, and are only taken in com-',
        'partments that were booked as a whole. Assistance',
        'dogs are welcome everywhere, and they travel',
      ],
      { x: 315, top: 735 },
    ),
  ]
  const second: Placed[] = [
    ...furniture(2),
    ...column(
      [
        'without a ticket in all trains of the company.',
        '',
        '**Can I get off on the way?',
        'Yes. Tell the conductor in the evening, who will',
        'wake you twenty minutes before your station and',
        'give back your ticket.',
        '',
        'Berths that are left before midnight may be sold',
        'again to other passengers.',
      ],
      { x: 60, top: 735 },
    ),
    ...column(
      [
        '**Lost property',
        'What is found on board is kept in Chur for three',
        'months. Call the office between nine and noon, or',
        'fill in the form on our pages. Sending costs fif-',
        'teen francs within the country.',
        '',
        'Perishable goods are thrown away on the same day,',
        'and money is handed to the police.',
      ],
      { x: 315, top: 735 },
    ),
  ]
  return writePdf([first, second])
}

/** A handbook in one column over three pages: chapters that change in the page header, lists, ligatures, a sentence over the page. */
export function guestHandbookPdf(): Uint8Array {
  const body = [
    [
      '**Arrival and departure',
      'Your room is ready from three in the afternoon. The front of\u0002ce is open day and night; ring the bell be-',
      'tween midnight and six. On the day you leave us the room is yours until eleven.',
      '',
      'Bags may be left at the front of\u0002ce until six in the evening, free of charge.',
      '',
      '**Breakfast',
      'Breakfast is served on the second \u0003oor:',
      '- from seven to ten on weekdays',
      '- from eight to noon on Sundays and holidays',
      '',
      '**Internet',
      'The network is called Harbour. Enter your room number and your family name; up to six devices may be',
    ],
    [
      'used at a time. There is no charge.',
      '',
      '**Can I bring my dog?',
      'Yes, dogs are welcome on the ground \u0003oor. We charge twelve euros a night, and lend you a basket and a',
      'bowl. Please do not leave the dog alone in the room.',
      '',
      '**Parking',
      'The garage under the house costs eighteen euros a night. There are four charging points for electric cars;',
      'a kilowatt hour costs forty cents and is put on your bill.',
    ],
    [
      '**Emergencies',
      'In case of \u0002re leave the house by the stairs, never by the lift, and meet at the \u0003ag pole in the yard.',
      'The house doctor is called by dialling nine.',
      '',
      '**Lost property',
      'What you forgot is kept for six months. We send it to you for the price of the postage.',
    ],
  ]
  return writePdf(
    body.map((lines, i) => [
      {
        x: 60,
        y: 810,
        text: `Harbour Hotel, ${['first steps', 'good to know', 'just in case'][i]} ${i + 7}`,
        size: 8,
      },
      ...(i === 0
        ? [{ x: 60, y: 770, text: 'Guest handbook of the Harbour Hotel', size: 18, bold: true }]
        : []),
      ...column(lines, { x: 60, top: 740 }),
    ]),
  )
}

/** Two sheets of questions with merged answers and formatted figures, and a cover. */
export function clubWorkbook(): Uint8Array {
  return makeXlsx([
    { name: 'Cover', rows: [['Rowing club'], ['Version 4']] },
    {
      name: 'Members',
      rows: [
        ['Questions about membership', null, null],
        ['No.', 'Question', 'Answer'],
        [1, 'What does a year cost?', { number: 1240.5, style: 4 }],
        [2, 'How do I leave the club?', 'In writing, three months before the end of the year.'],
        [3, 'How can I cancel?', null],
      ],
      merges: ['A1:C1', 'C4:C5'],
    },
    {
      name: 'Boats',
      rows: [
        ['Answer', 'Question', 'Similar questions'],
        [
          'Only with the silver badge.',
          'May I take a boat out alone?',
          'Can I row by myself?\nSingle sculls for beginners?',
        ],
        ['In the log book beside the door.', 'Where do I write down damage?', null],
      ],
    },
  ])
}

export function staffHandbookDocx(): Uint8Array {
  return writeDocx(
    [
      paragraph('Staff handbook', 'Title'),
      paragraph('Holidays', 'berschrift1'),
      paragraph('Everyone has 28 days of paid holiday a year. To take some:'),
      item('Ask your team first.', 1),
      item('Enter the days in the calendar.', 1),
      item('Wait for the confirmation, which comes within three days.', 1),
      paragraph('Expenses', 'berschrift1'),
      paragraph('Travel', 'berschrift2'),
      paragraph('Trains are booked in second class. The following is paid without a receipt:'),
      item('city transport up to 10 euros a day', 2),
      item('tips', 2),
      paragraph('Daily allowances', 'berschrift2'),
      table([
        ['Country', 'Full day', 'Half day'],
        ['Germany', '28 €', '14 €'],
        ['France', '53 €', '36 €'],
      ]),
      paragraph('Questions we hear often', 'berschrift1'),
      paragraph('Can I work from abroad?', 'bold'),
      paragraph('Yes, for up to 20 working days a year inside the European Union.'),
      paragraph('Who pays for my phone?', 'bold'),
      paragraph('The company pays for a phone and the contract. You may use it privately.'),
      paragraph('In writing', 'berschrift1'),
      table([
        ['Question', 'Answer', 'Owner'],
        ['How do I get a new laptop?', 'Write to it@company.example; it takes about a week.', 'IT'],
        ['Where do I park?', 'In the yard behind house 4.', 'Facilities'],
      ]),
    ].join(''),
  )
}
