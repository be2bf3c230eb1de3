/** The lines of one page as PDFium gives them, in the order in which they are drawn, with true places, sizes and weights. */
import { type PageSize, turnedBox } from './pdf-drawing.ts'
import type { Char, LetterWidths, Style } from './pdf-letters.ts'
import { charsOf, type IsDivided, lineOf, type PdfLine } from './pdf-lines.ts'
import type { Box, Pdfium } from './pdfium.ts'

export interface PageText {
  readonly lines: readonly PdfLine[]
  /** Text in another direction than the page's own and too short to be a text of its own. */
  readonly leftOut: readonly string[]
  /** Quarters by which the page is turned for reading. */
  readonly turn: number
  readonly glyphs: number
  readonly unknownGlyphs: number
}

/** By name of a font. */
export type Fonts = Map<string, LetterWidths>

export interface PageSettings {
  readonly size: PageSize
  /** Whether an upright line stands between two places, by the quarters by which the page is turned. */
  readonly isDivided: readonly IsDivided[]
  readonly fonts: Fonts
}

/** Text beside the page's own direction is kept from so many characters on. */
const SHORTEST_TURNED_CHARS = 40
const BOLD_NAME = /bold|black|heavy|demi|semibd|cmbx|[^a-z]bd\b|,b\b/i
export function readPageText(pdf: Pdfium, page: number, settings: PageSettings): PageText {
  const { size, isDivided, fonts } = settings
  const text = pdf.FPDFText_LoadPage(page)
  const byQuarter: PdfLine[][] = [[], [], [], []]
  const aslant: PdfLine[] = []
  let [glyphs, unknownGlyphs] = [0, 0]
  let chars: Char[] = []
  let style: Style = { size: 10, y: 0, isBold: false, quarter: 0, em: 10, widths: new Map() }
  let object = 0
  let isEnded = false
  const count = pdf.FPDFText_CountChars(text)
  for (let i = 0; i < count; i++) {
    const code = pdf.FPDFText_GetUnicode(text, i)
    if (code === 13) continue
    if (code === 10) {
      isEnded = true
      continue
    }
    const own = pdf.FPDFText_GetTextObject(text, i)
    if (own && own !== object) {
      object = own
      const next = styleOf(i)
      if (next.quarter !== style.quarter) endLine()
      style = next
    }
    if (code === 32 && pdf.FPDFText_IsGenerated(text, i)) {
      if (isEnded) continue
      const last = chars.at(-1)
      if (last && !last.text.endsWith(' ')) last.text += ' '
      continue
    }
    const isUnknown = pdf.FPDFText_HasUnicodeMapError(text, i) === 1
    if (isUnknown) unknownGlyphs++
    if (isUnknown || code > 32) glyphs++
    const char = charOf(i, code)
    if (chars.length > 0 && (isEnded ? !isBehindFigure(chars, char) : isElsewhere(chars.at(-1)!, char)))
      endLine()
    isEnded = false
    chars.push(char)
  }
  endLine()
  pdf.FPDFText_ClosePage(text)
  return { ...chosen(byQuarter, aslant), glyphs, unknownGlyphs }

  function endLine(): void {
    const line = lineOf(chars, isDivided[style.quarter ?? 0]!)
    if (line) (style.quarter === undefined ? aslant : byQuarter[style.quarter]!).push(line)
    chars = []
  }

  function styleOf(at: number): Style {
    pdf.FPDFText_GetMatrix(text, at, pdf.scratch)
    const [a, b, c, d] = [0, 1, 2, 3].map((index) => pdf.floatAt(index)) as [number, number, number, number]
    const turn = Math.atan2(b, a) / (Math.PI / 2)
    const quarter = Math.abs(turn - Math.round(turn)) > 0.13 ? undefined : (Math.round(turn) + 4) % 4
    pdf.FPDFText_GetCharOrigin(text, at, pdf.scratch, pdf.scratch + 8)
    const [x, y] = [pdf.doubleAt(0), pdf.doubleAt(1)]
    const origin = turned({ left: x, right: x, bottom: y, top: y }, quarter)
    pdf.FPDFText_GetFontInfo(text, at, pdf.scratch + 64, 256, pdf.scratch)
    const [name, fontSize] = [pdf.textAt(64), pdf.FPDFText_GetFontSize(text, at)]
    const widths: LetterWidths = fonts.get(name) ?? new Map()
    fonts.set(name, widths)
    return {
      y: origin.bottom,
      size: Math.round(fontSize * Math.hypot(c, d) * 10) / 10 || 10,
      isBold: BOLD_NAME.test(name),
      quarter,
      em: fontSize * Math.hypot(a, b),
      widths,
    }
  }

  function charOf(at: number, code: number): Char {
    pdf.FPDFText_GetLooseCharBox(text, at, pdf.scratch)
    const box = turned(pdf.boxAtScratch(), style.quarter)
    // PDFium gives these for a hyphen at the end of a line.
    const letter = code === 2 || code === 0xfffe ? '-' : String.fromCodePoint(code)
    return { text: letter, style, x: box.left, right: box.right }
  }

  function turned(box: Box, quarter = 0): Box {
    return turnedBox(box, quarter, size)
  }
}

// Rule (off: false): PDFium breaks lines where they end; text that was drawn elsewhere at once is another line, too. Raised figures stand close.
function isElsewhere(before: Char, char: Char): boolean {
  const size = Math.max(before.style.size, char.style.size)
  const isNear = Math.abs(char.x - before.right) < size * 1.2
  return Math.abs(char.style.y - before.style.y) > size * (isNear ? 0.9 : 0.15)
}

// Rule (off: false): PDFium ends a line after a raised figure although the line goes on: "338 000 km²)".
function isBehindFigure(chars: readonly Char[], { x, style: { size, y } }: Char): boolean {
  const figure = chars.at(-1)!
  const before = chars.findLast(({ style }) => style.size === size)
  const isNext = Math.abs(x - figure.right) < size * 0.4
  return isNext && figure.style.size < size && !!before && Math.abs(before.style.y - y) < size * 0.15
}

/** The direction of most of the text is the page's own. Long texts in other directions follow. */
function chosen(byQuarter: readonly PdfLine[][], aslant: readonly PdfLine[]) {
  const chars = (quarter: number) => charsOf(byQuarter[quarter]!)
  const quarters = [0, 1, 2, 3].sort((p, q) => chars(q) - chars(p) || p - q)
  const kept = quarters.filter((quarter, i) => i === 0 || chars(quarter) >= SHORTEST_TURNED_CHARS)
  const others = quarters.filter((quarter) => !kept.includes(quarter)).flatMap((q) => byQuarter[q]!)
  return {
    lines: kept.flatMap((quarter) => byQuarter[quarter]!),
    turn: kept[0]!,
    leftOut: [...others, ...aslant].map(({ text }) => text),
  }
}
