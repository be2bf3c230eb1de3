// Raised and lowered text, whose figures must not become part of others, and text that its author struck out.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked } from './documents.ts'
import { writeDocx } from './write-docx.ts'
import { writePdf } from './write-pdf.ts'

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const raised = '<w:vertAlign w:val="superscript"/>'
const lowered = '<w:vertAlign w:val="subscript"/>'

describe('raised and lowered text', () => {
  const written = 'It lasts 10⁶ cycles of H₂O, and costs 50 €¹ a m².'
  const html =
    '<p>It lasts 10<sup>6</sup> cycles of H<sub>2</sub>O, and costs 50 €<sup>1</sup> a m<sup>2</sup>.</p>'
  const word = writeDocx(
    `<w:p>${run('It lasts 10')}${run('6', raised)}${run(' cycles of H')}${run('2', lowered)}${run('O, and costs 50 €')}${run('1', raised)}${run(' a m')}${run('2', raised)}${run('.')}</w:p>`,
  )
  const sources = { 'a.html': html, 'a.md': html.replace(/<\/?p>/g, ''), 'a.docx': word }
  for (const [name, source] of Object.entries(sources))
    it(`leaves the figures beside it as they are: ${name}`, async () => {
      assert.equal((await convertChecked(source, name)).text, written)
    })

  it('does so in a PDF, also in the size that browsers give it', async () => {
    for (const size of [5.8, 7, 8.3]) {
      const placed = [
        { x: 60, y: 700, text: 'It lasts 10', size: 10 },
        { x: 107, y: 703.6, text: '6', size },
        { x: 115, y: 700, text: 'cycles of H', size: 10 },
        { x: 164, y: 698, text: '2', size },
        { x: 164 + size * 0.556, y: 700, text: 'O and more.', size: 10 },
      ]
      assert.equal(
        (await convertChecked(writePdf([placed]), 'a.pdf')).text,
        'It lasts 10⁶ cycles of H₂O and more.',
      )
    }
  })

  it('of other kinds is marked where it would change a number, and is plain text where it is words', async () => {
    const said = async (inner: string) => (await convertChecked(`<p>${inner}</p>`, 'a.html')).text
    assert.equal(await said('About 10<sup>-3</sup> of 10<sup>x</sup>.'), 'About 10⁻³ of 10^x.')
    assert.equal(await said('It is 2<sup>1/3</sup> wide.'), 'It is 2^(1/3) wide.')
    assert.equal(await said('The 1<sup>st</sup> of May, 2<sup>ème</sup>.'), 'The 1st of May, 2ème.')
    assert.equal(await said('Dogs are welcome<sup>1</sup>.'), 'Dogs are welcome[1].')
    assert.equal(await said('Dogs are welcome<sup><a href="#n">[1]</a></sup>.'), 'Dogs are welcome[1].')
  })
})

describe('text that is struck through', () => {
  const struck = 'Left out because it is struck through: 1 part, 4 characters: “99 €”.'
  const sheet = '<style>.c7{text-decoration:line-through}</style>'
  const sources = {
    del: ['<p>It costs <del>99 €</del> 79 €.</p>', 'a.html'],
    s: ['<p>It costs <s>99 €</s> 79 €.</p>', 'a.html'],
    style: ['<p>It costs <span style="text-decoration-line: line-through">99 €</span> 79 €.</p>', 'a.html'],
    class: [
      `<html><head>${sheet}</head><body><p>It costs <span class="c7">99 €</span> 79 €.</p></body></html>`,
      'a.html',
    ],
    Markdown: ['It costs ~~99 €~~ 79 €.', 'a.md'],
    'HTML in Markdown': ['It costs <del>99 €</del> 79 €.', 'a.md'],
    'HTML in JSON': [JSON.stringify({ text: '<p>It costs <del>99 €</del> 79 €.</p>' }), 'a.json'],
    Word: [
      writeDocx(`<w:p>${run('It costs ')}${run('99 €', '<w:strike/>')}${run(' 79 €.')}</w:p>`),
      'a.docx',
    ],
    'Word, twice': [
      writeDocx(`<w:p>${run('It costs ')}${run('99 €', '<w:dstrike/>')}${run(' 79 €.')}</w:p>`),
      'a.docx',
    ],
  } as const
  for (const [name, [source, file]] of Object.entries(sources))
    it(`is left out and listed: ${name}`, async () => {
      const { text, warnings } = await convertChecked(source, file)
      assert.equal(text.replace('text: ', '').replace(/ +/g, ' '), 'It costs 79 €.')
      assert.deepEqual(warnings, [struck])
    })

  it('stays where Word says that it is not', async () => {
    const body = `<w:p>${run('It costs ')}${run('99 €', '<w:strike w:val="0"/>')}${run('.')}</w:p>`
    assert.equal((await convertChecked(writeDocx(body), 'a.docx')).text, 'It costs 99 €.')
  })
})
