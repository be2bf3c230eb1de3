/** Pairs whose questions are known by how they stand: bold, numbered, alone on a line, or as a heading. */
import type { Block, ReadDocument } from '../document/document.ts'
import { isQuestion, listMarkChars, numberMarkChars } from '../document/question-marks.ts'
import { sentences } from '../document/split-text.ts'
import { type Drafting, lastOfAnswer, takePair } from './draft.ts'

const LONGEST_CHARS = 300
/** Plain lines that end in a question mark are taken for questions only where the document makes a habit of it. */
const HABIT = 3

interface Candidate {
  readonly question: string
  /** Where the rest of the block begins, which is part of the answer. */
  readonly answerStart: number
  readonly isStrong: boolean
}

export function takeQuestionLines(drafting: Drafting): void {
  const { blocks } = drafting.document
  const candidates = new Map<number, Candidate>()
  for (const [i, block] of blocks.entries()) {
    const candidate = drafting.taken[i] ? undefined : candidateOf(block)
    if (candidate) candidates.set(i, candidate)
  }
  const isAnswered = (i: number) => {
    const next = blocks[i + 1]
    return (
      candidates.get(i)!.answerStart < blocks[i]!.end ||
      (!!next && next.kind !== 'heading' && !candidates.has(i + 1))
    )
  }
  const strong = [...candidates].filter(([i, { isStrong }]) => isStrong && isAnswered(i))
  const hasQuestionHeadings = blocks.some(({ kind, text }) => kind === 'heading' && isQuestion(text))
  const plain = [...candidates].filter(([i, { isStrong }]) => !isStrong && isAnswered(i))
  const usePlain =
    strong.length === 0 && !hasQuestionHeadings && plain.length >= fewestPlain(drafting.document)
  const chosen = new Map(usePlain ? plain : strong)
  for (const [i, { question, answerStart }] of chosen) {
    const last = lastOfAnswer(drafting, i, (next) => chosen.has(next))
    takePair(drafting, { question, first: i, last, answerStart, how: 'structure' })
  }
}

/** In plain text nothing marks a question but a line of its own: fewer are a habit, one where names stand so too. */
function fewestPlain({ format, blocks }: ReadDocument): number {
  if (format !== 'TXT') return HABIT
  return blocks.filter(({ kind }) => kind === 'heading').length > 2 ? 1 : 2
}

/** A block that asks by how it stands, with something after it that answers: the answer before it ends there. */
export function isMarkedQuestion(blocks: readonly Block[], at: number): boolean {
  const candidate = candidateOf(blocks[at]!)
  const next = blocks[at + 1]
  if (!candidate?.isStrong || candidate.answerStart < blocks[at]!.end) return candidate?.isStrong === true
  return !!next && next.kind !== 'heading' && !candidateOf(next)
}

function candidateOf(block: Block): Candidate | undefined {
  const { kind, text, start, end, boldChars = 0 } = block
  if (kind !== 'paragraph' && kind !== 'item' && kind !== 'summary') return undefined
  const number = numberMarkChars(text)
  const mark = Math.max(number, listMarkChars(text))
  const whole = text.slice(mark)
  if (isQuestion(whole) && isOneQuestion(whole)) {
    const isBold = boldChars >= text.length
    return { question: whole, answerStart: end, isStrong: isBold || number > 0 || kind === 'summary' }
  }
  const bold = text.slice(mark, boldChars)
  if (isQuestion(bold)) return { question: bold, answerStart: start + boldChars, isStrong: true }
  if (number === 0) return undefined
  // "3. How long does it take? About a week."
  const first = sentences(whole)[0]
  const opening = first ? whole.slice(0, first.end) : ''
  return isQuestion(opening) && opening.length <= LONGEST_CHARS
    ? { question: opening, answerStart: start + mark + opening.length, isStrong: true }
    : undefined
}

function isOneQuestion(text: string): boolean {
  return text.length <= LONGEST_CHARS && sentences(text).length <= 2
}

/** A heading that asks is answered by its section. */
export function takeQuestionHeadings(drafting: Drafting, fits: (text: string) => boolean): void {
  const { blocks, text } = drafting.document
  for (const [i, block] of blocks.entries()) {
    if (block.kind !== 'heading' || drafting.taken[i] || !isQuestion(block.text)) continue
    const question = block.text.slice(numberMarkChars(block.text))
    const own = lastOfAnswer(drafting, i, () => false)
    const whole = lastOfSection(drafting, i)
    // Small sections below belong to the answer; large ones are questions of their own, or sections.
    const last = whole > own && fits(text.slice(block.end, blocks[whole]!.end)) ? whole : own
    if (last > i) takePair(drafting, { question, first: i, last, answerStart: block.end, how: 'structure' })
  }
}

/** Up to the next heading of the same rank; not past one that asks by itself, or past anything taken. */
function lastOfSection({ document, taken }: Drafting, at: number): number {
  const { blocks } = document
  const { level = 0, piece } = blocks[at]!
  let last = at
  for (let i = at + 1; i < blocks.length; i++) {
    const block = blocks[i]!
    if (taken[i] || block.piece !== piece) return at
    if (block.kind === 'heading' && (block.level ?? 0) <= level) break
    if (block.kind === 'heading' && isQuestion(block.text)) return at
    last = i
  }
  return last
}
