/**
 * What a section is asked by: its headings, in the document's own words. A template around them ("How does … work?") would
 * add the same words to every pair, be wrong grammar for half of them, and help neither search nor the editor.
 */
import type { Block } from '../document/document.ts'
import { numberMarkChars } from '../document/question-marks.ts'
import { firstSentence, shorten } from '../document/split-text.ts'
import type { Drafting } from './draft.ts'

const DEEPEST = 3
const QUESTION_CHARS = 200
const SHORTEST_CHARS = 12

/** Words a question from headings, outermost first; the last may be a name under them. */
export function headingQuestion({ title }: Drafting, path: readonly string[]): string {
  const names = path.map(plainHeading).filter(Boolean)
  const hasTitle = path[0] === title?.text && names.length > 1
  // Every pair of the document has its title in common, so it tells them apart only from other documents.
  const own = hasTitle ? names.slice(1) : names
  const used = (own.length === 1 && isTerse(own[0]!) ? names : own).slice(-DEEPEST)
  const unlike = used.filter((each, i) => each !== used[i + 1])
  const isCjk = /[\u3040-\u9fff]/u.test(unlike.join(''))
  return unlike.join(/[:：]/u.test(unlike.join('')) ? ' – ' : isCjk ? '：' : ': ')
}

/** A heading over all others. */
export function titleOf(blocks: readonly Block[]): Block | undefined {
  const [first, ...others] = blocks.filter(({ kind }) => kind === 'heading')
  if (!first || others.length === 0) return undefined
  return others.every(({ level }) => level > first.level) ? first : undefined
}

function plainHeading(text: string): string {
  const name = text.slice(numberMarkChars(text)).replace(/\s+/g, ' ')
  // The mark of a footnote.
  return name.replace(/(?: ?\[\d{1,3}\])?[:：]?$/u, '').trim()
}

/** One or two words say too little without the title. */
function isTerse(text: string): boolean {
  const isCjk = /[\u3040-\u9fff\uac00-\ud7a3]/u.test(text)
  return isCjk ? text.length < 5 : text.split(/\s+/).length <= 2 && text.length < 20
}

/** A text without headings is asked by its first sentence. */
export function openingQuestion(whole: string): string {
  // Letters drawn of many signs.
  const text = whole.replace(/^[^\p{L}\p{N}\p{So}]{20,}/u, '')
  let opening = firstSentence(text)
  if (opening.length < SHORTEST_CHARS && opening.length < text.length) {
    opening = `${opening} ${firstSentence(text.slice(opening.length).trimStart())}`
  }
  return shorten(opening.replace(/\s+/g, ' '), QUESTION_CHARS)
}
