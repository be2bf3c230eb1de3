/** Finds running headers and footers: lines at the page edges, apart from the text, that recur at the same height with at most the page number changed. */
import { isBold, type PdfLine } from './pdf-lines.ts'
import { type Body, bodyOf, LARGER, type PdfPage, textLines } from './pdf-paragraphs.ts'

const NAMED_NUMBER =
  /^[-–—|\s]*(?:(?:page|p\.|seite|página|pagina|pág\.|стр\.|第)\s*\d{1,4}(?:\s*(?:of|\/|von|de|di|sur|из|共)\s*\d{1,4})?|\d{1,4}\s*(?:of|\/|von|de|di|sur|из|共)\s*\d{1,4}|\d{1,4}\s*(?:页|頁|ページ)|(?=[ivxl])l?x{0,3}(?:ix|iv|v?i{0,3}))\s*(?:页|頁|ページ)?[-–—|\s]*$/iu
const EDGE_LINES = 2
/** Minimum distance of a running line from the text, relative to the leading. */
const APART = 1.5

export function withoutRunningLines(pages: readonly PdfPage[]) {
  const body = bodyOf(textLines(pages))
  // Left and right pages may differ, hence less than half of the pages; a single repetition in a long document proves nothing.
  const needed = Math.max(2, Math.min(3, pages.length), Math.floor(pages.length * 0.3))
  const keysOf = (line: PdfLine, page: PdfPage) => {
    const counted = standsOut(line, body) ? [] : countedTexts(line, page)
    return [line.text.toLowerCase(), ...counted].map((key) => `${key}@${Math.round(line.y / 6)}`)
  }
  const keys = pages.flatMap((page) => [...new Set(edgeLines(page).flatMap((line) => keysOf(line, page)))])
  const seen = Map.groupBy(keys, (key) => key)
  const found = pages.map((page) => {
    const recurs = (line: PdfLine) => keysOf(line, page).some((key) => seen.get(key)!.length >= needed)
    const fixed = edgeLines(page).filter((line) => NAMED_NUMBER.test(line.text) || recurs(line))
    return { page, running: fixed.filter((line) => isApart(line, page, body, fixed)) }
  })
  // If nothing else would remain of most pages, these lines are their content (slides of one line each).
  const emptied = found.filter(
    ({ page, running }) => running.length > 0 && running.length === page.lines.length,
  )
  const running = new Set(emptied.length * 2 > pages.length ? [] : found.flatMap((each) => each.running))
  // Text in large type on every page may be the title: its first occurrence is kept.
  const large = [...running].filter(({ size, text }) => size >= body.size * LARGER && /\p{L}{3}/u.test(text))
  for (const [first] of Map.groupBy(large, ({ text }) => text).values()) running.delete(first!)
  const kept = pages.map((page) => ({ ...page, lines: page.lines.filter((line) => !running.has(line)) }))
  return { pages: kept, dropped: new Set([...running].map(({ text }) => text)) }
}

// Rule (off: []): footers such as "12", "Manual of 2024, sheet 9" and "Chapter 4 | 9": a number at either end or between words counts the pages.
function countedTexts({ text }: PdfLine, { number }: PdfPage): string[] {
  return [...text.matchAll(/\d{1,4}/g)].slice(0, 6).flatMap((found) => {
    const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
    const offset = Number(found[0]) - number
    const isAtEdge = (before.trim() === '' || after.trim() === '') && text.length <= 80
    return [`${before}#${after}@${offset}`, ...(isAtEdge ? [`@${offset}`] : [])]
  })
}

// Rule (off: false): PDFs with headings that match the page numbers by chance ("Step 1", "Step 2"); a number alone or far from its words is no heading.
function standsOut(line: PdfLine, body: Body): boolean {
  const ends = [line.cells[0]!, line.cells.at(-1)!]
  if (ends.some(({ text }) => /^\d{1,4}$/.test(text))) return false
  return line.size >= body.size * LARGER || (isBold(line) && !body.isBold && line.size >= body.size * 0.98)
}

// Rule (off: true): PDFs with text at the page edge: a line at the usual line distance from the text is part of it, such as the last row of a table.
function isApart(line: PdfLine, page: PdfPage, { leadingOf, size }: Body, fixed: readonly PdfLine[]) {
  if (line.size < size * 0.95) return true
  return textLines([page]).every((other) => {
    const distance = Math.abs(other.y - line.y)
    return distance < 2 || distance > leadingOf(size) * APART || fixed.includes(other)
  })
}

function edgeLines(page: PdfPage): PdfLine[] {
  const byHeight = textLines([page]).sort((a, b) => b.y - a.y)
  return [...new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)])]
}
