/** Recognises the beginning of a line (a bullet, a number, questions), and splits a line that contains several labels. */
import { isQuestion } from '@tandem/languages/is-question'
import { INNER_LABEL, labelOf } from '@tandem/languages/question-labels'
import { type Span, sentences } from '@tandem/languages/sentences'

/** A longer text is not a question, regardless of its form or position. */
export const LONGEST_QUESTION_CHARS = 300

// Rule (off: [line]): chat logs and exported prompts have "#Q: … #A: … #Q: …" on one line; each label begins a new part.
export function runOnParts(line: string): string[] {
  const chars = labelOf(line)?.chars ?? line.length
  const [first = '', ...others] = line.slice(chars).split(INNER_LABEL)
  return [line.slice(0, chars) + first, ...others]
}

/** The leading sentences that are questions, up to the maximum length of a question; empty if the first sentence is not a question. */
export function openingQuestions(text: string): string {
  const ends = ({ start, end }: Span) => end > LONGEST_QUESTION_CHARS || !isQuestion(text.slice(start, end))
  return text.slice(0, sentences(text).find(ends)?.start).trim()
}

const LIST_MARK =
  /^\s*(?:[-*•·・▪◦‣–—○●■□➢✓]\s+|(?:\(?\p{Nd}{1,3}(?:\.[0-9]{1,3})*(?:[.)．、）]|[:：](?!\d))|[①-⑳]|[一二三四五六七八九十]{1,3}、|[（(][一二三四五六七八九十]{1,3}[）)]|[a-z]\)|(?:\([a-z]\)|[a-z]\.)(?=[\s\u200b]))\s*(?=\S))/iu
const NUMBER_MARK =
  /^\s*(?:[(#]?\p{Nd}{1,3}(?:\.[0-9]{1,3})*\.?[.)．、）:：।]?\s+|\p{Nd}{1,3}[.．）)।](?=[^\d.])\s*|\p{Nd}{1,3}(?:\.[0-9]{1,3})*、\s*|[①-⑳]\s*|[一二三四五六七八九十]{1,3}、\s*|[（(][一二三四五六七八九十]{1,3}[）)]\s*)(?=\S)/u

/** Number of characters of a bullet or number at the beginning; 0 if there is none. */
export const listMarkChars = (text: string) => LIST_MARK.exec(text)?.[0].length ?? 0
export const numberMarkChars = (text: string) => NUMBER_MARK.exec(text)?.[0].length ?? 0
