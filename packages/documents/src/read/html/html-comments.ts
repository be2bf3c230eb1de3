/** Remarks of editors that an export of Google Docs carries along: their marks in the text, and below it what they say. */
import { attribute, type Element, isElement, type Node } from './html-tree.ts'

/** <div><p><a id="cmnt1"> */
const DEEPEST = 3

export function isComment(element: Element): boolean {
  if (element.tagName === 'a') return /^cmnt_ref\d+$/.test(attribute(element, 'id'))
  if (element.tagName !== 'div' && element.tagName !== 'p') return false
  let first: Node | undefined = element
  for (let depth = 0; depth <= DEEPEST && first && isElement(first); depth++) {
    const isNote = first.tagName === 'a' && /^cmnt\d+$/.test(attribute(first, 'id'))
    if (isNote) return attribute(first, 'href').startsWith('#cmnt_ref')
    first = first.childNodes.find((node) => isElement(node) || ('value' in node && node.value.trim() !== ''))
  }
  return false
}
