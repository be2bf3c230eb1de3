/** DOCX: unpacks only the parts that hold text, within limits, and converts them to HTML for the HTML reader. */
import { decodeText } from '../../decode-text.ts'
import { createDocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { openZip, type Zip, type ZipLimits } from '../../open-zip.ts'
import { Unreadable } from '../../unreadable.ts'
import { addHtml } from '../html/read-html.ts'
import { docxHtml } from './docx-html.ts'
import { readNumbering, readStyles } from './docx-styles.ts'
import { childOf, elementsIn, parseXml } from './docx-xml.ts'

export async function readDocx(bytes: Uint8Array, limits: ZipLimits): Promise<ReadDocument> {
  const zip = await openZip(bytes, limits)
  const builder = createDocumentBuilder('DOCX')
  const body = await readPart(zip, 'document')
  const styles = readStyles(await readPart(zip, 'styles'))
  const countItem = readNumbering(await readPart(zip, 'numbering'))
  const notes = new Map([...(await readNotes(zip, 'footnote')), ...(await readNotes(zip, 'endnote'))])
  addHtml(builder, docxHtml(body, styles, countItem, notes, builder.leaveOut), false)
  const document = builder.finish()
  if (document.blocks.length === 0) {
    throw new Unreadable('The Word document has no text in it; text inside pictures or drawings is not read.')
  }
  return document
}

/** Reads a part and resolves its references by id: link addresses, and HTML pages that programs embed in place of text (altChunk). */
async function readPart(zip: Zip, name: string) {
  const targets = new Map<string, string>()
  // Word in the browser adds a number to the names of parts: word/document2.xml.
  const file = [...zip.names].find((each) => each.replace(/\d*\.xml$/, '') === `word/${name}`) ?? ''
  const relations = parseXml(await zip.read(`${file.replace('/', '/_rels/')}.rels`))
  for (const { attributes } of elementsIn(childOf(relations, 'Relationships'))) {
    const { Id = '', Type = '', Target = '' } = attributes
    targets.set(Id, Type.endsWith('/aFChunk') ? await chunkText(zip, Target) : Target)
  }
  return parseXml(await zip.read(file), targets)
}

async function chunkText(zip: Zip, target: string): Promise<string> {
  if (!/\.x?html?$/i.test(target)) return ''
  const content = await zip.read(target.startsWith('/') ? target.slice(1) : `word/${target}`)
  const page = content ? decodeText(content, 'HTML').text : ''
  return page.replace(/^[\s\S]*?<body\b[^<>]{0,2000}>|<\/body>[\s\S]*$/gi, '')
}

/** The paragraphs of each note, keyed by the element name and the id of its reference. */
async function readNotes(zip: Zip, kind: 'footnote' | 'endnote') {
  const notes = elementsIn(childOf(await readPart(zip, `${kind}s`), `${kind}s`))
  return notes.map((note) => [`${kind}Reference ${note.attributes.id}`, elementsIn(note)] as const)
}
