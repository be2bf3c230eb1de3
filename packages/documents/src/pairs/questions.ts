/** Finds pairs whose questions are recognised by their form: after a label ("Q:", "问："), as headings, bold, numbered, or alone on a line. */
import { isQuestion } from '@tandem/languages/is-question'
import { bareLabelOf, type Label, labelOf } from '@tandem/languages/question-labels'
import { firstSentence } from '@tandem/languages/sentences'
import { type Block, BOLD_LEVEL, type ReadDocument } from '../document/document.ts'
import {
  LONGEST_QUESTION_CHARS,
  listMarkChars,
  numberMarkChars,
  openingQuestions,
} from '../document/question-marks.ts'
import { endsSentence, isContentsLine } from '../document/wrapped-lines.ts'
import { type Drafting, lastFrom, leaveOut, takePair } from './draft.ts'

/** Minimum number of similar lines that form a pattern in a document. */
const HABIT = 3
const FEWEST_ALIKE = 2
/** Maximum number of blocks of a labelled question before the label of its answer. */
const LONGEST_QUESTION_BLOCKS = 8
const LABELLED = 'labelled'
const BOLD = 'bold'
const PLAIN = 'plain'

interface Candidate {
  readonly at: number
  readonly question: string
  /** The beginning of the answer: its block, and its position in the text. */
  readonly answerAt: number
  readonly answerStart: number
  /** The answer ends at a heading of this level or of an outer one. */
  readonly rank: number
  /** Blocks with the same layout have the same shape, because the questions of a document look alike. */
  readonly shape: string
  readonly asks: boolean
}

export function takeQuestions(drafting: Drafting): void {
  const { blocks, text } = drafting.document
  const { countTokens, chunkTokens } = drafting.options
  const labelled = labelledQuestions(drafting)
  const candidates = new Map<number, Candidate>()
  for (let i = 0; i < blocks.length; i++) {
    const found = labelled[i] ?? candidateOf(drafting, i)
    if (found) candidates.set(i, found)
    i = found?.answerAt ?? i
  }
  const chosen = choose(drafting.document, candidates)
  const asked = new Set(chosen.map(({ at }) => at))
  // Unanswered questions at the end are not part of the last answer.
  const lastOther = blocks.findLastIndex((_, i) => asked.has(i) || !candidates.get(i)?.asks)
  const firstLeft = chosen.length >= HABIT ? lastOther + 1 : blocks.length
  for (let i = firstLeft; i < blocks.length; i++) leaveOut(drafting, i)
  for (const each of chosen) {
    const { at, question, answerStart: start } = each
    // A long page whose title asks ("What is DNS?") is an article with sections, not one answer to its title.
    const isArticle = blocks[at] === drafting.title && countTokens(text.slice(start)) > chunkTokens
    const rank = isArticle ? Number.POSITIVE_INFINITY : each.rank
    const last = lastOfAnswer(drafting, { ...each, rank }, (i) => asked.has(i))
    takePair(drafting, { question, at, last, start })
  }
}

/** Indexed by block. A label counts only at the beginning of a block. */
function labelledQuestions(drafting: Drafting): readonly (Candidate | undefined)[] {
  const { blocks } = drafting.document
  const texts = blocks.map(({ kind, text }, i) =>
    drafting.taken[i] || kind === 'code' || kind === 'row' || isContentsLine(text) ? '' : text,
  )
  const bare = bareLabels(texts.map((text) => bareLabelOf(text, numberMarkChars(text))))
  const labels = texts.map((text, i) => labelOf(text) ?? bare[i])
  return labels.map((label, at) => {
    const found = label?.role === 'question' ? answerTo(drafting, labels, at, label) : undefined
    return found && { at, ...found, rank: blocks[at]!.level, shape: LABELLED, asks: true }
  })
}

// Rule (off: []): "Question Is it free?" above "Answer Yes.": words without a colon are labels if the document contains several such pairs.
function bareLabels(bare: readonly (Label | undefined)[]): readonly (Label | undefined)[] {
  const roles = bare.flatMap((label) => label?.role ?? [])
  const answers = roles.filter((role, i) => role === 'answer' && roles[i - 1] === 'question')
  return answers.length >= HABIT ? bare : []
}

