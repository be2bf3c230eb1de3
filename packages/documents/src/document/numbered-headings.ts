/**
 * Headings that are numbered by hand and not marked as headings: "1. DEFINITIONS" over "1.1 …", "一、" and "（一）", 第一章, "Article 3".
 * A way of numbering makes headings only where its lines are short names with other text between them: steps and lists do not.
 */
import { type Block, createDocumentBuilder, type ReadDocument } from './document.ts'
import { isQuestion, labelOf, listMarkChars } from './question-marks.ts'
import { lineWidth } from './wrapped-lines.ts'

interface Scheme {
  readonly name: string
  readonly level: number
  /** Numbered parts of a text, never steps: one such line is enough. */
  readonly isSure?: boolean
}

const NUMERAL = '[一二三四五六七八九十百零〇\\d]{1,6}'
const SCHEMES: readonly (readonly [RegExp, Scheme])[] = [
  [new RegExp(`^第${NUMERAL}[编編部篇]`, 'u'), { name: '部', level: 1, isSure: true }],
  [new RegExp(`^第${NUMERAL}章`, 'u'), { name: '章', level: 2, isSure: true }],
  [new RegExp(`^第${NUMERAL}[节節]`, 'u'), { name: '节', level: 3, isSure: true }],
  [new RegExp(`^第${NUMERAL}[条條]`, 'u'), { name: '条', level: 4, isSure: true }],
  [
    /^(?:chapter|part|schedule|annex|appendix|kapitel|teil|anlage|anhang|capítulo|parte|anexo|chapitre|partie|annexe|capitolo|allegato)\s+(?:\d{1,3}|[ivxlc]{1,6}|[a-z])\b/iu,
    { name: 'chapter', level: 2, isSure: true },
  ],
  [
    /^(?:(?:section|article|clause|abschnitt|artikel|sección|artículo|articolo|sezione|artigo|seção)\s+\d{1,3}|§\s*\d{1,3})/iu,
    { name: 'section', level: 3, isSure: true },
  ],
  [/^[IVX]{1,6}\.\s+\S/u, { name: 'roman', level: 3 }],
  [/^[一二三四五六七八九十]{1,3}[、．.]\s*\S/u, { name: '一', level: 3.5, isSure: true }],
  [/^[（(][一二三四五六七八九十]{1,3}[）)]\s*\S/u, { name: '（一）', level: 4.5, isSure: true }],
]
const LONGEST_WIDTH = 70
const MANY_HEADINGS = 2

/** What a line is numbered by; `number` is that of decimals: "3.1". */
function schemeOf(text: string): (Scheme & { readonly number?: string }) | undefined {
  const found = SCHEMES.find(([pattern]) => pattern.test(text))?.[1]
  if (found) return found
  const number = /^(\d{1,2}(?:\.\d{1,2}){0,4})(?:[.)、．]\s*|\s+)(?=[^\d\s.,])/u.exec(text)?.[1]
  if (number === undefined) return undefined
  const depth = number.split('.').length
  return { name: `decimal ${depth}`, level: 5 + depth / 10, number }
}

/** A line that could be the name of a section. */
function isName(text: string): boolean {
  if (text.includes('\n') || lineWidth(text) > LONGEST_WIDTH || labelOf(text) || isQuestion(text))
    return false
  return !/[.。;；,，、!！]$/u.test(text) && /\p{L}/u.test(text)
}

/** By place in the list: the levels of the lines that are headings. Only texts for which `isLine` holds are looked at. */
export function numberedHeadings(
  texts: readonly string[],
  isLine: (index: number) => boolean,
): Map<number, number> {
  const schemes = texts.map((text, i) => (isLine(i) ? schemeOf(text) : undefined))
  const asks = texts.some((text, i) => isLine(i) && (isQuestion(text) || labelOf(text)?.role === 'question'))
  const found = new Map<number, number>()
  for (const name of new Set(schemes.map((scheme) => scheme?.name))) {
    if (name === undefined) continue
    const places = schemes.flatMap((scheme, i) => (scheme?.name === name ? [i] : []))
    const names = places.filter((i) => isName(texts[i]!) && hasText(i, name))
    const { level, isSure, number } = schemes[places[0]!]!
    const isHabit = names.length >= (isSure ? 1 : 2) && names.length * 3 >= places.length * 2
    // Numbers alone may count steps: names over parts of their own, or in capitals, do not.
    const isProven =
      number === undefined ||
      names.some((i) => hasParts(i)) ||
      names.every((i) => isCapitals(texts[i]!)) ||
      !asks
    if (isHabit && isProven) for (const i of names) found.set(i, level)
  }
  return found

  /** Something other than the next of its kind follows. */
  function hasText(at: number, name: string): boolean {
    return at + 1 < texts.length && schemes[at + 1]?.name !== name
  }

  function hasParts(at: number): boolean {
    const own = schemes[at]?.number
    return own !== undefined && (schemes[at + 1]?.number ?? '').startsWith(`${own}.`)
  }
}

function isCapitals(text: string): boolean {
  return /\p{Lu}{3,}/u.test(text) && !/\p{Ll}/u.test(text)
}

/** The same document with such lines as headings, and a lone first line as its title. */
export function withNumberedHeadings(document: ReadDocument): ReadDocument {
  const { blocks, format, warnings } = document
  const marked = blocks.filter(({ kind, level = 0 }) => kind === 'heading' && level >= 1 && level <= 6)
  const isLine = (i: number) => {
    const { kind, group } = blocks[i]!
    return group === undefined && (kind === 'paragraph' || (format === 'DOCX' && isOverText(blocks, i)))
  }
  const found =
    marked.length >= MANY_HEADINGS
      ? new Map<number, number>()
      : numberedHeadings(
          blocks.map(({ text }) => text),
          isLine,
        )
  if (isTitle(blocks) && (found.size > 0 || hasStructure(blocks))) found.set(0, 0)
  if (found.size === 0) return document
  const builder = createDocumentBuilder(format)
  for (const [i, { kind, text, start: _s, end: _e, path: _p, piece: _n, ...details }] of blocks.entries()) {
    const level = found.get(i)
    if (level === undefined) builder.add(kind, text, details)
    else builder.add('heading', text, { ...details, level })
  }
  for (const warning of warnings) builder.warn(warning)
  return builder.finish()
}

/** A numbered item of Word by itself between paragraphs, or over a list of its own, which begins anew. */
function isOverText(blocks: readonly Block[], at: number): boolean {
  if (blocks[at]!.kind !== 'item' || !/^\d+\. /.test(blocks[at]!.text)) return false
  const next = blocks[at + 1]
  if (next?.kind === 'item') return next.text.startsWith('1. ')
  return next?.kind === 'paragraph' && blocks[at - 1]?.kind !== 'item'
}

/** Plain paragraphs are better known by their own first sentences than by a title over all of them. */
function hasStructure(blocks: readonly Block[]): boolean {
  return blocks.some(
    ({ kind, text }) => /^(?:heading|summary|term|row)$/.test(kind) || isQuestion(text) || labelOf(text),
  )
}

/** A short line before everything else, where nothing is marked as the title. */
function isTitle(blocks: readonly Block[]): boolean {
  const [first, second] = blocks
  if (first?.kind !== 'paragraph' || !second || first.group !== undefined) return false
  if (blocks.some(({ kind, level = 7 }) => kind === 'heading' && level <= 1)) return false
  const { text } = first
  return (
    isName(text) &&
    !/[:：]$/u.test(text) &&
    listMarkChars(text) === 0 &&
    !schemeOf(text) &&
    lineWidth(text) <= 60
  )
}
