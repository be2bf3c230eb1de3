/** Converts plain text into blocks by its layout: blank lines, rules, capitals, numbers, list markers. */
import { isQuestion } from '@tandem/languages/is-question'
import { labelOf } from '@tandem/languages/question-labels'
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { listMarkChars, numberMarkChars, openingQuestions } from '../../document/question-marks.ts'
import { endsSentence, isContentsLine, joinWrapped, lineWidth } from '../../document/wrapped-lines.ts'
import { isRule, type Line, textHeading, toLine, WRAPPED_WIDTH } from './text-headings.ts'

/** A text with a wider line was not wrapped: each line is a paragraph. */
const UNWRAPPED_WIDTH = 200

export function readText(pieces: readonly string[]): ReadDocument {
  const builder = createDocumentBuilder('TXT')
  const isHelp = /^\*[\w.-]{1,60}\.txt\*\s/.test(pieces[0] ?? '')
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) builder.nextPiece()
    addText(builder, withoutTimes(builder, isHelp ? withoutHelpMarks(piece) : piece))
  }
  return builder.finish()
}

/** Removes the markup of Vim and Neovim help files: file name, modeline, tags, links, and the marks around code. */
function withoutHelpMarks(source: string): string {
  return source
    .replace(/^\*[\w.-]+\.txt\*.*\n(?:\s*N?VIM REFERENCE MANUAL.*)?|^[ \t]*(?:vim:|Type \|gO\|).*$|^</gm, '')
    .replace(/(?:^|[ \t]+)\*[^\s*|]+\*(?=[ \t]|$)/gm, '')
    .replace(/(?:^|[ \t])>[a-z]*$/gm, '\n')
    .replace(/\|([^\s|]+)\|/g, '$1')
}

const TIMES = /^(?:\d{1,2}:)?\d{2}:\d{2}[.,]\d{3}\s*-->\s*(?:\d{1,2}:)?\d{2}:\d{2}[.,]\d{3}.*\n/m

/** Converts subtitles (SRT, VTT) into the text of each speaker; any other text is returned unchanged. */
function withoutTimes(builder: DocumentBuilder, source: string): string {
  const cues = source.split(/\n{2,}/)
  const timed = cues.filter((cue) => TIMES.test(cue))
  if (timed.length < 2 || timed.length < cues.length * 0.7) return source
  builder.warn(`The times of ${timed.length} subtitles were left out.`)
  let text = ''
  let speaker = ''
  let before: readonly string[] = []
  for (const cue of timed) {
    const shown = cue.split(TIMES)[1] ?? ''
    const who = /^<v(?:\.\S+)? ([^>]+)>/.exec(shown)?.[1] ?? ''
    const said = shown.split('\n').map((line) => line.replace(/<[^>]*>/g, '').trim())
    // Rolling captions show each line again above the next one, and once more alone.
    const fresh = said.filter((line) => line && !before.includes(line)).join(' ')
    before = said
    if (!fresh) continue
    text += who === speaker ? ` ${fresh}` : `\n\n${who ? `${who}: ` : ''}${fresh}`
    speaker = who
  }
  return text.trim()
}

function addText(builder: DocumentBuilder, source: string): void {
  const lines = source.split('\n').map(toLine)
  const isUnwrapped = lines.some(({ text }) => lineWidth(text) > UNWRAPPED_WIDTH)
  for (let i = 0; i < lines.length; ) {
    const { text } = lines[i]!
    const heading = textHeading(lines, i)
    if (!text || (isRule(text) && !heading)) i++
    else if (heading) {
      builder.add('heading', heading.text, { level: heading.level })
      i += heading.lines
    } else {
      const taken = isUnwrapped ? 1 : paragraphLines(lines, i)
      builder.add(listMarkChars(text) > 0 ? 'item' : 'paragraph', joinLines(lines.slice(i, i + taken)))
      i += taken
    }
  }
}

/** The number of lines in the paragraph or item that begins at a line. */
function paragraphLines(lines: readonly Line[], at: number): number {
  let taken = 1
  for (; at + taken < lines.length; taken++) {
    const line = lines[at + taken]!
    const before = lines[at + taken - 1]!
    if (!line.text || isRule(line.text) || isContentsLine(before.text) || textHeading(lines, at + taken))
      break
    if (labelOf(line.text) || startsItem(line, before, lines[at]!)) break
    if (isQuestionLine(lines[at]!, before, line)) break
  }
  return taken
}

function startsItem(line: Line, before: Line, first: Line): boolean {
  if (listMarkChars(line.text) === 0 || /^[a-z][.)]/i.test(line.text))
    return listMarkChars(before.text) > 0 && listMarkChars(line.text) > 0
  // A wrapped line that happens to begin with a number: "… from 8 to\n10. May".
  const goesOn = lineWidth(before.text) >= WRAPPED_WIDTH && !endsSentence(before.text)
  const isNext = Number.parseInt(line.text, 10) === Number.parseInt(first.text, 10) + 1
  return isNext || !(goesOn && /^\d/.test(line.text) && line.indent === before.indent)
}

// Rule (off: false): FAQs without blank lines: a line that ends as a question ends its block, and a question after a full stop begins one.
function isQuestionLine(first: Line, before: Line, line: Line): boolean {
  if (/^\p{Ll}/u.test(line.text)) return false
  if (isQuestion(before.text.slice(listMarkChars(before.text))))
    // "Hold the button. Does the lamp still blink?" is an answer.
    return !openingQuestions(line.text) || line.indent > 0 || listMarkChars(line.text) > 0
  const isAnswer = !labelOf(first.text) && numberMarkChars(first.text) === 0
  return isAnswer && isQuestion(line.text) && endsSentence(before.text)
}

function joinLines(lines: readonly Line[]): string {
  let joined = lines[0]!.text
  for (let i = 1; i < lines.length; i++) {
    const before = lines[i - 1]!
    const line = lines[i]!
    const wasWrapped = lineWidth(before.text) + Math.min(before.indent, 10) >= WRAPPED_WIDTH
    joined += (wasWrapped ? joinWrapped(before.text, line.text) : '\n') + line.text
  }
  return joined
}
