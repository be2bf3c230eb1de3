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
  /** Where the block stands that the pair begins with, which tells page and heading. */
  readonly at: number
  /** Where the pair begins: with its question where that stands before the answer. */
  readonly from: number
  readonly how: How
}

export interface Drafting {
  readonly document: ReadDocument
  readonly options: PairOptions
  /** The heading over all others. */
  readonly title: Block | undefined
  /** By block: already in a pair. */
  readonly taken: boolean[]
  readonly drafts: Draft[]
  /** Ranges that no pair holds although their block is taken, in order: cells beside question and answer, halves of a pair. */
  readonly unused: Span[]
  readonly warn: (warning: string) => void
}

/**
 * Makes a pair of the blocks from `first` to `last`: the answer begins at a place in the text and ends with the last block.
 * Without an answer nothing happens, and the blocks stay free for another use.
 */
export function takePair(
  { document, taken, drafts }: Drafting,
  pair: {
    question: string
    first: number
    last: number
    answerStart: number
    answerEnd?: number
    from?: number
    how?: How
  },
): boolean {
  const { text, blocks } = document
  const { how = 'structure' } = pair
  const end = pair.answerEnd ?? blocks[pair.last]?.end ?? 0
  const whole = trimSpan(text, { start: Math.min(pair.answerStart, end), end })
  const spaced = pair.question.replace(/\s+/g, ' ').trim()
  const isAsked = how === 'structure' && (isQuestion(spaced) || labelChars(spaced, 'question') > 0)
  const bare = isAsked ? spaced.slice(signChars(spaced)) : spaced
  // The bold of Markdown ends with it in a text that is otherwise none.
  const question = bare.slice(isAsked ? labelChars(bare, 'question') : 0).replace(/(?<!\*)\*\*$/, '')
  const answerLabel = isAsked ? answerMarkChars(text.slice(whole.start, whole.end)) : 0
  const answer = { start: whole.start + answerLabel, end: whole.end }
  if (!hasContent(question) || !hasContent(text.slice(answer.start, answer.end))) return false
  const from = Math.min(pair.from ?? blocks[pair.first]!.start, answer.start)
  drafts.push({ question, ...answer, at: pair.first, from, how })
  taken.fill(true, pair.first, pair.last + 1)
  return true
}

/** "+ Is it free?", "-Is it free?", "❓ Is it free?", "» Is it free?", "*** Is it free?", "a. Is it free?" */
const SIGN = /^(?:[-+–•▸▶►\p{Emoji_Presentation}]\s{0,4}|(?:[»›]|\*{1,3}|[a-z][.)])\s{1,4})(?=[\p{L}¿])/u

// Rule (off: 0): signs that unfold an answer, bullets, pictures and letters of a list are no words of a question.
function signChars(question: string): number {
  return SIGN.exec(question)?.[0].length ?? 0
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

/** What must become part of no pair, such as a question without an answer, is listed as uncovered. */
export function leaveOut({ document, taken, unused }: Drafting, at: number): void {
  taken[at] = true
  unused.push(document.blocks[at]!)
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
 * The last block of an answer that begins after block `at`. It ends before the next question, or a heading of its own rank or above.
 * A bold line is a heading only where a question follows it; else it is a part of the answer.
 */
export function lastOfAnswer(
  drafting: Drafting,
  at: number,
  rank: number,
  isAsked: (index: number) => boolean,
): number {
  const { blocks } = drafting.document
  return lastFrom(drafting, at, ({ kind }, i) => !isAsked(i) && !(kind === 'heading' ? ends(i) : isName(i)))

  function isName(index: number): boolean {
    if (!isAsked(index + 1) || !looksLikeName(blocks[index]!)) return false
    const hasAnswer = index > at + 1 || labelOf(blocks[at]!.text)?.role === 'answer'
    return isNumberedName(blocks, index) || (hasAnswer && announces(blocks[index]!, blocks[index + 1]!))
  }

  function ends(index: number): boolean {
    const { level = BOLD_LEVEL, text } = blocks[index]!
    if (level < BOLD_LEVEL) return level <= rank
    // "4.1 At home" is a part of the answer to "4 Where do I work?".
    if (numberMarkChars(text) > 0) return !text.startsWith(`${/^[\d.]*\d/.exec(blocks[at]!.text)?.[0]}.`)
    if (/^[IVX]{1,6}\.\s/.test(text)) return true
    const after = blocks[index + 1]
    return rank > BOLD_LEVEL || isAsked(index + 1) || !after || after.kind === 'heading'
  }
}

const LONGEST_NAME_CHARS = 60

const looksLikeName = ({ kind, text }: Block) =>
  !/^(?:row|code)$/.test(kind) &&
  text.length <= LONGEST_NAME_CHARS &&
  !endsSentence(text.replace(/[:：]$/u, ''))

// Rule (off: false): "2. Delivery" right over a question and below no other number is the title of what follows, though nothing marks it as one.
function isNumberedName(blocks: readonly Block[], at: number): boolean {
  return numberMarkChars(blocks[at]!.text) > 0 && numberMarkChars(blocks[at - 1]?.text ?? '') === 0
}

// Rule (off: false): what stands right over a question is its title where it ends in a colon, or where the questions are counted anew with 1.
function announces({ text }: Block, question: Block): boolean {
  const mark = question.text.slice(0, labelOf(question.text)?.chars ?? numberMarkChars(question.text))
  return /[:：]$/u.test(text) || mark.replace(/\P{Nd}+/gu, '') === '1'
}
