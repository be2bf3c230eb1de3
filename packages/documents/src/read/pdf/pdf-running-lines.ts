/**
 * Finds what is printed on every page (running headers, footers, page numbers), which is no part of the text. A heading at the top of
 * each page is: "Step 1", "Step 2" stand in larger or bolder type than the text, or right above it.
 */
import { type Body, bodyOf, isBold, isTable, LARGER, type PdfPage } from './pdf-paragraphs.ts'
import type { PdfLine } from './pdf-text.ts'

const NAMED_NUMBER =
  /^[-–—|\s]*(?:(?:page|p\.|seite|página|pagina|pág\.|стр\.|第)\s*\d{1,4}(?:\s*(?:of|\/|von|de|di|sur|из|共)\s*\d{1,4})?|\d{1,4}\s*(?:of|\/|von|de|di|sur|из|共)\s*\d{1,4}|\d{1,4}\s*(?:页|頁|ページ))\s*(?:页|頁|ページ)?[-–—|\s]*$/iu
const BARE_NUMBER = /^[-–—|\s]*(?:\d{1,4}[a-z]?|x{0,3}(?:ix|iv|v?i{0,3}))[-–—|\s]*$/iu
const ENDS_SENTENCE = /[.!?。！？؟:：;；]["'”’»)\]」』）]*$/u
const EDGE_LINES = 2
/** Further than this from the text, against the distance of its lines. */
const APART = 1.6
/** So many pages must count along before a number in a line is taken for theirs. */
const FEWEST_COUNTED = 3

type Test = (line: PdfLine, page: PdfPage) => boolean

export function withoutRunningLines(pages: readonly PdfPage[]): { pages: PdfPage[]; dropped: string[] } {
  const all = pages.flatMap(linesOf)
  if (all.length === 0) return { pages: [...pages], dropped: [] }
  const body = bodyOf(all)
  // Left and right pages may differ, hence less than half; a single repetition in a long document proves nothing.
  const needed = Math.max(2, Math.min(3, pages.length), Math.floor(pages.length * 0.3))
  const repeats = onManyPages(pages, needed, (line) => [line.text.toLowerCase()])
  const isNumber = pageNumbers(pages, body)
  const isPrinted = browserMarks(pages)
  const isMark: Test = (line, page) => isNumber(line, page) || isPrinted(line, page)
  const isFixed: Test = (line, page) =>
    isMark(line, page) ||
    (repeats(line, page) &&
      (line.size < body.size * 0.95 ||
        isApart(line, page, body, (other) => repeats(other, page) || isMark(other, page))))
  const counts = onManyPages(pages, Math.max(FEWEST_COUNTED, needed), countedTexts)
  const countsAlone = onManyPages(pages, Math.max(FEWEST_COUNTED, pages.length * 0.4), countedEnds)
  const isCounted: Test = (line, page) =>
    !standsOut(line, body) &&
    !ENDS_SENTENCE.test(line.text) &&
    (counts(line, page) || countsAlone(line, page)) &&
    isApart(line, page, body, isFixed)
  const isRunning: Test = (line, page) => isFixed(line, page) || isCounted(line, page)
  // Where nothing else would be left of most pages, it is what they are about.
  const emptied = pages.filter((page) => {
    const edges = new Set(edgeLines(page))
    return (
      page.items.length > 0 &&
      page.items.every((item) => !isTable(item) && edges.has(item) && isRunning(item, page))
    )
  })
  const isLeftOut = emptied.length * 2 > pages.length ? isMark : isRunning
  const dropped = new Set<string>()
  const titles = new Set<string>()
  const kept = pages.map((page) => {
    const edges = new Set(edgeLines(page))
    const items = page.items.filter((line) => {
      if (isTable(line) || !edges.has(line) || !isLeftOut(line, page)) return true
      // What stands on every page in large type may be the title: it stays where it comes first.
      if (line.size >= body.size * LARGER && !isNumber(line, page) && !titles.has(line.text)) {
        titles.add(line.text)
        return true
      }
      dropped.add(line.text)
      return false
    })
    return { ...page, items }
  })
  return { pages: kept, dropped: [...dropped] }
}

/** Lines of which something recurs at the same height on so many pages. */
function onManyPages(
  pages: readonly PdfPage[],
  needed: number,
  keysOf: (line: PdfLine, page: PdfPage) => string[],
): Test {
  const seen = new Map<string, Set<number>>()
  const keys: typeof keysOf = (line, page) =>
    keysOf(line, page).map((key) => `${key}@${Math.round(line.y / 6)}`)
  for (const page of pages) {
    for (const line of edgeLines(page))
      for (const key of keys(line, page)) seen.set(key, (seen.get(key) ?? new Set()).add(page.number))
  }
  return (line, page) => keys(line, page).some((key) => (seen.get(key)?.size ?? 0) >= needed)
}

/** "Manual of 2024, sheet 9": the same words, with one number that goes up with the pages. */
function countedTexts({ text }: PdfLine, { number }: PdfPage): string[] {
  return [...text.matchAll(/\d{1,4}/g)].slice(0, 6).map((found) => {
    const before = text.slice(0, found.index).toLowerCase()
    const after = text.slice(found.index + found[0].length).toLowerCase()
    return `${before}#${after}@${Number(found[0]) - number}`
  })
}

/** "Chapter 4 | 9" and then "Chapter 5 | 10": the words change, but a number at the end or the beginning goes up with the pages. */
function countedEnds({ text }: PdfLine, { number }: PdfPage): string[] {
  return [/^\d{1,4}(?=\s|$)/, /(?<=^|\s)\d{1,4}$/].flatMap((place) => {
    const found = text.length <= 80 ? place.exec(text.trim())?.[0] : undefined
    return found === undefined ? [] : [String(Number(found) - number)]
  })
}

function pageNumbers(pages: readonly PdfPage[], body: Body): Test {
  // A number alone may be text; on most pages it is not.
  const numbered = pages.filter((page) => edgeLines(page).some(isBareNumber)).length
  const areNumbered = pages.length > 1 && numbered > pages.length / 2
  const isOwn: Test = (line, page) =>
    line.text.replace(/\D/g, '') === String(page.number) && isApart(line, page, body, () => false)
  return (line, page) =>
    line.cells.some(({ text }) => NAMED_NUMBER.test(text)) ||
    (isBareNumber(line) && (areNumbered || isOwn(line, page)))
}

const ADDRESS = /^(?:\d{1,4}\/\d{1,4} \| )?(?:file|https?):\/\/\S+(?: (?:\| )?\d{1,4}\/\d{1,4})?$/i
const TIME = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4},? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?(?: .*)?$/i

