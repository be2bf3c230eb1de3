// Documents as people really send them: markup of every kind around the same questions.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked, pairOf } from './documents.ts'
import { paragraph, writeDocx } from './write-docx.ts'
import { column, type Placed, writePdf } from './write-pdf.ts'

async function asked(source: string | Uint8Array, fileName: string): Promise<[string, string][]> {
  const { pairs } = await convertChecked(source, fileName)
  return pairs.map(({ question, answer }) => [question, answer])
}

const PAIRS: [string, string][] = [
  ['How do I pay?', 'By card.'],
  ['Shipping costs', 'Five euros.'],
]
const page = (body: string, head = '') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`

describe('web pages', () => {
  const accordions: Record<string, string> = {
    'buttons in headings':
      '<div class="accordion"><h3><button aria-expanded="false">How do I pay?</button></h3><div hidden>By card.</div><h3><button aria-expanded="false">Shipping costs</button></h3><div hidden>Five euros.</div></div>',
    'boxes with classes':
      '<div class="faq"><div class="faq-item"><div class="faq-question">How do I pay?</div><div class="faq-answer">By card.</div></div><div class="faq-item"><div class="faq-question">Shipping costs</div><div class="faq-answer">Five euros.</div></div></div>',
    'boxes with classes of another style':
      '<ul><li><span class="accordion__title">How do I pay?</span><div class="accordion__body">By card.</div></li><li><span class="accordion__title">Shipping costs</span><div class="accordion__body">Five euros.</div></li></ul>',
    details:
      '<details><summary>How do I pay?</summary><p>By card.</p></details><details><summary>Shipping costs</summary>Five euros.</details>',
    'details inside details':
      '<details open><summary>Money</summary><details><summary>How do I pay?</summary><p>By card.</p></details><details><summary>Shipping costs</summary><p>Five euros.</p></details></details>',
    'bold lines and line breaks':
      '<p><strong>How do I pay?</strong><br>By card.<br><br><strong>Shipping costs?</strong><br>Five euros.</p>',
    'bold by style, as word processors paste it':
      '<p><span style="font-weight:700">How do I pay?</span></p><p>By card.</p><p><span style="font-weight:700">Shipping costs?</span></p><p>Five euros.</p>',
    'definition list':
      '<dl><dt>How do I pay?</dt><dd>By card.</dd><dt>Shipping costs</dt><dd>Five euros.</dd></dl>',
    'marked up for search engines':
      '<div itemscope itemtype="https://schema.org/FAQPage"><div itemprop="mainEntity"><h3 itemprop="name">How do I pay?</h3><div itemprop="acceptedAnswer"><p itemprop="text">By card.</p></div></div><div itemprop="mainEntity"><h3 itemprop="name">Shipping costs</h3><div itemprop="acceptedAnswer"><p itemprop="text">Five euros.</p></div></div></div>',
  }
  for (const [name, body] of Object.entries(accordions)) {
    it(`an accordion, ${name}: each title gets its own answer`, async () => {
      const found = await asked(page(body), 'a.html')
      assert.deepEqual(
        found.map(([question, answer]) => [question.replace(/\?$/, ''), answer]),
        PAIRS.map(([question, answer]) => [question.replace(/\?$/, ''), answer]),
      )
    })
  }

  const data = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: PAIRS.map(([name, text]) => ({
      '@type': 'Question',
      name,
      acceptedAnswer: { '@type': 'Answer', text: `<p>${text}</p>` },
    })),
  }
  const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`

  it('a page that is empty without its scripts is read by the data it gives to search engines', async () => {
    assert.deepEqual(await asked(page('<div id="app"></div>', script), 'a.html'), PAIRS)
    const graph = `<script type="application/ld+json">${JSON.stringify({ '@graph': [{ name: 'x' }, data] })}</script>`
    assert.deepEqual(await asked(page('', graph), 'a.html'), PAIRS)
  })

  it('questions the page shows and gives as data are taken once', async () => {
    const shown = '<h2>How do I pay?</h2><p>By card.</p>'
    assert.deepEqual(await asked(page(shown, script), 'a.html'), PAIRS)
  })

  it('data that is broken does no harm', async () => {
    const broken = '<script type="application/ld+json">{"@type":"FAQPage",</script>'
    assert.deepEqual(await asked(page('<h2>How do I pay?</h2><p>By card.</p>', broken), 'a.html'), [PAIRS[0]])
  })

  it('a cell merged over rows counts in each of them, in HTML and in Word', async () => {
    const expected = [
      ['How do I pay?', 'By card.'],
      ['Do you take cards?', 'By card.'],
      ['Where?', 'Here.'],
    ]
    const html =
      '<table><tr><th>Question</th><th>Answer</th></tr><tr><td>How do I pay?</td><td rowspan="2">By card.</td></tr><tr><td>Do you take cards?</td></tr><tr><td>Where?</td><td>Here.</td></tr></table>'
    assert.deepEqual(await asked(page(html), 'a.html'), expected)
    const cell = (text: string, merge = '') => `<w:tc><w:tcPr>${merge}</w:tcPr>${paragraph(text)}</w:tc>`
    const word = [
      cell('Question') + cell('Answer'),
      cell('How do I pay?') + cell('By card.', '<w:vMerge w:val="restart"/>'),
      cell('Do you take cards?') + cell('', '<w:vMerge/>'),
      cell('Where?') + cell('Here.'),
    ]
    const table = `<w:tbl>${word.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`
    assert.deepEqual(await asked(writeDocx(table), 'a.docx'), expected)
  })
})

