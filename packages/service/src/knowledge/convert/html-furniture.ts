/** What on a web page is not its content: navigation, footers, cookie notices, menus, feedback forms. */
import type { DefaultTreeAdapterTypes } from 'parse5'

export type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

const NEVER_TEXT = new Set(
  'script style template noscript head svg math iframe object embed canvas audio video input select textarea option datalist map link meta'.split(
    ' ',
  ),
)
const FURNITURE_TAGS = new Set(['nav', 'footer', 'aside', 'dialog', 'menu'])
const FURNITURE_ROLES = new Set(
  'navigation banner contentinfo search complementary dialog alertdialog menu menubar toolbar'.split(' '),
)
/** Classes and ids that name furniture whatever is in it, and those that do so only for a bunch of links. */
const SURE_NAMES =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|breadcrumbs?|navbar|skip-?(?:link|nav|to)|pagination|newsletter|subscribe|site-(?:header|footer|nav)|page-footer|feedback|article-votes?|helpful|was-this|share-(?:buttons?|links?)|social-(?:links?|share|media)|back-to-top|print-button)(?:$|[\s_-])/i
const LIKELY_NAMES =
  /(?:^|[\s_-])(?:nav|navigation|menu|sidebar|side-bar|toc|table-of-contents|related|recommended|see-also|share|social|footer|header|topbar|banner|widget|promo|advert|ads?|tags?|meta|byline)(?:$|[\s_-])/i

export function attribute(element: Element, name: string): string {
  return element.attrs.find((each) => each.name === name)?.value ?? ''
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

export function isNeverText(element: Element): boolean {
  return NEVER_TEXT.has(element.tagName)
}

export function isFurniture(element: Element): boolean {
  const { tagName } = element
  if (FURNITURE_TAGS.has(tagName) || FURNITURE_ROLES.has(attribute(element, 'role').toLowerCase()))
    return true
  if (tagName === 'body' || tagName === 'html' || tagName === 'main' || tagName === 'article') return false
  if (tagName === 'button' || attribute(element, 'role') === 'button') return !opensSomething(element)
  const names = `${attribute(element, 'class')} ${attribute(element, 'id')}`
  if (SURE_NAMES.test(names)) return true
  if (tagName === 'header' && !hasHeading(element)) return linkShare(element) > 0.3
  if (LIKELY_NAMES.test(names)) return linkShare(element) > 0.5
  return (tagName === 'ul' || tagName === 'ol') && isTableOfContents(element)
}

/** The button of an accordion is its title, not furniture. */
export function opensSomething(element: Element): boolean {
  return attribute(element, 'aria-expanded') !== '' || attribute(element, 'aria-controls') !== ''
}

const MOST_NODES_LOOKED_AT = 20_000

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

function hasHeading(element: Element): boolean {
  return scan(element, (node) => /^h[1-6]$/.test(node.nodeName))
}

/** Share of the text that stands in links. */
function linkShare(element: Element): number {
  let all = 0
  let linked = 0
  scan(element, (node) => {
    if (node.nodeName === '#text' && 'value' in node) all += node.value.trim().length
    if (node.nodeName === 'a' && isElement(node)) {
      scan(node, (inner) => {
        if (inner.nodeName === '#text' && 'value' in inner) linked += inner.value.trim().length
        return false
      })
    }
    return false
  })
  return all === 0 ? 1 : linked / all
}

/** A list of nothing but links to places on the same page. */
function isTableOfContents(element: Element): boolean {
  let links = 0
  const hasOther = scan(element, (node, parent) => {
    if (node.nodeName === 'a' && isElement(node)) {
      links++
      return !attribute(node, 'href').startsWith('#')
    }
    return node.nodeName === '#text' && 'value' in node && parent.tagName === 'li' && node.value.trim() !== ''
  })
  return links >= 2 && !hasOther
}
