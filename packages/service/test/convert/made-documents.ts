// The PDF and Word documents of these tests, made on the spot.

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
