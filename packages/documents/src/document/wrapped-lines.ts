/** Which lines go on in the next, and how lines that were broken for their width are put together again. */
import { limited } from '@tandem/languages/limited'

const CJK_END = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]$/u
const CJK_BEGIN = /^[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/u

/** What stands between two lines of one paragraph: a blank, or nothing where Chinese or Japanese goes on. */
export function joinWrapped(line: string, next: string): '' | ' ' {
  return CJK_END.test(line.trimEnd()) && CJK_BEGIN.test(next.trimStart()) ? '' : ' '
}

/** Columns a line takes: a Chinese or Japanese character takes two. */
export function lineWidth(line: string): number {
  let width = 0
  for (const character of line) width += character > '\u2e7f' ? 2 : 1
  return width
}

const LONGEST_WORD_CHARS = 60
const BROKEN_WORD = limited(/(\p{L}+)[-\u2010]$/u, LONGEST_WORD_CHARS)
const CONTENTS_CHARS = 200

/** Joins lines; a hyphen at a line's end before a small letter is undone unless the word is known with it. */
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

/** What two ways to write the same have in common. */
export const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

export const endsSentence = (text: string) => /[.!?。！？؟।:：;；]["'”’»)\]」』）]*$/u.test(text)

/** A line of a table of contents with its page: "2.1 Phones ........ 3". */
const PAGE_AT_END = limited(/(?:\.{4}|(?:\s\.){3}|…{2}|·{4}|_{4}|-{6})[\s.…·_|-]*\d{1,4}$/u, CONTENTS_CHARS)

export const isContentsLine = (text: string) => PAGE_AT_END.test(text)
export const withoutPage = (text: string) => text.replace(PAGE_AT_END, '')
