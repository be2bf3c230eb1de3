/** Word documents made by programs may hold their text as a page of HTML in a part of its own (altChunk): it is read where it stands. */
import { decodeText } from '../../decode-text.ts'
import type { Zip } from '../../open-zip.ts'
import { escaped } from './docx-xml.ts'

const READABLE = /\.(?:x?html?|txt)$/i

/** By id: the HTML of each chunk that can be read. */
export async function chunkTexts(
  zip: Zip,
  relations: ReadonlyMap<string, { readonly type: string; readonly target: string }>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [id, { type, target }] of relations) {
    if (!type.endsWith('/aFChunk') || !READABLE.test(target)) continue
    const content = await zip.read(target.startsWith('/') ? target.slice(1) : `word/${target}`)
    if (!content) continue
    const { text } = decodeText(content, 'HTML or plain text')
    found.set(id, /\.txt$/i.test(target) ? paragraphs(text) : bodyOf(text))
  }
  return found
}

function bodyOf(page: string): string {
  const begin = /<body\b[^<>]{0,2000}>/i.exec(page)
  const from = begin ? begin.index + begin[0].length : 0
  const end = page.search(/<\/body>/i)
  return page.slice(from, end < from ? undefined : end)
}

function paragraphs(text: string): string {
  return escaped(text)
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
    .join('')
}
