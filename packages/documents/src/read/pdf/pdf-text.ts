/** A page as PDFium returns it: its characters as lines in drawing order, and the boxes and pictures drawn on it. */
import { type Char, plainText, type Style } from './pdf-letters.ts'
import { type Box, type Pdfium, SCRATCH_BYTES } from './pdfium.ts'

/** Minimum number of characters for which text in another direction than the page's own is kept. */
const SHORTEST_TURNED_CHARS = 40
const BOLD_NAME = /bold|black|heavy|demi|semibd|cmbx|[^a-z]bd\b|,b\b/i

const PATH = 2
const IMAGE = 3
const FORM = 5
/** A line has two segments, a box five; a path with more segments is a shape. */
const MOST_SEGMENTS = 6
/** A page with more objects is a drawing, on which no tables are expected. */
const MOST_OBJECTS = 5000

export function readPageText(pdf: Pdfium, page: number) {
  const [width, height] = [pdf.FPDF_GetPageWidthF(page), pdf.FPDF_GetPageHeightF(page)]
  const text = pdf.FPDFText_LoadPage(page)
  const count = pdf.FPDFText_CountChars(text)
  const all: Char[][] = []
  let style: Style = { size: 10, y: 0, font: '', isBold: false, quarter: 0, em: 10 }
  let [glyphs, unknownGlyphs, object, isEnded] = [0, 0, 0, false]
  for (let i = 0; i < count; i++) {
    const code = pdf.FPDFText_GetUnicode(text, i)
    isEnded ||= code === 10
    if (code === 10 || code === 13) continue
    const own = pdf.FPDFText_GetTextObject(text, i)
    if (own && own !== object) {
      object = own
      style = styleOf(i)
    }
    const line = all.at(-1) ?? []
    const last = line.at(-1)
    if (code === 32 && pdf.FPDFText_IsGenerated(text, i)) {
      if (last && !isEnded && !last.text.endsWith(' ')) last.text += ' '
      continue
    }
    const isUnknown = pdf.FPDFText_HasUnicodeMapError(text, i) === 1
    if (isUnknown) unknownGlyphs++
    if (isUnknown || code > 32) glyphs++
    const char = charOf(i, code)
    const isTurned = last?.style.quarter !== style.quarter
    if (!last || isTurned || (isEnded ? !goesOn(line, char) : isElsewhere(last, char))) all.push([char])
    else {
      // PDFium returned the end of a line in place of this space.
      const isApart = isEnded && char.x - last.right > char.style.size * 0.1 && !last.text.endsWith(' ')
      if (isApart) last.text += ' '
      line.push(char)
    }
    isEnded = false
  }
  pdf.FPDFText_ClosePage(text)
  const { turn, ...texts } = inOneDirection(all)
  const { boxes, pictureArea } = readDrawing(pdf, page)
  return {
    ...texts,
    glyphs,
    unknownGlyphs,
    boxes: boxes.map((box) => turnedBox(box, turn, width, height)),
    /** The share of the page that pictures cover; it may exceed 1 where they overlap. */
    pictureShare: pictureArea / Math.max(1, width * height),
  }

  function styleOf(at: number): Style {
    pdf.FPDFText_GetMatrix(text, at, pdf.scratch)
    const [a, b, c, d, x, y] = pdf.floats()
    const turn = Math.atan2(b, a) / (Math.PI / 2)
    const quarter = Math.abs(turn - Math.round(turn)) > 0.13 ? undefined : (Math.round(turn) + 4) % 4
    pdf.FPDFText_GetFontInfo(text, at, pdf.scratch, SCRATCH_BYTES, 0)
    const [font, fontSize] = [pdf.text(), pdf.FPDFText_GetFontSize(text, at)]
    return {
      y: turnedBox({ left: x, right: x, bottom: y, top: y }, quarter ?? 0, width, height).bottom,
      size: Math.round(fontSize * Math.hypot(c, d) * 10) / 10 || 10,
      font,
      isBold: BOLD_NAME.test(font),
      quarter,
      em: fontSize * Math.hypot(a, b),
    }
  }

  function charOf(at: number, code: number): Char {
    pdf.FPDFText_GetLooseCharBox(text, at, pdf.scratch)
    const [left, top, right, bottom] = pdf.floats()
    const box = turnedBox({ left, bottom, right, top }, style.quarter ?? 0, width, height)
    // PDFium returns these codes for a hyphen at the end of a line.
    const letter = code === 2 || code === 0xfffe ? '-' : String.fromCodePoint(code)
    return { text: letter, style, x: box.left, right: box.right }
  }
}

