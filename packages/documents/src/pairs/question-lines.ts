/** Pairs whose questions are known by how they stand: as headings, bold, numbered, or alone on a line. */
import { type Block, BOLD_LEVEL, type ReadDocument } from '../document/document.ts'
import {
  isQuestion,
  LONGEST_QUESTION_CHARS,
  listMarkChars,
  numberMarkChars,
  openingQuestions,
} from '../document/question-marks.ts'
import { type Drafting, lastOfAnswer, leaveOut, takePair } from './draft.ts'

/** So many lines alike are a habit of the document. */
const HABIT = 3
const FEWEST_ALIKE = 2
const PLAIN = 'plain'

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
  const found = blocks.flatMap((_, i) => (drafting.taken[i] ? [] : (candidateOf(blocks, i) ?? [])))
  const candidates = new Map(found.map((each) => [each.at, each]))
  const chosen = choose(drafting.document, candidates)
  const asked = new Set(chosen.map(({ at }) => at))
  // Questions at the end that nobody has answered yet are no part of the last answer.
  const lastOther = blocks.findLastIndex((_, i) => asked.has(i) || !candidates.get(i)?.asks)
  const firstLeft = chosen.length >= HABIT ? lastOther + 1 : blocks.length
  for (let i = firstLeft; i < blocks.length; i++) leaveOut(drafting, i)
  for (const { at, question, answerStart, rank } of chosen) {
    const lastWithin = (most: number) => lastOfAnswer(drafting, at, most, (i) => asked.has(i))
    const whole = lastWithin(rank)
    // A page whose title asks ("What is DNS?") is an article with sections, not one answer to its title.
    const answer = text.slice(blocks[at]!.end, blocks[whole]!.end)
    const isArticle = blocks[at] === drafting.title && countTokens(answer) > chunkTokens
    const last = isArticle ? lastWithin(Number.POSITIVE_INFINITY) : whole
    takePair(drafting, { question, first: at, last, answerStart })
  }
}

// Rule (off: false): among labelled questions a bold or numbered one without a label ends the answer before it.
export function isMarkedQuestion(blocks: readonly Block[], at: number): boolean {
  const candidate = candidateOf(blocks, at)
  if (!candidate?.asks || candidate.shape === PLAIN) return false
  return isAnswered(blocks, candidate, candidateOf(blocks, at + 1))
}

function candidateOf(blocks: readonly Block[], at: number): Candidate | undefined {
  const block = blocks[at]
  if (!block || !/^(?:heading|paragraph|item)$/.test(block.kind)) return undefined
  const { kind, text, start, end, boldChars = 0, level = BOLD_LEVEL } = block
  const rank = kind === 'heading' ? level : BOLD_LEVEL
  const number = numberMarkChars(text)
  const mark = Math.max(number, kind === 'heading' ? 0 : listMarkChars(text))
  const whole = text.slice(mark)
  const asks = isQuestion(whole)
  const same = { at, question: whole, answerStart: end, asks, rank }
  if (rank < BOLD_LEVEL) return { ...same, shape: `heading ${rank}` }
  const isBold = kind === 'heading' || boldChars > mark
  const shape = (isBold ? 'bold' : PLAIN) + (number > 0 ? ' numbered' : '')
  const isAll = kind === 'heading' || !isBold || boldChars >= text.length
  const isShort = isAll && whole.length <= LONGEST_QUESTION_CHARS
  if (isShort && asks) return { ...same, shape }
  const question = openingQuestion(block, mark)
  const answerStart = start + mark + question.length
  if (question) return { ...same, question, answerStart, asks: true, shape }
  const isNumbered = number > 0 && !isStep(blocks, at)
  return isShort && !asks && (isBold || isNumbered) ? { ...same, shape } : undefined
}

// Rule (off: ''): "**How long does it take?** A week.", "3. How long does it take? A week." and "• How long …" have their answers in the same block.
function openingQuestion({ text, boldChars = 0 }: Block, mark: number): string {
  const bold = text.slice(mark, boldChars)
  if (isQuestion(bold)) return bold
  const isNamed = bold !== '' && boldChars < text.length
  // 5.12 is a date, and no list.
  return mark === 0 || isNamed || /^\d/.test(text.slice(mark)) ? '' : openingQuestions(text.slice(mark))
}

/** Numbered as one among others. */
function isStep(blocks: readonly Block[], at: number): boolean {
  return [blocks[at - 1], blocks[at + 1]].some((near) => near && numberMarkChars(near.text) > 0)
}

/** Something stands below it that is not the next question, nor the end of its section. */
function isAnswered(blocks: readonly Block[], candidate: Candidate, next: Candidate | undefined): boolean {
  const { at, answerStart, rank, shape } = candidate
  const [own, below] = [blocks[at]!, blocks[at + 1]]
  if (answerStart < own.end) return true
  if (below?.piece !== own.piece) return false
  if (below.kind === 'heading' && (below.level ?? BOLD_LEVEL) <= rank) return false
  if (!next || (rank < BOLD_LEVEL && next.rank === BOLD_LEVEL)) return true
  return !next.asks && next.shape !== shape
}

/** Chooses those that ask from all that may. */
function choose({ blocks, format }: ReadDocument, candidates: ReadonlyMap<number, Candidate>): Candidate[] {
  const answered = [...candidates.values()].filter((each) =>
    isAnswered(blocks, each, candidates.get(each.at + 1)),
  )
  const alike = [...Map.groupBy(answered, ({ shape }) => shape)]
  const counts = alike.map(([shape, all]) => (shape === PLAIN ? 0 : all.filter(({ asks }) => asks).length))
  // Nothing but its question mark tells a plain one from other lines: fewer than others are no habit.
  const fewestPlain = Math.max(format === 'TXT' ? FEWEST_ALIKE : HABIT, ...counts.map((count) => count + 1))
  const chosen = alike.flatMap(([shape, all]) => {
    const asking = all.filter(({ asks }) => asks)
    if (shape === PLAIN && asking.length < fewestPlain) return []
    return askMostly(asking.length, all.length) ? all : asking
  })
  return chosen.sort((a, b) => a.at - b.at)
}

// Rule (off: false): most questions have their mark; one that stands as they do asks as well ("My camera is not found" among bold questions).
function askMostly(asking: number, alike: number): boolean {
  return asking >= FEWEST_ALIKE && asking * 2 >= alike
}
