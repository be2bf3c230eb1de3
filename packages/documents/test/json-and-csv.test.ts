// Data as documents: exports of help centres, data for training, settings, lists of products.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked } from './documents.ts'
import { makeXlsx } from './make-xlsx.ts'

async function convert(source: unknown, fileName: string) {
  const text = typeof source === 'string' ? source : JSON.stringify(source)
  const { pairs, warnings, coverage } = await convertChecked(text, fileName)
  return { list: pairs.map(({ question, answer }) => [question, answer]), warnings, coverage }
}

describe('JSON', () => {
  it('a page of questions with a list of 200,000 values is read like any other', async () => {
    const question = { '@type': 'Question', name: 'Is it open?', acceptedAnswer: { text: 'Yes.' } }
    const values = Array.from({ length: 200_000 }, (_, i) => i)
    const { list } = await convert({ '@type': 'FAQPage', mainEntity: [question], values }, 'page.json')
    assert.deepEqual(list, [['Is it open?', 'Yes.']])
  })

  it('a field that only a late record of a long list has is listed as not used', async () => {
    const records = Array.from({ length: 400 }, (_, i) => ({
      question: `Where is room ${i}?`,
      answer: `On floor ${i}.`,
    }))
    const { list, warnings } = await convert(
      [...records, { question: 'Is there a lift?', answer: 'No.', hint: 'Stairs' }],
      'rooms.json',
    )
    assert.equal(list.length, 401)
    assert.match(warnings.join(), /not used: hint/)
  })

  it('an article is asked by its title, and its tags are no answer of their own', async () => {
    const { list, warnings, coverage } = await convert(
      {
        articles: [
          {
            id: 1,
            title: 'Reset password',
            body: '<p>Open <b>Settings</b>.</p><p>Press reset.</p>',
            tags: ['a'],
          },
          { id: 2, title: 'Delete account', tags: [], body: 'Write to us.', created_at: '2024-01-01' },
        ],
        count: 2,
      },
      'kb.json',
    )
    assert.deepEqual(list, [
      ['Reset password', 'Open Settings.\n\nPress reset.'],
      ['Delete account', 'Write to us.'],
    ])
    assert.deepEqual(warnings, [
      'Fields that are no part of a question or an answer were not used: count, id, tags, created at.',
    ])
    assert.equal(coverage.covered_chars, coverage.text_chars)
  })

  it('articles stand under the names of their sections', async () => {
    const json = {
      sections: [
        {
          name: 'Billing',
          articles: [{ title: 'How invoices work', content: 'On the first of the month.' }],
        },
        { name: 'Shipping', articles: [{ subject: 'Delivery times', description: 'Two days.' }] },
      ],
    }
    assert.deepEqual((await convert(json, 'kb.json')).list, [
      ['Billing: How invoices work', 'On the first of the month.'],
      ['Shipping: Delivery times', 'Two days.'],
    ])
  })

  it('what follows an object is not read as a part of it', async () => {
    const { list } = await convert(
      {
        support: { email: 'a@b.c', hours: '9-17' },
        list: [{ x: 'A thing is here.', y: 'It is red.' }],
        items: ['A sentence stands here.', 'Another one stands here.'],
        sizes: [1, 2, 3],
      },
      'settings.json',
    )
    assert.deepEqual(list.slice(1), [
      ['support', 'email: a@b.c\n\nhours: 9-17'],
      ['list', 'x: A thing is here.\n\ny: It is red.'],
      ['items', '- A sentence stands here.\n- Another one stands here.'],
    ])
    assert.deepEqual(list[0]?.[1], 'sizes: 1, 2, 3')
  })

  const TWO = [
    ['How do I pay?', 'By card.'],
    ['Where is it?', 'In Rome.'],
  ]
  const lines = (make: (question: string, answer: string) => object) =>
    TWO.map(([question = '', answer = '']) => JSON.stringify(make(question, answer))).join('\n')
  const shapes: Record<string, unknown> = {
    'instruction and output': lines((instruction, output) => ({ instruction, input: '', output })),
    'prompt and completion': lines((prompt, completion) => ({ prompt, completion })),
    intents: {
      intents: [
        { tag: 'pay', patterns: ['How do I pay?'], responses: ['By card.'] },
        { tag: 'place', patterns: ['Where is it?'], responses: ['In Rome.'] },
      ],
    },
    'rich text of an editor': TWO.map(([question, text]) => {
      const paragraph = { type: 'paragraph', content: [{ type: 'text', text }, { type: 'hardBreak' }] }
      return { question, answer: { type: 'doc', content: [paragraph] } }
    }),
    'blocks of a page': {
      type: 'block',
      content: TWO.map(([question, answer]) => ({ type: 'faq', question, answer })),
    },
    'several answers': {
      data: TWO.map(([question, text]) => ({ question, answers: [{ text, answer_start: 3 }] })),
    },
  }
  for (const [what, source] of Object.entries(shapes)) {
    it(`pairs are found in ${what}`, async () => {
      assert.deepEqual((await convert(source, 'data.jsonl')).list, TWO)
    })
  }

  it('an instruction is asked with what it is about, and further questions with their answer', async () => {
    const task = { instruction: 'What does this word mean?', input: 'Hund', output: 'dog' }
    assert.deepEqual((await convert([task], 'data.json')).list, [['What does this word mean? Hund', 'dog']])
    const asked = { question: 'Is it free?', answer: 'Yes.', similar_questions: ['Does it cost?'] }
    assert.deepEqual((await convert([asked], 'data.json')).list, [
      ['Is it free?', 'Yes.'],
      ['Does it cost?', 'Yes.'],
    ])
  })

  it('fields beside a question and its answer are named', async () => {
    const { warnings } = await convert(
      [{ question: 'Is it free?', answer: 'Yes.', category: 'Price', note: '' }],
      'data.json',
    )
    assert.deepEqual(warnings, [
      'Fields that are no part of a question or an answer were not used: category.',
    ])
  })
})

