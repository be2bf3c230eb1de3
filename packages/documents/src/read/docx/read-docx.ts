/** DOCX: only the parts that hold text are unpacked, under limits; mammoth makes HTML of them, which the HTML reader takes. */
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import type { ReadDocument } from '../../document/document.ts'
import { createLeftOut, STRUCK_OUT } from '../../document/left-out.ts'
import { openZip, type ZipLimits } from '../../open-zip.ts'
import { attributeOf } from '../../read-xml.ts'
import { Unreadable } from '../../unreadable.ts'
import { readHtml } from '../html/read-html.ts'
import { HEADING_STYLE, prepareBody } from './docx-body.ts'
import { chunkTexts, withChunks } from './docx-chunks.ts'
import { readStyles } from './docx-styles.ts'
import { childOf, elementsIn, parseXml, textOf, writeXml, type XmlElement, type XmlNode } from './docx-xml.ts'

const TEXT_PARTS = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[^/]+\.xml(?:\.rels)?)$/
const BODY = 'word/document.xml'
const STYLES = [
  `p.${HEADING_STYLE}0 => h1.document-title:fresh`,
  ...[1, 2, 3, 4, 5, 6].map((level) => `p.${HEADING_STYLE}${level} => h${level}:fresh`),
  "p[style-name='Title'] => h1.document-title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
]

type Parts = Map<string, Uint8Array>
type Relations = ReadonlyMap<string, { readonly type: string; readonly target: string }>

export async function readDocx(bytes: Uint8Array, limits: ZipLimits): Promise<ReadDocument> {
  const zip = await openZip(bytes, limits)
  const parts: Parts = new Map()
  for (const name of zip.names) {
    const content = TEXT_PARTS.test(name) ? await zip.read(name) : undefined
    if (!content) continue
    refuseDoctype(name, content)
    parts.set(name, content)
  }
  const chunks = await chunkTexts(zip, relationsOf(parts, 'document'))
  const styles = readStyles(parseXml(parts.get('word/styles.xml')))
  const { body, hidden, struck, contents } = prepareBody(parseXml(parts.get(BODY)), styles, readNotes(parts))
  parts.set(BODY, new TextEncoder().encode(writeXml(body)))
  const document = readHtml(withChunks(await htmlOf(parts), chunks), 'DOCX')
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
  warnOf([struck.join(' ')], STRUCK_OUT)
  warnOf([contents.join(' ')], 'Left out as a table of contents')
  return { ...document, warnings }
}

/** mammoth gets a ZIP of our own making, so that it cannot see other sizes or entries than were checked here. */
async function htmlOf(parts: Parts): Promise<string> {
  const buffer = Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }))
  try {
    const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
    return (await mammoth.convertToHtml({ buffer }, { styleMap: STYLES, convertImage })).value
  } catch {
    throw new Unreadable(
      'The Word document is damaged: its text could not be read. Open it in Word and save it again.',
    )
  }
}

/** What a part refers to, by id. */
function relationsOf(parts: Parts, part: string): Relations {
  const all = elementsIn(childOf(parseXml(parts.get(`word/_rels/${part}.xml.rels`)), 'Relationships'))
  return new Map(
    all.map(({ attributes: { Id = '', Type = '', Target = '' } }) => [Id, { type: Type, target: Target }]),
  )
}

/** Footnotes and endnotes: the paragraphs of each, by what refers to it. */
function readNotes(parts: Parts): (reference: XmlElement) => readonly XmlElement[] {
  const notes = new Map<string, XmlElement[]>()
  for (const kind of ['footnote', 'endnote']) {
    const relations = relationsOf(parts, `${kind}s`)
    for (const note of elementsIn(childOf(parseXml(parts.get(`word/${kind}s.xml`)), `w:${kind}s`)))
      notes.set(
        `w:${kind}Reference ${attributeOf(note.attributes, 'id')}`,
        elementsIn(note).map((paragraph) => withAddresses(paragraph, relations)),
      )
  }
  return ({ name, attributes }) => notes.get(`${name} ${attributeOf(attributes, 'id')}`) ?? []
}

/** With the addresses of links in words: where a note is put, their ids mean something else. */
function withAddresses(element: XmlElement, relations: Relations): XmlElement {
  const children = element.children.map((child) =>
    typeof child === 'string' ? child : withAddresses(child, relations),
  )
  if (element.name !== 'w:hyperlink') return { ...element, children }
  const address = relations.get(attributeOf(element.attributes, 'id') ?? '')?.target ?? ''
  const isShown = !/^https?:/i.test(address) || textOf(element).includes(address)
  const text: XmlNode[] = isShown ? [] : [{ name: 'w:t', attributes: {}, children: [` (${address})`] }]
  return {
    name: 'w:smartTag',
    attributes: {},
    children: [...children, { name: 'w:r', attributes: {}, children: text }],
  }
}

/** No word processor writes a DOCTYPE; entities declared in one are how a small file becomes a huge text. */
function refuseDoctype(name: string, content: Uint8Array): void {
  const xml = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY')) {
    throw new Unreadable(
      `The Word document declares entities (${name}), which word processors never do. Open it in Word and save it again.`,
    )
  }
}
