/** The lines of one page as PDFium gives them, in the order in which they are drawn, with true places, sizes and weights. */
import type { Pdfium } from './pdfium.ts'

export interface PdfLine {
  readonly text: string
  /** From left to right, upwards from the bottom of the page as it is shown. */
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
  /** Characters at the beginning that are bold; all of them in a bold line. */
  readonly boldChars: number
  /** The parts of a line with wide gaps in it; one part in an ordinary line. */
  readonly cells: readonly Cell[]
  /** Whether the gaps are those of a table, and not of a stretched line. */
  readonly isRow: boolean
}

export interface Cell {
  readonly text: string
  readonly x: number
  readonly right: number
}

export interface PageText {
  readonly lines: readonly PdfLine[]
  /** Text in another direction than the page's own and too short to be a text of its own. */
  readonly leftOut: readonly string[]
  /** Quarters by which the page is turned for reading. */
  readonly turn: number
  readonly glyphs: number
  readonly unknownGlyphs: number
}

interface Char {
  text: string
  readonly x: number
  readonly right: number
  readonly style: Style
}

/** By name of a font: how wide its letters are at the least, against its size. */
export type Fonts = Map<string, Map<string, number>>

type IsDivided = (left: number, right: number, y: number) => boolean

export interface PageSettings {
  readonly width: number
  readonly height: number
  /** Whether an upright line stands between two places, by the quarters by which the page is turned. */
  readonly isDivided: readonly IsDivided[]
  readonly fonts: Fonts
}

interface Style {
  readonly size: number
  /** The height of the line it is written on. */
  readonly y: number
  readonly isBold: boolean
  /** Quarters of a turn, counterclockwise; undefined for text that runs aslant. */
  readonly quarter: number | undefined
  /** The width of type of this size. */
  readonly em: number
  readonly narrowest: Map<string, number>
}

/** Text beside the page's own direction is kept from so many characters on. */
const SHORTEST_TURNED_CHARS = 40
const BOLD_NAME = /bold|black|heavy|demi|semibd|cmbx|[^a-z]bd\b|,b\b/i
/** Characters that only fonts know, as far as they agree: bullets of Symbol and Wingdings, and the lower Thai marks from U+F700 on. */
const BULLETS = /[\uf06e\uf075\uf076\uf0a7\uf0a8\uf0b7\uf0d8\uf0fc]/g
const THAI_MARKS = 'ฐิีึื่้๊๋์่้๊๋์ญัํ็่้๊๋์ฺุู'
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉'

export function readPageText(pdf: Pdfium, page: number, settings: PageSettings): PageText {
  const { width, height, isDivided, fonts } = settings
  const text = pdf.FPDFText_LoadPage(page)
  const byQuarter: PdfLine[][] = [[], [], [], []]
  const aslant: PdfLine[] = []
  let [glyphs, unknownGlyphs] = [0, 0]
  let chars: Char[] = []
  let style: Style = { size: 10, y: 0, isBold: false, quarter: 0, em: 10, narrowest: new Map() }
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
    pdf.FPDFText_GetFontInfo(text, at, pdf.scratch + 64, 256, pdf.scratch)
    const [name, fontSize] = [pdf.textAt(64), pdf.FPDFText_GetFontSize(text, at)]
    const narrowest = fonts.get(name) ?? new Map<string, number>()
    fonts.set(name, narrowest)
    return {
      y: [y, width - x, height - y, x][quarter ?? 0]!,
      size: Math.round(fontSize * Math.hypot(c, d) * 10) / 10 || 10,
      isBold: BOLD_NAME.test(name),
      quarter,
      em: fontSize * Math.hypot(a, b),
      narrowest,
    }
  }

  function charOf(at: number, code: number): Char {
    // Left, top, right, bottom.
    pdf.FPDFText_GetLooseCharBox(text, at, pdf.scratch)
    // PDFium gives these for a hyphen at the end of a line.
    const letter = code === 2 || code === 0xfffe ? '-' : String.fromCodePoint(code)
    const { quarter } = style
    if (quarter === 1) return { text: letter, style, x: pdf.floatAt(3), right: pdf.floatAt(1) }
    if (quarter === 2)
      return { text: letter, style, x: width - pdf.floatAt(2), right: width - pdf.floatAt(0) }
    if (quarter === 3)
      return { text: letter, style, x: height - pdf.floatAt(1), right: height - pdf.floatAt(3) }
    return { text: letter, style, x: pdf.floatAt(0), right: pdf.floatAt(2) }
  }
}

