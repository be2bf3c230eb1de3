/**
 * One form for what people write in many: compatibility forms, case, accents of Latin and Greek letters, vowel signs and
 * letter forms of Arabic, apostrophes.
 */
const ASCII = /^[\x20-\x7e]*$/
const COMBINING = /(?<=[\p{sc=Latin}\p{sc=Greek}])[\u0300-\u036f]+/gu
const FOLDED = /[ßøłıςё’‘ʼ`´\u0622\u0623\u0625\u0629\u0640\u0649\u064b-\u065f\u0670\u06a9\u06cc]/g
/** What is not listed goes: vowel signs, and the stroke that only lengthens an Arabic word. */
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

/** The same, with one blank between words and none around the text. */
export function plain(text: string): string {
  return normalise(text).replace(/\s+/g, ' ').trim()
}

/** Latin, Greek, Cyrillic, Hebrew and Arabic: spelled out, because `\p{L}` takes a second to compile so often. */
export const LETTER = '[a-z0-9_\\u00df-\\u024f\\u0370-\\u05ff\\u0620-\\u06ff]'

/** The source of a regular expression, of a pattern in a language's file: there ‹ and › are the edges of a word. */
export const wordPattern = (source: string): string =>
  normalise(source).replaceAll('‹', `(?<!${LETTER})`).replaceAll('›', `(?!${LETTER})`)
