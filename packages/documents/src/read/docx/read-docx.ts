/** DOCX: only the parts that hold text are unpacked, under limits; mammoth makes HTML of them, which the HTML reader takes. */
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import type { ReadDocument } from '../../document/document.ts'
import { createLeftOut, STRUCK_OUT } from '../../document/left-out.ts'
import { openZip, type ZipLimits } from '../../open-zip.ts'
import { Unreadable } from '../../unreadable.ts'
import { readHtml } from '../html/read-html.ts'
import { HEADING_STYLE, prepareBody } from './docx-body.ts'
import { chunkTexts, withChunks } from './docx-chunks.ts'
import { readStyles } from './docx-styles.ts'

const TEXT_PARTS = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[^/]+\.xml(?:\.rels)?)$/
const BODY_PARTS = /^word\/(?:document|footnotes|endnotes)\d*\.xml$/
const STYLES = [
  `p.${HEADING_STYLE}0 => h1.document-title:fresh`,
  ...[1, 2, 3, 4, 5, 6].map((level) => `p.${HEADING_STYLE}${level} => h${level}:fresh`),
  "p[style-name='Title'] => h1.document-title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
]

export async function readDocx(bytes: Uint8Array, limits: ZipLimits): Promise<ReadDocument> {
  const zip = await openZip(bytes, limits)
  const parts = new Map<string, Uint8Array>()
  for (const name of zip.names) {
    if (!TEXT_PARTS.test(name)) continue
    const content = await zip.read(name)
    if (!content) continue
    refuseDoctype(name, content)
    parts.set(name, content)
  }
  const chunks = await chunkTexts(zip, parts)
  const { hidden, struck, contents } = prepare(parts)
  // mammoth gets a ZIP of our own making, so that it cannot see other sizes or entries than were checked here.
  const checked = Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }))
  let html: string
  try {
    const noImages = mammoth.images.imgElement(async () => ({ src: '' }))
    const result = await mammoth.convertToHtml(
      { buffer: checked },
      { styleMap: STYLES, convertImage: noImages },
    )
    html = withChunks(result.value, chunks)
  } catch {
    throw new Unreadable(
      'The Word document is damaged: its text could not be read. Open it in Word and save it again.',
    )
  }
  const document = readHtml(html, 'DOCX')
  if (document.blocks.length === 0) {
    throw new Unreadable('The Word document has no text in it; text inside pictures or drawings is not read.')
  }
  const warnings = [...document.warnings]
  const warn = (warning: string) => warnings.push(warning)
  hidden.warn({ warn }, 'Left out because the document hides it')
  struck.warn({ warn }, STRUCK_OUT)
  contents.warn({ warn }, 'Left out as a table of contents')
  return { ...document, warnings }
}

/** Rewrites the parts with text in place; answers what was left out of them. */
function prepare(parts: Map<string, Uint8Array>) {
  const [hidden, struck, contents] = [createLeftOut(), createLeftOut(), createLeftOut()]
  const decoder = new TextDecoder()
  const styles = readStyles(decoder.decode(parts.get('word/styles.xml')))
  for (const [name, content] of parts) {
    if (!BODY_PARTS.test(name)) continue
    const { xml, ...leftOut } = prepareBody(decoder.decode(content), styles)
    for (const text of leftOut.hidden) hidden.add(text)
    struck.add(leftOut.struck.join(' '))
    contents.add(leftOut.contents.join(' '))
    parts.set(name, new TextEncoder().encode(xml))
  }
  return { hidden, struck, contents }
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
