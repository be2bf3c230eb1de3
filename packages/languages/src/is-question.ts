/** Tells a written question by its form: a question mark, a Japanese か, a Chinese 如何. A message in a chat may do without (`split-questions.ts`). */
import { languages } from './languages.ts'

const ends = languages.flatMap(({ questionEnds }) => questionEnds ?? []).join('|')
const begins = languages.flatMap(({ questionBegins }) => questionBegins ?? []).join('|')

const ENDS = new RegExp(`[?？؟⁇]["'”’»」』)）*_]*(?:\\s?\\([^()]{1,35}\\))?$|(?:${ends})[。.]?$`, 'u')
const BEGINS = new RegExp(`^(?:${begins})[^。！]{2,40}$`, 'u')
const END_CHARS = 60

export function isQuestion(text: string): boolean {
  const line = text.trim()
  return ENDS.test(line.slice(-END_CHARS)) || BEGINS.test(line)
}