describe('Markdown, text and JSON', () => {
  it('front matter of either kind is no text, its title is the title', async () => {
    for (const source of ['---\ntitle: Guide\n---\n\nPress it.', '+++\ntitle = "Guide"\n+++\n\nPress it.']) {
      assert.deepEqual(await asked(source, 'a.md'), [['Guide', 'Press it.']])
      assert.deepEqual(await asked(source.replaceAll('\n', '\r\n'), 'a.md'), [['Guide', 'Press it.']])
    }
  })

  it('underlined headings, tables and fences: what is in a fence is no heading and no question', async () => {
    const text =
      'Guide\n=====\n\nHow do I start?\n---------------\n\nLike this:\n\n```sh\n# not a heading\necho "Q: not a question?"\n```\n'
    const { pairs } = await convertChecked(text, 'a.md')
    assert.deepEqual(
      pairs.map(({ question, answer }) => [question, answer]),
      [['How do I start?', 'Like this:\n\n# not a heading\necho "Q: not a question?"']],
    )
  })

  it('Chinese numbering marks questions as figures do', async () => {
    const expected = [
      ['如何付款？', '刷卡即可。'],
      ['多久到货？', '三天。'],
    ]
    assert.deepEqual(await asked('一、如何付款？\n刷卡即可。\n二、多久到货？\n三天。\n', 'a.txt'), expected)
    assert.deepEqual(
      await asked('（一）如何付款？\n刷卡即可。\n（二）多久到货？\n三天。\n', 'a.txt'),
      expected,
    )
  })

  const labels: Record<string, [string, string]> = {
    Arabic: ['س: كيف أدفع؟', 'ج: بالبطاقة.'],
    'Arabic words': ['سؤال: كيف أدفع؟', 'جواب: بالبطاقة.'],
    Hebrew: ['ש: איך משלמים?', 'ת: בכרטיס.'],
    Thai: ['ถาม: จ่ายอย่างไร?', 'ตอบ: ด้วยบัตร'],
    Turkish: ['Soru: Nasıl öderim?', 'Cevap: Kartla.'],
    Polish: ['Pytanie 1: Jak płacę?', 'Odpowiedź 1: Kartą.'],
    Vietnamese: ['Hỏi: Trả tiền thế nào?', 'Đáp: Bằng thẻ.'],
    'Chinese, with Chinese figures': ['问题一：如何付款？', '回答一：刷卡。'],
    'Japanese, full width with figures': ['Ｑ１．支払い方法は？', 'Ａ１．カードです。'],
  }
  for (const [name, [question, answer]] of Object.entries(labels)) {
    it(`labels of questions and answers: ${name}`, async () => {
      const plain = (text: string) => text.replace(/^[^:：．]*[:：．]\s*/u, '')
      assert.deepEqual(await asked(`${question}\n${answer}\n`, 'a.txt'), [[plain(question), plain(answer)]])
    })
  }

  it('entities in Markdown and markup in JSON are the characters they stand for', async () => {
    assert.deepEqual(await asked('# Prices\n\n5 &euro; &lt;net&gt; &#8364;&nbsp;&copy; AT&T;\n', 'a.md'), [
      ['Prices', '5 € <net> € © AT&T;'],
    ])
    assert.deepEqual(await asked('[{"q":"How?","a":"<p>By <b>card</b>, if 3 < 4</p>"}]', 'a.json'), [
      ['How?', 'By card, if 3 < 4'],
    ])
  })

  it('a list as CSV keeps its rows when one of them is broken, and says which', async () => {
    const { pairs, warnings } = await convertChecked(
      'name;text\nTent;"1,9 kg; green"\n"Rope "x" y;z\nLamp;small\n',
      'a.csv',
    )
    assert.deepEqual(
      pairs.map(({ question }) => question),
      ['Tent', '"Rope "x" y;z', 'Lamp'],
    )
    assert.match(warnings.join(), /^Row 3 is not as it should be/)
  })

  it('JSON as search engines want it gives its questions', async () => {
    const json = {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: PAIRS.map(([name, text]) => ({ '@type': 'Question', name, acceptedAnswer: { text } })),
    }
    assert.deepEqual(await asked(JSON.stringify(json), 'a.json'), PAIRS)
  })
})

