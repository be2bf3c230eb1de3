/**
 * Gathers the text inside a block: blanks collapse, bold at its beginning is measured, absolute links keep their address. Raised and
 * lowered text is written so that no figure changes: 10⁶ is not 106, and the mark of a footnote is no part of a price.
 */
/** Chinese and Japanese go on without a blank where a line was broken for its width. */
const WRAPPED_CJK =
  /([\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])\n(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])/g

const nothingYet = () => ({
  text: '',
  boldChars: 0,
  isStillBold: true,
  /** Nothing yet, or a blank at the end. Kept, since looking at the end of a growing string costs its length each time. */
  endsBlank: true,
  /** The last thing was a line break. */
  endsLine: false,
  /** Where text begins that may be written otherwise once it ends. */
  opened: [] as number[],
})

export function createInline() {
  let here = nothingYet()
  /** How many elements that are bold, or keep their blanks, the text stands in. */
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

/** With the address it leads to, where that is one of its own and not there to be read already. */
export function linkText(text: string, href: string): string {
  const address = /^https?:\/\//i.test(href) ? href : (/^mailto:([^?]+)/i.exec(href)?.[1] ?? '')
  const isShown = !text.trim() || text.includes(address.replace(/^https?:\/\//i, ''))
  return isShown || address.length > LONGEST_ADDRESS_CHARS ? text : `${text.trimEnd()} (${address})`
}

const FIGURES = '0123456789+-−'
export const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻'
export const LOWERED = '₀₁₂₃₄₅₆₇₈₉₊₋₋'
const LONGEST_CHARS = 12
/** 1st, 2ème, 3º: letters that make a number one of a row. */
const ORDINAL = /^(?:st|nd|rd|th|e|er|re|ère|eme|ème|nde?|a|o|ª|º|te|de|ste)$/iu
/** What a footnote stands after: a word, or the end of a sentence or quotation. Units such as m² are shorter. */
const NOTED = /(?:\p{L}{4}|[.,;:!?)\]”’"»])$/u

/** `before` is the text it stands after. */
export function scriptText(text: string, before: string, place: 'raised' | 'lowered'): string {
  const own = text.trim()
  if (own.length > LONGEST_CHARS || /\s|^\[/u.test(own) || !/[\p{L}\p{N}]/u.test(own)) return text
  // Words are words wherever they stand: Vmax, Mme, 1st.
  const isWord = !/\d$/.test(before) || own.length > 2 || ORDINAL.test(own)
  if (!/\d/.test(own) && isWord) return text
  if (place === 'raised' && /^\d{1,3}$/.test(own) && NOTED.test(before)) return `[${own}]`
  const [figures, mark] = place === 'raised' ? [RAISED, '^'] : [LOWERED, '_']
  if (/^[\d+−-]+$/.test(own)) return [...own].map((sign) => figures[FIGURES.indexOf(sign)]).join('')
  return /^\p{L}$/u.test(own) ? `${mark}${own}` : `${mark}(${own})`
}
