// Word documents of companies: own styles, numbers typed by hand, fields, formulas, hidden text.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { Unreadable } from '../src/unreadable.ts'
import { convertChecked, pairOf } from './documents.ts'
import { paragraph, writeDocx } from './write-docx.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

async function asked(body: string, extra: Record<string, Uint8Array> = {}): Promise<[string, string][]> {
  const { pairs } = await convertChecked(writeDocx(body, extra), 'a.docx')
  return pairs.map(({ question, answer }) => [question, answer])
}

function styles(...list: [id: string, name: string, rest: string][]): Record<string, Uint8Array> {
  const style = ([id, name, rest]: [string, string, string]) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`
  const known: [string, string, string][] = [
    ['Normal', 'Normal', ''],
    ['H1', 'heading 1', '<w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr>'],
    ['H2', 'heading 2', '<w:basedOn w:val="Normal"/>'],
  ]
  const all = [...known, ...list].map(style).join('')
  return { 'word/styles.xml': strToU8(`<w:styles ${W}>${all}</w:styles>`) }
}

describe('headings of company templates', () => {
  it('styles based on headings, styles with a level and paragraphs with one are headings', async () => {
    const own = styles(
      ['Firma', 'Überschrift Firma', '<w:basedOn w:val="H1"/>'],
      ['Firma2', 'Firma Absatz', '<w:basedOn w:val="Firma"/>'],
      ['Klausel', '1Title', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'],
    )
    const levelled =
      '<w:p><w:pPr><w:jc w:val="center"/><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Haftung der Firma</w:t></w:r></w:p>'
    const body = [
      paragraph('Lieferung und Versand', 'Firma'),
      paragraph('Binnen drei Tagen.'),
      paragraph('Zahlung und Verzug', 'Firma2'),
      paragraph('Zahlbar sofort.'),
      levelled,
      paragraph('Nur bei Vorsatz.'),
      paragraph('Gerichtsstand der Firma', 'Klausel'),
      paragraph('Bremen.'),
    ]
    assert.deepEqual(await asked(body.join(''), own), [
      ['Lieferung und Versand', 'Binnen drei Tagen.'],
      ['Zahlung und Verzug', 'Zahlbar sofort.'],
      ['Haftung der Firma', 'Nur bei Vorsatz.'],
      ['Gerichtsstand der Firma', 'Bremen.'],
    ])
  })

  it('a style that takes the level back, one based on itself and whole sentences make no headings', async () => {
    const own = styles(
      ['Body', 'Body like heading', '<w:basedOn w:val="H1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>'],
      ['Loop', 'Loop', '<w:basedOn w:val="Loop"/>'],
    )
    const sentence =
      'The supplier delivers the goods within thirty days after the order has been confirmed in writing.'
    const body = [
      paragraph('Terms of delivery', 'H1'),
      paragraph('Words of the body', 'Body'),
      paragraph('More words', 'Loop'),
      paragraph(sentence, 'H2'),
    ]
    assert.deepEqual(await asked(body.join(''), own), [
      ['Terms of delivery', `Words of the body\n\nMore words\n\n${sentence}`],
    ])
  })

  it('questions that their style makes bold are questions', async () => {
    const own = styles(['Q', 'FAQ Question', '<w:rPr><w:b/></w:rPr>'])
    const body = [
      paragraph('How do I pay?', 'Q'),
      paragraph('By card.'),
      paragraph('Who pays the postage?', 'Q'),
    ]
    assert.deepEqual(await asked(body.join('') + paragraph('We do.'), own), [
      ['How do I pay?', 'By card.'],
      ['Who pays the postage?', 'We do.'],
    ])
  })
})

describe('text that is easily lost', () => {
  const run = (inner: string) => `<w:r>${inner}</w:r>`
  const text = (value: string) => run(`<w:t xml:space="preserve">${value}</w:t>`)
  const headed = (inner: string) => `${paragraph('Dates of the contract', 'berschrift1')}<w:p>${inner}</w:p>`

  it('results of fields, text of other direction, ruby and line ends are read', async () => {
    const body = headed(
      `${text('Due on ')}<w:fldSimple w:instr="REF due">${text('3 May')}</w:fldSimple>${text(', to ')}<w:dir w:val="rtl">${text('דוד')}</w:dir>${text(', ')}${run(`<w:ruby><w:rubyPr/><w:rt>${text('かんじ')}</w:rt><w:rubyBase>${text('漢字')}</w:rubyBase></w:ruby>`)}${run('<w:t>one</w:t><w:cr/><w:t>two</w:t>')}`,
    )
    assert.deepEqual(await asked(body), [['Dates of the contract', 'Due on 3 May, to דוד, 漢字one\ntwo']])
  })

  it('text boxes are read once, with a second version of them or without', async () => {
    const space =
      'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="urn:wps" xmlns:wp="urn:wp" xmlns:v="urn:schemas-microsoft-com:vml"'
    const content = `<w:txbxContent>${paragraph('Call us at nine.')}</w:txbxContent>`
    const choice = `<mc:Choice Requires="wps"><w:drawing><wp:inline><wps:wsp><wps:txbx>${content}</wps:txbx></wps:wsp></wp:inline></w:drawing></mc:Choice>`
    const fallback = `<mc:Fallback><w:pict><v:shape><v:textbox>${content}</v:textbox></v:shape></w:pict></mc:Fallback>`
    for (const inner of [choice + fallback, choice]) {
      const box = run(`<mc:AlternateContent ${space}>${inner}</mc:AlternateContent>`)
      assert.deepEqual(await asked(headed(text('By phone.') + box)), [
        ['Dates of the contract', 'By phone.\n\nCall us at nine.'],
      ])
    }
  })

  it('hidden text is no knowledge, by itself or by its style, and is listed; text shown again stays', async () => {
    const own = styles(['Note', 'Instruction', '<w:rPr><w:vanish/></w:rPr>'])
    const hidden = run('<w:rPr><w:vanish/></w:rPr><w:t>internal price 3</w:t>')
    const shown = run('<w:rPr><w:vanish w:val="0"/></w:rPr><w:t>, shown</w:t>')
    const body = `${paragraph('Prices of the goods', 'H1')}<w:p>${text('Five euros')}${hidden}${shown}</w:p>${paragraph('Fill in here', 'Note')}`
    const { pairs, warnings } = await convertChecked(writeDocx(body, own), 'a.docx')
    assert.deepEqual(
      pairs.map(({ answer }) => answer),
      ['Five euros, shown'],
    )
    assert.match(warnings.join(), /hides it: 2 parts, 28 characters: “internal price 3”, “Fill in here”/)
  })

  it('a table of contents is left out and listed, and the text after it is read', async () => {
    const own = styles(['T1', 'toc 1', ''], ['TH', 'TOC Heading', '<w:basedOn w:val="H1"/>'])
    const field = (kind: string) => run(`<w:fldChar w:fldCharType="${kind}"/>`)
    const line = (inner: string) => `<w:p><w:pPr><w:pStyle w:val="T1"/></w:pPr>${inner}</w:p>`
    const begin = field('begin') + run('<w:instrText>TOC</w:instrText>') + field('separate')
    const body = [
      paragraph('Contents', 'TH'),
      line(begin + text('Prices of the goods 3')),
      line(text('Dates of the contract 4')),
      `<w:p>${field('end')}</w:p>`,
      paragraph('Prices of the goods', 'H1'),
      paragraph('Five euros.'),
    ]
    const { pairs, warnings } = await convertChecked(writeDocx(body.join(''), own), 'a.docx')
    assert.deepEqual(
      pairs.map(({ question, answer }) => [question, answer]),
      [['Prices of the goods', 'Five euros.']],
    )
    assert.match(
      warnings.join(),
      /table of contents was left out: 3 parts, \d+ characters: “Contents”, “Prices of the goods 3”, “Dates/,
    )
  })

  it('parts with a number in their names, as Word in the browser writes them, are read', async () => {
    const files = unzipSync(writeDocx(headed(text('Due on 3 May'))))
    const renamed = Object.entries(files).map(([name, content]) => {
      const other = (text: string) => text.replaceAll(/(document|styles)(?=\.xml)/g, '$12')
      return [other(name), strToU8(other(strFromU8(content)))] as const
    })
    const converted = await convertChecked(zipSync(Object.fromEntries(renamed)), 'a.docx')
    assert.equal(pairOf(converted, 'Dates of the contract').answer, 'Due on 3 May')
  })

  it('another prefix for the names of Word changes nothing', async () => {
    const body = headed(`${text('Due on ')}<w:fldSimple w:instr="REF due">${text('3 May')}</w:fldSimple>`)
    const xml = `<w:document ${W}><w:body>${body}</w:body></w:document>`
    const renamed = xml.replaceAll(/(<\/?|xmlns:|\s)w:/g, '$1ns0:').replace('xmlns:w=', 'xmlns:ns0=')
    assert.deepEqual(await asked('', { 'word/document.xml': strToU8(renamed) }), [
      ['Dates of the contract', 'Due on 3 May'],
    ])
  })
})

describe('lists', () => {
  const step = (text: string, list: number, level = 0) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`

  it('have the numbers that Word shows: counted on over the text between, and anew where the list says so', async () => {
    const level = (at: number) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl>`
    const list = (id: number, own = '') => `<w:num w:numId="${id}"><w:abstractNumId w:val="0"/>${own}</w:num>`
    const anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    const numbering = `<w:numbering ${W}><w:abstractNum w:abstractNumId="0">${level(0)}${level(1)}</w:abstractNum>${list(1)}${list(2)}${list(3, anew)}</w:numbering>`
    const body = [
      paragraph('How do I open it?', 'berschrift1'),
      step('Lift the lid.', 1),
      paragraph('It is heavy.'),
      step('Hold it.', 1),
      step('With both hands.', 1, 1),
      step('And a knee.', 1, 1),
      step('Look inside.', 2),
      step('By day only.', 1, 1),
      paragraph('How do I close it?', 'berschrift1'),
      step('Let it go.', 3),
      step('Listen.', 3),
    ]
    const found = await asked(body.join(''), { 'word/numbering.xml': strToU8(numbering) })
    const steps = found.map(([question, answer]) => [question, answer.split(/\n+/)])
    const opening = [
      '1. Lift the lid.',
      'It is heavy.',
      '2. Hold it.',
      '1. With both hands.',
      '2. And a knee.',
    ]
    assert.deepEqual(steps, [
      ['How do I open it?', [...opening, '3. Look inside.', '1. By day only.']],
      ['How do I close it?', ['1. Let it go.', '2. Listen.']],
    ])
  })

  it('are lists by their style too', async () => {
    const bullets = '<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr>'
    const body =
      paragraph('What do I need?', 'H1') + paragraph('Gloves', 'Points') + paragraph('A key', 'Points')
    const extra = styles(['Points', 'List Bullet', bullets])
    assert.deepEqual(await asked(body, extra), [['What do I need?', '- Gloves\n- A key']])
  })
})

describe('files that are not what they seem', () => {
  it('a small file with one huge text is refused at once', async () => {
    const huge = `<w:document ${W}><w:body><w:p><w:r><w:t>${'A'.repeat(15_000_000)}</w:t></w:r></w:p></w:body></w:document>`
    await assert.rejects(
      convertChecked(writeDocx('', { 'word/document.xml': strToU8(huge) }), 'a.docx'),
      (error) => error instanceof Unreadable && /more than 200 times its size/.test(error.message),
    )
  })

  it('an e-book is called one', async () => {
    const book = zipSync({
      mimetype: strToU8('application/epub+zip'),
      'META-INF/container.xml': strToU8('<container/>'),
      'content.xml': strToU8('<x/>'),
    })
    await assert.rejects(convertChecked(book, 'a.epub'), /e-book \(EPUB\)/)
  })
})
