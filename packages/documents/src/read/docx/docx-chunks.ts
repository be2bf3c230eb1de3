/** Word documents made by programs may hold their text as a page of HTML in a part of its own (altChunk): it is read where it stands. */
import { decodeText } from '../../decode-text.ts'
import type { openZip } from '../../open-zip.ts'
import { attributeOf, readXml } from '../../read-xml.ts'

const RELATIONS = 'word/_rels/document.xml.rels'
const READABLE = /\.(?:x?html?|txt)$/i

/** What stands in the place of a chunk until its text is put there. */
export const chunkMark = (id: string) => `tandem-chunk-${id.replace(/\W/g, '')}.`

/** By mark: the HTML of each chunk that can be read. */
export async function chunkTexts(
  zip: Awaited<ReturnType<typeof openZip>>,
  parts: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const event of readXml(new TextDecoder().decode(parts.get(RELATIONS)))) {
    if (event.kind !== 'open' || !/\/aFChunk$/.test(attributeOf(event.attributes, 'Type') ?? '')) continue
    const target = attributeOf(event.attributes, 'Target') ?? ''
    if (!READABLE.test(target)) continue
    const content = await zip.read(target.startsWith('/') ? target.slice(1) : `word/${target}`)
    if (!content) continue
    const { text } = decodeText(content, 'HTML or plain text')
    found.set(
      chunkMark(attributeOf(event.attributes, 'Id') ?? ''),
      /\.txt$/i.test(target) ? lines(text) : bodyOf(text),
    )
  }
  return found
}

export function withChunks(html: string, chunks: ReadonlyMap<string, string>): string {
  let written = html
  for (const [mark, chunk] of chunks) written = written.replaceAll(`<p>${mark}</p>`, () => chunk)
  return written.replace(/<p>tandem-chunk-\w*\.<\/p>/g, '')
}

function bodyOf(page: string): string {
  const begin = /<body\b[^<>]{0,2000}>/i.exec(page)
  const from = begin ? begin.index + begin[0].length : 0
  const end = page.search(/<\/body>/i)
  return page.slice(from, end < from ? undefined : end)
}

function lines(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return escaped
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
    .join('')
}
