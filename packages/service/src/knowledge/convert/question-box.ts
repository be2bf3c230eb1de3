/** Accordions made of plain boxes: an element whose class says that it holds a question, over one that holds the answer. */
import { attribute, type Element, isElement, type Node, scan } from './html-furniture.ts'

const LONGEST_CHARS = 300
const NAMES =
  /(?:^|[\s_-])(?:question|faq[_-]*q|(?:accordion|toggle|collaps(?:e|ible)|faq|panel)[_-]+(?:title|header|heading|head|label|question|trigger|button|btn|toggle|summary|name))(?:$|[\s_-])|[a-z]Question(?:$|[\s_-])/i
const CONTAINERS = /^(?:h[1-6]|ul|ol|dl|table|details|form)$/

export function isQuestionBox(element: Element): boolean {
  if (!NAMES.test(attribute(element, 'class'))) return false
  let chars = 0
  let paragraphs = 0
  const holdsMore = scan(element, (node) => {
    if (node.nodeName === '#text' && 'value' in node) chars += node.value.trim().length
    if (node.nodeName === 'p') paragraphs++
    return CONTAINERS.test(node.nodeName) || chars > LONGEST_CHARS || paragraphs > 1
  })
  return !holdsMore && chars > 0 && isFollowed(element)
}

/** Something stands after it, or after the box around it. */
function isFollowed(element: Element): boolean {
  const { parentNode } = element
  if (!parentNode) return false
  if (lastElement(parentNode.childNodes) !== element) return true
  const above = 'parentNode' in parentNode ? parentNode.parentNode : null
  return !!above && lastElement(above.childNodes) !== parentNode
}

function lastElement(nodes: readonly Node[]): Node | undefined {
  for (let i = nodes.length - 1; i >= 0; i--) if (isElement(nodes[i]!)) return nodes[i]
  return undefined
}
