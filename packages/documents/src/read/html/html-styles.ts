/** What the style sheet inside a page makes bold or strikes through, as word processors export it: ".c1{font-weight:700}". */
import { attribute, type Element, isElement, type Node, textBelow } from './html-tree.ts'

const BOLD = /font-weight\s*:\s*(?:bold|bolder|[6-9]00)/i
const STRUCK = /text-decoration(?:-line)?\s*:[^;}]*\bline-through\b/i
const LONGEST_SHEET_CHARS = 500_000
/** A longer text that is bold is so all over, and says nothing. */
const LONGEST_BOLD_CHARS = 300

export const boldClasses = (sheet: string) => classesWith(sheet, BOLD)
export const struckClasses = (sheet: string) => classesWith(sheet, STRUCK)

/** Class names that a sheet makes so, by selectors of one class such as ".q" or "p.q". */
function classesWith(sheet: string, style: RegExp): Set<string> {
  const found = new Set<string>()
  const rules = sheet.slice(0, LONGEST_SHEET_CHARS).replace(/\/\*[\s\S]*?\*\//g, '')
  for (const [, selectors = '', body = ''] of rules.matchAll(/([^{}]{1,2000})\{([^{}]{0,5000})\}/g)) {
    if (!style.test(body)) continue
    for (const selector of selectors.split(',')) {
      const name = /^\s*(?:span|p|div|font|li|td)?\.([\w-]+)\s*$/.exec(selector)?.[1]
      if (name) found.add(name)
    }
  }
  return found
}

/** By its tag, by its style as word processors write it, or by a class of the page. */
export function isBold(element: Element, classes: ReadonlySet<string>): boolean {
  const { tagName } = element
  if (tagName === 'b' || tagName === 'strong') return true
  const isSpan = tagName === 'span' || tagName === 'font'
  if (isSpan && BOLD.test(attribute(element, 'style'))) return true
  if (!isSpan && tagName !== 'p' && tagName !== 'div') return false
  const isStyled = tagName === 'p' && BOLD.test(attribute(element, 'style'))
  const names = classes.size === 0 ? [] : attribute(element, 'class').split(/\s+/)
  if (!isStyled && !names.some((name) => classes.has(name))) return false
  return isSpan || textBelow(element, LONGEST_BOLD_CHARS).length <= LONGEST_BOLD_CHARS
}

/** Withdrawn by its author. */
export function isStruck(element: Element, classes: ReadonlySet<string>): boolean {
  if (/^(?:del|s|strike)$/.test(element.tagName) || STRUCK.test(attribute(element, 'style'))) return true
  return (
    classes.size > 0 &&
    attribute(element, 'class')
      .split(/\s+/)
      .some((name) => classes.has(name))
  )
}

/** The text of a page's own style sheets. */
export function sheetOf(node: Node): string {
  if (!isElement(node) || node.tagName !== 'style') return ''
  const [content] = node.childNodes
  return content && 'value' in content ? content.value : ''
}