// Rule (off: false): PDFs with text drawn elsewhere, which is another line although PDFium returns no line end. Raised digits are close by.
function isElsewhere(before: Char, char: Char): boolean {
  const size = Math.max(before.style.size, char.style.size)
  const isNear = Math.abs(char.x - before.right) < size * 1.2
  return Math.abs(char.style.y - before.style.y) > size * (isNear ? 0.9 : 0.15)
}

const goesOn = (line: readonly Char[], char: Char) =>
  isRaisedFigure(line.at(-1)!, char) || isBehindFigure(line, char)

// Rule (off: false): PDFs with a raised digit, before which PDFium ends the line: "10³", "300 €²".
function isRaisedFigure(before: Char, { text, x, style: { size, y } }: Char): boolean {
  const rise = (y - before.style.y) / before.style.size
  const isSmall = size <= before.style.size * 0.85 && rise > 0.15 && rise < 0.6
  return /\d/.test(text) && isSmall && Math.abs(x - before.right) < before.style.size * 0.4
}

// Rule (off: false): PDFs with a raised digit inside a line, after which PDFium ends the line although it continues: "338 000 km²)".
function isBehindFigure(chars: readonly Char[], { x, style: { size, y } }: Char): boolean {
  const figure = chars.at(-1)!
  const before = chars.findLast(({ style }) => style.size === size)
  const isNext = Math.abs(x - figure.right) < size * 0.4
  return isNext && figure.style.size < size && !!before && Math.abs(before.style.y - y) < size * 0.15
}

/** The direction of most of the text is the page's own. Long texts in other directions follow; all other text is left out. */
function inOneDirection(all: readonly Char[][]) {
  const groups = [...Map.groupBy(all, (line) => line[0]!.style.quarter ?? -1)]
    .map(([quarter, lines]) => ({ quarter, lines, chars: lines.flat().length }))
    .sort((a, b) => b.chars - a.chars)
  /** The number of quarter turns by which the page is rotated for reading. */
  const turn = groups.find(({ quarter }) => quarter >= 0)?.quarter ?? 0
  const { kept = [], leftOut = [] } = Object.groupBy(groups, ({ quarter, chars }) =>
    quarter === turn || (quarter >= 0 && chars >= SHORTEST_TURNED_CHARS) ? 'kept' : 'leftOut',
  )
  const linesOf = (some: typeof groups) => some.flatMap(({ lines }) => lines)
  return { turn, lines: linesOf(kept), leftOut: linesOf(leftOut).map(plainText) }
}

/** The bounding boxes of all drawn lines and boxes, and the area that pictures cover. */
function readDrawing(pdf: Pdfium, page: number) {
  const boxes: Box[] = []
  let pictureArea = 0
  const count = pdf.FPDFPage_CountObjects(page)
  for (let i = 0; i < count && i < MOST_OBJECTS; i++) {
    const object = pdf.FPDFPage_GetObject(page, i)
    const at = pdf.scratch
    if (!pdf.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) continue
    const [left, bottom, right, top] = pdf.floats()
    const type = pdf.FPDFPageObj_GetType(object)
    if (type === IMAGE || (type === FORM && holdsPicture(pdf, object)))
      pictureArea += (right - left) * (top - bottom)
    if (type === PATH && pdf.FPDFPath_CountSegments(object) <= MOST_SEGMENTS)
      boxes.push({ left, bottom, right, top })
  }
  return { boxes: count > MOST_OBJECTS ? [] : boxes, pictureArea }
}

/** Scanners put their pictures into form objects. */
function holdsPicture(pdf: Pdfium, form: number): boolean {
  const count = Math.min(MOST_OBJECTS, pdf.FPDFFormObj_CountObjects(form))
  const types = Array.from({ length: count }, (_, i) =>
    pdf.FPDFPageObj_GetType(pdf.FPDFFormObj_GetObject(form, i)),
  )
  return types.includes(IMAGE)
}

/** The coordinates of a box on the page after rotation by quarter turns. */
function turnedBox(box: Box, quarters: number, width: number, height: number): Box {
  if (quarters === 0) return box
  const turned = { left: box.bottom, bottom: width - box.right, right: box.top, top: width - box.left }
  return turnedBox(turned, quarters - 1, height, width)
}
