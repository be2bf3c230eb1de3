/** Headings of a plain text that its layout shows without blank lines around them: numbered ones, and short names over their text. */
import { numberedHeadings } from './numbered-headings.ts'
import { isQuestion, labelOf, listMarkChars } from './question-marks.ts'
import { lineWidth } from './wrapped-lines.ts'

export interface OutlineLine {
  readonly text: string
  readonly indent: number
}

const WRAPPED_WIDTH = 50
const NUMBERED_WIDTH = 60
const NAME_WIDTH = 44
const NAME_WORDS = 7
/** A name stands over a line so much longer, unless that ends as a sentence. */
const LONGER = 1.3
const LONG_WIDTH = 25
const HABIT = 2
const ENDS_SENTENCE = /[.!?。！？؟]["'”’»)\]」』）]*$/u

export interface TextOutline {
  /** By line: the levels of numbered headings. */
  readonly numbered: ReadonlyMap<number, number>
  /** Lines that name what follows. */
  readonly names: ReadonlySet<number>
  /** The first of them where it names the whole text. */
  readonly title?: number
}

export function outlineOf(lines: readonly OutlineLine[]): TextOutline {
  const filled = lines.flatMap(({ text }, i) => (text ? [i] : []))
  const found = new Map<number, number>()
  const numbered = numberedHeadings(
    filled.map((i) => lines[i]!.text),
    (at) => canBeNumbered(lines, filled[at]!, filled[at + 1]),
  )
  // Decimals stand below 一、 and 第一章; where there are none of those they have the rank of other headings.
  const areMixed = [...numbered.values()].some((level) => level < 5)
  for (const [at, level] of numbered)
    found.set(filled[at]!, areMixed || level < 5 ? level : 2 + Math.round((level - 5) * 10))
  const names = namesOver(lines, filled)
  const title = titleOver(lines, filled)
  if (title === undefined) return { numbered: found, names: new Set(names) }
  return { numbered: found, names: new Set([title, ...names]), title }
}

/** The first line, where others as short stand below it: "Security policy", "Version 3.2". */
function titleOver(lines: readonly OutlineLine[], filled: readonly number[]): number | undefined {
  const first = filled[0]
  if (first === undefined || !isName(lines, first, undefined)) return undefined
  const block: string[] = []
  for (let i = first + 1; lines[i]?.text; i++) block.push(lines[i]!.text)
  const areShort = block.every((text) => lineWidth(text) <= NAME_WIDTH && !ENDS_SENTENCE.test(text))
  const isMore = (filled.at(-1) ?? 0) > first + block.length
  const isPlain = block.every((text) => !labelOf(text) && listMarkChars(text) === 0)
  return isMore && areShort && isPlain && block.length > 0 && block.length <= 2 ? first : undefined
}

/** At the margin, not in the middle of a sentence, and not going on in the next line. */
function canBeNumbered(lines: readonly OutlineLine[], at: number, next: number | undefined): boolean {
  const { text, indent } = lines[at]!
  if (indent > 0 || lineWidth(text) > NUMBERED_WIDTH || next === undefined || /[:：]$/u.test(text))
    return false
  const before = lines[at - 1]?.text ?? ''
  if (lineWidth(before) >= WRAPPED_WIDTH && !/[.!?。！？：:;；]["'”’»)\]」』）]*$/u.test(before)) return false
  const after = lines[next]!
  // "1. Budget" over bullets of its own is a heading; other lines set in go on with it.
  const hasBullets = after.indent > indent && /^[-*•–▪]\s/u.test(after.text)
  return !(next === at + 1 && (/^\p{Ll}/u.test(after.text) || (after.indent > indent && !hasBullets)))
}

/**
 * "Warranty" over "All products carry a two year warranty." In a text of questions and answers only after the last of them, or over
 * the next question: before, it may belong to an answer.
 */
function namesOver(lines: readonly OutlineLine[], filled: readonly number[]): number[] {
  const lastLabel = filled.findLast((i) => labelOf(lines[i]!.text)) ?? -1
  const overQuestion: number[] = []
  const overText: number[] = []
  for (const [n, at] of filled.entries()) {
    const next = filled[n + 1]
    if (next === undefined || !isName(lines, at, filled[n - 1])) continue
    const after = lines[next]!.text
    const isFar = next > at + 1
    if (labelOf(after)?.role === 'question') overQuestion.push(at)
    else if (at > lastLabel && !labelOf(after) && isTextUnder(lines, at, next, isFar)) overText.push(at)
  }
  const isHabit = overText.length >= HABIT || (lastLabel >= 0 && overText.length > 0)
  return [...overQuestion, ...(isHabit ? overText : [])]
}

function isName(lines: readonly OutlineLine[], at: number, previous: number | undefined): boolean {
  const { text, indent } = lines[at]!
  if (indent > 0 || (at > 0 && lines[at - 1]!.text !== '')) return false
  if (lineWidth(text) > NAME_WIDTH || isRow(text) || text.split(/\s+/).length > NAME_WORDS) return false
  if (!/^["“„«(]?[\p{Lu}\p{Lo}\p{Lt}]/u.test(text) || /(?![)）"”»%])\p{P}$/u.test(text)) return false
  if (previous !== undefined && /[:：]$/u.test(lines[previous]!.text)) return false
  return !/\d{4,}|@|\/\//.test(text) && !labelOf(text) && !isQuestion(text) && listMarkChars(text) === 0
}

/** Cells of a row: "Garage     20 euros". */
const isRow = (text: string) => /\S\s{3,}\S/.test(text)

function isTextUnder(lines: readonly OutlineLine[], at: number, next: number, isFar: boolean): boolean {
  const { text, indent } = lines[next]!
  // A name alone over a list or a table needs no sentence.
  if (isFar && (listMarkChars(text) > 0 || isRow(text))) return true
  if (indent > 0 || /^\p{Ll}/u.test(text)) return false
  const isLonger = lineWidth(text) >= Math.max(LONG_WIDTH, lineWidth(lines[at]!.text) * LONGER)
  return isFar
    ? isLonger && ENDS_SENTENCE.test(paragraphEnd(lines, next))
    : isLonger || ENDS_SENTENCE.test(text)
}

function paragraphEnd(lines: readonly OutlineLine[], at: number): string {
  let end = at
  while (lines[end + 1]?.text) end++
  return lines[end]!.text
}
