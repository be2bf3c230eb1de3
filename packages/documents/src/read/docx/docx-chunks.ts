/** Word documents made by programs may hold their text as a page of HTML in a part of its own (altChunk): it is read where it stands. */
import { decodeText } from '../../decode-text.ts'
import type { Zip } from '../../open-zip.ts'

/** By id: the HTML of each chunk. */
export async function chunkTexts(
  zip: Zip,
  relations: ReadonlyMap<string, { readonly type: string; readonly target: string }>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [id, { type, target }] of relations) {
    if (!type.endsWith('/aFChunk') || !/\.x?html?$/i.test(target)) continue
    const content = await zip.read(target.startsWith('/') ? target.slice(1) : `word/${target}`)
    if (content) found.set(id, bodyOf(decodeText(content, 'HTML').text))
  }
  return found
}

function bodyOf(page: string): string {
  const begin = /<body\b[^<>]{0,2000}>/i.exec(page)
  const from = begin ? begin.index + begin[0].length : 0
  const end = page.search(/<\/body>/i)
  return page.slice(from, end < from ? undefined : end)
}
