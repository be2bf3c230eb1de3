/** A pair under construction: the positions of its question and answer. Each block is used only once. */
import { isQuestion } from '@tandem/languages/is-question'
import { labelOf } from '@tandem/languages/question-labels'
import type { Span } from '@tandem/languages/sentences'
import type { Block, ReadDocument } from '../document/document.ts'
import { trimSpan } from '../document/split-text.ts'

export interface PairOptions {
  readonly chunkTokens: number
  readonly questionLimitChars: number
  readonly answerLimitChars: number
  readonly countTokens: (text: string) => number
}

export type How = 'structure' | 'section' | 'paragraph' | 'model'

export interface Draft {
  readonly question: string
  /** The range of the answer in the text. */
  readonly start: number
  readonly end: number
  /** `at` is the first block of the pair, which gives page and heading; `last` is the last block. */
  readonly at: number
  readonly last: number
  /** The beginning of the pair: its question, if that precedes the answer. */
  readonly from: number
  readonly how: How
}

export interface Drafting {
  readonly document: ReadDocument
  readonly options: PairOptions
  /** The heading above all other headings. */
  readonly title: Block | undefined
  /** For each block, whether it is in a pair or left out. */
  readonly taken: boolean[]
  /** Blocks that must not be part of any pair, such as a question without an answer: taken, and listed as uncovered. */
  readonly leftOut: Set<number>
  readonly drafts: Draft[]
  /** Cells beside question and answer, in order: no pair contains them, although their row is taken. */
  readonly unused: Span[]
  readonly warn: (warning: string) => void
}

/**
 * Makes a pair of the blocks from `at` to `last`. The answer ranges from `start` to `end`, by default the end of the last block.
 * Without a question or an answer, returns false and leaves the blocks free.
 */
export function takePair(
  { document: { text, blocks }, taken, drafts }: Drafting,
  pair: Pick<Draft, 'question' | 'at' | 'last' | 'start'> & Partial<Draft>,
): boolean {
  const { at, last, end = blocks[last]!.end, how = 'structure' } = pair
  const whole = trimSpan(text, { start: Math.min(pair.start, end), end })
  // Markdown bold that begins before the question may end with it, even in plain text.
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

/** A sign before a question: "+ Is it free?", "-Is it free?", "❓ Is it free?", "» Is it free?", "*** Is it free?", "a. Is it free?" */
const SIGN = /^(?:[-+–•▸▶►\p{Emoji_Presentation}]\s{0,4}|(?:[»›]|\*{1,3}|[a-z][.)])\s{1,4})(?=[\p{L}¿])/u

// Rule (off: question): signs that unfold an answer, bullets, emoji and list letters are not part of a question.
function bareQuestion(question: string): string {
  const bare = question.replace(SIGN, '')
  return bare.slice(labelChars(bare, 'question'))
}

// Rule (off: labelChars(text, 'answer')): a colon alone may precede each answer, or the number 1 where Word numbers the only answer below each question; a list keeps its marks.
function answerMarkChars(text: string): number {
  if (/^[a1][.)]/i.test(text) && /\n *[b2][.)]/i.test(text)) return 0
  return labelChars(text, 'answer') || (/^[:：]\s*|^1[.)]\s/.exec(text)?.[0].length ?? 0)
}

function labelChars(text: string, role: 'question' | 'answer'): number {
  const label = labelOf(text)
  return label?.role === role && !label.weak ? label.chars : 0
}

export const hasContent = (text: string) =>
  /[\p{L}\p{N}\p{So}]/u.test(text) && !/^\s*\d{1,3}[.)]\s*$/.test(text)

export function leaveOut({ taken, leftOut }: Drafting, at: number): void {
  taken[at] = true
  leftOut.add(at)
}

/** The last of the consecutive blocks that belong to block `at`; ends at the latest before a taken block or a cut by the splitter. */
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
