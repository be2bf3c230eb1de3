// The Word documents among the lookalikes.
import { strToU8 } from 'fflate'
import { paragraph, table, writeDocx } from '../write-docx.ts'

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const bold = (text: string) => paragraph(text, 'bold')

export const docxs: Readonly<Record<string, () => Uint8Array>> = {
  'bold-symptoms.docx': () =>
    writeDocx(
      [
        paragraph('Questions about the archive', 'Title'),
        paragraph('Please read these answers first.'),
        bold('How do I send data?'),
        paragraph('Use the form.'),
        bold('Can I change it later?'),
        paragraph('Yes, until May.'),
        bold('The form does not open.'),
        paragraph('Take another browser.'),
        bold('Deleting my data'),
        paragraph('Write to us.'),
        bold('Who sees it?'),
        paragraph('The staff.'),
      ].join(''),
    ),
  'bold-bullets.docx': () =>
    writeDocx(
      [
        bold('Venue'),
        bold(
          '- When is the fair? It takes place on the tenth and the eleventh of June in the large hall beside the station.',
        ),
        bold(
          '- Where is it held? How do I get there? It is held in the hall of the town. The tram stops in front of it every ten minutes.',
        ),
        bold('- Is there a dress code? There is none. Most of the visitors come as they go to work.'),
      ].join(''),
    ),
  'numbered-chapters.docx': () =>
    writeDocx(
      [
        bold('I. Chapter: Basics'),
        paragraph('What everybody should know.'),
        bold('1.1. What is a battery?'),
        paragraph('It stores power.'),
        bold('1.2. How far does it go? (range)'),
        paragraph('That depends.'),
        bold('Range by speed'),
        table([
          ['Slow', 'far', '300 km'],
          ['Fast', 'near', '200 km'],
        ]),
        bold('II. Chapter: Every day'),
        paragraph('What comes after buying.'),
        bold('2.1. Where do I charge?'),
        paragraph('At home.'),
        bold('2.2. What does it cost?'),
        paragraph('Little.'),
      ].join(''),
    ),
  'contents-list.docx': () =>
    writeDocx(
      [
        ...['What is it?', 'How skilled must I be?', 'Why is it installed?'].map((each) => paragraph(each)),
        paragraph('What is it?', 'berschrift2'),
        paragraph('A program.'),
        paragraph('How skilled must I be?', 'berschrift2'),
        paragraph('You can use a mouse.'),
        paragraph('Why is it installed?', 'berschrift2'),
        paragraph('It is faster.'),
      ].join(''),
    ),
  'alt-chunk.docx': () => {
    const page =
      '<html><head><title>Export</title></head><body><h2>When is it open?</h2><p>Every day:</p><ul><li>summer</li><li>winter</li></ul></body></html>'
    const chunk = `<w:altChunk xmlns:r="${OFFICE}" r:id="c1"/>`
    const body = [
      paragraph('Who runs it?', 'berschrift2'),
      paragraph('The town.'),
      chunk,
      paragraph('What is inside?', 'berschrift2'),
      paragraph('Old boats.'),
    ]
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
    const relations = [
      relation('r1', 'styles', 'styles.xml'),
      relation('r2', 'numbering', 'numbering.xml'),
      relation('c1', 'aFChunk', 'chunk.html'),
    ]
    return writeDocx(body.join(''), {
      'word/chunk.html': strToU8(page),
      'word/_rels/document.xml.rels': strToU8(
        `<Relationships xmlns="${RELATIONS}">${relations.join('')}</Relationships>`,
      ),
    })
  },
}
