/** Characters that only a font knows, as far as everybody's fonts agree on them: bullets of symbol fonts, Thai marks set lower. */

const SYMBOLS: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0a8': '▪',
  '\uf06e': '■',
  '\uf06f': '○',
  '\uf071': '□',
  '\uf075': '•',
  '\uf076': '•',
  '\uf0d8': '•',
  '\uf0fc': '✓',
  '\uf0fb': '✗',
  '\uf0e0': '→',
  '\uf0e8': '→',
  '\uf0f0': '→',
}
/** From U+F700 on, as Thai fonts have them. */
const THAI =
  '\u0e10\u0e34\u0e35\u0e36\u0e37\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e0d\u0e31\u0e4d\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e38\u0e39\u0e3a'

export function publicLetters(text: string): string {
  return text.replace(/[\uf020-\uf0ff\uf700-\uf71a]/g, (sign) => {
    const thai = sign.charCodeAt(0) - 0xf700
    return thai >= 0 ? THAI[thai]! : (SYMBOLS[sign] ?? sign)
  })
}

/** A glyph for which a file gives no character, so that nothing can be read of it. */
export function isNoLetter(text: string): boolean {
  return text === '' || /^[\p{Cc}\p{Co}\p{Cn}\ufffd]+$/u.test(publicLetters(text))
}
