/** The numbers of what a model wrote that its source does not have, however either writes them. Pure. */

import { languages } from '@tandem/languages/languages'
import { normalise } from '@tandem/languages/normalise'

const WORDS = /\p{L}+/gu
const GROUPED = /\d{1,3}(?:[,.'’\u00a0\u202f ]\d{3})+(?!\d)/gu
const SPACELESS = /[-\u3040-\u9fff\uac00-\ud7a3]/u
/** By number: the words for it in all languages. */
const numberWords = new Map<number, string[]>()
for (const entry of languages.flatMap(({ numbers }) => numbers.split(', '))) {
  const [value, words = ''] = entry.split(' ')
  numberWords.set(Number(value), [...(numberWords.get(Number(value)) ?? []), ...words.split('|')])
}

/** Whether a normalised text has the number as a word; in scripts without spaces, and of two words, anywhere. */
function hasAsWord(text: string, words: ReadonlySet<string>, number: number): boolean {
  const written = numberWords.get(number) ?? []
  return written.some((word) => (SPACELESS.test(word) ? text.includes(word) : words.has(word)))
}

export function missingNumbers(written: string, source: string): string[] {
  const known = new Set<string>()
  for (const { whole, parts } of numbersIn(source)) for (const each of [whole, ...parts]) known.add(each)
  const text = normalise(source)
  const words = new Set(text.match(WORDS))
  const isKnown = (number: string) => known.has(number) || hasAsWord(text, words, Number(number))
  const beside = neighbours(source)
  const areBeside = (parts: readonly string[]) =>
    parts.length > 1 && parts.every((part, i) => i === 0 || beside.has(`${parts[i - 1]} ${part}`))
  const missing = numbersIn(written).filter(({ whole, parts }) => !isKnown(whole) && !areBeside(parts))
  return [...new Set(missing.map(({ shown }) => shown))]
}

const DATE = /(?<!\d)(?:\d{4}([-/.])(\d{1,2})\1(\d{1,2})|(\d{1,2})([-/.])(\d{1,2})\5\d{2,4})(?!\d)/gu
const TWO = /(?<!\d)(\d+)(?=[.,:;'’]?\s?(\d+))/gu

/** Numbers that may be written as one: "101, 102" and the 5.3. of 2024-03-05, but not the 1 and 5 of "1 to 5" or "1-5". */
function neighbours(source: string): Set<string> {
  const found = new Set<string>()
  const text = source.normalize('NFKC')
  for (const [, one = '', other = ''] of text.matchAll(TWO)) found.add(`${plain(one)} ${plain(other)}`)
  for (const [, , month, day, first = month ?? '', , second = day ?? ''] of text.matchAll(DATE)) {
    found.add(`${plain(first)} ${plain(second)}`)
    found.add(`${plain(second)} ${plain(first)}`)
  }
  return found
}

interface Found {
  readonly shown: string
  readonly whole: string
  /** The same as several numbers, which it may be: "rooms 101, 102", "5.3.". */
  readonly parts: readonly string[]
}

/** Numbers however they are written, 1,000 and 1000 and １０００ being one. */
function numbersIn(text: string): Found[] {
  const found: Found[] = []
  const take = (shown: string, whole: string) => {
    const parts = shown.split(/\D/u).map(plain)
    found.push({ shown, whole: plain(whole), parts: parts.length > 1 ? parts : [plain(whole)] })
    return ' '
  }
  const rest = text
    .normalize('NFKC')
    .replace(GROUPED, (grouped) => take(grouped, grouped.replace(/\D/gu, '')))
  for (const [number] of rest.matchAll(/\d+(?:[.,]\d+)?/gu)) take(number, number.replace(',', '.'))
  return found
}

function plain(number: string): string {
  const whole = number.replace(/^0+(?=\d)/u, '')
  return whole.includes('.') ? whole.replace(/\.?(?<!0)0+$/u, '') : whole
}
