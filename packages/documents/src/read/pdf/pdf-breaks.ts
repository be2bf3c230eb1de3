/**
 * Why a line of a PDF ends where it does: because the next word did not fit any more, or because it was meant to, as the lines of an
 * address or of a list whose bullets are drawn and no text.
 */
import type { PdfLine, PdfPage } from './pdf-lines.ts'

/** A line and the page it is on. */
export interface Place {
  readonly line: PdfLine
  readonly page: number
}

export interface LineBreaks {
  /** Whether a line ends well before its column does, with room for the word that follows: the last line of a paragraph. */
  isShort(before: Place, place: Place): boolean
  /** Whether the line before this one, of the same paragraph by its looks, was ended on purpose. */
  isWanted(at: number): boolean
}

export function createBreaks(
  pages: readonly PdfPage[],
  places: readonly Place[],
  leading: number,
): LineBreaks {
  const edges = columnEdges(places)
  const pageEdges = pageRightEdges(pages)
  const blocks = blocksOf(places, leading)
  const edgeFor = ({ line, page }: Place) => edges.get(`${page}/${line.column}`) ?? line.right

  function isShort(before: Place, place: Place): boolean {
    const { line } = before
    const edge = edgeFor(before)
    const isFarOff = line.right < edge - Math.max(line.size * 4, (edge - line.x) * 0.12)
    return isFarOff && endWith(before, place) < edge
  }

  return {
    isShort,
    isWanted(at) {
      const before = places[at - 1]!
      const place = places[at]!
      const isAlone = before.line.column === '0'
      const edge = Math.max(edgeFor(before), isAlone ? (pageEdges.get(before.page) ?? 0) : 0)
      if (endWith(before, place) > edge - before.line.size) return false
      if (/^\p{Ll}/u.test(place.line.text) || /[-\u2010,、，]$/u.test(before.line.text)) return false
      const block = blocks[at]!
      const own = places.slice(block.first, block.last + 1)
      return !isWrapped(own) || beginAlike(own)
    },
  }
}

/** Where a line would end if the first word of the next one stood on it too. */
function endWith({ line: from }: Place, { line }: Place): number {
  const word =
    /^(?:[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+)/u.exec(line.text)?.[0] ?? ''
  const width = ((line.right - line.x) * word.length) / Math.max(1, line.text.length)
  return from.right + line.size * 0.25 + width
}

/** Most lines end where the next word would have gone beyond the longest, or sentences go on from line to line. */
function isWrapped(own: readonly Place[]): boolean {
  const widest = Math.max(...own.map(({ line }) => line.right))
  const breaks = own.slice(1)
  const full = breaks.filter((place, i) => endWith(own[i]!, place) > widest - place.line.size * 0.5)
  const small = breaks.filter(({ line }) => /^\p{Ll}/u.test(line.text))
  return full.length >= breaks.length * 0.7 || (breaks.length > 2 && small.length >= breaks.length * 0.3)
}

/** Lines that each begin as a sentence or a name does. Where letters have no case this says nothing. */
function beginAlike(own: readonly Place[]): boolean {
  return own.every(({ line }) => /^[^\p{L}]{0,3}\p{Lu}|^[\p{N}+(]|@/u.test(line.text))
}

interface Stretch {
  readonly first: number
  last: number
}

/** By line: the lines at usual distance around it that begin at the same place. */
function blocksOf(places: readonly Place[], leading: number): Stretch[] {
  const found: Stretch[] = []
  for (const [i, { line, page }] of places.entries()) {
    const before = places[i - 1]
    const isNext =
      before &&
      before.page === page &&
      before.line.column === line.column &&
      before.line.size === line.size &&
      Math.abs(before.line.x - line.x) < line.size * 0.8 &&
      before.line.y - line.y > 0 &&
      before.line.y - line.y <= leading * 1.45
    const block = isNext ? found[i - 1]! : { first: i, last: i }
    block.last = i
    found.push(block)
  }
  return found
}

/** Where the lines of a column end: the furthest, or where many do, since a long word may stick out. */
function columnEdges(places: readonly Place[]): Map<string, number> {
  const rights = new Map<string, number[]>()
  for (const { line, page } of places) {
    const key = `${page}/${line.column}`
    const own = rights.get(key)
    if (own) own.push(line.right)
    else rights.set(key, [line.right])
  }
  return new Map([...rights].map(([key, own]) => [key, edgeOf(own)]))
}

function edgeOf(rights: readonly number[]): number {
  const counts = new Map<number, number>()
  let furthest = 0
  for (const right of rights) {
    counts.set(Math.round(right), (counts.get(Math.round(right)) ?? 0) + 1)
    furthest = Math.max(furthest, right)
  }
  const usual = [...counts].find(([, count]) => count > 2 && count > rights.length * 0.4)
  return usual ? usual[0] : furthest
}

/** Where the text of a page ends if its margins are alike. */
function pageRightEdges(pages: readonly PdfPage[]): Map<number, number> {
  return new Map(
    pages.map(({ number, width, lines }) => [
      number,
      width - Math.min(width / 4, ...lines.map(({ x }) => x)),
    ]),
  )
}