/** As many times as wide as the letter is elsewhere. */
const LIGATURE_WIDTH = 1.7

// Rule (off: undefined): PDFs made by Ghostscript give a ligature as its last letter: what stands before the h of Th, the i of fi or ffi, is lost.
function addLostLetters(chars: readonly Char[]): void {
  const glyphs = chars.filter(
    (char, i) =>
      'hilf'.includes(char.text[0]!) && !isOneGlyph(chars[i - 1], char) && !isOneGlyph(char, chars[i + 1]),
  )
  const widthOf = ({ x, right, style }: Char) => (right - x) / style.em
  const usual = ({ style }: Char, letter: string) => style.narrowest.get(letter) ?? Number.POSITIVE_INFINITY
  for (const char of glyphs) {
    const letter = char.text[0]!
    char.style.narrowest.set(letter, Math.min(widthOf(char), usual(char, letter)))
  }
  for (const char of glyphs) {
    const letter = char.text[0]!
    if (widthOf(char) < usual(char, letter) * LIGATURE_WIDTH) continue
    const isLong = widthOf(char) > usual(char, letter) + usual(char, 'f') * 1.5
    char.text = (letter === 'h' ? 'T' : letter !== 'f' && isLong ? 'ff' : 'f') + char.text
  }
}

/** PDFium gives the letters of a ligature the place of all, or to each of them its share. */
function isOneGlyph(char: Char | undefined, next: Char | undefined): boolean {
  if (!char || !next) return false
  const isShared = Math.abs(next.x - char.right) + Math.abs(next.right - next.x - (char.right - char.x)) < 0.01
  return isShared || isSameGlyph(char, next)
}

const isSameGlyph = (char: Char, next: Char) => char.x === next.x && char.right === next.right

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
  const chars = (quarter: number) => byQuarter[quarter]!.reduce((sum, { text }) => sum + text.length, 0)
  const quarters = [0, 1, 2, 3].sort((p, q) => chars(q) - chars(p) || p - q)
  const kept = quarters.filter((quarter, i) => i === 0 || chars(quarter) >= SHORTEST_TURNED_CHARS)
  const others = quarters.filter((quarter) => !kept.includes(quarter)).flatMap((q) => byQuarter[q]!)
  return {
    lines: kept.flatMap((quarter) => byQuarter[quarter]!),
    turn: kept[0]!,
    leftOut: [...others, ...aslant].map(({ text }) => text),
  }
}

function lineOf(raw: readonly Char[], isDivided: IsDivided): PdfLine | undefined {
  const chars = withAccents(raw).filter(
    ({ text }, i, all) => text.trim() !== '' || (i > 0 && i < all.length - 1),
  )
  if (!chars.some(({ text }) => /\S/.test(text))) return undefined
  addLostLetters(chars)
  const size = mostUsed(chars, ({ style }) => style.size)
  const y = mostUsed(chars, ({ style }) => Math.round(style.y * 10) / 10)
  const parts = cellsOf(chars, size, y, isDivided)
  const cells = withMark(parts.map((part) => ({ text: textOf(part, size, y), ...widthOf(part) })))
  const isBold = chars.some(({ style }) => style.isBold)
  const plain =
    isBold && !isBoldAround(chars) ? chars.findIndex((char) => !char.style.isBold && isLetter(char)) : -1
  const text = cells.map((cell) => cell.text).join(' ')
  const boldChars = !isBold ? 0 : plain === -1 ? text.length : textOf(chars.slice(0, plain), size, y).length
  return { text, ...widthOf(cells), y, size, boldChars, cells, isRow: false }
}