/** The question, and the block and position at which its answer begins. */
function answerTo(drafting: Drafting, labels: readonly (Label | undefined)[], at: number, label: Label) {
  const { blocks, text } = drafting.document
  const last = lastFrom(drafting, at, ({ kind }, i) => !labels[i] && kind !== 'heading')
  const [block, below, answer] = [blocks[at]!, blocks[last + 1], labels[last + 1]]
  const isNear = last < at + LONGEST_QUESTION_BLOCKS && below?.piece === block.piece
  if (!isNear || answer?.role !== 'answer') return label.weak ? undefined : unlabelledAnswer(block, at, label)
  const question = text.slice(block.start + label.chars, blocks[last]!.end)
  if (label.weak && !isQuestion(question)) return undefined
  return { question, answerAt: last + 1, answerStart: below.start + answer.chars }
}

/** Finds the answer without a label to "Q: How long does it take?": on the next line, in the next block, or after the question. */
function unlabelledAnswer(block: Block, at: number, label: Label) {
  const text = block.text.slice(label.chars)
  // A labelled question need not have the form of a question.
  const first = openingQuestions(text) || firstSentence(text).split('\n', 1)[0]!
  const question = isQuestion(text) ? text : first
  // "Q4 was better" does not begin with a label.
  const isLabel = isQuestion(question) || /[:：.．)\]】]\**\s*$/u.test(block.text.slice(0, label.chars))
  if (!isLabel || !question || question.length > LONGEST_QUESTION_CHARS) return undefined
  return { question, answerAt: at, answerStart: block.start + label.chars + question.length }
}

function candidateOf({ document: { blocks, format }, taken }: Drafting, at: number): Candidate | undefined {
  const block = blocks[at]!
  const { kind, text, start, end, boldChars = 0, level } = block
  if (taken[at] || !/^(?:heading|paragraph|item)$/.test(kind)) return undefined
  const number = numberMarkChars(text)
  const mark = Math.max(number, kind === 'heading' ? 0 : listMarkChars(text))
  const whole = text.slice(mark)
  const same = { at, answerAt: at, rank: level, question: whole, answerStart: end, asks: isQuestion(whole) }
  // In plain text only the number makes a heading of "2. Lost ticket", which stands among numbered questions.
  if (level < BOLD_LEVEL && !(format === 'TXT' && number > 0)) return { ...same, shape: `heading ${level}` }
  const isBold = (kind === 'heading' && level === BOLD_LEVEL) || boldChars > mark
  const shape = (isBold ? BOLD : PLAIN) + (number > 0 ? ' numbered' : '')
  const isAll = kind === 'heading' || !isBold || boldChars >= text.length
  const isShort = isAll && whole.length <= LONGEST_QUESTION_CHARS
  if (isShort && same.asks) return { ...same, shape }
  const question = openingQuestion(block, mark)
  if (question) return { ...same, question, answerStart: start + mark + question.length, asks: true, shape }
  const bold = boldLine(block, mark)
  if (bold) return { ...same, question: bold, answerStart: start + mark + bold.length, shape }
  const isStep =
    kind !== 'heading' &&
    [blocks[at - 1], blocks[at + 1]].some((near) => near && numberMarkChars(near.text) > 0)
  return isShort && !same.asks && (isBold || (number > 0 && !isStep)) ? { ...same, shape } : undefined
}

// Rule (off: ''): "**How long does it take?** A week.", "3. How long does it take? A week." and "• How long …" contain the answer in the same block.
function openingQuestion({ text, boldChars = 0 }: Block, mark: number): string {
  const bold = text.slice(mark, boldChars)
  if (isQuestion(bold)) return bold
  const isNamed = bold !== '' && boldChars < text.length
  // 5.12 is a date, not a list number.
  return mark === 0 || isNamed || /^\d/.test(text.slice(mark)) ? '' : openingQuestions(text.slice(mark))
}

