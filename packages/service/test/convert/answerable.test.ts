/** Real documents through the service: uploaded, converted, and then asked in the words of a customer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertChecked, fixture } from '../../../documents/test/documents.ts'
import { encodeAs } from '../../../documents/test/legacy-text.ts'
import {
  clubWorkbook,
  guestHandbookPdf,
  staffHandbookDocx,
  twoColumnPdf,
} from '../../../documents/test/made-documents.ts'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

interface Asked {
  readonly name: string
  readonly bytes: Uint8Array
  readonly purpose?: 'QA_FILE'
  /** What a customer types → what the first hit must say. */
  readonly asked: Readonly<Record<string, string>>
}

const SPANISH = [
  'Pregunta;Respuesta',
  '¿Cuánto tarda el envío?;Entre dos y cuatro días, según la región.',
  '¿Puedo devolver un artículo?;"Sí, en 30 días; ""sin preguntas""."',
  '¿Dónde está la tienda?;Calle Mayor 5, Cádiz.',
].join('\r\n')

const DOCUMENTS: readonly Asked[] = [
  {
    name: 'product-faq.md',
    bytes: fixture('product-faq.md'),
    asked: {
      'how many days does delivery take': 'two to four working days',
      'my lamp is blinking 3 times': 'from five blinks to three',
      'spare parts repair battery price': 'A new battery costs 19 €',
      'can I use a power bank': '5 V and 2 A',
    },
  },
  {
    name: 'help-centre.html',
    bytes: fixture('help-centre.html.fixture'),
    asked: {
      'when will I get my money': 'five working days',
      'what does a return cost from Sweden': '29 SEK',
      'exchange for a different size': 'sent on the same day',
    },
  },
  {
    name: 'two-columns.pdf',
    bytes: twoColumnPdf(),
    asked: {
      'can I take my bicycle on the train': 'twelve francs',
      'the train is late, do I get money back': 'a quarter of the fare is paid back',
      'I lost something on board': 'kept in Chur for three months',
    },
  },
  {
    name: 'guest-handbook.pdf',
    bytes: guestHandbookPdf(),
    asked: {
      'what time is breakfast on sundays': 'from eight to noon',
      'how much is the garage': 'eighteen euros a night',
      'are dogs allowed': 'dogs are welcome',
      'wifi network and devices': 'up to six devices may be used at a time',
    },
  },
  {
    name: 'staff-handbook.docx',
    bytes: staffHandbookDocx(),
    asked: {
      'how many days of holiday do I have': '28 days of paid holiday',
      'I need a new laptop': 'it takes about a week',
      'daily allowance for France': 'Full day: 53 €',
      'working abroad': 'up to 20 working days',
    },
  },
  {
    name: 'terms.txt',
    bytes: fixture('terms.txt'),
    asked: {
      'how old must I be to open an account': 'at least 16 years old',
      'how do I end my contract': '30 days',
      'which courts decide': 'The courts of Bergen decide.',
    },
  },
  {
    name: 'faq-zh.txt',
    bytes: fixture('faq-zh.txt'),
    asked: {
      我忘记密码了: '长按背面的重置键五秒',
      电池能用几个月: '大约可以用十个月',
      怎么退货: '收到货后七天内',
      保修多长时间: '整机保修两年',
    },
  },
  {
    name: 'faq-ja.html',
    bytes: fixture('faq-ja.html.fixture'),
    asked: {
      送料を教えてください: '全国一律六百円',
      注文のキャンセル: 'マイページの「注文履歴」からキャンセルできます',
      海外に配送できますか: '現在は日本国内のみ',
    },
  },
  {
    name: 'report.txt',
    bytes: fixture('report.txt'),
    asked: {
      'how deep is the water in the inner harbour': '7.5 metres deep at low tide',
      'what did the work cost': '6.4 million',
      'were birds counted': 'No effect on seals was found.',
    },
  },
  {
    name: 'shop-app.html',
    bytes: fixture('shop-app.html.fixture'),
    asked: {
      'descale machine': 'Press both buttons for five seconds.',
      'what beans can I use': 'sugar blocks the grinder',
    },
  },
  {
    name: 'faq.json',
    bytes: fixture('faq.json'),
    asked: { 'can I pause for a while': 'up to three months a year', 'opening hours sunday': 'sunday: 9-18' },
  },
  {
    name: 'faq-de.txt',
    bytes: fixture('faq-de.txt'),
    asked: {
      'was kostet der ausweis für schüler': 'kostenlos',
      'bücher verlängern': 'z. B. über das Konto im Netz',
    },
  },
  {
    name: 'price-list.csv',
    bytes: fixture('price-list.csv'),
    asked: { 'preis schlafsack ull': 'Gewicht: 1,1 kg' },
  },
  {
    name: 'club.xlsx',
    bytes: clubWorkbook(),
    purpose: 'QA_FILE',
    asked: {
      'what is the cost per year': '1,240.50 €',
      'cancel my membership of the club': 'three months before the end of the year',
      'can I row by myself': 'Only with the silver badge.',
      'where to report damage': 'In the log book beside the door.',
    },
  },
  {
    name: 'preguntas.csv',
    bytes: encodeAs('windows-1252', SPANISH),
    purpose: 'QA_FILE',
    asked: {
      'cuanto tarda el envio': 'Entre dos y cuatro días',
      'quiero devolver un articulo': 'Sí, en 30 días; "sin preguntas".',
    },
  },
]

onSqlite((engine) => {
  const service = sharedService(engine)

  for (const { name, bytes, purpose = 'FILE_2_QA', asked } of DOCUMENTS) {
    test(`${name}: a customer's questions find their answers, and every stored answer is whole`, async () => {
      const { id, key } = await service().newAgent()
      const files = [{ file_name: name, file_base64: Buffer.from(bytes).toString('base64') }]
      const added = await service().api('POST', '/v1/bot/doc/qa/add', { purpose, files }, key)
      assert.deepEqual(added.json.failed, [], added.text)
      for (const [prompt, expected] of Object.entries(asked)) {
        const { json } = await service().api('POST', '/v1/vector/match', { prompt, top_k: 3 }, key)
        const [first] = json.list
        assert.ok(first?.content.includes(expected), `“${prompt}” finds “${first?.content}”`)
      }
      const path = `/agents/${id}/documents/${added.json.doc[0].doc_id}/pairs?limit=500`
      const { items } = (await service().admin('GET', path)).json
      assert.ok(items.length > 0)
      for (const { question, answer } of items) assert.ok(question.trim() && answer.trim(), question)
      if (purpose === 'FILE_2_QA') {
        const stored = items.map(({ question, answer }: Record<string, string>) => [question, answer])
        const { pairs } = await convertChecked(new Uint8Array(bytes), name)
        assert.deepEqual(
          stored,
          pairs.map(({ question, answer }) => [question, answer]),
        )
      }
    })
  }
})
