/**
 * Plain text into blocks by its layout: blank lines, underlines, capitals, numbers, bullets, indents. Manual pages and
 * meeting notes are the shapes most met.
 */

import { contentsLines } from '../../document/contents-lines.ts'
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { isQuestion, labelOf, listMarkChars } from '../../document/question-marks.ts'
import { outlineOf, type TextOutline } from '../../document/text-outline.ts'
import { joinWrapped, lineWidth } from '../../document/wrapped-lines.ts'
import { addChat, chatOf } from './chat-log.ts'
import { withoutTimes } from './subtitles.ts'

/** A line at least this wide was broken for its width, so that the next goes on with it. */
const WRAPPED_WIDTH = 50
/** In a text with lines this wide nothing was broken for its width: a line is a paragraph. */
const UNWRAPPED_WIDTH = 200
const HEADING_CHARS = 80
const SENTENCE_WORDS = 4

export function readText(source: string, pieces: readonly string[] = [source]): ReadDocument {
  const builder = createDocumentBuilder('TXT')
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) builder.nextPiece()
    const text = withoutTimes(builder, piece)
    const chat = pieces.length === 1 ? chatOf(text.split('\n').map((line) => line.trim())) : undefined
    if (chat) addChat(builder, chat)
    else addText(builder, text)
  }
  return builder.finish()
}

/** Whether sections are numbered by hand, as in laws and contracts. */
export function hasNumberedHeadings(source: string): boolean {
  return outlineOf(source.split('\n').map(toLine)).numbered.size > 1
}

interface Line {
  readonly text: string
  readonly indent: number
  readonly raw: string
}

export function addText(builder: DocumentBuilder, source: string): void {
  const whole = withoutContents(builder, source.split('\n').map(toLine))
  const lines = withParagraphs(withoutMailHeader(builder, withoutManualHeader(builder, whole)))
  const isUnwrapped = lines.some(({ text }) => lineWidth(text) > UNWRAPPED_WIDTH)
  const outline = outlineOf(lines)
  for (let i = 0; i < lines.length; ) i += addNext(builder, lines, i, outline, isUnwrapped)
}

/** Few blank lines, and none of the rest goes on from the one before. */
const BLANK_SHARE = 0.25
const FEWEST_LINES = 4
const LONG_WIDTH = 40
const SENTENCE_WIDTH = 25
const FITTING_SHARE = 0.6

