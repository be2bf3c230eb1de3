/**
 * Gives text that people write in several ways one form: compatibility forms, case, accents of Latin and Greek letters, vowel
 * signs and letter forms of Arabic, apostrophes.
 */
const ASCII = /^[\x20-\x7e]*$/
const COMBINING = /(?<=[\p{sc=Latin}\p{sc=Greek}])[\u0300-\u036f]+/gu
const FOLDED = /[ßøłıςё’‘ʼ`´\u0622\u0623\u0625\u0629\u0640\u0649\u064b-\u065f\u0670\u06a9\u06cc]/g
/** Folded characters that are not listed here are removed: vowel signs, and the stroke that only lengthens Arabic words. */
const forms: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', ı: 'i', ς: 'σ', ё: 'е' },
  ...{ '’': "'", '‘': "'", ʼ: "'", '`': "'", '´': "'" },
  ...{ آ: 'ا', أ: 'ا', إ: 'ا', ة: 'ه', ى: 'ي', ک: 'ك', ی: 'ي' },
}

export function normalise(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(COMBINING, '')
    .normalize('NFC')
    .replace(FOLDED, (letter) => forms[letter] ?? '')
}

/** Normalises, and leaves one blank between words and none around the text. */
export function plain(text: string): string {
  return normalise(text).replace(/\s+/g, ' ').trim()
}

/** Latin, Greek, Cyrillic, Hebrew and Arabic letters. Not `\p{L}`: compiling it in so many patterns takes a second. */
export const LETTER = '[a-z0-9_\\u00df-\\u024f\\u0370-\\u05ff\\u0620-\\u06ff]'

/** Turns a pattern of a language's file, in which ‹ and › are the edges of a word, into the source of a regular expression. */
export const wordPattern = (source: string): string =>
  normalise(source).replaceAll('‹', `(?<!${LETTER})`).replaceAll('›', `(?!${LETTER})`)
