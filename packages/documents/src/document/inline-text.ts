/**
 * Collects the inline text of a block: collapses white space, measures bold at the beginning, keeps the addresses of absolute links.
 * Superscripts and subscripts never change a number: 10⁶ does not become 106, and a footnote mark does not become part of a price.
 */
/** Chinese and Japanese text has no space where a line is wrapped. */
const WRAPPED_CJK =
  /([\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])\n(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])/g

const nothingYet = () => ({
  text: '',
  boldChars: 0,
  isStillBold: true,
  /** True at the beginning and after white space. Stored, because reading the end of a growing string takes time proportional to its length. */
  endsBlank: true,
  /** True after a line break that follows text. */
  endsLine: false,
  /** Start positions of the open elements whose text may be rewritten when they close. */
  opened: [] as number[],
})

export function createInline() {
  let here = nothingYet()
  /** Number of bold and of preformatted elements that enclose the current text. */
  const depth = { bold: 0, preformatted: 0 }

  function add(text: string): void {
    if (!text) return
    here.text += text
    if (text.trim()) here.endsLine = false
    here.endsBlank = /\s/.test(text.at(-1)!)
    if (depth.bold > 0 && here.isStillBold) here.boldChars = here.text.length
    else if (text.trim()) here.isStillBold = false
  }

  return {
    depth,
    text(value: string) {
      if (depth.preformatted > 0) return add(value)
      const collapsed = value.replace(WRAPPED_CJK, '$1').replace(/[ \t\n\r\f]+/g, ' ')
      add(here.endsBlank ? collapsed.trimStart() : collapsed)
    },
    lineBreak() {
      here.text = `${depth.preformatted > 0 ? here.text : here.text.trimEnd()}\n`
      here.endsBlank = true
      here.endsLine = here.text.trim() !== ''
    },
    open() {
      here.opened.push(here.text.length)
    },
    close(rewrite: (text: string, before: string) => string) {
      const from = here.opened.pop()
      if (from === undefined || from >= here.text.length) return
      const before = here.text.slice(0, from)
      const isBold = here.boldChars === here.text.length
      here.text = before + rewrite(here.text.slice(from), before.slice(-20))
      here.boldChars = isBold ? here.text.length : Math.min(here.boldChars, here.text.length)
      here.endsBlank = /\s/.test(here.text.at(-1) ?? ' ')
    },
    endsLine: () => here.endsLine,
    take() {
      const text = here.text.trimEnd().replace(/^[ \t\n]*\n/, '')
      const boldChars = Math.min(text.length, here.boldChars)
      here = nothingYet()
      return { text, boldChars }
    },
  }
}

const LONGEST_ADDRESS_CHARS = 500

/** Appends the address of an absolute or `mailto:` link, unless the text is blank or already contains it. */
export function linkText(text: string, href: string): string {
  const address = /^https?:\/\//i.test(href) ? href : (/^mailto:([^?]+)/i.exec(href)?.[1] ?? '')
  const isShown = !text.trim() || text.includes(address.replace(/^https?:\/\//i, ''))
  return isShown || address.length > LONGEST_ADDRESS_CHARS ? text : `${text.trimEnd()} (${address})`
}

const FIGURES = '0123456789+-−'
export const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻'
export const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₋'
const LONGEST_CHARS = 12
/** Suffixes of ordinal numbers: 1st, 2ème, 3º. */
const ORDINAL = /^(?:st|nd|rd|th|e|er|re|ère|eme|ème|nde?|a|o|ª|º|te|de|ste)$/iu
/** Text before a footnote mark: a word, or the end of a sentence or quotation. Units such as m² are shorter than a word. */
const NOTED = /(?:\p{L}{4}|[.,;:!?)\]”’"»])$/u

/** Writes a superscript or subscript as plain text; `before` is the text that precedes it. */
export function scriptText(text: string, before: string, place: 'raised' | 'lowered'): string {
  const own = text.trim()
  if (own.length > LONGEST_CHARS || /\s|^\[/u.test(own) || !/[\p{L}\p{N}]/u.test(own)) return text
  // Letters of a word remain unchanged: Vmax, Mme, 1st.
  const isWord = !/\d$/.test(before) || own.length > 2 || ORDINAL.test(own)
  if (!/\d/.test(own) && isWord) return text
  if (place === 'raised' && /^\d{1,3}$/.test(own) && NOTED.test(before)) return `[${own}]`
  const [figures, mark] = place === 'raised' ? [RAISED, '^'] : [LOWERED, '_']
  if (/^[\d+−-]+$/.test(own)) return [...own].map((sign) => figures[FIGURES.indexOf(sign)]).join('')
  return /^\p{L}$/u.test(own) ? `${mark}${own}` : `${mark}(${own})`
}