/** "Plain text" of a word processor has a line for each paragraph: blank lines between them say the same to all that follows. */
function withParagraphs(lines: Line[]): Line[] {
  const filled = lines.filter(({ text }) => text)
  const width = Math.max(0, ...filled.map(({ text }) => lineWidth(text)))
  const isSparse = lines.length - filled.length > filled.length * BLANK_SHARE
  if (filled.length < FEWEST_LINES || width < LONG_WIDTH || isSparse) return lines
  const ends = /[.!?。！？:：;；,，]["'”’»)\]」』）]*$/u
  const breaks = lines
    .slice(1)
    .flatMap((line, i) => (line.text && lines[i]!.text ? [[lines[i]!, line] as const] : []))
  if (breaks.some(([{ text: before }, { text }]) => /^\p{Ll}/u.test(text) && !ends.test(before))) return lines
  const fitting = breaks.filter(
    ([before, { text }]) => lineWidth(before.text) + 1 + lineWidth(/^\S+/.exec(text)![0]) <= width,
  )
  const sentences = filled.filter(
    ({ text }) => lineWidth(text) >= SENTENCE_WIDTH && /[.!?。！？]$/u.test(text),
  )
  if (fitting.length < breaks.length * FITTING_SHARE || sentences.length < 2) return lines
  const isOneThing = ({ text, indent }: Line) =>
    indent > 0 || listMarkChars(text) > 0 || labelOf(text) !== undefined || /\S\s{3,}\S/.test(text)
  if (filled.filter(isOneThing).length > filled.length / 2) return lines
  return lines.flatMap((line) => [line, BLANK])
}

const BLANK: Line = { text: '', indent: 0, raw: '' }

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

/** "TOOL(1)   General Commands Manual   TOOL(1)" at the top and bottom of a manual page: the first one is its title. */
function withoutManualHeader(builder: DocumentBuilder, lines: Line[]): Line[] {
  const header = lines.find(({ text }) => text)
  const name = /^(\S+)\((\d\w*)\)\s.*\s\1\(\2\)$/i.exec(header?.text ?? '')
  if (!name) return lines
  builder.add('heading', `${name[1]!.toLowerCase()}(${name[2]})`, { level: 1 })
  const foot = lines.findLast(({ text }) => text)
  const isFoot = foot?.text.endsWith(`${name[1]}(${name[2]})`) || /\s{3,}\S.*\s{3,}/.test(foot?.raw ?? '')
  return lines.filter((line) => line !== header && !(isFoot && line === foot))
}

const MAIL_FIELD =
  /^(?:from|to|cc|bcc|subject|date|sent|reply-to|message-id|von|an|betreff|datum|gesendet|de|à|objet|envoyé|para|asunto|fecha|发件人|收件人|主题|日期|差出人|宛先|件名|日時)\s*[:：]\s*\S/iu
const MAIL_SUBJECT =
  /^(?:subject|betreff|objet|asunto|主题|件名)\s*[:：]\s*(?:(?:re|aw|fwd?|wg|rv|回复|转发)\s*[:：]\s*)*(.+)$/iu

/** The subject of a mail is its title; who wrote to whom and when stays below it. */
function withoutMailHeader(builder: DocumentBuilder, lines: Line[]): Line[] {
  const from = Math.max(0, firstText(lines))
  let end = from
  while (end < lines.length && MAIL_FIELD.test(lines[end]!.text)) end++
  const fields = lines.slice(from, end)
  const subject = fields.find(({ text }) => MAIL_SUBJECT.test(text))
  if (fields.length < 2 || !subject || lines[end]?.text) return lines
  builder.add('heading', MAIL_SUBJECT.exec(subject.text)![1]!, { level: 1 })
  builder.add(
    'paragraph',
    fields
      .filter((line) => line !== subject)
      .map(({ text }) => text)
      .join('\n'),
  )
  return lines.slice(end)
}

/** Adds what begins at a line and answers how many lines it took. */
function addNext(
  builder: DocumentBuilder,
  lines: readonly Line[],
  at: number,
  outline: TextOutline,
  isUnwrapped: boolean,
): number {
  const line = lines[at]!
  if (!line.text || /^[-=_*~#·.\s]{3,}$/.test(line.text)) return 1
  const next = lines[at + 1]
  if (isUnderline(line, next)) {
    builder.add('heading', line.text, { level: next!.text.startsWith('=') ? 1 : 2 })
    return 2
  }
  const level = outline.numbered.get(at) ?? nameLevel(headingLevel(lines, at), at, outline)
  if (level > 0) {
    builder.add('heading', plainName(line.text), { level })
    return 1
  }
  if (isOption(line, next)) return addOption(builder, lines, at)
  const taken = paragraphLines(lines, at, outline, isUnwrapped)
  const text = joinLines(lines.slice(at, at + taken))
  builder.add(listMarkChars(line.text) > 0 ? 'item' : 'paragraph', text)
  return taken
}

/** "Warranty" over its text; the first such line has the rank of the others unless it is the title of all. */
function nameLevel(level: number, at: number, { names, title }: TextOutline): number {
  if (!names.has(at) || level > 1) return level
  return at === title ? 1 : 4
}

function beginsSection(at: number, { numbered, names }: TextOutline): boolean {
  return numbered.has(at) || names.has(at)
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
    // "Decisions:" is of the rank of "1. Budget" where such lines come first, else below it.
    const { firstNumbered, isColonFirst } = colonOutline(lines)
    return firstNumbered < at && !isColonFirst ? 5 : 3
  }
  const bracketed = BRACKETED.test(text)
  if (bracketed && (isAlone || BRACKETED.test(before))) return text.startsWith('【') ? 4 : 3
  // A short line alone over a text that is written out in lines.
  const isTitle = before === '' && after === '' && at === firstText(lines) && lineWidth(text) <= 60
  return isTitle && indent < 40 && listMarkChars(text) === 0 ? 1 : 0
}

interface Outline {
  /** The first line at the margin that begins with a number; beyond the last line when there is none. */
  readonly firstNumbered: number
  /** Whether "Decisions:" comes before anything numbered. */
  readonly isColonFirst: boolean
}

const outlines = new WeakMap<readonly Line[], Outline>()

/** Looked for once in a text, not at each of its lines. */
function colonOutline(lines: readonly Line[]): Outline {
  const known = outlines.get(lines)
  if (known) return known
  const isNumbered = ({ text, indent }: Line) => /^\d{1,2}[.)]?\s+\S/.test(text) && indent === 0
  const numbered = lines.findIndex(isNumbered)
  const first = lines.find((line, i) => {
    const isAlone = i === 0 || lines[i - 1]!.text === ''
    const endsInColon = line.indent === 0 && /^[^\d-].{0,38}[:：]$/u.test(line.text)
    return isAlone && (isNumbered(line) || endsInColon)
  })
  const outline = {
    firstNumbered: numbered < 0 ? lines.length : numbered,
    isColonFirst: /[:：]$/u.test(first?.text ?? ''),
  }
  outlines.set(lines, outline)
  return outline
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

/** "-v, --verbose" with its explanation indented below. */
function isOption(line: Line, next: Line | undefined): boolean {
  return /^-{1,2}[\w?]/.test(line.text) && line.indent > 0 && !!next?.text && next.indent > line.indent
}

function addOption(builder: DocumentBuilder, lines: readonly Line[], at: number): number {
  const { indent, text } = lines[at]!
  let end = at + 1
  while (end < lines.length && (lines[end]!.text === '' || lines[end]!.indent > indent)) end++
  while (lines[end - 1]!.text === '') end--
  const group = builder.newGroup()
  builder.add('term', text, { group })
  const paragraphs: Line[][] = [[]]
  for (const line of lines.slice(at + 1, end)) {
    if (line.text) paragraphs.at(-1)!.push(line)
    else paragraphs.push([])
  }
  for (const paragraph of paragraphs)
    if (paragraph.length > 0) builder.add('definition', joinLines(paragraph), { group })
  return end - at
}

function paragraphLines(
  lines: readonly Line[],
  at: number,
  outline: TextOutline,
  isUnwrapped: boolean,
): number {
  if (isUnwrapped) return 1
  const first = lines[at]!
  const isItem = listMarkChars(first.text) > 0
  let taken = 1
  for (; at + taken < lines.length; taken++) {
    const line = lines[at + taken]!
    if (!line.text || labelOf(line.text) || beginsSection(at + taken, outline) || CLAUSE.test(line.text))
      break
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
