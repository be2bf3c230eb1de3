/** Finds what is printed on every page (running headers, footers, page numbers), which is no part of the text. */
import type { PdfLine, PdfPage } from './pdf-lines.ts'

const PAGE_NUMBER =
  /^(?:[-–—|\s]*(?:page|p\.|seite|página|pagina|pág\.|стр\.|第)?\s*\d{1,4}\s*(?:(?:of|\/|von|de|di|sur|из|共)\s*\d{1,4})?\s*[页頁ページ]*[-–—|\s]*|[ivxlc]{1,6})$/iu
const EDGE_LINES = 2

export function withoutRunningLines(pages: readonly PdfPage[]): { pages: PdfPage[]; dropped: string[] } {
  const seen = new Map<string, Set<number>>()
  for (const { number, lines } of pages) {
    for (const line of edgeLines(lines)) {
      const key = keyOf(line)
      const on = seen.get(key) ?? new Set()
      seen.set(key, on.add(number))
    }
  }
  // Left and right pages may differ, hence less than half; a single repetition in a long document proves nothing.
  const needed = Math.max(2, Math.min(3, pages.length), Math.floor(pages.length * 0.3))
  const dropped = new Set<string>()
  const kept = pages.map(({ number, lines }) => {
    const edges = new Set(edgeLines(lines))
    const own = lines.filter((line) => {
      const isRunning = edges.has(line) && (isNumber(line) || (seen.get(keyOf(line))?.size ?? 0) >= needed)
      if (isRunning) dropped.add(line.text)
      return !isRunning
    })
    return { number, lines: own }
  })
  return { pages: kept, dropped: [...dropped] }
}

function edgeLines(lines: readonly PdfLine[]): PdfLine[] {
  const byHeight = [...lines].sort((a, b) => b.y - a.y)
  const edges = [...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)]
  return edges.filter(({ text }) => text.length <= 160)
}

function isNumber({ text }: PdfLine): boolean {
  return PAGE_NUMBER.test(text)
}

/** The same words at the same height, whatever the figures in them. */
function keyOf({ text, y }: PdfLine): string {
  return `${text.replace(/\d+/g, '#').toLowerCase()}@${Math.round(y / 6)}`
}
