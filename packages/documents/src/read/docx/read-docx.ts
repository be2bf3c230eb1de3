/** DOCX: only the parts that hold text are unpacked, under limits, and made HTML, which the HTML reader takes. */

import { decodeText } from '../../decode-text.ts'
import { createDocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { openZip, type Zip, type ZipLimits } from '../../open-zip.ts'
import { Unreadable } from '../../unreadable.ts'
import { addHtml } from '../html/read-html.ts'
import { docxHtml } from './docx-html.ts'
import { readNumbering } from './docx-numbering.ts'
import { readStyles } from './docx-styles.ts'
import { childOf, elementsIn, parseXml, type XmlElement } from './docx-xml.ts'

const TEXT_PARTS = ['document', 'styles', 'numbering', 'footnotes', 'endnotes']

export async function readDocx(bytes: Uint8Array, limits: ZipLimits): Promise<ReadDocument> {
  const zip = await openZip(bytes, limits)
  const parts = new Map<string, XmlElement>()
  for (const name of TEXT_PARTS) {
    const relations = parseXml(await zip.read(`word/_rels/${name}.xml.rels`))
    parts.set(name, parseXml(await zip.read(`word/${name}.xml`), await targetsOf(zip, relations)))
  }
  const builder = createDocumentBuilder('DOCX')
  const html = docxHtml(parts.get('document')!, {
    styles: readStyles(parts.get('styles')!),
    countItem: readNumbering(parts.get('numbering')!),
    notes: readNotes(parts),
    leaveOut: builder.leaveOut,
  })
  addHtml(builder, html, false)
  const document = builder.finish()
  if (document.blocks.length === 0) {
    throw new Unreadable('The Word document has no text in it; text inside pictures or drawings is not read.')
  }
  return document
}

/** By id: the addresses of links, and the pages of HTML that programs put in place of text of their own (altChunk). */
async function targetsOf(zip: Zip, relations: XmlElement): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { attributes } of elementsIn(childOf(relations, 'Relationships'))) {
    const { Id = '', Type = '', Target = '' } = attributes
    found.set(Id, Type.endsWith('/aFChunk') ? await chunkText(zip, Target) : Target)
  }
  return found
}

async function chunkText(zip: Zip, target: string): Promise<string> {
  if (!/\.x?html?$/i.test(target)) return ''
  const content = await zip.read(target.startsWith('/') ? target.slice(1) : `word/${target}`)
  const page = content ? decodeText(content, 'HTML').text : ''
  return page.replace(/^[\s\S]*?<body\b[^<>]{0,2000}>|<\/body>[\s\S]*$/gi, '')
}

/** Footnotes and endnotes: the paragraphs of each, by what refers to it. */
function readNotes(parts: ReadonlyMap<string, XmlElement>): Map<string, readonly XmlElement[]> {
  const notes = new Map<string, readonly XmlElement[]>()
  for (const kind of ['footnote', 'endnote'])
    for (const note of elementsIn(childOf(parts.get(`${kind}s`), `w:${kind}s`)))
      notes.set(`w:${kind}Reference ${note.attributes.id}`, elementsIn(note))
  return notes
}