/** Accents that are signs of their own, and as they join a letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ '`': '\u0300', '´': '\u0301', ˆ: '\u0302', '˜': '\u0303', '¯': '\u0304', '˘': '\u0306' },
  ...{ '˙': '\u0307', '¨': '\u0308', '˚': '\u030a', '˝': '\u030b', ˇ: '\u030c', '¸': '\u0327' },
}

// Rule (off: [...chars]): TeX draws an accent and its letter as two glyphs at one place; PDFium gives the accent before it, or at the end of the line.
function withAccents(chars: readonly Char[]): Char[] {
  return chars.filter((accent, at) => {
    const mark = ACCENTS[accent.text.trim()]
    const middle = (accent.x + accent.right) / 2
    const under = mark
      ? chars.findIndex((char) => isLetter(char) && char.x < middle && middle < char.right)
      : -1
    const letter = chars[under]
    if (!letter) return true
    // The letter below an accent has no dot.
    const whole = `${letter.text[0]!.replace('ı', 'i')}${mark}`.normalize('NFC')
    if (whole.length > 1) return true
    letter.text = whole + letter.text.slice(1)
    mendBlank(chars, at)
    return false
  })
}

/** PDFium puts a blank before and after an accent that was drawn out of turn; one is left where its neighbours stand apart. */
function mendBlank(chars: readonly Char[], at: number): void {
  const isNoAccent = ({ text }: Char) => !(text.trim() in ACCENTS)
  const before = chars.slice(0, at).findLast(isNoAccent)
  const after = chars.slice(at + 1).find(isNoAccent)
  const hasBlank = before?.text.endsWith(' ') || chars[at]!.text.endsWith(' ')
  if (!before?.text.trim() || !hasBlank) return
  const isApart = !after || after.x - before.right > before.style.em * 0.15
  before.text = before.text.trimEnd() + (isApart ? ' ' : '')
}

// Rule (off: cells): a bullet or number far from its text is no cell of its own; reports.
function withMark(cells: Cell[]): Cell[] {
  const [mark, first, ...others] = cells
  if (!mark || !first || !/^(?:[•●○▪■◦‣➢✓–-]|\(?\d{1,2}[.)])$/u.test(mark.text)) return cells
  return [{ text: `${mark.text} ${first.text}`, ...widthOf([mark, first]) }, ...others]
}

/** Where the leftmost of them begins and the rightmost ends. */
const widthOf = (parts: readonly { readonly x: number; readonly right: number }[]) => ({
  x: Math.min(...parts.map(({ x }) => x)),
  right: Math.max(...parts.map(({ right }) => right)),
})

const isLetter = ({ text }: Char) => /[\p{L}\p{N}]/u.test(text)

// Rule (off: false): a word of code in a bold question leaves it bold.
function isBoldAround(chars: readonly Char[]): boolean {
  const letters = chars.filter(isLetter)
  const bold = letters.filter(({ style }) => style.isBold)
  return !!letters[0]?.style.isBold && letters.at(-1)!.style.isBold && bold.length > letters.length * 0.5
}

/** A part of a line; undefined when nothing is left. */
export function withCells(line: PdfLine, cells: readonly Cell[]): PdfLine | undefined {
  if (cells.length === 0) return undefined
  const text = cells.map((cell) => cell.text).join(' ')
  const isBold = line.boldChars >= line.text.length
  return {
    ...line,
    ...widthOf(cells),
    text,
    cells,
    boldChars: isBold ? text.length : Math.min(line.boldChars, text.length),
  }
}

/** Cut at gaps much wider than those between words, and at the lines of a table; stretched lines have their words far apart. */
function cellsOf(chars: readonly Char[], size: number, y: number, isDivided: IsDivided): Char[][] {
  const inked = chars.filter(({ text }) => text.trim() !== '').sort((a, b) => a.x - b.x)
  const gaps = inked.flatMap((char, i) => {
    const left = i === 0 ? char.x : Math.max(inked[i - 1]!.right, inked[i - 2]?.right ?? 0)
    return char.x - left > size * 0.15 ? [{ left, right: char.x, width: char.x - left }] : []
  })
  const widths = gaps.map(({ width }) => width).sort((a, b) => a - b)
  const usual = widths.length > 2 ? widths[Math.floor((widths.length - 1) / 2)]! : 0
  const cuts = gaps.filter(
    ({ left, right, width }) =>
      width > size * 3 ||
      (width > size * 1.2 && width > usual * 2.5) ||
      (width > size * 0.5 && isDivided(left, right, y)),
  )
  if (cuts.length === 0) return [[...chars]]
  const parts = cuts.map(() => [] as Char[])
  const rest: Char[] = []
  for (const char of chars) (parts[cuts.findIndex(({ left }) => char.x < left + 0.5)] ?? rest).push(char)
  const filled = [...parts, rest].filter((part) => part.some(({ text }) => text.trim() !== ''))
  const from = (part: readonly Char[]) => Math.min(...part.map(({ x }) => x))
  const order = isRightToLeft(chars.map(({ text }) => text).join('')) ? -1 : 1
  return filled.sort((a, b) => order * (from(a) - from(b)))
}

