/** The parsed tree of a page and queries on it: attributes, styles, descendants, the amount of text, links and controls. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, parseFragment } from 'parse5'
import { LONGEST_QUESTION_CHARS } from '../../document/question-marks.ts'
import { Unreadable } from '../../unreadable.ts'

export type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

/** Browsers stop nesting at 512. For each tag the parser searches its stack of open elements, and the tree is read recursively. */
const DEEPEST = 1000
const MOST_LOOKED_AT = 20_000

export function parseHtml(source: string, isPage: boolean): Node {
  let depth = 0
  const treeAdapter = {
    ...defaultTreeAdapter,
    onItemPush() {
      if (++depth > DEEPEST) throw new Unreadable(`The page is nested more than ${DEEPEST} levels deep.`)
    },
    onItemPop() {
      depth--
    },
  }
  return isPage ? parse(source, { treeAdapter }) : parseFragment(source, { treeAdapter })
}

export function attribute(element: Element, name: string): string {
  return element.attrs.find((each) => each.name === name)?.value ?? ''
}

export function isElement(node: Node | null | undefined): node is Element {
  return !!node && 'tagName' in node
}

/** The text of a text node; empty for any other node. */
export const textOf = (node: Node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')

export const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : [])

/** Elements whose text is never displayed as content. */
const NEVER_TEXT =
  /^(?:script|style|template|noscript|head|svg|annotation|annotation-xml|iframe|object|embed|canvas|audio|video|input|select|textarea|option|datalist|map|link|meta)$/

export const isNeverText = (element: Element) => NEVER_TEXT.test(element.tagName) || isDecoration(element)

// Rule (off: false): web pages with icon fonts, whose icons are words in the source ("expand_more"), and with formulas repeated only for display.
function isDecoration(element: Element): boolean {
  const isIcon = /(?:^|\s)material-(?:icons|symbols)/.test(attribute(element, 'class'))
  return /^(?:i|span|em|b)$/.test(element.tagName) && (isIcon || attribute(element, 'aria-hidden') === 'true')
}

/** The elements below a node, in document order. */
export function* elementsBelow(root: Node): Generator<Element> {
  const waiting = childrenOf(root).toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isElement(node)) yield node
    for (const child of childrenOf(node).toReversed()) waiting.push(child)
  }
}

/** The first elements below a node; the limit bounds the time for a very large node. */
export const elementsNear = (root: Node) => elementsBelow(root).take(MOST_LOOKED_AT)

const INLINE = /^(?:a|abbr|b|bdi|code|em|i|mark|small|span|strong|sub|sup|u)$/

/** The displayed text of a node and its descendants, with blanks collapsed. */
export function textBelow(root: Node): string {
  const textIn = (node: Node): string => {
    if (!isElement(node)) return textOf(node)
    const inner = isNeverText(node) ? '' : node.childNodes.map(textIn).join('')
    return INLINE.test(node.tagName) ? inner : ` ${inner}`
  }
  return textIn(root).replace(/\s+/g, ' ').trim()
}

/** `proseChars` counts text outside links, headings and controls (buttons and form fields); `titles` counts h1 elements. */
const NOTHING = { chars: 0, linkedChars: 0, headingChars: 0, proseChars: 0, links: 0, titles: 0, controls: 0 }

type Measure = Readonly<typeof NOTHING>

const COUNTS = Object.keys(NOTHING) as (keyof Measure)[]
const measures = new WeakMap<Node, Measure>()

/** Counts the contents of a node. The result is cached: measuring nested nodes again would cost their depth each time. */
export function measure(node: Node): Measure {
  const known = measures.get(node)
  if (known) return known
  const chars = textOf(node).trim().length
  const sum = { ...NOTHING, chars, proseChars: chars }
  if (isElement(node)) {
    const parts = isNeverText(node) ? [] : node.childNodes.map(measure)
    for (const part of parts) for (const key of COUNTS) sum[key] += part[key]
    const [isLink, isHeading, isOperated] = [node.tagName === 'a', isHeadingTag(node), isControl(node)]
    if (isLink) sum.linkedChars = sum.chars
    if (isHeading) sum.headingChars = sum.chars
    if (isLink || isHeading || isOperated) sum.proseChars = 0
    sum.links += Number(isLink)
    sum.titles += Number(node.tagName === 'h1')
    sum.controls += Number(isOperated)
  }
  measures.set(node, sum)
  return sum
}

export const isHeadingTag = ({ nodeName }: Node) => /^h[1-6]$/.test(nodeName)

function isControl(element: Element): boolean {
  const { tagName } = element
  if (tagName === 'input') return attribute(element, 'type').toLowerCase() !== 'hidden'
  if (tagName === 'a') return /(?:^|[\s_-])(?:btn|button)(?:$|[\s_-])/i.test(attribute(element, 'class'))
  return /^(?:button|select|textarea)$/.test(tagName) || attribute(element, 'role') === 'button'
}

export function isWithin(element: Element, tags: RegExp): boolean {
  const { parentNode } = element
  return isElement(parentNode) && (tags.test(parentNode.tagName) || isWithin(parentNode, tags))
}

const BOLD = /font-weight\s*:\s*(?:bold|bolder|[6-9]00)/i
const STRUCK = /text-decoration(?:-line)?\s*:[^;}]*\bline-through\b/i
const LONGEST_SHEET_CHARS = 500_000
const LONGEST_BODY_CHARS = 5000

/** Detects bold and struck-through elements by tag, inline style or a class of the page's own style sheet, as word processors export them. */
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
    /** Whether the author deleted the text. */
    isStruck: (element: Element) => /^(?:del|s|strike)$/.test(element.tagName) || hasStruck(element),
  }
}

/** The names of classes to which a style sheet gives a style, by selectors of one class such as ".q" or "p.q". */
function classesWith(sheet: string, style: RegExp): Set<string> {
  // Split at braces: embedded fonts make a sheet hundreds of thousands of characters long, on which a regular expression takes seconds.
  const names = sheet.split('}').flatMap((rule) => {
    const [body = '', selectors = ''] = rule.split('{').reverse()
    if (body.length > LONGEST_BODY_CHARS || !style.test(body)) return []
    return selectors
      .split(',')
      .map((selector) => /^\s*(?:span|p|div|font|li|td)?\.([\w-]+)\s*$/.exec(selector)?.[1] ?? '')
  })
  return new Set(names.filter(Boolean))
}
