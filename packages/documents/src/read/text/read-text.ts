/** Plain text into blocks by its layout: blank lines, underlines, capitals, numbers, bullets, indents. */

import { contentsLines } from '../../document/contents-lines.ts'
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { numberedHeadings } from '../../document/numbered-headings.ts'
import { isQuestion, labelOf, listMarkChars } from '../../document/question-marks.ts'
import { joinWrapped, lineWidth } from '../../document/wrapped-lines.ts'
import { withoutTimes } from './subtitles.ts'

/** A line at least this wide was broken for its width, so that the next goes on with it. */
const WRAPPED_WIDTH = 50
/** In a text with lines this wide nothing was broken for its width: a line is a paragraph. */
const UNWRAPPED_WIDTH = 200
const HEADING_CHARS = 80
const LONGEST_NUMBERED_WIDTH = 60
const SENTENCE_WORDS = 4

export function readText(source: string, pieces: readonly string[] = [source]): ReadDocument {
  const builder = createDocumentBuilder('TXT')
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) builder.nextPiece()
    addText(builder, withoutTimes(builder, piece))
  }
  return builder.finish()
}

interface Line {
  readonly text: string
  readonly indent: number
  readonly raw: string
}

export function addText(builder: DocumentBuilder, source: string): void {
  const lines = withoutContents(builder, source.split('\n').map(toLine))
  const isUnwrapped = lines.some(({ text }) => lineWidth(text) > UNWRAPPED_WIDTH)
  const numbered = numberedLines(lines)
  for (let i = 0; i < lines.length; ) i += addNext(builder, lines, i, numbered, isUnwrapped)
}

/** Whether sections are numbered by hand, as in laws and contracts. */
export function hasNumberedHeadings(source: string): boolean {
  return numberedLines(source.split('\n').map(toLine)).size > 1
}

/** By line: the levels of headings that are numbered by hand, as in laws and contracts. */
function numberedLines(lines: readonly Line[]): Map<number, number> {
  const filled = lines.flatMap(({ text }, i) => (text ? [i] : []))
  const found = numberedHeadings(
    filled.map((i) => lines[i]!.text),
    (at) => canBeNumbered(lines, filled[at]!, filled[at + 1]),
  )
  // Decimals stand below 一、 and 第一章; where there are none of those they have the rank of other headings.
  const areMixed = [...found.values()].some((level) => level < 5)
  return new Map(
    [...found].map(([at, level]) => [
      filled[at]!,
      areMixed || level < 5 ? level : 2 + Math.round((level - 5) * 10),
    ]),
  )
}

