/** DOCX: only the parts that hold text are unpacked, under limits; mammoth makes HTML of them, which the HTML reader takes. */
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import type { ReadDocument } from './document.ts'
import { openZip, type ZipLimits } from './open-zip.ts'
import { readHtml } from './read-html.ts'
import { Unreadable } from './unreadable.ts'

const TEXT_PARTS = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[^/]+\.xml(?:\.rels)?)$/
const STYLES = ["p[style-name='Title'] => h1.document-title:fresh", "p[style-name='Subtitle'] => p:fresh"]

export async function readDocx(bytes: Uint8Array, limits: ZipLimits): Promise<ReadDocument> {
  const parts = openZip(bytes, (name) => TEXT_PARTS.test(name), limits)
  for (const [name, content] of parts) refuseDoctype(name, content)
  // mammoth gets a ZIP of our own making, so that it cannot see other sizes or entries than were checked here.
  const checked = Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }))
  let html: string
  try {
    const noImages = mammoth.images.imgElement(async () => ({ src: '' }))
    const result = await mammoth.convertToHtml(
      { buffer: checked },
      { styleMap: STYLES, convertImage: noImages },
    )
    html = result.value
  } catch {
    throw new Unreadable(
      'The Word document is damaged: its text could not be read. Open it in Word and save it again.',
    )
  }
  const document = readHtml(html, 'DOCX')
  if (document.blocks.length === 0) {
    throw new Unreadable('The Word document has no text in it; text inside pictures or drawings is not read.')
  }
  return document
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
