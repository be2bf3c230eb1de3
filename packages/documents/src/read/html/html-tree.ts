/** Looking around in the tree of a page: attributes, nodes below an element, how much of its text is links or controls. */
import type { DefaultTreeAdapterTypes } from 'parse5'

export type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

const MOST_NODES_LOOKED_AT = 20_000

export function attribute(element: Element, name: string): string {
  return element.attrs.find((each) => each.name === name)?.value ?? ''
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

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

/** Visits the nodes below an element, without recursion and up to a bound; stops when told true. */
export function scan(element: Element, visit: (node: Node, parent: Element) => boolean): boolean {
  const waiting: { node: Node; parent: Element }[] = element.childNodes.map((node) => ({
    node,
    parent: element,
  }))
  let looked = 0
  for (let next = waiting.pop(); next && looked++ < MOST_NODES_LOOKED_AT; next = waiting.pop()) {
    const { node, parent } = next
    if (visit(node, parent)) return true
    if (isElement(node)) for (const child of node.childNodes) waiting.push({ node: child, parent: node })
  }
  return false
}

/** The text below a node in reading order, blanks collapsed; at most about `mostChars` of it. */
export function textBelow(root: Node, mostChars: number): string {
  const waiting: Node[] = [root]
  const parts: string[] = []
  let chars = 0
  // A look for some text ends as any other; all text is all of it.
  let left = Number.isFinite(mostChars) ? MOST_NODES_LOOKED_AT : mostChars
  for (let node = waiting.pop(); node && chars <= mostChars && left-- > 0; node = waiting.pop()) {
    if (node.nodeName === '#text' && 'value' in node) {
      parts.push(node.value)
      chars += node.value.trim().length
    }
    if (isElement(node) && isNeverText(node)) continue
    if (!('childNodes' in node)) continue
    if (isElement(node) && !INLINE.test(node.tagName)) parts.push(' ')
    for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i]!)
  }
  return parts.join('').replace(/\s+/g, ' ').trim()
}
const INLINE = /^(?:a|abbr|b|bdi|code|em|i|mark|small|span|strong|sub|sup|u)$/

export interface Measure {
  readonly chars: number
  readonly linkedChars: number
  readonly headingChars: number
  /** Neither in links nor in headings nor in controls. */
  readonly proseChars: number
  readonly links: number
  readonly headings: number
  /** Buttons and fields. */
  readonly controls: number
  readonly hasTitle: boolean
}

const NOTHING: Measure = {
  chars: 0,
  linkedChars: 0,
  headingChars: 0,
  proseChars: 0,
  links: 0,
  headings: 0,
  controls: 0,
  hasTitle: false,
}
const measures = new WeakMap<Element, Measure>()

/** What is in an element. Each is measured once: nested ones would cost their depth each time. */
export function measure(element: Element): Measure {
  const waiting: Element[] = [element]
  for (let next = waiting.at(-1); next; next = waiting.at(-1)) {
    const unknown = next.childNodes.filter(
      (node): node is Element => isElement(node) && !isNeverText(node) && !measures.has(node),
    )
    if (unknown.length > 0 && !measures.has(next)) for (const child of unknown) waiting.push(child)
    else {
      if (!measures.has(next)) measures.set(next, sumOf(next))
      waiting.pop()
    }
  }
  const found = measures.get(element) ?? NOTHING
  return isLink(element) ? { ...found, linkedChars: found.chars, proseChars: 0 } : found
}

function sumOf(element: Element): Measure {
  const sum = { ...NOTHING }
  for (const node of element.childNodes) {
    if (node.nodeName === '#text' && 'value' in node) {
      const chars = node.value.trim().length
      sum.chars += chars
      sum.proseChars += chars
    }
    if (isElement(node)) addTo(sum, node, measures.get(node) ?? NOTHING)
  }
  return sum
}

function addTo(sum: { -readonly [K in keyof Measure]: Measure[K] }, node: Element, inside: Measure): void {
  const [link, heading, control] = [isLink(node), /^h[1-6]$/.test(node.tagName), isControl(node)]
  sum.chars += inside.chars
  sum.linkedChars += link ? inside.chars : inside.linkedChars
  sum.headingChars += heading ? inside.chars : inside.headingChars
  sum.proseChars += link || heading || control ? 0 : inside.proseChars
  sum.links += inside.links + (link ? 1 : 0)
  sum.headings += inside.headings + (heading ? 1 : 0)
  sum.controls += inside.controls + (control ? 1 : 0)
  sum.hasTitle ||= inside.hasTitle || node.tagName === 'h1'
}

const isLink = ({ tagName }: Element) => tagName === 'a'

function isControl(element: Element): boolean {
  const { tagName } = element
  if (tagName === 'input') return attribute(element, 'type').toLowerCase() !== 'hidden'
  if (tagName === 'a') return /(?:^|[\s_-])(?:btn|button)(?:$|[\s_-])/i.test(attribute(element, 'class'))
  return /^(?:button|select|textarea)$/.test(tagName) || attribute(element, 'role') === 'button'
}

/** Share of the text that stands in links; 1 where there is no text. */
export function linkShare({ chars, linkedChars }: Measure): number {
  return chars === 0 ? 1 : linkedChars / chars
}

/** Whether an element stands in one of these. */
export function isWithin(element: Element, tags: RegExp): boolean {
  for (let node = element.parentNode; node && 'tagName' in node; node = node.parentNode)
    if (tags.test(node.tagName)) return true
  return false
}
