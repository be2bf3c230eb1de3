/** Writes raised and lowered text so that no figure changes: 10⁶ is not 106, and the mark of a footnote is no part of a price. */

const RAISED: Readonly<Record<string, string>> = { '+': '⁺', '-': '⁻', '−': '⁻', n: 'ⁿ', i: 'ⁱ' }
const LOWERED: Readonly<Record<string, string>> = { '+': '₊', '-': '₋', '−': '₋' }
const LONGEST_CHARS = 12
/** 1st, 2ème, 3º: letters that make a number one of a row. */
const ORDINAL = /^(?:st|nd|rd|th|e|er|re|ère|eme|ème|nde?|a|o|ª|º|te|de|ste)$/iu
/** What a footnote stands after: a word, or the end of a sentence or quotation. Units such as m² are shorter. */
const NOTED = /(?:\p{L}{4}|[.,;:!?)\]”’"»])$/u

/** `before` is the text it stands after. */
export function scriptText(text: string, place: 'raised' | 'lowered', before: string): string {
  const own = text.trim()
  if (own.length > LONGEST_CHARS || /\s|^\[/u.test(own) || !/[\p{L}\p{N}]/u.test(own)) return text
  const signs = place === 'raised' ? RAISED : LOWERED
  if (/\d/.test(own) && [...own].every((sign) => /\d/.test(sign) || sign in signs)) {
    if (place === 'raised' && /^\d{1,3}$/.test(own) && NOTED.test(before)) return `[${own}]`
    const figures = place === 'raised' ? '⁰¹²³⁴⁵⁶⁷⁸⁹' : '₀₁₂₃₄₅₆₇₈₉'
    return [...own].map((sign) => signs[sign] ?? figures[Number(sign)]!).join('')
  }
  const isOnFigure = /\d$/.test(before)
  // Words are words wherever they stand: Vmax, Mme, 1st.
  if (!/\d/.test(own) && (!isOnFigure || ORDINAL.test(own) || own.length > 2)) return text
  if (own in signs) return signs[own]!
  const mark = place === 'raised' ? '^' : '_'
  return /^\p{L}$/u.test(own) ? `${mark}${own}` : `${mark}(${own})`
}
