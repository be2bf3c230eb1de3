/** A pair on its way: where its question and answer stand, while blocks are handed out so that each is used once. */
import { type Block, BOLD_LEVEL, type ReadDocument } from '../document/document.ts'
import { isQuestion, labelOf, numberMarkChars } from '../document/question-marks.ts'
import { type Span, trimSpan } from '../document/split-text.ts'
import { endsSentence } from '../document/wrapped-lines.ts'

export interface PairOptions {
  readonly chunkTokens: number
  readonly questionLimitChars: number
  readonly answerLimitChars: number
  readonly countTokens: (text: string) => number
}

export type How = 'structure' | 'section' | 'paragraph' | 'model'

export interface Draft {
  readonly question: string
  /** The answer's range in the text. */
  readonly start: number
  readonly end: number
  /** The block that the pair begins with, which tells page and heading, and the last one. */
  readonly at: number
  readonly last: number
  /** Where the pair begins: with its question where that stands before the answer. */
  readonly from: number
  readonly how: How
}

export interface Asked {
  readonly at: number
  readonly question: string
  /** Where the answer begins: in which block, and at which place in the text. */
  readonly answerAt: number
  readonly answerStart: number
  /** The answer ends at a heading of this level or above. */
  readonly rank: number
}

export interface Drafting {
  readonly document: ReadDocument
  readonly options: PairOptions
  /** The heading over all others. */
  readonly title: Block | undefined
  /** By block: already in a pair. */
  readonly taken: boolean[]
  /** What must become part of no pair, such as a question without an answer: taken, and listed as uncovered. */
  readonly leftOut: Set<number>
  readonly drafts: Draft[]
  /** Cells beside question and answer, in order: no pair holds them although their row is taken. */
  readonly unused: Span[]
  readonly warn: (warning: string) => void
}

/**
 * Makes a pair of the blocks from `at` to `last`: the answer begins at a place in the text, and ends with the last block if at no other.
 * Without an answer nothing happens, and the blocks stay free for another use.
 */
export function takePair(
  { document: { text, blocks }, taken, drafts }: Drafting,
  pair: Pick<Draft, 'question' | 'at' | 'last' | 'start'> & Partial<Draft>,
): boolean {
  const { at, last, end = blocks[last]!.end, how = 'structure' } = pair
  const whole = trimSpan(text, { start: Math.min(pair.start, end), end })
  // The bold of Markdown ends with a question in a text that is otherwise none.
  const written = pair.question.replace(/\s+/g, ' ').replace(/(?<!\*)\*\* ?$/, '')
  const isAsked = how === 'structure' && (isQuestion(written) || labelChars(written.trim(), 'question') > 0)
  const question = isAsked ? bareQuestion(written.trim()) : written.trim()
  const start = whole.start + (isAsked ? answerMarkChars(text.slice(whole.start, whole.end)) : 0)
  if (!hasContent(question) || !hasContent(text.slice(start, whole.end))) return false
  const from = Math.min(blocks[at]!.start, start)
  drafts.push({ question, at, last, start, end: whole.end, from, how })
  taken.fill(true, at, last + 1)
  return true
}

/** "+ Is it free?", "-Is it free?", "❓ Is it free?", "» Is it free?", "*** Is it free?", "a. Is it free?" */
const SIGN = /^(?:[-+–•▸▶►\p{Emoji_Presentation}]\s{0,4}|(?:[»›]|\*{1,3}|[a-z][.)])\s{1,4})(?=[\p{L}¿])/u

// Rule (off: question): signs that unfold an answer, bullets, pictures and letters of a list are no words of a question.
function bareQuestion(question: string): string {
  const bare = question.replace(SIGN, '')
  return bare.slice(labelChars(bare, 'question'))
}

// Rule (off: labelChars(text, 'answer')): a colon alone may stand before each answer, or the number 1 where Word counts one answer below each question; a list from a or 1 on keeps both.
function answerMarkChars(text: string): number {
  if (/^[a1][.)]/i.test(text) && /\n[b2][.)]/i.test(text)) return 0
  return labelChars(text, 'answer') || (/^[:：]\s*|^1[.)]\s/.exec(text)?.[0].length ?? 0)
}

function labelChars(text: string, role: 'question' | 'answer'): number {
  const label = labelOf(text)
  return label?.role === role && !label.weak ? label.chars : 0
}

export function hasContent(text: string): boolean {
  return /[\p{L}\p{N}\p{So}]/u.test(text) && !/^\s*\d{1,3}[.)]\s*$/.test(text)
}

export function leaveOut({ taken, leftOut }: Drafting, at: number): void {
  taken[at] = true
  leftOut.add(at)
}

/** The last of the blocks that follow block `at` and belong to it; it stands before a taken block or a cut at the latest. */
export function lastFrom(
  { document: { blocks }, taken }: Drafting,
  at: number,
  belongs: (next: Block, index: number) => boolean,
): number {
  let end = at + 1
  const isOne = (next: Block) => !taken[end] && next.piece === blocks[at]!.piece && belongs(next, end)
  while (end < blocks.length && isOne(blocks[end]!)) end++
  return end - 1
}

/**
 * The last block of an answer that begins in block `answerAt`. It
 * ends before the next question, or a heading of its own rank or above. A bold line is a heading only where a question follows it.
 */
export function lastOfAnswer(
  drafting: Drafting,
  { answerAt: at, answerStart, rank }: Asked,
  isAsked: (index: number) => boolean,
): number {
  const { blocks } = drafting.document
  const isMore = answerStart < blocks[at]!.end
  return lastFrom(drafting, at, ({ kind }, i) => {
    if (isAsked(i)) return false
    if (kind === 'heading') return !endsAnswer(i)
    return !isAsked(i + 1) || !isTitle(blocks, i, isMore || i > at + 1)
  })

  function endsAnswer(index: number): boolean {
    const { level, text } = blocks[index]!
    if (level < BOLD_LEVEL) return level <= rank
    // "4.1 At home" is a part of the answer to "4 Where do I work?".
    if (numberMarkChars(text) > 0) return !text.startsWith(`${/^[\d.]*\d/.exec(blocks[at]!.text)?.[0]}.`)
    if (/^[IVX]{1,6}\.\s/.test(text)) return true
    const after = blocks[index + 1]
    return rank > BOLD_LEVEL || isAsked(index + 1) || !after || after.kind === 'heading'
  }
}

const LONGEST_NAME_CHARS = 60

// Rule (off: false): a short line right over a question is its title where it is numbered below no other number, ends in a colon, or the questions are counted anew with 1.
function isTitle(blocks: readonly Block[], at: number, hasAnswer: boolean): boolean {
  const { kind, text } = blocks[at]!
  const isText = kind !== 'row' && kind !== 'code' && text.length <= LONGEST_NAME_CHARS
  if (!isText || endsSentence(text.replace(/[:：]$/u, ''))) return false
  if (numberMarkChars(text) > 0 && numberMarkChars(blocks[at - 1]!.text) === 0) return true
  const { text: question } = blocks[at + 1]!
  const mark = question.slice(0, labelOf(question)?.chars ?? numberMarkChars(question))
  return hasAnswer && (/[:：]$/u.test(text) || mark.replace(/\P{Nd}+/gu, '') === '1')
}
