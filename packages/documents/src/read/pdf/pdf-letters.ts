/** Converts the characters of a line to text: restores letters that PDFs lose, split or reverse, and writes raised and lowered digits as such. */
import { limited } from '@tandem/languages/limited'
import { LOWERED, RAISED } from '../../document/inline-text.ts'

export interface Char {
  text: string
  readonly x: number
  readonly right: number
  readonly style: Style
}

/** The frequency of each width (relative to the em) of a letter in a font, and the most frequent width. */
type SeenWidths = { readonly counts: Map<number, number>; usual: number }
export type LetterWidths = Map<string, SeenWidths>

export interface Style {
  readonly size: number
  /** The y coordinate of the baseline. */
  readonly y: number
  readonly font: string
  readonly isBold: boolean
  /** Rotation in quarter turns, counterclockwise; undefined for text at any other angle. */
  readonly quarter: number | undefined
  /** The width of an em; `size` is its height. */
  readonly em: number
}

/** Private-use characters on which fonts agree: bullets of Symbol and Wingdings, and shifted Thai marks from U+F700 on. */
const BULLETS = /[\uf06e\uf075\uf076\uf0a7\uf0a8\uf0b7\uf0d8\uf0fc]/g
const OTHER_FORMS = /[\u2f00-\u2fdf\uf900-\ufaff\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]/g
const THAI_MARKS = 'ฐิีึื่้๊๋์่้๊๋์ญัํ็่้๊๋์ฺุู'

export const isLetter = ({ text }: Char) => /[\p{L}\p{N}]/u.test(text)
export const plainText = (chars: readonly Char[]) => chars.map(({ text }) => text).join('')

const isSameGlyph = (char: Char, next: Char) => char.x === next.x && char.right === next.right

/** Whether two characters are parts of one ligature: PDFium gives each of them the box of the whole glyph, or an equal share of it. */
function isOneGlyph(char: Char | undefined, next: Char | undefined): boolean {
  if (!char || !next) return false
  const difference = Math.abs(next.x - char.right) + Math.abs(next.right - next.x - (char.right - char.x))
  return difference < 0.01 || isSameGlyph(char, next)
}

/** Minimum width of a ligature, relative to the usual width of its last letter. */
const LIGATURE_WIDTH = 1.7

// Rule (off: chars): PDFs made by Ghostscript map a ligature to its last letter: the T of Th and the f of fi or ffi are lost.
export function withLostLetters(chars: readonly Char[], widths: LetterWidths): readonly Char[] {
  const glyphs: { char: Char; letter: string; width: number; seen: SeenWidths }[] = []
  for (const [i, char] of chars.entries()) {
    const letter = char.text[0]!
    const next = chars[i + 1]
    if (!'hilf'.includes(letter) || isOneGlyph(chars[i - 1], char) || isOneGlyph(char, next)) continue
    // Where boxes overlap, the position of the next letter determines the width of this one.
    const right = next && next.x > char.x ? Math.min(next.x, char.right) : char.right
    const width = Math.round(((right - char.x) / char.style.em) * 100) / 100
    const key = `${letter} ${char.style.font}`
    const seen = widths.get(key) ?? { counts: new Map<number, number>(), usual: width }
    const more = (seen.counts.get(width) ?? 0) + 1 - (seen.counts.get(seen.usual) ?? 0)
    if (more > 0 || (more === 0 && width < seen.usual)) seen.usual = width
    seen.counts.set(width, (seen.counts.get(width) ?? 0) + 1)
    widths.set(key, seen)
    glyphs.push({ char, letter, width, seen })
  }
  for (const { char, letter, width, seen } of glyphs) {
    if (width < seen.usual * LIGATURE_WIDTH) continue
    const f = widths.get(`f ${char.style.font}`)?.usual ?? Number.POSITIVE_INFINITY
    const isLong = width > seen.usual + f * 1.5
    char.text = (letter === 'h' ? 'T' : letter !== 'f' && isLong ? 'ff' : 'f') + char.text
  }
  return chars
}

/** Spacing accents, and the corresponding combining accents in the same order. */
const ACCENTS = '`´ˆ˜¯˘˙¨˚˝ˇ¸'
const JOINING = '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327'

// Rule (off: [...chars]): PDFs made by TeX draw an accent over its letter; PDFium returns the accent before the letter or at the end of the line.
export function withAccents(chars: readonly Char[]): Char[] {
  return chars.filter((accent, at) => {
    const kind = ACCENTS.indexOf(accent.text[0]!)
    if (kind < 0) return true
    const middle = (accent.x + accent.right) / 2
    const letter = chars.find((each) => isLetter(each) && each.x < middle && middle < each.right)
    // Below an accent, i is drawn without its dot.
    const whole = letter ? `${letter.text[0]!.replace('ı', 'i')}${JOINING[kind]}`.normalize('NFC') : ''
    if (!letter || whole.length > 1) return true
    letter.text = whole + letter.text.slice(1)
    // PDFium puts a blank before and after an accent that was drawn out of order.
    const [before, after] = [chars[at - 1], chars[at + 1]]
    const isApart = !before || !after || after.x - before.right > before.style.em * 0.15
    if (before?.text.trim() && / $/.test(before.text + accent.text))
      before.text = before.text.trimEnd() + (isApart ? ' ' : '')
    return false
  })
}

