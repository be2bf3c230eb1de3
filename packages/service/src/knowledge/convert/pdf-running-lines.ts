/** Finds what is printed on every page (running headers, footers, page numbers), which is no part of the text. */
import type { PdfLine, PdfPage } from './pdf-lines.ts'

const NAMED_NUMBER =
  /^[-–—|\s]*(?:(?:page|p\.|seite|página|pagina|pág\.|стр\.|第)\s*\d{1,4}(?:\s*(?:of|\/|von|de|di|sur|из|共)\s*\d{1,4})?|\d{1,4}\s*(?:of|\/|von|de|di|sur|из|共)\s*\d{1,4}|\d{1,4}\s*(?:页|頁|ページ))\s*(?:页|頁|ページ)?[-–—|\s]*$/iu
const BARE_NUMBER = /^[-–—|\s]*(?:\d{1,4}|x{0,3}(?:ix|iv|v?i{0,3}))[-–—|\s]*$/iu
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
  // A number alone may be text; on most pages it is not.
  const numbered = pages.filter(({ lines }) => edgeLines(lines).some(isBareNumber)).length
  const areNumbered = pages.length > 1 && numbered > pages.length / 2
  const isNumber = (line: PdfLine, page: number) =>
    NAMED_NUMBER.test(line.text) ||
    (isBareNumber(line) && (areNumbered || line.text.replace(/\D/g, '') === String(page)))
  const countsPages = pageCounting(pages)
  const dropped = new Set<string>()
  const kept = pages.map(({ number, lines }) => {
    const edges = new Set(edgeLines(lines))
    const own = lines.filter((line) => {
      const isRunning =
        edges.has(line) &&
        (isNumber(line, number) || countsPages(line, number) || (seen.get(keyOf(line))?.size ?? 0) >= needed)
      if (isRunning) dropped.add(line.text)
      return !isRunning
    })
    return { number, lines: own }
  })
  return { pages: kept, dropped: [...dropped] }
}

/**
 * "Chapter 4 | 9" and then "Chapter 5 | 10": the words change, but a number at the end or the beginning goes up with the
 * pages, at the same height.
 */
function pageCounting(pages: readonly PdfPage[]): (line: PdfLine, page: number) => boolean {
  const seen = new Map<string, Set<number>>()
  const keys = (line: PdfLine, page: number) =>
    [/^\d{1,4}(?=\s|$)/, /(?<=^|\s)\d{1,4}$/].flatMap((place) => {
      const found = line.text.length <= 80 ? place.exec(line.text.trim())?.[0] : undefined
      return found === undefined ? [] : [`${Number(found) - page}@${Math.round(line.y / 6)}`]
    })
  for (const { number, lines } of pages) {
    for (const line of edgeLines(lines))
      for (const key of keys(line, number)) seen.set(key, (seen.get(key) ?? new Set()).add(number))
  }
  const needed = Math.max(3, pages.length * 0.4)
  return (line, page) => keys(line, page).some((key) => (seen.get(key)?.size ?? 0) >= needed)
}

function edgeLines(lines: readonly PdfLine[]): PdfLine[] {
  const byHeight = [...lines].sort((a, b) => b.y - a.y)
  const edges = [...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)]
  return edges.filter(({ text }) => text.length <= 160)
}

function isBareNumber({ text }: PdfLine): boolean {
  return text.trim() !== '' && BARE_NUMBER.test(text) && /[\divx]/i.test(text)
}

/** The same words at the same height, whatever the figures in them. */
function keyOf({ text, y }: PdfLine): string {
  return `${text.replace(/\d+/g, '#').toLowerCase()}@${Math.round(y / 6)}`
}
