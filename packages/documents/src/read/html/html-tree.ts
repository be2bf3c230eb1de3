/** The tree of a page, and looking around in it: attributes, nodes below an element, how much of its text is links or controls. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, parseFragment } from 'parse5'
import { Unreadable } from '../../unreadable.ts'

export type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

/** Browsers stop nesting at 512. Matching tags against a deep stack costs its depth each time, and the tree is read by recursion. */
const DEEPEST = 1000
const MOST_NODES_LOOKED_AT = 20_000

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
const NEVER_TEXT = new Set(
  'script style template noscript head svg annotation annotation-xml iframe object embed canvas audio video input select textarea option datalist map link meta'.split(
    ' ',
  ),
)

export function isNeverText(element: Element): boolean {
  return NEVER_TEXT.has(element.tagName) || isDecoration(element)
}

// Rule (off: false): icons that are words to a program ("expand_more"), and formulas that are there twice, once to be looked at.
function isDecoration(element: Element): boolean {
  if (!/^(?:i|span|em|b)$/.test(element.tagName)) return false
  return (
    attribute(element, 'aria-hidden') === 'true' ||
    /(?:^|\s)material-(?:icons|symbols)/.test(attribute(element, 'class'))
  )
}

/** The nodes below one, in the order of the page; `enters` says whose children are passed over. */
function* nodesBelow(root: Node, enters: (node: Node) => boolean = () => true): Generator<Node> {
  const waiting = [...childrenOf(root)].reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    const children = enters(node) ? childrenOf(node) : []
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]!)
  }
}

export const elementsBelow = (root: Node) => nodesBelow(root).filter(isElement)

/** The nodes below one; of a very large element those at its beginning, for a look at what is in it. */
export const nodesNear = (node: Node) => nodesBelow(node).take(MOST_NODES_LOOKED_AT)

const INLINE = /^(?:a|abbr|b|bdi|code|em|i|mark|small|span|strong|sub|sup|u)$/

/** The text of a node and below it, blanks collapsed; of a limited one about the first so many characters. */
export function textBelow(root: Node, mostChars = Number.POSITIVE_INFINITY): string {
  const parts = [textOf(root)]
  const isShown = (node: Node) => !isElement(node) || !isNeverText(node)
  const nodes = isShown(root) ? nodesBelow(root, isShown) : []
  let chars = 0
  // A look for some text ends as any other; all text is all of it.
  let left = Number.isFinite(mostChars) ? MOST_NODES_LOOKED_AT : mostChars
  for (const node of nodes) {
    parts.push(isElement(node) && !INLINE.test(node.tagName) ? ' ' : textOf(node))
    chars += textOf(node).trim().length
    if (chars > mostChars || left-- <= 0) break
  }
  return parts.join('').replace(/\s+/g, ' ').trim()
}

const COUNTS = [
  'chars',
  'linkedChars',
  'headingChars',
  /** Neither in links nor in headings nor in controls. */
  'proseChars',
  'links',
  'headings',
  'titles',
  /** Buttons and fields. */
  'controls',
] as const

export type Measure = Record<(typeof COUNTS)[number], number>

const measures = new WeakMap<Element, Measure>()

/** What is in an element. Each is measured once: nested ones would cost their depth each time. */
export function measure(element: Element): Readonly<Measure> {
  const known = measures.get(element)
  if (known) return known
  const sum = Object.fromEntries(COUNTS.map((key) => [key, 0])) as Measure
  for (const node of isNeverText(element) ? [] : element.childNodes) {
    sum.chars += textOf(node).trim().length
    sum.proseChars += textOf(node).trim().length
    if (isElement(node)) for (const key of COUNTS) sum[key] += measure(node)[key]
  }
  const [isLink, isHeading, isOperated] = [element.tagName === 'a', isHeadingTag(element), isControl(element)]
  if (isLink) sum.linkedChars = sum.chars
  if (isHeading) sum.headingChars = sum.chars
  if (isLink || isHeading || isOperated) sum.proseChars = 0
  sum.links += Number(isLink)
  sum.headings += Number(isHeading)
  sum.titles += Number(element.tagName === 'h1')
  sum.controls += Number(isOperated)
  measures.set(element, sum)
  return sum
}

export const isHeadingTag = ({ nodeName }: Node) => /^h[1-6]$/.test(nodeName)

function isControl(element: Element): boolean {
  const { tagName } = element
  if (tagName === 'input') return attribute(element, 'type').toLowerCase() !== 'hidden'
  if (tagName === 'a') return /(?:^|[\s_-])(?:btn|button)(?:$|[\s_-])/i.test(attribute(element, 'class'))
  return /^(?:button|select|textarea)$/.test(tagName) || attribute(element, 'role') === 'button'
}

/** Whether most of the text stands in links, or there is none. */
export function isMostlyLinks(element: Element): boolean {
  const { chars, linkedChars } = measure(element)
  return linkedChars * 2 > chars || chars === 0
}

/** What it stands in, from the innermost on. */
export function* around(element: Element): Generator<Node> {
  for (let node = element.parentNode; node; node = isElement(node) ? node.parentNode : null) yield node
}

export const isWithin = (element: Element, tags: RegExp) =>
  around(element).some(({ nodeName }) => tags.test(nodeName))
