/**
 * One form for what people write in many: compatibility forms, case, accents of Latin and Greek letters, vowel signs and
 * letter forms of Arabic, apostrophes, white space.
 */
const ASCII = /^[\x20-\x7e]*$/
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]|[\u0300-\u036f]|[\u0386-\u03ce\u1f00-\u1fff]/
const COMBINING = /(?<=[\p{sc=Latin}\p{sc=Greek}])[\u0300-\u036f]+/gu
const OTHER_SCRIPT = /[\u03c2\u0451\u0600-\u06ff]/
const ARABIC = /[\u0622\u0623\u0625\u0629\u0640\u0649\u064b-\u065f\u0670\u06a9\u06cc]/g
/** What is not listed goes: vowel signs, and the stroke that only lengthens a word. */
const arabicForms: Readonly<Record<string, string>> = {
  آ: 'ا',
  أ: 'ا',
  إ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ک: 'ك',
  ی: 'ي',
}

export function normalise(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let folded = text.normalize('NFKC').toLowerCase()
  if (ACCENTED.test(folded)) {
    folded = folded
      .normalize('NFD')
      .replace(COMBINING, '')
      .normalize('NFC')
      .replaceAll('ß', 'ss')
      .replaceAll('ø', 'o')
  }
  if (OTHER_SCRIPT.test(folded)) {
    folded = folded
      .replace(ARABIC, (letter) => arabicForms[letter] ?? '')
      .replaceAll('ς', 'σ')
      .replaceAll('ё', 'е')
  }
  return folded.replace(/[’‘ʼ`´]/g, "'").replaceAll('ß', 'ss')
}
