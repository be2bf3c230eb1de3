/**
 * HTML into blocks. The tree is walked with a stack of our own: a page nested 10,000 levels deep is read like any other.
 */
import { defaultTreeAdapter, parse, parseFragment } from 'parse5'
import { type BlockKind, createDocumentBuilder, type DocumentBuilder, type ReadDocument } from './document.ts'
import {
  attribute,
  type Element,
  isElement,
  isFurniture,
  isNeverText,
  type Node,
  scan,
} from './html-furniture.ts'
import { addCell, newTable, type Table, takeRow } from './html-tables.ts'
import { createInline } from './inline-text.ts'
import { linkedQuestions } from './linked-data.ts'
import { isQuestionBox } from './question-box.ts'
import { rowText } from './row-text.ts'
import { Unreadable } from './unreadable.ts'

const DEEPEST = 25_000

const BLOCK_TAGS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul caption button'.split(
    ' ',
  ),
)

export function readHtml(source: string, format: 'HTML' | 'DOCX' = 'HTML'): ReadDocument {
  const builder = createDocumentBuilder(format)
  addHtml(builder, source, format === 'HTML')
  return builder.finish()
}

/** The plain text of a piece of HTML. */
export function htmlText(source: string): string {
  const builder = createDocumentBuilder('HTML')
  addHtml(builder, source, false)
  return builder.finish().text
}

/** Adds a page's content, or with `isPage` false all of a fragment, to a document. */
export function addHtml(builder: DocumentBuilder, source: string, isPage: boolean): void {
  const treeAdapter = boundedAdapter()
  const root = isPage ? parse(source, { treeAdapter }) : parseFragment(source, { treeAdapter })
  const start = isPage ? mainContent(root) : root
  const isXml = isPage && /^\s*<\?xml\b/i.test(source) && !/<html\b/i.test(source.slice(0, 4000))
  const dropped = walk(builder, start, { isPage, isXml })
  if (isPage) addLinkedQuestions(builder, root)
  if (dropped > 0) {
    builder.warn(
      `Left out as page furniture (navigation, footers and the like): ${dropped} parts of the page.`,
    )
  }
}

/** Those that the page does not show as well. */
function addLinkedQuestions(builder: DocumentBuilder, root: Node): void {
  const squeezed = (text: string) => text.replace(/\s+/g, '').toLowerCase()
  const questions = linkedQuestions(root)
  const shown = questions.length > 0 ? squeezed(builder.finish().text) : ''
  for (const each of questions) {
    const [question, answer] = [htmlText(each.question), htmlText(each.answer)]
    if (!question || !answer || shown.includes(squeezed(question))) continue
    const cells = [question, answer]
    builder.add('row', cells.join('\n'), { cells, columns: ['question', 'answer'] })
  }
}

/** parse5's own tree, which refuses to grow deeper than we go: matching tags against a deep stack costs its depth each time. */
function boundedAdapter(): typeof defaultTreeAdapter {
  const depths = new WeakMap<object, number>()
  const place = (parent: object, child: object) => {
    const depth = (depths.get(parent) ?? 0) + 1
    if (depth > DEEPEST) throw new Unreadable(`The page is nested more than ${DEEPEST} levels deep.`)
    depths.set(child, depth)
  }
  return {
    ...defaultTreeAdapter,
    appendChild(parent, child) {
      place(parent, child)
      defaultTreeAdapter.appendChild(parent, child)
    },
    insertBefore(parent, child, before) {
      place(parent, child)
      defaultTreeAdapter.insertBefore(parent, child, before)
    },
  }
}

/** <main>, or the only <article>, when it holds a real part of the page. */
function mainContent(root: Node): Node {
  const found: Element[] = []
  let body: Element | undefined
  const top =
    'childNodes' in root ? (root.childNodes.find((node) => node.nodeName === 'html') as Element) : undefined
  if (!top) return root
  scan(top, (node) => {
    if (!isElement(node)) return false
    if (node.tagName === 'body') body ??= node
    const isMain = node.tagName === 'main' || attribute(node, 'role') === 'main' || node.tagName === 'article'
    if (isMain) found.push(node)
    return false
  })
  const main = found.find((node) => node.tagName === 'main' || attribute(node, 'role') === 'main')
  const articles = found.filter((node) => node.tagName === 'article')
  const chosen = main ?? (articles.length === 1 ? articles[0] : undefined)
  return chosen && textChars(chosen) > 200 ? chosen : (body ?? top)
}

function textChars(element: Element): number {
  let chars = 0
  scan(element, (node) => {
    if (node.nodeName === '#text' && 'value' in node) chars += node.value.trim().length
    return chars > 1000
  })
  return chars
}