export function textOf(chars: readonly Char[], size: number, y: number): string {
  const letters: string[] = []
  let before: Char | undefined
  let isAfterFigure = false
  for (const char of inLogicalOrder(withLatinRuns(chars))) {
    const { style } = char
    const rise = style.size <= size * 0.85 ? (style.y - y) / size : 0
    const figures = rise > 0.15 ? RAISED : rise < -0.05 ? LOWERED : ''
    const isFigure = figures !== '' && /^\d ?$/.test(char.text)
    // PDFium puts a blank before and after a raised or lowered digit, because of its different baseline.
    const blank = size * (isFigure ? 0.5 : isAfterFigure ? 0.12 : 0)
    if (before && blank > 0 && char.x - before.right < blank) letters.push(letters.pop()!.trimEnd())
    letters.push(isFigure ? char.text.replace(/\d/, (digit) => figures[Number(digit)]!) : char.text)
    before = char
    isAfterFigure = isFigure
  }
  const text = letters
    .join('')
    .replace(OTHER_FORMS, (letter) => letter.normalize('NFKC'))
    .replace(BULLETS, '•')
    .replace(/[\uf700-\uf71a]/g, (mark) => THAI_MARKS[mark.charCodeAt(0) - 0xf700]!)
    .replace(/\s+/g, ' ')
    .trim()
  if (!isRightToLeft(text)) return text.replace(/^[•●○▪■◦‣➢✓](?=\S)/, '$& ')
  // In a right-to-left line, the punctuation after a final number is to the left of the number.
  return text
    .replace(/(^|\s)([.,;])(\d[\d:.,]*)$/, '$1$3$2')
    .replace(/([\u0590-\u08ff])(?=[a-z])|([a-z])(?=[\u0590-\u08ff])/gi, '$& ')
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g
/** Latin words and addresses. L stands for a Latin letter, D for a digit or slash, R for a right-to-left letter. */
const LATIN_RUN = limited(/(?:D[^ R]*)?L(?:[^R]*L)?(?:[^ R]*D)?/g, 1000)

// Rule (off: [...chars]): PDFs in Hebrew and Arabic, in whose lines PDFium reverses the words of Latin names and the parts of addresses.
function withLatinRuns(chars: readonly Char[]): Char[] {
  const ordered = [...chars]
  if (plainText(chars).search(RIGHT_TO_LEFT) < 0) return ordered
  const kindOf = ({ text }: Char) =>
    text.search(RIGHT_TO_LEFT) >= 0 ? 'R' : /[a-z]/i.test(text) ? 'L' : /[\d/]/.test(text) ? 'D' : text[0]
  for (const { 0: found, index } of chars.map(kindOf).join('').matchAll(LATIN_RUN)) {
    const run = chars.slice(index, index + found.length)
    const sorted = run.toSorted((a, b) => a.x - b.x)
    const spaced = sorted.map((char, i) => {
      const next = sorted[i + 1]
      const isBlank = next ? next.x - char.right > char.style.em * 0.15 : run.at(-1)!.text.endsWith(' ')
      return { ...char, text: (char.text.trimEnd() || ' ') + (isBlank ? ' ' : '') }
    })
    if (sorted.some((char, i) => char !== run[i])) ordered.splice(index, run.length, ...spaced)
  }
  return ordered
}

/** Radicals, compatibility forms of Chinese characters and another hyphen, which stand for the usual characters. */
const OTHER_FORM = /[\u2010\u2e80-\u2fdf\uf900-\ufaff]/

// Rule (off: [...chars]): Arabic PDFs whose glyph for lam with alef has its letters reversed, and Chinese PDFs whose glyphs have two characters: ⼀一.
function inLogicalOrder(chars: readonly Char[]): Char[] {
  const ordered: Char[] = []
  for (const char of chars) {
    const before = ordered.at(-1)
    const isAlef = /^[آأإا]/.test(before?.text ?? '')
    if (isAlef && char.text === 'ل' && isOneGlyph(before, char)) ordered.splice(-1, 0, char)
    else if (!before || !isSameGlyph(before, char)) ordered.push(char)
    else if (OTHER_FORM.test(before.text)) ordered[ordered.length - 1] = char
    else if (!OTHER_FORM.test(char.text)) ordered.push(char)
  }
  return ordered
}

/** Whether more than half of the letters are Hebrew or Arabic. */
export function isRightToLeft(text: string): boolean {
  const letters = text.match(RIGHT_TO_LEFT)
  return !!letters && letters.length * 2 > (text.match(/\p{L}/gu)?.length ?? 0)
}
