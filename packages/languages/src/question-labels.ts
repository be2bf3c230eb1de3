/** The labels before questions and answers in all languages: "Q1:", "问：", "Frage:". */
import type { Labels } from './language.ts'
import { otherLabels } from './languages/other-languages.ts'
import { languages } from './languages.ts'

const all: readonly Labels[] = [...languages.map(({ labels }) => labels), otherLabels]
const words = (kind: keyof Labels): string => all.flatMap((labels) => labels[kind] ?? []).join('|')

const [QUESTION_WORDS, ANSWER_WORDS] = [words('question'), words('answer')]
/** Too common at the beginning of a line to be believed without a colon. */
const [QUESTION_LETTERS, ANSWER_LETTERS] = [words('questionLetter'), words('answerLetter')]

/** The most blanks inside a label, as in “Q :”. */
const GAP = '\\s{0,4}'
const BULLET = '\\s*(?:[-*•·・▪–]\\s{1,4}|#\\s?|\\p{Nd}{1,3}[.)．、]\\s{0,4})?'
const NUMBER = `${GAP}[-#.]?${GAP}(?:\\p{Nd}{1,4}[a-z]?|[一二三四五六七八九十]{1,3})`
const SEPARATOR = `(?:${GAP}[:：.．、)）\\-–—]|\\u3000)`

function labelPattern(strong: string, weak: string): RegExp {
  return new RegExp(
    `^${BULLET}(?:` +
      `[\\[【「(（〔](?:${strong})(?:${NUMBER})?${GAP}[\\]】」)）〕]${GAP}[:：]?` +
      `|(?:${strong})${NUMBER}(?:${SEPARATOR}|\\s)` +
      `|(?:${strong})${SEPARATOR}` +
      `|(?:${weak})(?:${NUMBER})?${GAP}[:：]` +
      ')\\s*',
    'iu',
  )
}

const QUESTION_LABEL = labelPattern(QUESTION_WORDS, QUESTION_LETTERS)
const ANSWER_LABEL = labelPattern(ANSWER_WORDS, ANSWER_LETTERS)
const WEAK_LABEL = new RegExp(`^${BULLET}(?:${QUESTION_LETTERS})(?:${NUMBER})?${GAP}[:：]`, 'iu')

export interface Label {
  readonly role: 'question' | 'answer'
  readonly chars: number
  readonly weak: boolean
}

const LABEL_CHARS = 60

/** A label may stand in the bold of Markdown in a text that is otherwise none: "**Q:** Is it free?". */
export function labelOf(text: string): Label | undefined {
  const opening = text.startsWith('**') ? 2 : 0
  const line = text.slice(opening, LABEL_CHARS)
  const question = QUESTION_LABEL.exec(line)
  const found = question ?? ANSWER_LABEL.exec(line)
  if (!found) return undefined
  const end = opening + found[0].length
  const closing = /^\*\*\s*/.exec(text.slice(end, end + LABEL_CHARS))?.[0].length ?? 0
  const weak = question !== null && WEAK_LABEL.test(line)
  return { role: question ? 'question' : 'answer', chars: end + closing, weak }
}

/** Where a label begins within a line, after the end of a sentence. */
export const INNER_LABEL = new RegExp(
  `(?<=[?？.。!！)"”…])\\s{0,4}(?=#?\\s?(?:${[QUESTION_WORDS, ANSWER_WORDS, QUESTION_LETTERS, ANSWER_LETTERS].join('|')})(?:${NUMBER})?${GAP}[:：])`,
  'iu',
)

const BARE_LABEL = new RegExp(`^(?:(${QUESTION_WORDS})|${ANSWER_WORDS})\\s+(?:\\p{Nd}{1,3}$)?`, 'iu')

/** "Question Is it free?", "Question 3" on a line of its own: a word only, which is a label where the document makes a habit of it. It may stand after a number. */
export function bareLabelOf(text: string, numberChars: number): Label | undefined {
  const found = BARE_LABEL.exec(text.slice(numberChars, numberChars + LABEL_CHARS))
  if (!found) return undefined
  return { role: found[1] ? 'question' : 'answer', chars: numberChars + found[0].length, weak: false }
}

const ABOUT = new RegExp(words('about'), 'iu')

/** Whether a text speaks of the questions themselves. */
export const isAboutQuestions = (text: string): boolean => ABOUT.test(text)

const WAY_BACK = new RegExp(`^[^\\p{L}]{0,8}(?:${words('wayBack')})[^\\p{L}]{0,8}$`, 'iu')
const LONGEST_WAY_CHARS = 60

/** "Back to top", "← Back to questions" */
export const isWayBack = (text: string): boolean => text.length <= LONGEST_WAY_CHARS && WAY_BACK.test(text)