/** What browsers print around a page: the time and the title above, the address and "1/3" below. */
function browserMarks(pages: readonly PdfPage[]): Test {
  const places = new Set<string>()
  const times = new Set<string>()
  for (const page of pages) {
    const edges = edgeLines(page)
    const address = edges.find(
      ({ text, y }) =>
        ADDRESS.test(text) &&
        edges.some((other) => /\d{1,4}\/\d{1,4}/.test(other.text) && Math.abs(other.y - y) < 2),
    )
    const top = Math.max(...linesOf(page).map(({ y }) => y))
    const time = edges.find(({ text, y }) => TIME.test(text) && top - y < 2)
    if (address) places.add(`${page.number}/${address.text}`)
    if (address && time) times.add(`${page.number}/${Math.round(time.y)}`)
  }
  return (line, { number }) =>
    places.has(`${number}/${line.text}`) || times.has(`${number}/${Math.round(line.y)}`)
}

function standsOut(line: PdfLine, body: Body): boolean {
  return line.size >= body.size * LARGER || (isBold(line) && !body.isBold && line.size >= body.size * 0.98)
}

/** Nothing of the text is as near as its lines are to each other. */
function isApart(line: PdfLine, page: PdfPage, { leading }: Body, isFixed: Test): boolean {
  const edges = new Set(edgeLines(page))
  return linesOf(page).every((other) => {
    const distance = Math.abs(other.y - line.y)
    return distance < 2 || distance > leading * APART || (edges.has(other) && isFixed(other, page))
  })
}

const linesOf = (page: PdfPage) => page.items.filter((item): item is PdfLine => !isTable(item))

function edgeLines(page: PdfPage): PdfLine[] {
  const byHeight = linesOf(page).sort((a, b) => b.y - a.y)
  const edges = new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)])
  return [...edges].filter(({ text }) => text.length <= 160)
}

function isBareNumber({ text }: PdfLine): boolean {
  return text.trim() !== '' && BARE_NUMBER.test(text) && /[\divx]/i.test(text)
}
