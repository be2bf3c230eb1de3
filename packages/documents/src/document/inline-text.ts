/** Gathers the text inside a block: blanks collapse, bold at its beginning is measured, absolute links keep their address. */
import { scriptText } from './script-text.ts'

/** Chinese and Japanese go on without a blank where a line was broken for its width. */
const WRAPPED_CJK =
  /([\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])\n(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])/g

export function createInline() {
  let gathered = ''
  let boldDepth = 0
  let preDepth = 0
  let boldChars = 0
  let isStillBold = true
  /** Nothing yet, or a blank at the end. Kept, since looking at the end of a growing string costs its length each time. */
  let endsBlank = true
  let isAtLineStart = false
  const scripts: number[] = []
  const links: { href: string; from: number }[] = []

  function add(text: string): void {
    if (!text) return
    gathered += text
    if (text.trim()) isAtLineStart = false
    endsBlank = /\s/.test(text.at(-1)!)
    if (boldDepth > 0 && isStillBold) boldChars = gathered.length
    else if (text.trim()) isStillBold = false
  }

  return {
    text(value: string) {
      if (preDepth > 0) return add(value)
      const collapsed = value.replace(WRAPPED_CJK, '$1').replace(/[ \t\n\r\f]+/g, ' ')
      add(endsBlank ? collapsed.trimStart() : collapsed)
    },
    lineBreak() {
      gathered = `${preDepth > 0 ? gathered : gathered.trimEnd()}\n`
      endsBlank = true
      isAtLineStart = gathered.trim() !== ''
    },
    bold(change: 1 | -1) {
      boldDepth += change
    },
    preformatted(change: 1 | -1) {
      preDepth += change
    },
    openScript() {
      scripts.push(gathered.length)
    },
    /** What came since is raised or lowered. */
    closeScript(place: 'raised' | 'lowered') {
      const from = scripts.pop()
      if (from === undefined || from >= gathered.length) return
      const before = gathered.slice(0, from)
      const isBold = boldChars === gathered.length
      gathered = before + scriptText(gathered.slice(from), place, before.slice(-20))
      boldChars = isBold ? gathered.length : Math.min(boldChars, gathered.length)
      endsBlank = /\s/.test(gathered.at(-1) ?? ' ')
    },
    openLink(href: string) {
      links.push({ href, from: gathered.length })
    },
    closeLink(withAddress: boolean) {
      const link = links.pop()
      if (!link || !withAddress) return
      const shown = gathered.slice(link.from).trim()
      const address = /^https?:\/\//i.test(link.href) ? link.href : /^mailto:([^?]+)/i.exec(link.href)?.[1]
      if (!shown || !address || address.length > 500 || shown.includes(address.replace(/^https?:\/\//i, '')))
        return
      add(` (${address})`)
    },
    /** Whether the last thing was a line break. */
    endsLine: () => isAtLineStart,
    take() {
      const text = gathered.trimEnd().replace(/^[ \t\n]*\n/, '')
      const taken = { text, boldChars: Math.min(text.length, boldChars) }
      gathered = ''
      boldChars = 0
      isStillBold = true
      endsBlank = true
      links.length = 0
      scripts.length = 0
      isAtLineStart = false
      return taken
    },
  }
}
