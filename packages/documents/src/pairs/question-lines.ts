/** Pairs whose questions are known by how they stand: as headings, bold, numbered, or alone on a line. */
import { type Block, BOLD_LEVEL, type ReadDocument } from '../document/document.ts'
import {
  isQuestion,
  LONGEST_QUESTION_CHARS,
  listMarkChars,
  numberMarkChars,
  openingQuestions,
} from '../document/question-marks.ts'
import { sentences } from '../document/split-text.ts'
import { type Drafting, lastOfAnswer, takePair } from './draft.ts'
import { leaveOut } from './marked-pairs.ts'

/** So many lines alike are a habit of the document. */
const HABIT = 3
const FEWEST_ALIKE = 2

interface Candidate {
  readonly at: number
  readonly question: string
  /** Where the rest of the block begins, which is part of the answer. */
  readonly answerStart: number
  /** Blocks that look alike have the same: a question looks like the others. */
  readonly shape: string
  /** The answer ends at a heading of this level or above. */
  readonly rank: number
  readonly asks: boolean
}

export function takeQuestionLines(drafting: Drafting): void {
  const { blocks, text } = drafting.document
  const { countTokens, chunkTokens } = drafting.options
  const fits = (from: number, to: number) => countTokens(text.slice(from, to)) <= chunkTokens
  const found = blocks.flatMap((_, i) => (drafting.taken[i] ? [] : (candidateOf(blocks, i) ?? [])))
  const candidates = new Map(found.map((each) => [each.at, each]))
  const chosen = new Map(choose(drafting.document, candidates).map((each) => [each.at, each]))
  // Questions at the end that nobody has answered yet are no part of the last answer.
  const lastOther = blocks.findLastIndex((_, i) => chosen.has(i) || !candidates.get(i)?.asks)
  const firstLeft = chosen.size >= HABIT ? lastOther + 1 : blocks.length
  for (let i = firstLeft; i < blocks.length; i++) leaveOut(drafting, i, blocks[i]!)
  const isAsked = (i: number) => chosen.has(i)
  for (const { at, question, answerStart, rank } of chosen.values()) {
    const whole = lastOfAnswer(drafting, at, rank, isAsked)
    // A page whose title asks ("What is DNS?") is an article with sections, not one answer to its title.
    const isShort = blocks[at] !== drafting.title || fits(blocks[at]!.end, blocks[whole]!.end)
    const last = isShort ? whole : lastOfAnswer(drafting, at, Number.POSITIVE_INFINITY, isAsked)
    takePair(drafting, { question, first: at, last, answerStart })
  }
}

// Rule (off: false): among labelled questions a bold or numbered one without a label ends the answer before it.
export function isMarkedQuestion(blocks: readonly Block[], at: number): boolean {
  const candidate = candidateOf(blocks, at)
  return (
    !!candidate?.asks && !isPlain(candidate) && isAnswered(blocks, candidate, candidateOf(blocks, at + 1))
  )
}

function candidateOf(blocks: readonly Block[], at: number): Candidate | undefined {
  const block = blocks[at]
  if (!block || !/^(?:heading|paragraph|item)$/.test(block.kind)) return undefined
  const { kind, text, start, end, boldChars = 0, level = BOLD_LEVEL } = block
  const number = numberMarkChars(text)
  const mark = Math.max(number, kind === 'heading' ? 0 : listMarkChars(text))
  const whole = text.slice(mark)
  const asks = isQuestion(whole)
  const same = { at, question: whole, answerStart: end, asks }
  if (kind === 'heading' && level < BOLD_LEVEL) return { ...same, shape: `heading ${level}`, rank: level }
  const isBold = kind === 'heading' || boldChars > mark
  const rank = isBold && number > 0 ? BOLD_LEVEL - 0.5 : BOLD_LEVEL
  const place = kind === 'item' && number === 0 ? ' item' : ''
  const shape = `${isBold ? 'bold' : 'plain'}${number > 0 ? ' numbered' : place}`
  const isAll = kind === 'heading' || !isBold || boldChars >= text.length
  const isShort = isAll && whole.length <= LONGEST_QUESTION_CHARS
  if (isShort && asks && sentences(whole).length <= 4) return { ...same, shape, rank }
  const question = openingQuestion(block, mark)
  if (question)
    return { ...same, question, answerStart: start + mark + question.length, asks: true, shape, rank }
  const mayAsk = isShort && !asks && (isBold || (number > 0 && !isListed(blocks, at)))
  return mayAsk ? { ...same, shape, rank } : undefined
}

