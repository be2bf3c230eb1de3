/** Where the content of a page is: in <main>, in its only <article>, or in all of its body. */
import { attribute, type Element, isElement, type Node, scan, textBelow } from './html-tree.ts'

/** A main part with less text than this is an empty frame. */
const SMALLEST_CHARS = 200

export interface MainContent {
  /** Where reading begins. */
  readonly root: Node
  /** Whether an element stands beside the main part. */
  isBeside(element: Element): boolean
}

export function findMain(root: Node): MainContent {
  const mains: Element[] = []
  const articles: Element[] = []
  let body: Element | undefined
  scan(root as Element, (node) => {
    if (!isElement(node)) return false
    if (node.tagName === 'body') body ??= node
    if (node.tagName === 'main' || attribute(node, 'role') === 'main') mains.push(node)
    if (node.tagName === 'article') articles.push(node)
    return false
  })
  const all = body ?? root
  const chosen = mains[0] ?? (articles.length === 1 ? articles[0] : undefined)
  const chars = chosen ? textBelow(chosen, Number.POSITIVE_INFINITY).length : 0
  // An article that holds the smaller part of the text is one part of the page among others.
  const isMost = mains.length > 0 || chars * 2 >= textBelow(all, Number.POSITIVE_INFINITY).length
  if (!chosen || chars <= SMALLEST_CHARS || !isMost) return { root: all, isBeside: () => false }
  const around = new Set<Node>()
  for (let node: Element['parentNode'] = chosen.parentNode; node; ) {
    around.add(node)
    node = 'parentNode' in node ? node.parentNode : null
  }
  const hasTitle = scan(chosen, (node) => node.nodeName === 'h1')
  return {
    root: all,
    isBeside: (element) =>
      element !== chosen &&
      !around.has(element) &&
      !!element.parentNode &&
      around.has(element.parentNode) &&
      (hasTitle || element.tagName !== 'h1'),
  }
}
