/** One look over a whole page before it is read: ids, tabs with their panels, and what its style sheet makes bold or strikes through. */
import { boldClasses, sheetOf, struckClasses } from './html-styles.ts'
import { attribute, type Element, isElement, type Node, textBelow } from './html-tree.ts'
import { type PageIds, targetOf } from './question-box.ts'

export interface Page {
  readonly ids: PageIds
  readonly bold: ReadonlySet<string>
  readonly struck: ReadonlySet<string>
  /** Elements that are the title of a panel elsewhere, and the titles by panel. */
  readonly tabs: ReadonlySet<Element>
  readonly titles: ReadonlyMap<Element, string>
}

export function lookOver(root: Node): Page {
  const ids = new Map<string, Element>()
  const candidates: Element[] = []
  let sheet = ''
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isElement(node)) {
      const id = attribute(node, 'id')
      if (id && !ids.has(id)) ids.set(id, node)
      if (isTab(node)) candidates.push(node)
      if (node.tagName === 'style') sheet += `${sheetOf(node)}\n`
    }
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i]!)
  }
  const tabs = new Set<Element>()
  const titles = new Map<Element, string>()
  for (const tab of candidates) {
    const panel = targetOf(tab, ids)
    const title = textBelow(tab, 300)
    if (!panel || !title || titles.has(panel) || !textBelow(panel, 1)) continue
    tabs.add(tab)
    titles.set(panel, title)
  }
  return { ids, bold: boldClasses(sheet), struck: struckClasses(sheet), tabs, titles }
}

function isTab(element: Element): boolean {
  const toggle = attribute(element, 'data-bs-toggle') || attribute(element, 'data-toggle')
  return attribute(element, 'role').toLowerCase() === 'tab' || /^(?:tab|pill)$/i.test(toggle)
}
