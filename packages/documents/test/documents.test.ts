// Documents of many shapes: which questions can be answered afterwards, from where, and how much of the text is covered.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertWhole, convertChecked, coverage, fixture, pairOf } from './documents.ts'
import { guestHandbookPdf, staffHandbookDocx, twoColumnPdf } from './made-documents.ts'

interface Expected {
  readonly name: string
  readonly bytes: Uint8Array
  readonly format: string
  /** Question → what its answer must hold; a list must be held in this order. */
  readonly answers: Record<string, string | string[]>
  /** What must be in no pair. */
  readonly absent?: readonly string[]
  readonly uncovered?: readonly string[]
}

const EXPECTED: Expected[] = [
  {
    name: 'product-faq.md',
    bytes: fixture('product-faq.md'),
    format: 'MD',
    answers: {
      'How long does delivery take?': 'two to four working days inside the EU and up to ten days elsewhere.',
      'Can I change my order after paying?': [
        'orders@lumo.example',
        '1. Put',
        '2. Say',
        '3. Wait for our confirmation',
      ],
      'Which payment methods do you accept?': ['Method: Card', 'Cash on delivery; Fee: 4.50 €'],
      'Why does the lamp blink three times?': 'In Q3 2024 we changed this from five blinks to three.',
      'Can I leave it plugged in all the time?': 'Charging stops by itself',
      'How do I reset the dimmer?': 'Hold the base for ten seconds',
      'Does it work with a power bank?': ['5 V and 2 A', 'the list (https://lumo.example/power-banks)'],
      'Repairs and spare parts': ['A new battery costs 19 €', 'lumo-update --firmware'],
    },
    absent: ['#ordering', 'updated: 2026'],
  },
  {
    name: 'help-centre.html',
    bytes: fixture('help-centre.html.fixture'),
    format: 'HTML',
    answers: {
      'When do I get my money back?': 'Within five working days',
      'How to send something back': [
        'your order page (https://nordkap.example/returns)',
        '- Keep the receipt.',
      ],
      'Returns and refunds: Return fees': ['Country: Norway; Fee: free', 'Sweden; Fee: 29 SEK'],
      'Can I exchange an item for another size?': 'sent on the same day',
      'What about gifts?': 'refunded as a voucher',
      'More questions: RMA number': 'on your return label',
      'Is there a limit on returns?': 'more than ten parcels a month',
    },
    absent: ['cookies', 'Log in', 'Imprint', 'helpful', 'Gift cards', 'Skip to', 'do not read me', 'Home'],
  },
  {
    name: 'two-columns.pdf',
    bytes: twoColumnPdf(),
    format: 'PDF',
    answers: {
      'Night trains: what passengers should know – Booking': [
        'six months',
        'which is served from six in the morning.',
      ],
      'Night trains: what passengers should know – Luggage': ['two large bags', 'Skis travel free of charge'],
      'Night trains: what passengers should know – Delays': [
        'sixty minutes late',
        'with a copy of the ticket.',
      ],
      'Night trains: what passengers should know – Animals':
        'compartments that were booked as a whole. Assistance dogs are welcome everywhere, and they travel without a ticket in all trains',
      'Can I get off on the way?': [
        'twenty minutes before your station',
        'Berths that are left before midnight',
      ],
      'Night trains: what passengers should know – Lost property': [
        'kept in Chur',
        'fifteen francs',
        'the police',
      ],
    },
    absent: ['Bulletin', 'www.alpine-rail', 'Page 1'],
  },
  {
    name: 'guest-handbook.pdf',
    bytes: guestHandbookPdf(),
    format: 'PDF',
    answers: {
      'Arrival and departure': [
        'The front office is open day and night; ring the bell between midnight and six.',
        'Bags may be left at the front office until six in the evening, free of charge.',
      ],
      'Guest handbook of the Harbour Hotel: Breakfast': [
        'the second floor:',
        '- from seven',
        '- from eight to noon',
      ],
      'Guest handbook of the Harbour Hotel: Internet':
        'up to six devices may be used at a time. There is no charge.',
      'Can I bring my dog?': ['on the ground floor', 'alone in the room.'],
      'Guest handbook of the Harbour Hotel: Parking':
        'a kilowatt hour costs forty cents and is put on your bill.',
      'Guest handbook of the Harbour Hotel: Emergencies': [
        'In case of fire',
        'the flag pole',
        'dialling nine.',
      ],
      'Guest handbook of the Harbour Hotel: Lost property': 'for the price of the postage.',
    },
    absent: ['first steps', 'good to know', 'just in case', '\u0002'],
  },
  {
    name: 'shop-app.html',
    bytes: fixture('shop-app.html.fixture'),
    format: 'HTML',
    answers: {
      'How do I descale the machine?': ['Fill the tank', 'Press both buttons', 'takes about half an hour'],
      'Which beans may I use?': 'never with caramel',
      'Is the milk jug dishwasher safe?': 'without its lid',
    },
    absent: ['loading', 'window.'],
  },
  {
    name: 'staff-handbook.docx',
    bytes: staffHandbookDocx(),
    format: 'DOCX',
    answers: {
      'Staff handbook: Holidays': ['28 days', '1. Ask your team', '3. Wait for the confirmation'],
      'Expenses: Travel': ['second class', '- city transport up to 10 euros'],
      'Expenses: Daily allowances': [
        'Country: Germany; Full day: 28 €',
        'Country: France; Full day: 53 €; Half day: 36 €',
      ],
      'Can I work from abroad?': 'up to 20 working days',
      'Who pays for my phone?': 'You may use it privately.',
      'How do I get a new laptop?': 'Write to it@company.example; it takes about a week.',
      'Where do I park?': 'In the yard behind house 4.',
    },
  },
  {
    name: 'terms.txt',
    bytes: fixture('terms.txt'),
    format: 'TXT',
    answers: {
      'TERMS OF SERVICE: Accounts': ['at least 16 years old', 'security@fjordnet.example'],
      'Fees and payment': ['three times within ten days', '45 days before'],
      'Ending the contract': ['30 days', '(a) the other side', '(b) insolvency'],
      'TERMS OF SERVICE: Liability': 'the last twelve months',
      'Law and courts': 'The courts of Bergen decide.',
    },
  },
  {
    name: 'faq-zh.txt',
    bytes: fixture('faq-zh.txt'),
    format: 'TXT',
    answers: {
      '忘记密码怎么办？': '原来的指纹不会丢失。',
      '电池可以用多久？': '电量低于百分之二十时，门锁会亮红灯',
      '支持指纹开锁吗？': 'Q3 2024 之后的型号还支持人脸识别。',
      '如何申请退货？': ['1、在订单页', '3、寄回商品并填写快递单号。'],
      '保修期是多长？': '电机保修五年',
    },
  },
  {
    name: 'faq-ja.html',
    bytes: fixture('faq-ja.html.fixture'),
    format: 'HTML',
    answers: {
      '注文をキャンセルできますか。': '発送後のキャンセルはお受けできません。',
      '領収書は発行されますか。': 'PDFで発行できます',
      送料はいくらですか: '全国一律六百円です。',
      海外への配送は可能ですか: '現在は日本国内のみ',
      '返品・交換': '商品到着後八日以内',
    },
    absent: ['ショップ'],
  },
  {
    name: 'report.txt',
    bytes: fixture('report.txt'),
    format: 'TXT',
    answers: {
      'The harbour of Vell was dredged between April and September of last year.': '210,000 cubic metres',
      'Water in the inner harbour is now at least 7.5 metres deep at low tide.': 'up to 140 metres',
      'The work cost 6.4 million.': ['Two thirds were paid by the port', 'ten centimetres a year'],
      'Birds were counted before and after.': 'No effect on seals was found.',
    },
  },
  {
    name: 'faq.json',
    bytes: fixture('faq.json'),
    format: 'JSON',
    answers: {
      'How do I cancel my membership?': 'one month before the end of the quarter',
      'Can I pause it?': 'up to three months a year',
      'Can my contract rest?': 'up to three months a year',
      'Do I have to book courses?': 'Only for yoga and spinning.',
      'Gym Kraftwerk: opening hours': ['monday: 6-22', 'sunday: 9-18'],
    },
  },
  {
    name: 'price-list.csv',
    bytes: fixture('price-list.csv'),
    format: 'CSV',
    answers: {
      'Wanderzelt Fjell 2': 'Preis: 349 €; Gewicht: 1,9 kg',
      'Kuppelzelt "Tarn"': 'Preis: 129 €',
      'Schlafsack Ull': 'Gewicht: 1,1 kg',
    },
  },
  {
    name: 'faq-de.txt',
    bytes: fixture('faq-de.txt'),
    format: 'TXT',
    answers: {
      'Wie viele Bücher darf ich ausleihen?': 'höchstens fünf Filme.',
      'Was kostet ein Ausweis für Schüler?': 'Für Schülerinnen und Schüler ist er kostenlos.',
      'Kann ich verlängern?':
        'z. B. über das Konto im Netz. Vorbestellte Bücher lassen sich nicht verlängern.',
    },
  },
]