describe('CSV as a document', () => {
  const questions = async (csv: string) => (await convert(csv, 'list.csv')).list.map(([question]) => question)

  it('a row is asked by what names the thing, and not by its number alone', async () => {
    assert.deepEqual(
      await questions(
        'SKU;Name;Price;Stock\nA-1;Pump 12V;49,90;3\nA-2;Pump 24V;59,90;0\nA-3;Valve;9,90;120\n',
      ),
      ['A-1, Pump 12V', 'A-2, Pump 24V', 'A-3, Valve'],
    )
    assert.deepEqual(
      await questions('Brand,Type,Price\nBosch,Drill,50\nBosch,Saw,60\nMakita,Drill,55\nMakita,Saw,66\n'),
      ['Bosch, Drill', 'Bosch, Saw', 'Makita, Drill', 'Makita, Saw'],
    )
    assert.deepEqual(
      await questions('id,url,Produkt,Farbe\n1,https://a.b/1,Zelt,blau\n2,https://a.b/2,Lampe,rot\n'),
      ['Zelt', 'Lampe'],
    )
  })

  it('rows of several sheets are told apart by the names of those', async () => {
    const sheet = (name: string, cups: number) => ({
      name,
      rows: [
        ['Team', 'Town', 'Cups'],
        ['Leafs', 'Toronto', cups],
      ],
    })
    const { pairs } = await convertChecked(makeXlsx([sheet('All', 13), sheet('Since 67', 0)]), 'cups.xlsx')
    assert.deepEqual(
      pairs.map(({ question, answer }) => [question, answer]),
      [
        ['All: Leafs', 'Team: Leafs; Town: Toronto; Cups: 13'],
        ['Since 67: Leafs', 'Team: Leafs; Town: Toronto; Cups: 0'],
      ],
    )
  })

  it('a sheet of one column is a text', async () => {
    const rows = [
      ['1. Who rows?'],
      ['Members do.'],
      ['2. Who steers?'],
      ['One of them.'],
      ['3. Who pays?'],
      ['All.'],
    ]
    const { pairs } = await convertChecked(makeXlsx([{ name: 'FAQ', rows }]), 'faq.xlsx')
    assert.deepEqual(
      pairs.map(({ question, answer }) => [question, answer]),
      [
        ['Who rows?', 'Members do.'],
        ['Who steers?', 'One of them.'],
        ['Who pays?', 'All.'],
      ],
    )
  })

  it('a sheet of facts has no header: its first row is a fact too', async () => {
    const facts = 'Check-in,From 3 pm\nCheck-out,Until 11 am\nWi-Fi,Free in all rooms\nPhone,0316 123\n'
    assert.deepEqual(await questions(facts), ['Check-in', 'Check-out', 'Wi-Fi', 'Phone'])
    assert.deepEqual(await questions('Article,Price in 2026\nTent,120\nLamp,9.50\n'), ['Tent', 'Lamp'])
  })

  it('a column beside a title and a text is kept, because it is content of the row', async () => {
    const menu =
      'Dish,Description,Price\nGulasch,"Beef stew with dumplings, served with bread.",€12.50\n' +
      'Schnitzel,"Veal, breaded, with potato salad and lemon.",€18.90\nStrudel,Apple strudel with vanilla sauce.,€5.20\n'
    const { list, coverage } = await convert(menu, 'menu.csv')
    assert.deepEqual(list[1], [
      'Schnitzel',
      'Dish: Schnitzel; Description: Veal, breaded, with potato salad and lemon.; Price: €18.90',
    ])
    assert.deepEqual(coverage.uncovered, [])
  })

  it('one that names itself in its first column is asked by that', async () => {
    assert.deepEqual(await questions('City,People,Country\nBerlin,3600000,Germany\nParis,2100000,France\n'), [
      'Berlin',
      'Paris',
    ])
  })

  it('a table of questions and answers is one under any name, and a text that only begins like one is none', async () => {
    const csv = 'id,Question,Answer\n1,"Do you ship, abroad?","Yes, <b>worldwide</b>."\n2,Is it free?,No.\n'
    const expected = (await convert(csv, 'faq.csv')).list
    assert.equal(expected.length, 2)
    for (const name of ['faq', 'faq.html', 'faq.txt', 'faq.pdf'])
      assert.deepEqual((await convert(csv, name)).list, expected, name)
    const prose =
      'Question, answer\n\nThe first question, which is asked often, has an answer.\n\nThe second has none.\n'
    assert.equal((await convertChecked(prose, 'notes.txt')).format, 'TXT')
  })
})
