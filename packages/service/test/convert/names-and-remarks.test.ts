// Names in bold on lines of their own, which begin a thing each; and remarks that are kept about a document, which are not it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strToU8 } from 'fflate'
import { convertChecked } from './documents.ts'
import { paragraph, writeDocx } from './write-docx.ts'

const NAMED: readonly (readonly [string, string])[] = [
  ['Damages and issues', 'Please inspect your order upon reception.'],
  ['Exceptions', 'Certain items cannot be returned, like food.'],
  ['Exchanges', 'The fastest way is to return the item you have.'],
  ['Cooling off period', 'In the EU you have 14 days.'],
]

describe('a name in bold before its text', () => {
  const all = (write: (name: string, text: string) => string) => NAMED.map((each) => write(...each)).join('')
  const title = '<h1>Refund policy</h1>'
  const bold = (name: string) => `<w:r><w:rPr><w:b/></w:rPr><w:t>${name}</w:t></w:r>`
  const word = writeDocx(
    `<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Refund policy</w:t></w:r></w:p>${all(
      (name, text) => `<w:p>${bold(name)}<w:r><w:br/><w:t>${text}</w:t></w:r></w:p>`,
    )}`,
  )
  const sources = {
    'ended by <br>': [title + all((name, text) => `<p><strong>${name}</strong><br>${text}</p>`), 'a.html'],
    'ended by <br> in it': [title + all((name, text) => `<p><b>${name}<br></b>${text}</p>`), 'a.html'],
    'ended by two blanks': [
      `# Refund policy\n\n${all((name, text) => `**${name}**  \n${text}\n\n`)}`,
      'a.md',
    ],
    'on its own line': [`# Refund policy\n\n${all((name, text) => `**${name}**\n${text}\n\n`)}`, 'a.md'],
    'in a list': [`# Refund policy\n\n${all((name, text) => `- **${name}** ${text}\n`)}`, 'a.md'],
    'in Word': [word, 'a.docx'],
  } as const
  for (const [how, [source, file]] of Object.entries(sources))
    it(`is what its text is asked by: ${how}`, async () => {
      const { pairs } = await convertChecked(source, file)
      assert.deepEqual(
        pairs.map(({ question, answer }) => [
          question.includes(NAMED.find(([, text]) => answer.endsWith(text))?.[0] ?? '?'),
          answer.replace(/\s+/g, ' '),
        ]),
        NAMED.map(([name, text]) => [true, `${name} ${text}`]),
      )
    })

  it('is none where the sentence goes on with it', async () => {
    const items = '- **Dogs** are welcome here.\n- **Cats** are too.\n- **Birds** stay outside.\n'
    assert.equal((await convertChecked(`# Animals\n\n${items}`, 'a.md')).pairs.length, 1)
  })
})

describe('remarks about a document', () => {
  it('of its editors are left out and listed, with their marks', async () => {
    const html =
      '<html><body><h1>Shop</h1><p>Anna and Ben have the keys.<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Does Ben still work here?</span></p><p>Ask Lisa.</p></div></body></html>'
    const { text, warnings } = await convertChecked(html, 'a.html')
    assert.equal(text, 'Shop\n\nAnna and Ben have the keys.')
    assert.deepEqual(warnings, [
      'Left out as comments on the document: 1 part, 38 characters: “[a]Does Ben still work here? Ask Lisa.”.',
    ])
  })

  it('above it, as front matter, are listed but for the title that is used', async () => {
    const { text, warnings } = await convertChecked(
      '---\ntitle: Guide\nauthor: Ann\n---\n\nOpen at nine.\n',
      'a.md',
    )
    assert.equal(text, 'Guide\n\nOpen at nine.')
    assert.deepEqual(warnings, [
      'Left out as what is kept about the document (front matter): 1 part, 11 characters: “author: Ann”.',
    ])
  })
})

describe('headings of a page by their role', () => {
  it('are headings, and the contents that Word exports are none', async () => {
    const html =
      '<html><body><main><p class="MsoToc1">Parcels 1</p><h1>Help</h1><div role="heading" aria-level="2">Parcels</div><div>They come by train.</div></main></body></html>'
    const { pairs, warnings } = await convertChecked(html, 'a.html')
    assert.deepEqual(
      pairs.map(({ question, answer }) => [question.endsWith('Parcels'), answer]),
      [[true, 'They come by train.']],
    )
    assert.ok(warnings.some((warning) => warning.includes('Parcels 1')))
  })
})

describe('footnotes', () => {
  const said = async (source: string | Uint8Array, file: string) =>
    (await convertChecked(source, file)).pairs.map(({ question, answer }) => [
      question,
      answer.replace(/\s+/g, ' '),
    ])
  const wanted = [
    ['Dogs in the house', 'Dogs are welcome.[1] [1] Only small dogs, on a lead.'],
    ['Where to park', 'In the yard.'],
  ]

  it('of Markdown stand with the paragraph that refers to them, and others are kept', async () => {
    const source = `# Dogs in the house

Dogs are welcome.[^1]

# Where to park

In the yard.

[^1]: Only small dogs,
    on a lead.
`
    assert.deepEqual(await said(source, 'a.md'), wanted)
    const other = await convertChecked(`${source}[^x]: Dogs\n`, 'a.md')
    assert.ok(other.text.endsWith('[x] Dogs'))
  })

  it('of Word do so too', async () => {
    const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const relation = (id: string, name: string) =>
      `<Relationship Id="${id}" Type="${office}/${name}" Target="${name}.xml"/>`
    const note =
      '<w:footnote w:id="2"><w:p><w:r><w:t>Only small dogs, on a lead.</w:t></w:r></w:p></w:footnote>'
    const body = [
      paragraph('Dogs in the house', 'berschrift1'),
      '<w:p><w:r><w:t>Dogs are welcome.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
      paragraph('Where to park', 'berschrift1'),
      paragraph('In the yard.'),
    ]
    const word = writeDocx(body.join(''), {
      'word/footnotes.xml': strToU8(`<w:footnotes ${W}>${note}</w:footnotes>`),
      'word/_rels/document.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('r1', 'styles')}${relation('r2', 'footnotes')}</Relationships>`,
      ),
    })
    assert.deepEqual(await said(word, 'a.docx'), wanted)
  })
})
