/** Numbers and addresses that a model wrote and its source does not have. Pure. */
import { languages } from '@tandem/languages/languages'
import { normalise } from '@tandem/languages/normalise'

/** The words for numbers in all languages: [number, word]. */
const NUMBER_WORDS = languages.flatMap(({ numbers }) =>
  numbers.split(', ').flatMap((entry) => {
    const [number = '', words = ''] = entry.split(' ')
    return words.split('|').map((word) => [number, word] as const)
  }),
)
/** A script that sets no blanks between words. */
const SPACELESS = /[\u3040-\u9fff\uac00-\ud7a3]/u

/** Digits, in groups of three or not, with a decimal part or without. */
const NUMBER = /\d+(?:[.,'’\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)?/gu
const MAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
const LINK = /(?:\b(?:https?|ftp|file|data|javascript|vbscript):|\bwww\.)[^\s<>"'\])}|]+/giu
const DOMAIN = /(?<![\p{L}\p{N}@._/-])(?:[a-zA-Z0-9-]+\.)+[a-z]{2,}(?![\p{L}\p{N}@])(?:\/[^\s<>"'\])}|]*)?/gu
/** Begins like a number that is dialled, and has nothing but digits and marks of grouping. */
const PHONE = /(?<![\p{L}\p{N}.,])(?:\+|00?|\(0)\d[\d ()/\u00a0-]{5,}\d/gu

/** 1,000 and 1000 and １０００ are one number, and so are 3.50 and 3,5. A part of a date counts as a number of the source. */
export function missingNumbers(written: string, source: string): string[] {
  const numbersIn = (text: string) => text.normalize('NFKC').match(NUMBER) ?? []
  const known = new Set<string>()
  for (const number of numbersIn(source))
    for (const each of [number, ...number.split(/\D/u)]) known.add(plainNumber(each))
  const said = normalise(source)
  const words = new Set(said.match(/[\p{L}-]+/gu))
  for (const [number, word] of NUMBER_WORDS)
    if (SPACELESS.test(word) ? said.includes(word) : words.has(word)) known.add(number)
  const missing = numbersIn(written.replace(PHONE, ' ')).filter((number) => !known.has(plainNumber(number)))
  return [...new Set(missing)]
}

function plainNumber(number: string): string {
  return number
    .replace(/[.,]\d{1,2}$/u, (decimals) => decimals.replace(/0{1,2}$/u, ''))
    .replace(/\D/gu, '')
    .replace(/^0+(?=\d)/u, '')
}

/** A user who follows an address that was made up ends at a place of its maker's choice, so it must stand in the source. */
export function missingAddresses(written: string, source: string): string[] {
  const known = addressesIn(source).map(plainAddress)
  const isKnown = (address: string) => {
    const wanted = plainAddress(address)
    return known.some(
      (each) => each === wanted || each.startsWith(`${wanted}/`) || each.endsWith(`@${wanted}`),
    )
  }
  const digits = digitsOf(source)
  const phones = (written.match(PHONE) ?? []).filter(
    (phone) => !digits.includes(digitsOf(phone).replace(/^0+/u, '')),
  )
  return [...new Set([...addressesIn(written).filter((address) => !isKnown(address)), ...phones])]
}

function addressesIn(text: string): string[] {
  const found: string[] = []
  const take = (address: string) => {
    found.push(address.replace(/(?<![.,;:!?…])[.,;:!?…]+$/u, ''))
    return ' '
  }
  text.normalize('NFKC').replace(MAIL, take).replace(LINK, take).replace(DOMAIN, take)
  return found
}

function plainAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)?(?:www\.)?/u, '')
    .replace(/(?<!\/)\/+$/u, '')
}

const digitsOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\(0\)/gu, '')
    .replace(/[\s()/.+-]/gu, '')