/** At the margin, not in the middle of a sentence, and not going on in the next line. */
function canBeNumbered(lines: readonly Line[], at: number, next: number | undefined): boolean {
  const { text, indent } = lines[at]!
  if (indent > 0 || lineWidth(text) > LONGEST_NUMBERED_WIDTH || next === undefined || /[:：]$/u.test(text))
    return false
  const before = lines[at - 1]?.text ?? ''
  if (lineWidth(before) >= WRAPPED_WIDTH && !/[.!?。！？：:;；]["'”’»)\]」』）]*$/u.test(before)) return false
  const after = lines[next]!
  return !(next === at + 1 && (/^\p{Ll}/u.test(after.text) || after.indent > indent))
}

function withoutContents(builder: DocumentBuilder, lines: Line[]): Line[] {
  const contents = contentsLines(lines.map(({ text }) => text))
  if (contents.size === 0) return lines
  builder.warn(`A table of contents was left out (${contents.size} lines).`)
  return lines.filter((_, i) => !contents.has(i))
}

/** Overstrikes, which are how manual pages print bold and underline, and a terminal's colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be removed
const TERMINAL_MARKS = /[^\n]\u0008|\u001b\[[0-9;]*m/g

function toLine(raw: string): Line {
  const clean = raw.replace(TERMINAL_MARKS, '').replace(/\t/g, '        ')
  const text = clean.trim()
  return { text, indent: text ? clean.length - clean.trimStart().length : 0, raw: clean.trimEnd() }
}

/** Adds what begins at a line and answers how many lines it took. */
function addNext(
  builder: DocumentBuilder,
  lines: readonly Line[],
  at: number,
  numbered: ReadonlyMap<number, number>,
  isUnwrapped: boolean,
): number {
  const line = lines[at]!
  if (!line.text || /^[-=_*~#·.\s]{3,}$/.test(line.text)) return 1
  const next = lines[at + 1]
  if (isUnderline(line, next)) {
    builder.add('heading', line.text, { level: next!.text.startsWith('=') ? 1 : 2 })
    return 2
  }
  const level = numbered.get(at) ?? headingLevel(lines, at)
  if (level > 0) {
    builder.add('heading', plainName(line.text), { level })
    return 1
  }
  const taken = paragraphLines(lines, at, numbered, isUnwrapped)
  const text = joinLines(lines.slice(at, at + taken))
  builder.add(listMarkChars(line.text) > 0 ? 'item' : 'paragraph', text)
  return taken
}

/** Without the marks that make it a heading: ■配送, 【送料】. */
function plainName(text: string): string {
  const bare = text.replace(/^[■◆●▼□◇]\s*(?=\S)/u, '').replace(/[:：]$/u, '')
  return /^【[^【】]+】$/u.test(bare) ? bare.slice(1, -1) : bare
}

function isUnderline(line: Line, next: Line | undefined): boolean {
  if (!next || !/^(?:={3,}|-{3,}|~{3,})$/.test(next.text) || line.text.length > HEADING_CHARS) return false
  return Math.abs(lineWidth(line.text) - next.text.length) <= Math.max(3, lineWidth(line.text) * 0.4)
}

const CHAPTER =
  /^(?:第[一二三四五六七八九十百零〇\d]+[章节節条條部編]|(?:chapter|part|section|article|appendix|annex|kapitel|abschnitt|artikel|capítulo|artículo|sección|chapitre|capitolo|articolo|capitulo|artigo)\s+[\divxlc]+|§\s*\d+)/iu

/** A clause of a law or contract is a paragraph of its own, also where no blank line parts it from the one before. */
const CLAUSE =
  /^(?:第[一二三四五六七八九十百零〇\d]+[章节節条條部編]|\d{1,2}\.\d{1,2}(?:\.\d{1,2})*\.?\s+["“„«(]?\p{Lu})/u

const BRACKETED = /^[【■◆●▼□◇]\s*\S/u

/** 0 for a line that is no heading. */
function headingLevel(lines: readonly Line[], at: number): number {
  const { text, indent } = lines[at]!
  const before = lines[at - 1]?.text ?? ''
  const after = lines[at + 1]?.text ?? ''
  if (text.length > HEADING_CHARS || labelOf(text) || isQuestion(text)) return 0
  const follows = nextText(lines, at)
  if (!follows) return 0
  const markdown = /^(#{1,6})\s+\S/.exec(text)
  if (markdown) return markdown[1]!.length
  const endsOpen = !/[.!。！；;,，、]$/u.test(text)
  if (!endsOpen) return 0
  const isAlone = before === '' || at === 0
  if (isAlone && CHAPTER.test(text) && !/[。.]/u.test(text.slice(-1)) && lineWidth(text) <= 60) return 2
  // Headings of a manual page stand at the margin, their text is indented.
  const isCapitals =
    /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text) && /\p{Lu}{3,}/u.test(text) && !/^[^\p{L}]*\d/u.test(text)
  if (isCapitals && isAlone && text.split(/\s+/).length <= 8) return indent === 0 ? 2 : 3
  const number = /^(\d{1,2}(?:\.\d{1,2})*)[.)、]?\s+\S/u.exec(text)
  if (number && isAlone && indent === 0 && !/[:：]$/u.test(text)) {
    const isList =
      listMarkChars(follows.text) > 0 && /^\d/.test(follows.text) && after !== '' && follows.indent === indent
    const isShort = lineWidth(text) <= 60
    const goesOn = /^\p{Ll}/u.test(after)
    return isShort && !isList && !goesOn && !isNumberedRun(lines, at) ? 2 + number[1]!.split('.').length : 0
  }
  if (/[:：]$/u.test(text) && isAlone && indent === 0 && lineWidth(text) <= 40 && listMarkChars(text) === 0) {
    // "We collect the following:" over its items is a sentence.
    if (listMarkChars(after) > 0 && text.split(/\s+/).length >= SENTENCE_WORDS) return 0
    return 5
  }
  const bracketed = BRACKETED.test(text)
  if (bracketed && (isAlone || BRACKETED.test(before))) return text.startsWith('【') ? 4 : 3
  // A short line alone over a text that is written out in lines.
  const isTitle = before === '' && after === '' && at === firstText(lines) && lineWidth(text) <= 60
  return isTitle && indent < 40 && listMarkChars(text) === 0 ? 1 : 0
}

function nextText(lines: readonly Line[], at: number): Line | undefined {
  for (let i = at + 1; i < lines.length; i++) if (lines[i]!.text) return lines[i]
  return undefined
}

function firstText(lines: readonly Line[]): number {
  return lines.findIndex(({ text }) => text !== '')
}

/** "1. Milk" followed, maybe after a blank line, by "2. Bread" is a list and has no headings. */
function isNumberedRun(lines: readonly Line[], at: number): boolean {
  const number = Number.parseInt(lines[at]!.text, 10)
  const others = lines.slice(at + 1, at + 4).filter(({ text }) => text)
  const previous = lines.slice(Math.max(0, at - 3), at).findLast(({ text }) => text)
  const begins = (line: Line | undefined, value: number) =>
    new RegExp(`^${value}[.)、]?\\s`).test(line?.text ?? '') && !/^\d+\.\d/.test(line?.text ?? '')
  return begins(others[0], number + 1) || begins(previous, number - 1)
}

function paragraphLines(
  lines: readonly Line[],
  at: number,
  numbered: ReadonlyMap<number, number>,
  isUnwrapped: boolean,
): number {
  if (isUnwrapped) return 1
  const first = lines[at]!
  const isItem = listMarkChars(first.text) > 0
  let taken = 1
  for (; at + taken < lines.length; taken++) {
    const line = lines[at + taken]!
    if (!line.text || labelOf(line.text) || numbered.has(at + taken) || CLAUSE.test(line.text)) break
    if (
      listMarkChars(line.text) > 0 &&
      (isItem || /^(?:[-*•·・▪(（\d①-⑳]|[一二三四五六七八九十]{1,3}、)/u.test(line.text)) &&
      !goesOnWithDash(lines[at + taken - 1]!, line)
    )
      break
    if (
      isQuestion(lines[at + taken - 1]!.text) &&
      lineWidth(lines[at + taken - 1]!.text) < WRAPPED_WIDTH * 1.6
    )
      break
    if (isUnderline(line, lines[at + taken + 1])) break
  }
  return taken
}

/** "… from 8 to\n10. May": a wrapped line that happens to begin with a number. */
function goesOnWithDash(previous: Line, line: Line): boolean {
  return (
    lineWidth(previous.text) >= WRAPPED_WIDTH &&
    /^\d/.test(line.text) &&
    line.indent === previous.indent &&
    !/[.:!?。：]$/u.test(previous.text)
  )
}

function joinLines(lines: readonly Line[]): string {
  let joined = lines[0]!.text
  for (let i = 1; i < lines.length; i++) {
    const previous = lines[i - 1]!
    const line = lines[i]!
    const wasWrapped = lineWidth(previous.text) + Math.min(previous.indent, 10) >= WRAPPED_WIDTH
    joined += (wasWrapped ? joinWrapped(previous.text, line.text) : '\n') + line.text
  }
  return joined
}
