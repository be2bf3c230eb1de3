/** How questions and answers are marked in writing: "Q1:", "问：", "Frage:", a question mark, a Japanese か. */
import { labelWords } from '@tandem/languages/question-labels'
import { type Span, sentences } from './split-text.ts'

const [QUESTION_WORDS, ANSWER_WORDS] = [labelWords('question'), labelWords('answer')]
/** Too common at the beginning of a line to be believed without a colon. */
const [QUESTION_LETTERS, ANSWER_LETTERS] = [labelWords('questionLetter'), labelWords('answerLetter')]

/** Blanks inside a label; more of them are no label. */
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
/** What is longer is no question, whatever it ends in or stands like. */
export const LONGEST_QUESTION_CHARS = 300

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

const INNER_LABEL = new RegExp(
  `(?<=[?？.。!！)"”…])\\s{0,4}(?=#?\\s?(?:${[QUESTION_WORDS, ANSWER_WORDS, QUESTION_LETTERS, ANSWER_LETTERS].join('|')})(?:${NUMBER})?${GAP}[:：])`,
  'iu',
)

// Rule (off: [line]): "#Q: … #A: … #Q: …" on one line, as chat logs and prompts are exported: each label begins a part of its own.
export function runOnParts(line: string): string[] {
  const chars = labelOf(line)?.chars ?? line.length
  const [first = '', ...others] = line.slice(chars).split(INNER_LABEL)
  return [line.slice(0, chars) + first, ...others]
}

const BARE_LABEL = new RegExp(`^(?:(${QUESTION_WORDS})|${ANSWER_WORDS})\\s+(?:\\p{Nd}{1,3}$)?`, 'iu')

/** "Question Is it free?", "3. Question Is it free?", "Question 3" on a line of its own: a word only, which is a label where the document makes a habit of it. */
export function bareLabelOf(text: string): Label | undefined {
  const number = numberMarkChars(text)
  const found = BARE_LABEL.exec(text.slice(number, number + LABEL_CHARS))
  if (!found) return undefined
  return { role: found[1] ? 'question' : 'answer', chars: number + found[0].length, weak: false }
}

const ENDS_AS_QUESTION =
  /[?？؟⁇]["'”’»」』)）*_]*(?:\s?\([^()]{1,35}\))?$|(?:ですか|ますか|でしょうか|ませんか|たか|のか|ないか)[。.]?$|(?:吗|嗎|呢)[。.]?$|(?:나요|까요|습니까|ㅂ니까|은가요)[.]?$/u
const BEGINS_AS_QUESTION =
  /^(?:如何|怎么|怎样|为什么|什么是|是否|能否|可否|哪些|哪里|多久|多少|谁)[^。！]{2,40}$/u

export function isQuestion(text: string): boolean {
  const line = text.trim()
  return ENDS_AS_QUESTION.test(line.slice(-60)) || BEGINS_AS_QUESTION.test(line)
}

/** The sentences at the beginning that ask, as many as make a question. */
export function openingQuestions(text: string): string {
  const ends = ({ start, end }: Span) => end > LONGEST_QUESTION_CHARS || !isQuestion(text.slice(start, end))
  return text.slice(0, sentences(text).find(ends)?.start).trim()
}

const LIST_MARK =
  /^\s*(?:[-*•·・▪◦‣–—○●■□➢✓]\s+|(?:\(?\p{Nd}{1,3}(?:\.[0-9]{1,3})*(?:[.)．、）]|[:：](?!\d))|[①-⑳]|[一二三四五六七八九十]{1,3}、|[（(][一二三四五六七八九十]{1,3}[）)]|[a-z]\)|(?:\([a-z]\)|[a-z]\.)(?=[\s\u200b]))\s*(?=\S))/iu
const NUMBER_MARK =
  /^\s*(?:[(#]?\p{Nd}{1,3}(?:\.[0-9]{1,3})*\.?[.)．、）:：।]?\s+|\p{Nd}{1,3}[.．）)।](?=[^\d.])\s*|\p{Nd}{1,3}(?:\.[0-9]{1,3})*、\s*|[①-⑳]\s*|[一二三四五六七八九十]{1,3}、\s*|[（(][一二三四五六七八九十]{1,3}[）)]\s*)(?=\S)/u

/** Characters of a bullet or number at the beginning; 0 when there is none. */
export const listMarkChars = (text: string) => LIST_MARK.exec(text)?.[0].length ?? 0
export const numberMarkChars = (text: string) => NUMBER_MARK.exec(text)?.[0].length ?? 0