// Rule (off: ''): "**How long does it take?** A week.", "3. How long does it take? A week." and "• How long …" have their answers in the same block.
function openingQuestion({ text, boldChars = 0 }: Block, mark: number): string {
  const bold = text.slice(mark, boldChars)
  if (isQuestion(bold)) return bold
  const isNamed = bold !== '' && boldChars < text.length
  // 5.12 is a date, and no list.
  return mark === 0 || isNamed || /^\d/.test(text.slice(mark)) ? '' : openingQuestions(text.slice(mark))
}

/** A step among others. */
function isListed(blocks: readonly Block[], at: number): boolean {
  const isNumbered = (block: Block | undefined) => !!block && numberMarkChars(block.text) > 0
  return isNumbered(blocks[at - 1]) || isNumbered(blocks[at + 1])
}

/** Something stands below it that is not the next question, nor the end of its section. */
function isAnswered(blocks: readonly Block[], candidate: Candidate, next: Candidate | undefined): boolean {
  const { at, answerStart, rank, shape } = candidate
  const block = blocks[at + 1]
  if (answerStart < blocks[at]!.end) return true
  if (!block || block.piece !== blocks[at]!.piece) return false
  if (block.kind === 'heading' && (block.level ?? BOLD_LEVEL) <= rank) return false
  const isBullet = next?.shape === 'plain item' && next.answerStart < blocks[at + 1]!.end
  if (!next || (isBullet && next.shape !== shape)) return true
  return (!next.asks && next.shape !== shape) || (rank < BOLD_LEVEL && next.rank >= BOLD_LEVEL)
}

/** Chooses those that ask from all that may. */
function choose({ blocks, format }: ReadDocument, candidates: ReadonlyMap<number, Candidate>): Candidate[] {
  const answered = [...candidates.values()].filter((each) =>
    isAnswered(blocks, each, candidates.get(each.at + 1)),
  )
  const counts = new Map<string, number>()
  for (const { shape, asks } of answered) if (asks) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  const marked = [...counts].filter(([shape]) => !isPlain({ shape })).map(([, count]) => count)
  const fewest = Math.max(fewestPlain(format, blocks), ...marked.map((count) => count + 1))
  const counted = answered.filter((each) => (counts.get(each.shape) ?? 0) >= (isPlain(each) ? fewest : 1))
  const alike = [
    ...Map.groupBy(counted, ({ shape }) => shape),
    ...Map.groupBy(counted, (each) => placeOf(each, blocks)),
  ]
  const shapes = new Set(alike.flatMap(([key, all]) => (askMostly(all) ? [key] : [])))
  return counted.filter((each) => each.asks || isSibling(each, shapes, blocks))
}

// Rule (off: false): most questions have their mark; one that stands as they do asks as well ("My camera is not found" among bold questions).
function isSibling(candidate: Candidate, asking: ReadonlySet<string>, blocks: readonly Block[]): boolean {
  const { shape } = candidate
  return asking.has(shape) || (shape.startsWith('heading') && asking.has(placeOf(candidate, blocks)))
}

const askMostly = (alike: readonly Candidate[]) => {
  const asking = alike.filter(({ asks }) => asks).length
  return asking >= FEWEST_ALIKE && asking * 2 >= alike.length
}

/** The shape, and the headings above. */
const placeOf = ({ shape, at }: Candidate, blocks: readonly Block[]) =>
  JSON.stringify([shape, blocks[at]!.path])

/** Nothing but its question mark tells it from other lines. */
const isPlain = ({ shape }: { shape: string }) => shape === 'plain' || shape === 'plain item'

/** In plain text nothing marks a question but a line of its own: fewer are a habit, one where names stand so too. */
function fewestPlain(format: ReadDocument['format'], blocks: readonly Block[]): number {
  if (format !== 'TXT') return HABIT
  return blocks.filter(({ kind }) => kind === 'heading').length > 2 ? 1 : 2
}