/** In XML every element that is not one of these stands apart from its neighbours. */
const INLINE_TAGS = new Set(
  'a abbr b bdi bdo br cite code dfn em i img kbd mark q ruby rb rt rp s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

function walk(
  builder: DocumentBuilder,
  root: Node,
  { isPage, isXml }: { isPage: boolean; isXml: boolean },
): number {
  const inline = createInline()
  const lists: { ordered: boolean; count: number }[] = []
  const tables: Table[] = []
  const groups: number[] = []
  /** What the text gathered so far will become. */
  let kind: BlockKind = 'paragraph'
  let level = 0
  let cell: string[] | undefined
  let bullet = ''
  let dropped = 0
  const questionBoxes = new Set<Element>()
  const isBlock = (element: Element) =>
    BLOCK_TAGS.has(element.tagName) ||
    questionBoxes.has(element) ||
    (isXml && !INLINE_TAGS.has(element.tagName))

  function flush(): void {
    const { text, boldChars } = inline.take()
    if (!text) return
    if (cell) cell.push(text)
    else {
      const group = groups.at(-1)
      const isHeading = kind === 'heading'
      // Headings often end in a sign that links to themselves.
      builder.add(kind, isHeading ? text.replace(/\s*[¶#]$/u, '') : bullet + text, {
        ...(isHeading && { level }),
        ...(!isHeading && boldChars > 0 && { boldChars: bullet.length + boldChars }),
        ...(group !== undefined && { group }),
      })
    }
    bullet = ''
    if (kind === 'item') kind = 'paragraph'
  }

  function enter(element: Element): void {
    const { tagName } = element
    // Two line breaks are how a paragraph ends where nobody marked one.
    if (tagName === 'br' && inline.endsLine() && kind === 'paragraph' && !cell) flush()
    else if (tagName === 'br') inline.lineBreak()
    if (tagName === 'a') inline.openLink(attribute(element, 'href'))
    if (isBold(element)) inline.bold(1)
    if (isPage && !cell && kind !== 'heading' && isQuestionBox(element)) questionBoxes.add(element)
    if (!isBlock(element)) return
    flush()
    if (/^h[1-6]$/.test(tagName) && !cell) {
      kind = 'heading'
      level = attribute(element, 'class') === 'document-title' ? 0 : Number(tagName[1])
    } else if (questionBoxes.has(element) || (tagName === 'button' && kind !== 'heading')) {
      kind = 'heading'
      level = 7
    } else if (tagName === 'summary') startSummary(element)
    else if (tagName === 'dt' || (isXml && tagName === 'question')) kind = 'term'
    else if (tagName === 'dd' || (isXml && tagName === 'answer')) kind = 'definition'
    else if (tagName === 'pre') inline.preformatted(1)
    else if (tagName === 'ul' || tagName === 'ol')
      lists.push({ ordered: tagName === 'ol', count: startOf(element) })
    else if (tagName === 'li') startItem()
    else if (tagName === 'details' || tagName === 'dl') groups.push(builder.newGroup())
    else if (tagName === 'table') tables.push(newTable(element))
    else if (tagName === 'td' || tagName === 'th') startCell(tagName)
  }

  /** What opens a group of further <details> is their heading. */
  function startSummary({ parentNode }: Element): void {
    const isGroup =
      !!parentNode && isElement(parentNode) && scan(parentNode, (node) => node.nodeName === 'details')
    kind = isGroup ? 'heading' : 'summary'
    level = 6
  }

  function startItem(): void {
    const list = lists.at(-1)
    if (list) list.count++
    bullet = list?.ordered ? `${list.count}. ` : '- '
    if (cell) bullet = ''
    else kind = 'item'
  }

  function startCell(tagName: string): void {
    const table = tables.at(-1)
    if (!table?.isData) return
    cell = []
    if (tagName === 'td') table.allHeads = false
  }

  function leave(element: Element): void {
    const { tagName } = element
    if (tagName === 'a') inline.closeLink(kind !== 'heading' && kind !== 'summary' && kind !== 'term')
    if (isBold(element)) inline.bold(-1)
    if (!isBlock(element)) return
    if (tagName === 'pre') {
      const { text } = inline.take()
      inline.preformatted(-1)
      if (text && !cell) builder.add('code', text)
      else if (text) cell?.push(text)
    }
    flush()
    if (/^(?:h[1-6]|summary|dt|dd|li|button)$/.test(tagName) || questionBoxes.has(element) || isXml)
      kind = 'paragraph'
    if (tagName === 'ul' || tagName === 'ol') lists.pop()
    else if (tagName === 'details' || tagName === 'dl') groups.pop()
    else if (tagName === 'td' || tagName === 'th') endCell(element)
    else if (tagName === 'tr') endRow()
    else if (tagName === 'table') tables.pop()
  }

  function endCell(element: Element): void {
    const table = tables.at(-1)
    if (!cell || !table) return
    addCell(table, element, cell.join('\n'))
    cell = undefined
  }

  function endRow(): void {
    const table = tables.at(-1)
    const cells = table && takeRow(table)
    if (cells) builder.add('row', rowText(table.columns, cells), { cells, columns: table.columns })
  }

  const waiting: { node: Node; leaving: boolean }[] = [{ node: root, leaving: false }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, leaving } = next
    if (leaving) {
      leave(node as Element)
      continue
    }
    if (node.nodeName === '#text' && 'value' in node) inline.text(node.value)
    if (isElement(node)) {
      if (isNeverText(node)) continue
      if (isPage && node !== root && isFurniture(node)) {
        dropped++
        continue
      }
      enter(node)
      waiting.push({ node, leaving: true })
    }
    if ('childNodes' in node) {
      for (let i = node.childNodes.length - 1; i >= 0; i--)
        waiting.push({ node: node.childNodes[i]!, leaving: false })
    }
  }
  flush()
  return dropped
}

/** By its tag, or by its style as word processors write it. */
function isBold(element: Element): boolean {
  if (/^(?:b|strong)$/.test(element.tagName)) return true
  return element.tagName === 'span' && /font-weight\s*:\s*(?:bold|[6-9]00)/i.test(attribute(element, 'style'))
}

function startOf(list: Element): number {
  const start = Number.parseInt(attribute(list, 'start'), 10)
  return Number.isFinite(start) ? start - 1 : 0
}
