/** The text that an embedding model is given for a question or a passage, and the key its vector is stored under. */
import { hash32 } from './hash.ts'

/** Runs of punctuation marks and quotes. */
const MARKS = /[.,;:!?…¿¡"“”„«»()[\]{}、。，！？；：（）「」『』]+/gu
const SPACE = /^\s?$/
/** The length of the longest question: most models read no more, and some refuse more. */
const MEANING_CHARS = 2000

/** Identifies what `embeddedText` does. A change of that function must change this name, so that all vectors are made anew. */
export const TEXT_RECIPE = 'bare-1'

/**
 * Removes punctuation: a mark at the end of a question does not change its meaning but moves its vector. Marks inside a word,
 * as in an address or a price, stay.
 */
export function embeddedText(text: string): string {
  const bare = text
    .replace(MARKS, (run, at: number) =>
      SPACE.test(text.charAt(at - 1)) || SPACE.test(text.charAt(at + run.length)) ? ' ' : run,
    )
    .replace(/\s+/gu, ' ')
    .trim()
  return bare === '' ? text.trim() : bare
}

/** The text that a pair's vector is made of: its question, or the beginning of a passage, which has no question. */
export function meaningOf({ question, answer }: { question: string; answer: string }): string {
  return question === '' ? answer.slice(0, MEANING_CHARS).toWellFormed() : question
}

export function textKey(text: string): string {
  const embedded = embeddedText(text)
  const half = (seed: number) => (hash32(embedded, seed) >>> 0).toString(16).padStart(8, '0')
  return half(0x2545f491) + half(0x9e3779b9)
}
