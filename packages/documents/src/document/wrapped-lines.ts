/** Joins lines that were wrapped at the page width, and recognises ends of sentences and lines of a table of contents. */
import { limited } from '@tandem/languages/limited'

const CJK_END = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]$/u
const CJK_BEGIN = /^[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/u

/** The separator between two lines of a paragraph: a space, or nothing between Chinese or Japanese characters. */
export function joinWrapped(line: string, next: string): '' | ' ' {
  return CJK_END.test(line.trimEnd()) && CJK_BEGIN.test(next.trimStart()) ? '' : ' '
}

/** Display width of a line; a Chinese or Japanese character takes two columns. */
export function lineWidth(line: string): number {
  let width = 0
  for (const character of line) width += character > '\u2e7f' ? 2 : 1
  return width
}

const LONGEST_WORD_CHARS = 60
const BROKEN_WORD = limited(/(\p{L}+)[-\u2010]$/u, LONGEST_WORD_CHARS)
const CONTENTS_CHARS = 200

/** Joins lines. Removes a hyphen at the end of a line before a lowercase letter, unless `knows` accepts the hyphenated word. */
export function joinHyphenated(lines: readonly string[], knows = (_word: string) => false): string {
  let joined = lines[0] ?? ''
  for (const line of lines.slice(1)) {
    const broken = BROKEN_WORD.exec(joined.slice(-LONGEST_WORD_CHARS))
    const goesOn = /^[\p{L}\p{Nd}]+/u.exec(line)
    if (joined.endsWith('\u00ad')) joined = joined.slice(0, -1) + line
    else if (broken && goesOn) {
      const keeps = !/^\p{Ll}/u.test(line) || knows(`${broken[1]}-${goesOn[0]}`.toLowerCase())
      joined = (keeps ? joined : joined.slice(0, -1)) + line
    } else joined += joinWrapped(joined, line) + line
  }
  return joined
}

/** Letters and digits in lower case, for comparing texts that differ in punctuation or spacing. */
export const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

export const endsSentence = (text: string) => /[.!?。！？؟।:：;；]["'”’»)\]」』）]*$/u.test(text)

/** The leader and page number of a line in a table of contents: "2.1 Phones ........ 3". */
const PAGE_AT_END = limited(/(?:\.{4}|(?:\s\.){3}|…{2}|·{4}|_{4}|-{6})[\s.…·_|-]*\d{1,4}$/u, CONTENTS_CHARS)

export const isContentsLine = (text: string) => PAGE_AT_END.test(text)
export const withoutPage = (text: string) => text.replace(PAGE_AT_END, '')