/** Whether most of the letters are Hebrew or Arabic. */
export function isRightToLeft(text: string): boolean {
  const letters = text.match(/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g)?.length ?? 0
  return letters * 2 > (text.match(/\p{L}/gu)?.length ?? 0)
}

function textOf(chars: readonly Char[], size: number, y: number): string {
  const letters: string[] = []
  let before: Char | undefined
  for (const char of inLogicalOrder(chars)) {
    const { style } = char
    const isSmall = style.size <= size * 0.85
    const figures =
      isSmall && style.y > y + size * 0.15 ? RAISED : isSmall && style.y < y - size * 0.05 ? LOWERED : ''
    const isFigure = figures !== '' && /^\d ?$/.test(char.text)
    // PDFium puts a blank before a figure because of its height, and after it.
    const blank = before && before.style.size !== style.size ? size * (isFigure ? 0.5 : 0.12) : 0
    if (blank > 0 && char.x - before!.right < blank) letters.push(letters.pop()!.trimEnd())
    letters.push(isFigure ? char.text.replace(/\d/, (digit) => figures[Number(digit)]!) : char.text)
    before = char
  }
  const text = letters
    .join('')
    .replace(/[\u2f00-\u2fdf\uf900-\ufaff\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]/g, (letter) =>
      letter.normalize('NFKC'),
    )
    .replace(BULLETS, '•')
    .replace(/[\uf700-\uf71a]/g, (mark) => THAI_MARKS[mark.charCodeAt(0) - 0xf700]!)
    .replace(/\s+/g, ' ')
    .trim()
    // Some fonts of capitals call their first letter a small one: tABLE 2.
    .replace(/^\p{Ll}(?=\p{Lu}{4})/u, (letter) => letter.toUpperCase())
  // A full stop after a number that ends a line from right to left stands on its left.
  if (isRightToLeft(text)) {
    return text
      .replace(/(^|\s)([.,;])(\d[\d:.,]*)$/, '$1$3$2')
      .replace(/([\u0590-\u08ff])(?=[a-z])|([a-z])(?=[\u0590-\u08ff])/gi, '$& ')
  }
  return text.replace(/^[•●○▪■◦‣➢✓](?=\S)/, '$& ')
}

/** Radicals and other forms of Chinese characters, and another hyphen, which stand for the usual ones. */
const OTHER_FORM = /[\u2010\u2e80-\u2fdf\uf900-\ufaff]/

// Rule (off: [...chars]): the one glyph for lam with alef comes with its letters turned round in some files, and a Chinese one twice: ⼀一.
function inLogicalOrder(chars: readonly Char[]): Char[] {
  const ordered: Char[] = []
  for (const char of chars) {
    const before = ordered.at(-1)
    if (!before || !isSameGlyph(before, char)) ordered.push(char)
    else if (char.text === 'ل' && /[آأإا]/.test(before.text)) ordered.splice(-1, 0, char)
    else if (OTHER_FORM.test(before.text)) ordered[ordered.length - 1] = char
    else if (!OTHER_FORM.test(char.text)) ordered.push(char)
  }
  return ordered
}

/** The value that most characters have. */
export function mostUsed<T>(
  items: readonly T[],
  of: (item: T) => number,
  weightOf: (item: T) => number = () => 1,
): number {
  const counts = new Map<number, number>()
  for (const item of items) counts.set(of(item), (counts.get(of(item)) ?? 0) + weightOf(item))
  let most: [number, number] = [0, 0]
  for (const entry of counts) if (entry[1] > most[1]) most = entry
  return most[0]
}
