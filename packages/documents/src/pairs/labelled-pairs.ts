/** Pairs marked by labels: "Q: … A: …", "Q1. … A1. …", "问：… 答：…", "Frage: … Antwort: …". A label counts only where a block begins. */
import { type Block, BOLD_LEVEL } from '../document/document.ts'
import {
  bareLabelOf,
  isQuestion,
  type Label,
  LONGEST_QUESTION_CHARS,
  labelOf,
  openingQuestions,
} from '../document/question-marks.ts'
import { firstSentence } from '../document/split-text.ts'
import { isContentsLine } from '../document/wrapped-lines.ts'
import { type Drafting, lastFrom, lastOfAnswer, takePair } from './draft.ts'
import { isMarkedQuestion } from './question-lines.ts'

/** A question may run over a few blocks before its answer's label. */
const LONGEST_QUESTION_BLOCKS = 8
const FEWEST_BARE = 3

export function takeLabelledPairs(drafting: Drafting): void {
  const { blocks } = drafting.document
  const mayHave = blocks.map(
    ({ kind, text }, i) => !drafting.taken[i] && kind !== 'code' && kind !== 'row' && !isContentsLine(text),
  )
  const bare = bareLabels(blocks.map(({ text }, i) => (mayHave[i] ? bareLabelOf(text) : undefined)))
  const labels = blocks.map(({ text }, i) => (mayHave[i] ? labelOf(text) : undefined) ?? bare[i])
  const asked = new Map(
    labels.flatMap((label, i) => {
      const found = label?.role === 'question' && answerTo(drafting, labels, i, label)
      return found ? [[i, found] as const] : []
    }),
  )
  for (const [at, { question, answerAt, answerStart }] of asked) {
    const { level = BOLD_LEVEL } = blocks[at]!
    const last = lastOfAnswer(drafting, answerAt, level, (i) => asked.has(i) || isMarkedQuestion(blocks, i))
    takePair(drafting, { question, first: at, last, answerStart })
  }
}

// Rule (off: []): "Question Is it free?" over "Answer Yes.": words without a colon are labels where several stand over each other so.
function bareLabels(bare: readonly (Label | undefined)[]): readonly (Label | undefined)[] {
  const roles = bare.flatMap((label) => label?.role ?? [])
  const answers = roles.filter((role, i) => role === 'answer' && roles[i - 1] === 'question')
  return answers.length >= FEWEST_BARE ? bare : []
}

/** The question, the block in which its answer begins, and where. */
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

/** "Q: How long does it take?" and the answer without a label: on the next line, in the next block, or after the question. */
function unlabelledAnswer(block: Block, at: number, label: Label) {
  const text = block.text.slice(label.chars)
  // What is labelled as a question need not ask by form.
  const first = openingQuestions(text) || firstSentence(text).split('\n', 1)[0]!
  const question = isQuestion(text) ? text : first
  // "Q4 was better" is no label.
  if (!isQuestion(question) && !/[:：.．)\]】]\**\s*$/u.test(block.text.slice(0, label.chars)))
    return undefined
  if (!question || question.length > LONGEST_QUESTION_CHARS) return undefined
  return { question, answerAt: at, answerStart: block.start + label.chars + question.length }
}
