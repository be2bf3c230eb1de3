/** Where the content of a page is: in <main> or the only <article>, and in what stands beside it with something to read. */
import { isFurniture } from './html-furniture.ts'
import {
  attribute,
  type Element,
  isElement,
  isNeverText,
  linkShare,
  measure,
  type Node,
  scan,
  textBelow,
} from './html-tree.ts'
import type { PageIds } from './question-box.ts'

const SMALLEST_CHARS = 200
/** Beside the main part a text must be this long to count, with a heading or without. */
const BESIDE_CHARS = 150
const LONG_CHARS = 400

export interface MainContent {
  /** Where reading begins. */
  readonly root: Node
  /** Whether an element stands beside the main part without being content. */
  isBeside(element: Element): boolean
}

export function findMain(root: Node, ids: PageIds): MainContent {
  const top =
    'childNodes' in root ? (root.childNodes.find((node) => node.nodeName === 'html') as Element) : undefined
  if (!top) return { root, isBeside: () => false }
  const found: Element[] = []
  let body: Element | undefined
  scan(top, (node) => {
    if (!isElement(node)) return false
    if (node.tagName === 'body') body ??= node
    if (isMain(node) || node.tagName === 'article') found.push(node)
    return false
  })
  const all = body ?? top
  const chosen = found.find(isMain) ?? onlyArticle(found, all, ids)
  if (!chosen || textChars(chosen) <= SMALLEST_CHARS) return { root: all, isBeside: () => false }
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
      !isContent(element, hasTitle),
  }
}

const isMain = (node: Element) => node.tagName === 'main' || attribute(node, 'role') === 'main'

/** It is the content where it holds most of what there is to read. */
function onlyArticle(found: readonly Element[], all: Element, ids: PageIds): Element | undefined {
  const [article, ...others] = found.filter((node) => node.tagName === 'article')
  if (!article || others.length > 0) return undefined
  let beside = 0
  const waiting: Node[] = [all]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node === article) continue
    if (node.nodeName === '#text' && 'value' in node) beside += node.value.trim().length
    if (!isElement(node) || isNeverText(node) || (node !== all && isFurniture(node, ids))) continue
    for (const child of node.childNodes) waiting.push(child)
  }
  return textBelow(article, beside * 2 + 10).length >= beside ? article : undefined
}

function isContent(element: Element, hasTitle: boolean): boolean {
  if (element.tagName === 'h1') return !hasTitle
  const found = measure(element)
  const isLong = found.proseChars >= (found.headings > 0 ? BESIDE_CHARS : LONG_CHARS)
  return isLong && linkShare(found) < 0.3
}

function textChars(element: Element): number {
  return textBelow(element, 1000).length
}
