/** The tree of a page, and looking around in it: attributes, styles, nodes below an element, how much of its text is links or controls. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, parseFragment } from 'parse5'
import { LONGEST_QUESTION_CHARS } from '../../document/question-marks.ts'
import { Unreadable } from '../../unreadable.ts'

export type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

/** Browsers stop nesting at 512. Matching tags against a deep stack costs its depth each time, and the tree is read by recursion. */
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

/** The words of a text; empty for any other node. */
export const textOf = (node: Node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')

export const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : [])

/** Text that is in the page but never shown as such. */
const NEVER_TEXT =
  /^(?:script|style|template|noscript|head|svg|annotation|annotation-xml|iframe|object|embed|canvas|audio|video|input|select|textarea|option|datalist|map|link|meta)$/

export const isNeverText = (element: Element) => NEVER_TEXT.test(element.tagName) || isDecoration(element)

// Rule (off: false): icons that are words to a program ("expand_more"), and formulas that are there twice, once to be looked at.
function isDecoration(element: Element): boolean {
  const isIcon = /(?:^|\s)material-(?:icons|symbols)/.test(attribute(element, 'class'))
  return /^(?:i|span|em|b)$/.test(element.tagName) && (isIcon || attribute(element, 'aria-hidden') === 'true')
}

/** The elements below a node, in the order of the page. */
export function* elementsBelow(root: Node): Generator<Element> {
  const waiting = childrenOf(root).toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isElement(node)) yield node
    for (const child of childrenOf(node).toReversed()) waiting.push(child)
  }
}

/** Those at the beginning of a very large node, for a look at what is in it. */
export const elementsNear = (root: Node) => elementsBelow(root).take(MOST_LOOKED_AT)

const INLINE = /^(?:a|abbr|b|bdi|code|em|i|mark|small|span|strong|sub|sup|u)$/

/** The text of a node and below it, blanks collapsed. */
export function textBelow(root: Node): string {
  const textIn = (node: Node): string => {
    if (!isElement(node)) return textOf(node)
    const inner = isNeverText(node) ? '' : node.childNodes.map(textIn).join('')
    return INLINE.test(node.tagName) ? inner : ` ${inner}`
  }
  return textIn(root).replace(/\s+/g, ' ').trim()
}

/** Prose stands neither in links nor in headings nor in controls, which are buttons and fields. */
const NOTHING = { chars: 0, linkedChars: 0, headingChars: 0, proseChars: 0, links: 0, titles: 0, controls: 0 }

type Measure = Readonly<typeof NOTHING>

const COUNTS = Object.keys(NOTHING) as (keyof Measure)[]
const measures = new WeakMap<Node, Measure>()

/** What is in a node. Each is measured once: nested ones would cost their depth each time. */
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

/** What is bold or struck through: by its tag, by its style, or by a class of the page's own sheet, as word processors export it. */
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
