/** One form for what people write in many: compatibility forms, case, accents of Latin letters, apostrophes, white space. */
const ASCII = /^[\x20-\x7e]*$/
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]|[\u0300-\u036f]/
const COMBINING = /[\u0300-\u036f]/g

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
  return folded.replace(/[’‘ʼ`´]/g, "'").replaceAll('ß', 'ss')
}
