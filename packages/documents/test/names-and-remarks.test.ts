// Remarks that are kept about a document and are not part of it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strToU8 } from 'fflate'
import { convertChecked } from './documents.ts'
import { paragraph, writeDocx } from './write-docx.ts'

describe('remarks about a document', () => {
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

describe('the contents of a page', () => {
  it('that Word exports are no text, and listed', async () => {
    const html =
      '<html><body><main><p class="MsoToc1">Parcels 1</p><h1>Help</h1><h2>Parcels</h2><div>They come by train.</div></main></body></html>'
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