describe('documents of many shapes', () => {
  for (const { name, bytes, format, answers, absent = [] } of EXPECTED) {
    it(`${name}: every question it answers finds its whole answer, in its own words`, async () => {
      const converted = await convertChecked(bytes, name)
      assert.equal(converted.format, format)
      assertWhole(converted)
      for (const [question, held] of Object.entries(answers)) {
        const { answer, origin } = pairOf(converted, question)
        let from = 0
        for (const text of [held].flat()) {
          const at = answer.indexOf(text, from)
          assert.ok(at >= 0, `“${question}” is answered by “${answer}”, which lacks “${text}”`)
          from = at + text.length
          assert.ok(converted.text.slice(origin.start, origin.end).includes(text))
        }
      }
      const everything = JSON.stringify(converted.pairs)
      for (const text of absent) assert.ok(!everything.includes(text), `“${text}” is in a pair`)
      // The rest introduces questions, and is listed as uncovered.
      assert.ok(coverage(converted) > 0.9, `${coverage(converted)} of the text is covered`)
    })
  }

  it('a PDF pair knows its page, and every pair its headings', async () => {
    const converted = await convertChecked(twoColumnPdf(), 'a.pdf')
    assert.equal(pairOf(converted, 'Can I get off on the way?').origin.page, 2)
    const { origin } = pairOf(converted, 'Night trains: what passengers should know – Delays')
    assert.deepEqual([origin.page, origin.heading], [1, 'Night trains: what passengers should know › Delays'])
  })

  it('what is left out or not used is said', async () => {
    const pdf = await convertChecked(twoColumnPdf(), 'a.pdf')
    assert.match(
      pdf.warnings.join(),
      /running headers, footers and page numbers: .*“Alpine Rail Bulletin 12”/,
    )
    const docx = await convertChecked(staffHandbookDocx(), 'a.docx')
    assert.match(docx.warnings.join(), /not used: Owner/)
    const page = await convertChecked(fixture('help-centre.html.fixture'), 'a.html')
    assert.match(page.warnings.join(), /page furniture/)
    const german = await convertChecked(fixture('faq-de.txt'), 'a.txt')
    assert.match(german.warnings.join(), /windows-1252/)
  })
})
