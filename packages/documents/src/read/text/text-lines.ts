/** A line of plain text, and lines that only divide. */

/** A line at least this wide was broken for its width, so that the next goes on with it. */
export const WRAPPED_WIDTH = 50
const LONG_RULE_CHARS = 20

export interface Line {
  readonly text: string
  readonly indent: number
}

export function toLine(raw: string): Line {
  const clean = raw.replace(/\t/g, '        ')
  const text = withoutStars(clean.trim())
  return { text, indent: text ? clean.length - clean.trimStart().length : 0 }
}

// Rule (off: text): "**Q: Is it free?**": bold as Markdown writes it, in a text that is otherwise none.
function withoutStars(text: string): string {
  return /^\*\*\S|\S\*\*$/.test(text) ? text.replace(/^\*\*(?=\S)|(?<=\S)\*\*$/g, '') : text
}

export const isRule = (text: string) => /^[-=_*~#·.\s]{3,}$/.test(text)

/** Across the page, above a heading or between entries. */
export const isLongRule = (text: string) => isRule(text) && text.length >= LONG_RULE_CHARS
