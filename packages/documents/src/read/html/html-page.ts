/** One look over a whole page before it is read: its ids, and the classes that its style sheet makes bold or strikes through. */
import { boldClasses, sheetOf, struckClasses } from './html-styles.ts'
import { attribute, type Element, isElement, type Node } from './html-tree.ts'
import type { PageIds } from './question-box.ts'

export interface Page {
  readonly ids: PageIds
  readonly bold: ReadonlySet<string>
  readonly struck: ReadonlySet<string>
}

export function lookOver(root: Node): Page {
  const ids = new Map<string, Element>()
  let sheet = ''
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isElement(node)) {
      const id = attribute(node, 'id')
      if (id && !ids.has(id)) ids.set(id, node)
      if (node.tagName === 'style') sheet += `${sheetOf(node)}\n`
    }
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i]!)
  }
  return { ids, bold: boldClasses(sheet), struck: struckClasses(sheet) }
}
