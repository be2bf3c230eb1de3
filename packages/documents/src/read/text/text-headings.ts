/** Recognises rules and headings among the lines of a plain text, each kind of heading by a single plain sign. */
import { isQuestion } from '@tandem/languages/is-question'
import { labelOf } from '@tandem/languages/question-labels'
import { LONGEST_HEADING_CHARS } from '../../document/document.ts'
import { listMarkChars, numberMarkChars } from '../../document/question-marks.ts'
import { lineWidth } from '../../document/wrapped-lines.ts'

/** A line of at least this width is considered wrapped, so that the next line continues it. */
export const WRAPPED_WIDTH = 50
const LONG_RULE_CHARS = 20

export type Line = ReturnType<typeof toLine>

export function toLine(raw: string) {
  const clean = raw.replace(/\t/g, '        ')
  const text = clean.trim()
  return { text, indent: text ? clean.length - clean.trimStart().length : 0 }
}

export const isRule = (text: string) => /^[-=_*~#·.\s—─━═▬＝]{3,}$/.test(text)

const LONGEST_TITLE_WIDTH = 60
const MOST_CAPITAL_WORDS = 12

/** The heading at a line, if there is one; with its underline a heading takes two lines. */
export function textHeading(lines: readonly Line[], at: number) {
  const { text } = lines[at]!
  if (!text || isRule(text) || text.length > LONGEST_HEADING_CHARS || labelOf(text)) return undefined
  if (nextText(lines, at) === undefined) return undefined
  const underlined = underlineLevel(text, lines[at + 1]?.text ?? '', isBlank(lines[at - 1]))
  if (underlined > 0) return { text, level: underlined, lines: 2 }
  const level =
    ruledLevel(lines, at) ||
    bracketLevel(lines, at) ||
    capitalsLevel(lines, at) ||
    numberedLineLevel(lines, at) ||
    titleLevel(lines, at)
  return level > 0 ? { text: plainName(text), level, lines: 1 } : undefined
}

function nextText(lines: readonly Line[], at: number): string | undefined {
  for (let i = at + 1; i < lines.length; i++) if (lines[i]!.text) return lines[i]!.text
  return undefined
}

const isBlank = (line: Line | undefined) => !line?.text || isRule(line.text)

// Rule (off: 0): readmes and old FAQs: a name with an underline of about its width, or a name after a blank line with an underline of any width.
function underlineLevel(text: string, next: string, isAlone: boolean): number {
  if (!/^(?:={3,}|-{3,}|~{3,})$/.test(next)) return 0
  const isOfItsWidth = Math.abs(lineWidth(text) - next.length) <= Math.max(3, lineWidth(text) * 0.4)
  const isName = isAlone && (numberMarkChars(text) > 0 || !/[.!:;,]$/.test(text))
  return isOfItsWidth || isName ? (next.startsWith('=') ? 1 : 2) : 0
}

// Rule (off: 0): manuals of editors and old FAQs: a line by itself below a rule across the page.
function ruledLevel(lines: readonly Line[], at: number): number {
  const above = lines[at - 1]?.text ?? ''
  if (!isRule(above) || above.length < LONG_RULE_CHARS || !isBlank(lines[at + 1])) return 0
  return above.startsWith('=') ? 2 : 3
}

// Rule (off: 0): text files with headings in brackets or after a symbol on a line of their own: "[Usage]", "【送料】", "■配送".
function bracketLevel(lines: readonly Line[], at: number): number {
  const { text } = lines[at]!
  const isMarked = /^(?:\[[^[\]]{2,60}\]|【[^【】]{1,60}】|[■◆●▼□◇].{1,60})$/u.test(text)
  return isMarked && !isQuestion(text) && isBlank(lines[at - 1]) ? 3 : 0
}

// Rule (off: 0): contracts and old FAQs: a name in capitals at the beginning of a paragraph or by itself.
function capitalsLevel(lines: readonly Line[], at: number): number {
  const { text, indent } = lines[at]!
  const isCapitals = /\p{Lu}{3,}/u.test(text) && !/[\p{Ll}\p{Lo}]|^[^\p{L}]*\d/u.test(text)
  if (!isCapitals || !isBlank(lines[at - 1]) || isQuestion(text) || /[.!,;。！；，、]$/u.test(text)) return 0
  if (text.split(/\s+/).length > MOST_CAPITAL_WORDS || listMarkChars(text) > 0) return 0
  return indent === 0 ? 2 : 3
}

/** Only at the left margin, and only where a paragraph may begin. */
function numberedLineLevel(lines: readonly Line[], at: number): number {
  const { text, indent } = lines[at]!
  const before = lines[at - 1]?.text ?? ''
  if (/^\d+[.)]?\s/.test(text) && !isBlank(lines[at - 1])) return 0
  const mayBegin =
    isBlank(lines[at - 1]) || /[.!?。！？;；]["'”’)」』）]*$/u.test(before) || numberedLevel(before, text) > 0
  return indent === 0 && mayBegin ? numberedLevel(text, nextText(lines, at)) : 0
}

const NUMBER = /^(\d{1,2}(?:\.\d{1,2}){0,3})[.)]?\s/
/** Names of numbered parts, from the highest level to the lowest. */
const PARTS = [
  /^第[一二三四五六七八九十百零〇\d]{1,6}[编部篇]/u,
  /^第[一二三四五六七八九十百零〇\d]{1,6}章|^(?:chapter|part|annex|kapitel|chapitre)\s+[\divxlc]{1,6}\b/iu,
  /^第[一二三四五六七八九十百零〇\d]{1,6}[节節]|^[一二三四五六七八九十百零〇]{1,3}、/u,
  /^第[一二三四五六七八九十百零〇\d]{1,6}[条條]|^§\s*\d|^(?:article|section|artikel)\s+[\divxlc]{1,6}\b/iu,
  /^[（(][一二三四五六七八九十百零〇]{1,3}[）)]/u,
]

// Rule (off: 0): text files with numbered sections: a short numbered name above text that is not the next item of a list.
function numberedLevel(text: string, next: string | undefined): number {
  if (!next || !mayBeName(text) || !/\p{L}{2}/u.test(text)) return 0
  const number = NUMBER.exec(text)?.[1]
  if (!number) return PARTS.findIndex((name) => name.test(text)) + 1
  const isInList = /^\d/.test(next) && !next.startsWith(`${number}.`)
  return isInList || /^\p{Ll}/u.test(next) ? 0 : PARTS.length + number.split('.').length / 10
}

/** Whether a text may be a name: short, not a question, and without punctuation of a sentence at its end. */
const mayBeName = (text: string) =>
  lineWidth(text) <= LONGEST_TITLE_WIDTH && !isQuestion(text) && !/[.!,;:。！；，：、]$/u.test(text)

// Rule (off: 0): text files that begin with their title: a short first line by itself.
function titleLevel(lines: readonly Line[], at: number): number {
  const isFirst = lines.findIndex((line) => line.text && !isRule(line.text)) === at
  const isName = mayBeName(lines[at]!.text) && listMarkChars(lines[at]!.text) === 0
  return isFirst && isName && isBlank(lines[at + 1]) ? 1 : 0
}

/** The name without heading marks and without text at the right margin. */
function plainName(text: string): string {
  const bare = text
    .replace(/^(?:[■◆●▼□◇]\s*|-{3,}\s+)(?=\S)/u, '')
    .replace(/\s{4,}\S.*$|\s+-{3,}$/u, '')
    .replace(/[:：]$/u, '')
  return /^(?:【[^【】]+】|\[[^[\]]+\])$/u.test(bare) ? bare.slice(1, -1) : bare
}
