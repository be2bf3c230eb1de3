/** DOCX: only the parts that hold text are unpacked, under limits, and made HTML, which the HTML reader takes. */

import { decodeText } from '../../decode-text.ts'
import type { ReadDocument } from '../../document/document.ts'
import { createLeftOut } from '../../document/left-out.ts'
import { openZip, type Zip, type ZipLimits } from '../../open-zip.ts'
import { attributeOf } from '../../read-xml.ts'
import { Unreadable } from '../../unreadable.ts'
import { readHtml } from '../html/read-html.ts'
import { docxHtml } from './docx-html.ts'
import { readNumbering } from './docx-numbering.ts'
import { readStyles } from './docx-styles.ts'
import { childOf, elementsIn, parseXml, type XmlElement } from './docx-xml.ts'

const TEXT_PARTS = ['document', 'styles', 'numbering', 'footnotes', 'endnotes']

type Parts = ReadonlyMap<string, XmlElement>
type Relations = ReadonlyMap<string, { readonly type: string; readonly target: string }>

export async function readDocx(bytes: Uint8Array, limits: ZipLimits): Promise<ReadDocument> {
  const zip = await openZip(bytes, limits)
  const parts = new Map<string, XmlElement>()
  for (const name of TEXT_PARTS)
    for (const path of [`${name}.xml`, `_rels/${name}.xml.rels`])
      parts.set(path, parseXml(await zip.read(`word/${path}`)))
  const relations = relationsOf(parts, 'document')
  const chunks = await chunkTexts(zip, relations)
  const idOf = ({ attributes }: XmlElement) => attributeOf(attributes, 'id') ?? ''
  const { html, hidden, contents } = docxHtml(parts.get('document.xml')!, {
    styles: readStyles(parts.get('styles.xml')!),
    countItem: readNumbering(parts.get('numbering.xml')!),
    addressOf: (link) => link.attributes.href ?? addressIn(relations, link),
    noteOf: readNotes(parts),
    chunkOf: (chunk) => chunks.get(idOf(chunk)) ?? '',
  })
  const document = readHtml(html, 'DOCX')
  if (document.blocks.length === 0) {
    throw new Unreadable('The Word document has no text in it; text inside pictures or drawings is not read.')
  }
  const warnings = [...document.warnings]
  const warnOf = (texts: readonly string[], why: string) => {
    const leftOut = createLeftOut()
    for (const text of texts) leftOut.add(text)
    leftOut.warn({ warn: (warning) => warnings.push(warning) }, why)
  }
  warnOf(hidden, 'Left out because the document hides it')
  warnOf([contents.join(' ')], 'Left out as a table of contents')
  return { ...document, warnings }
}

/** Documents made by programs may hold their text as pages of HTML (altChunk), which are read where they stand. By id. */
async function chunkTexts(zip: Zip, relations: Relations): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [id, { type, target }] of relations) {
    if (!type.endsWith('/aFChunk') || !/\.x?html?$/i.test(target)) continue
    const content = await zip.read(target.startsWith('/') ? target.slice(1) : `word/${target}`)
    const page = content ? decodeText(content, 'HTML').text : ''
    found.set(id, page.replace(/^[\s\S]*?<body\b[^<>]{0,2000}>|<\/body>[\s\S]*$/gi, ''))
  }
  return found
}

/** What a part refers to, by id. */
function relationsOf(parts: Parts, part: string): Relations {
  const all = elementsIn(childOf(parts.get(`_rels/${part}.xml.rels`), 'Relationships'))
  return new Map(
    all.map(({ attributes: { Id = '', Type = '', Target = '' } }) => [Id, { type: Type, target: Target }]),
  )
}

/** Footnotes and endnotes: the paragraphs of each, by what refers to it. */
function readNotes(parts: Parts): (reference: XmlElement) => readonly XmlElement[] {
  const notes = new Map<string, XmlElement[]>()
  for (const kind of ['footnote', 'endnote']) {
    const relations = relationsOf(parts, `${kind}s`)
    for (const note of elementsIn(childOf(parts.get(`${kind}s.xml`), `w:${kind}s`)))
      notes.set(
        `w:${kind}Reference ${attributeOf(note.attributes, 'id')}`,
        elementsIn(note).map((paragraph) => withAddresses(paragraph, relations)),
      )
  }
  return ({ name, attributes }) => notes.get(`${name} ${attributeOf(attributes, 'id')}`) ?? []
}

/** With the addresses of links in place of their ids, which mean something else in the body. */
function withAddresses(element: XmlElement, relations: Relations): XmlElement {
  const { name, attributes } = element
  const children = element.children.map((child) =>
    typeof child === 'string' ? child : withAddresses(child, relations),
  )
  if (name !== 'w:hyperlink') return { name, attributes, children }
  return { name, attributes: { href: addressIn(relations, element) }, children }
}

function addressIn(relations: Relations, { attributes }: XmlElement): string {
  const anchor = attributeOf(attributes, 'anchor')
  const target = relations.get(attributeOf(attributes, 'id') ?? '')?.target ?? ''
  return anchor === undefined ? target : `${target}#${anchor}`
}