// Rule (off: ''): "**Colours**" above a line break and its answer; Shift+Enter in web editors and Word.
function boldLine({ kind, text, boldChars = 0 }: Block, mark: number): string {
  const bold = text.slice(mark, boldChars)
  return kind !== 'heading' && text[boldChars] === '\n' && bold.length <= LONGEST_NAME_CHARS ? bold : ''
}

/** Whether the candidate has a label, or is followed by text that is neither the next question nor the end of its section. */
function isAnswered(blocks: readonly Block[], candidate: Candidate, next: Candidate | undefined): boolean {
  const { at, answerStart, rank, shape } = candidate
  const [own, below] = [blocks[at]!, blocks[at + 1]]
  if (shape === LABELLED || answerStart < own.end) return true
  if (below?.piece !== own.piece) return false
  if (below.kind === 'heading' && below.level <= rank) return false
  if (!next || (rank < BOLD_LEVEL && next.rank === BOLD_LEVEL)) return true
  // "Hold the button. Does the lamp still blink?" is the answer to the numbered question above it.
  if (next.shape === PLAIN && shape !== PLAIN && !openingQuestions(next.question)) return true
  return !next.asks && next.shape !== shape
}

/** Chooses the questions from all candidates. */
function choose({ blocks, format }: ReadDocument, candidates: ReadonlyMap<number, Candidate>): Candidate[] {
  const answered = [...candidates.values()].filter((each) =>
    isAnswered(blocks, each, candidates.get(each.at + 1)),
  )
  const alike = Map.groupBy(answered, ({ shape }) => shape)
  const asking = Map.groupBy(answered, ({ shape, asks }) => asks && shape)
  const marked = [...asking].flatMap(([shape, { length }]) => (shape && shape !== PLAIN ? length : []))
  // Only the question mark distinguishes a plain question from other lines, so plain ones must outnumber each other shape.
  const fewestPlain = Math.max(format === 'TXT' ? FEWEST_ALIKE : HABIT, ...marked.map((count) => count + 1))
  return answered.filter(({ shape, asks }) => {
    const count = asking.get(shape)?.length ?? 0
    const isHabit = shape !== PLAIN || count >= fewestPlain
    return isHabit && (asks || askMostly(count, alike.get(shape)!.length))
  })
}

// Rule (off: false): most questions end with a question mark; a line that looks like them asks too ("My camera is not found" among bold questions).
const askMostly = (asking: number, alike: number) => asking >= FEWEST_ALIKE && asking * 2 >= alike

/** The last block of an answer: before the next question or a heading of the same or an outer rank. Bold lines end it in some places only. */
function lastOfAnswer(
  drafting: Drafting,
  { answerAt: at, answerStart, rank, shape }: Candidate,
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
    // "4.1 At home" is part of the answer to "4 Where do I work?".
    if (numberMarkChars(text) > 0) return !text.startsWith(`${/^[\d.]*\d/.exec(blocks[at]!.text)?.[0]}.`)
    if (/^[IVX]{1,6}\.\s/.test(text)) return true
    const after = blocks[index + 1]
    return isTopic(shape) || rank > BOLD_LEVEL || isAsked(index + 1) || !after || after.kind === 'heading'
  }
}

// Rule (off: false): among bold questions, a bold line without a question is the next topic ("Keys"), not part of the answer above it; leaflets.
const isTopic = (shape: string) => shape === BOLD

const LONGEST_NAME_CHARS = 60

// Rule (off: false): a short line directly above a question is its title if it is numbered after a block without a number, ends with a colon, or precedes question 1.
function isTitle(blocks: readonly Block[], at: number, hasAnswer: boolean): boolean {
  const { kind, text } = blocks[at]!
  const isText = kind !== 'row' && kind !== 'code' && text.length <= LONGEST_NAME_CHARS
  if (!isText || endsSentence(text.replace(/[:：]$/u, ''))) return false
  if (numberMarkChars(text) > 0 && numberMarkChars(blocks[at - 1]!.text) === 0) return true
  const { text: question } = blocks[at + 1]!
  const mark = question.slice(0, labelOf(question)?.chars ?? numberMarkChars(question))
  return hasAnswer && (/[:：]$/u.test(text) || mark.replace(/\P{Nd}+/gu, '') === '1')
}