describe('PDF', () => {
  it('columns hardly further apart than words are read one after the other', async () => {
    const left = [
      'The room is ready from three in the afternoon on',
      'the day you come. Please leave it by eleven in the',
      'morning on the day you leave us, and bring all the',
      'keys to the desk. Bags may stay there until six.',
    ]
    const right = [
      'Breakfast is served from seven to ten in the hall.',
      'On Sundays it goes on until noon. Tell the kitchen',
      'about allergies the evening before, and it will be',
      'glad to bake bread without gluten or nuts for you.',
    ]
    const pdf = writePdf([[...column(left, { x: 60, top: 700 }), ...column(right, { x: 299, top: 700 })]])
    const { text } = await convertChecked(pdf, 'a.pdf')
    assert.match(text, /keys to the desk\. Bags may stay there until six\.\s+Breakfast is served/)
  })

  const WORDS = 'ferry pier ticket coin bicycle harbour keeper lamp rope anchor gull storm'.split(' ')
  const twelvePages = (line: (page: number) => Placed) =>
    writePdf(
      WORDS.map((word, i) => [
        line(i + 1),
        ...column(
          [1, 2, 3, 4, 5].map((n) => `${'The '.repeat(n)}${word} is told of here.`),
          { x: 60, top: 700 - (i % 4) * 20 },
        ),
      ]),
    )

  it('page headers that change with the chapter are told by the number that goes up with the pages', async () => {
    const pdf = twelvePages((page) => ({
      x: 60,
      y: 810,
      text: `Chapter ${Math.ceil(page / 3)}: All about part ${'abcd'[Math.ceil(page / 3) - 1]} ${page + 4}`,
      size: 9,
    }))
    const { text } = await convertChecked(pdf, 'a.pdf')
    assert.doesNotMatch(text, /Chapter/)
    for (const word of WORDS) assert.match(text, new RegExp(`The ${word} is told`))
  })

  it('a number or a short word alone at the edge of a page is text unless it counts the pages', async () => {
    const lines = [
      'The code of the door is:',
      '',
      '4711',
      '',
      'The answer to the second question is:',
      '',
      'civil',
    ]
    const { text } = await convertChecked(writePdf([column(lines, { x: 60, top: 700 })]), 'a.pdf')
    assert.match(text, /4711[\s\S]*civil$/)
    const numbered = twelvePages((page) => ({ x: 300, y: 30, text: String(page + 4), size: 9 }))
    assert.doesNotMatch((await convertChecked(numbered, 'a.pdf')).text, /\n\d+\n/)
  })
})

describe('Word', () => {
  it('soft line breaks, split runs and tracked changes give the text a reader sees', async () => {
    const body =
      '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Q: How do </w:t></w:r><w:r><w:t>I pay?</w:t><w:br/><w:t>A: By card.</w:t></w:r></w:p>' +
      '<w:p><w:r><w:t xml:space="preserve">Q: When do you open? A: At </w:t></w:r><w:del><w:r><w:delText>eight</w:delText></w:r></w:del><w:ins><w:r><w:t>nine</w:t></w:r></w:ins><w:r><w:t>.</w:t></w:r></w:p>'
    assert.deepEqual(await asked(writeDocx(body), 'a.docx'), [
      ['How do I pay?', 'By card.'],
      ['When do you open?', 'At nine.'],
    ])
  })

  it('bold lines without a question mark are headings over their answers', async () => {
    const body = PAIRS.map(
      ([title, text]) => paragraph(title.replace('?', ''), 'bold') + paragraph(text),
    ).join('')
    const converted = await convertChecked(writeDocx(body), 'a.docx')
    assert.equal(pairOf(converted, 'How do I pay').answer, 'By card.')
    assert.equal(pairOf(converted, 'Shipping costs').answer, 'Five euros.')
  })
})

it('a heading of any length takes little room in each of the pairs below it', async () => {
  const parts = '<h2>Paying by card</h2><p>It is free.</p><h2>Paying by bank</h2><p>It takes a day.</p>'
  const { pairs } = await convertChecked(page(`<h1>${'payment '.repeat(10_000)}</h1>${parts}`), 'a.html')
  const headings = pairs.map(({ origin }) => origin.heading ?? '')
  assert.ok(headings.every((heading) => heading.length < 200 && /… › Paying by (?:card|bank)$/.test(heading)))
})
