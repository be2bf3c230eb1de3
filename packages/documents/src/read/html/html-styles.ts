/** What is bold or struck through: by its tag, by its style, or by a class of the page's own sheet, as word processors export it. */
import { LONGEST_QUESTION_CHARS } from '../../document/question-marks.ts'
import { attribute, type Element, measure } from './html-tree.ts'

const BOLD = /font-weight\s*:\s*(?:bold|bolder|[6-9]00)/i
const STRUCK = /text-decoration(?:-line)?\s*:[^;}]*\bline-through\b/i
const LONGEST_SHEET_CHARS = 500_000
const LONGEST_BODY_CHARS = 5000

export function createStyles(sheets: readonly string[]) {
  const sheet = sheets.join('\n').slice(0, LONGEST_SHEET_CHARS)
  const hasStyle = (style: RegExp) => {
    const classes = classesWith(sheet, style)
    return (element: Element) =>
      style.test(attribute(element, 'style')) ||
      attribute(element, 'class')
        .split(/\s+/)
        .some((name) => classes.has(name))
  }
  const [hasBold, hasStruck] = [hasStyle(BOLD), hasStyle(STRUCK)]
  return {
    isBold: (element: Element) =>
      /^(?:b|strong)$/.test(element.tagName) ||
      (/^(?:span|font|p|div)$/.test(element.tagName) &&
        hasBold(element) &&
        measure(element).chars <= LONGEST_QUESTION_CHARS),
    /** Withdrawn by its author. */
    isStruck: (element: Element) => /^(?:del|s|strike)$/.test(element.tagName) || hasStruck(element),
  }
}

/** Class names that a sheet makes so, by selectors of one class such as ".q" or "p.q". */
function classesWith(sheet: string, style: RegExp): Set<string> {
  // By its braces: fonts that are written into a sheet are hundreds of thousands of characters, on which a pattern takes seconds.
  const names = sheet.split('}').flatMap((rule) => {
    const [body = '', selectors = ''] = rule.split('{').reverse()
    if (body.length > LONGEST_BODY_CHARS || !style.test(body)) return []
    return selectors
      .split(',')
      .map((selector) => /^\s*(?:span|p|div|font|li|td)?\.([\w-]+)\s*$/.exec(selector)?.[1] ?? '')
  })
  return new Set(names.filter(Boolean))
}
