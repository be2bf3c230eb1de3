/**
 * HTML into blocks. The tree is walked with a stack of our own: a page nested 10,000 levels deep is read like any other.
 */
import { defaultTreeAdapter, parse, parseFragment } from 'parse5'
import {
  type BlockKind,
  createDocumentBuilder,
  type DocumentBuilder,
  type ReadDocument,
} from '../../document/document.ts'
import { createInline } from '../../document/inline-text.ts'
import { createLeftOut, type LeftOut, STRUCK_OUT } from '../../document/left-out.ts'
import { withNumberedHeadings } from '../../document/numbered-names.ts'
import { writeRows } from '../../document/table-rows.ts'
import { Unreadable } from '../../unreadable.ts'
import { isComment } from './html-comments.ts'
import { createFootnotes } from './html-footnotes.ts'
import { isFurniture } from './html-furniture.ts'
import { findMain, type MainContent } from './html-main.ts'
import { createStyles, type Styles } from './html-styles.ts'
import { addCell, endRow, newTable, type Table } from './html-tables.ts'
import { attribute, type Element, isElement, isNeverText, type Node, scan, textBelow } from './html-tree.ts'
import { linkedQuestions } from './linked-data.ts'
import { answerBox, isQuestionBox, type PageIds, targetOf } from './question-box.ts'

const DEEPEST = 25_000

const BLOCK_TAGS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul caption button'.split(
    ' ',
  ),
)

export function readHtml(source: string, format: 'HTML' | 'DOCX' = 'HTML'): ReadDocument {
  const builder = createDocumentBuilder(format)
  addHtml(builder, source, format === 'HTML')
  return withNumberedHeadings(builder.finish())
}

/** The plain text of a piece of HTML; what is struck through in it goes to `struck`. */
export function htmlText(source: string, struck?: LeftOut): string {
  const builder = createDocumentBuilder('HTML')
  addHtml(builder, source, false, struck)
  return builder.finish().text
}

/** Adds a page's content, or with `isPage` false all of a fragment, to a document; what is struck through is warned of, or told `struck`. */
export function addHtml(builder: DocumentBuilder, source: string, isPage: boolean, struck?: LeftOut): void {
  const struckHere = createLeftOut()
  const treeAdapter = boundedAdapter()
  const root = isPage ? parse(source, { treeAdapter }) : parseFragment(source, { treeAdapter })
  const { ids, styles } = lookOver(root)
  const main = isPage ? findMain(root) : { root, isBeside: () => false }
  const leftOut = createLeftOut()
  const comments = createLeftOut()
  walk(builder, main, ids, styles, { isPage, leftOut, comments, struckOut: struck ?? struckHere })
  if (isPage) addLinkedQuestions(builder, root)
  leftOut.warn(builder, 'Left out as page furniture (navigation, footers and the like)')
  comments.warn(builder, 'Left out as comments on the document')
  struckHere.warn(builder, STRUCK_OUT)
}

/** Those that the page does not show as well. A page that shows most of them words the others anew. */
function addLinkedQuestions(builder: DocumentBuilder, root: Node): void {
  const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
  const questions = linkedQuestions(root)
  const shown = questions.length > 0 ? squeezed(builder.finish().text) : ''
  const hidden = questions.filter(({ question }) => !shown.includes(squeezed(htmlText(question))))
  if (hidden.length * 2 < questions.length) return
  for (const each of hidden) {
    const cells = [htmlText(each.question), htmlText(each.answer)]
    if (cells.every(Boolean)) builder.add('row', cells.join('\n'), { cells, columns: ['question', 'answer'] })
  }
}

/** One look over a whole page before it is read. */
function lookOver(root: Node): { ids: PageIds; styles: Styles } {
  const ids = new Map<string, Element>()
  const sheets: Element[] = []
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const id = isElement(node) ? attribute(node, 'id') : ''
    if (id && !ids.has(id)) ids.set(id, node as Element)
    if (node.nodeName === 'style') sheets.push(node as Element)
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i]!)
  }
  return { ids, styles: createStyles(sheets) }
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

interface Walking {
  readonly isPage: boolean
  readonly leftOut: LeftOut
  readonly comments: LeftOut
  readonly struckOut: LeftOut
}

function walk(
  builder: DocumentBuilder,
  { root, isBeside }: MainContent,
  ids: PageIds,
  { isBold, isStruck }: Styles,
  { isPage, leftOut, comments, struckOut }: Walking,
): void {
  const inline = createInline()
  const footnotes = createFootnotes(ids)
  const lists: { ordered: boolean; count: number }[] = []
  const tables: Table[] = []
  /** What is open; of a definition list, also the lists inside it that are still to be read. */
  const groups: { id: number; inner?: Node[] }[] = []
  const langs: string[] = []
  /** What the text gathered so far will become. */
  let kind: BlockKind = 'paragraph'
  let level = 0
  let cell: { readonly texts: string[]; isBold: boolean } | undefined
  let bullet = ''
  const questionBoxes = new Set<Element>()
  const isBlock = (element: Element) => BLOCK_TAGS.has(element.tagName) || questionBoxes.has(element)

  function flush(): void {
    const { text, boldChars } = inline.take()
    if (!text) return
    if (cell) {
      cell.texts.push(text)
      cell.isBold &&= boldChars >= text.length
    } else {
      const group = groups.at(-1)?.id
      const lang = langs.at(-1)
      const isHeading = kind === 'heading'
      const mark = kind === 'item' ? bullet : ''
      builder.add(kind, isHeading ? withoutSigns(text) : mark + text, {
        ...(isHeading && { level }),
        ...(!isHeading && boldChars > 0 && { boldChars: mark.length + boldChars }),
        ...(group !== undefined && { group }),
        ...(lang !== undefined && { lang }),
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
    if (tagName === 'a') {
      inline.openLink(attribute(element, 'href'))
      footnotes.see(element)
    }
    if (isBold(element)) inline.bold(1)
    if (tagName === 'sup' || tagName === 'sub') inline.openScript()
    if (isPage && !cell && kind !== 'heading' && isQuestionBox(element, ids)) questionBoxes.add(element)
    if (!isBlock(element)) return
    flush()
    if (hasOwnLang(element)) langs.push(attribute(element, 'lang'))
    if (/^h[1-6]$/.test(tagName) && !cell) {
      kind = 'heading'
      level = attribute(element, 'class') === 'document-title' ? 0 : Number(tagName[1])
    } else if (ariaLevel(element) > 0 && !cell) {
      kind = 'heading'
      level = ariaLevel(element)
    } else if (questionBoxes.has(element) || (tagName === 'button' && kind !== 'heading')) {
      kind = 'heading'
      level = levelOver(targetOf(element, ids) ?? answerBox(element))
    } else if (tagName === 'summary') startSummary(element)
    else if (tagName === 'dt') kind = 'term'
    else if (tagName === 'dd') kind = 'definition'
    else if (tagName === 'pre') inline.preformatted(1)
    else if (tagName === 'ul' || tagName === 'ol')
      lists.push({ ordered: tagName === 'ol', count: startOf(element) })
    else if (tagName === 'li') startItem(footnotes.markOf(element))
    else if (tagName === 'details') groups.push({ id: builder.newGroup() })
    else if (tagName === 'dl') groups.push({ id: builder.newGroup(), inner: [] })
    else if (tagName === 'table') tables.push(newTable(element))
    else if (tagName === 'td' || tagName === 'th') startCell()
  }

  /** What opens a group of further <details> is their heading. */
  function startSummary({ parentNode }: Element): void {
    const isGroup =
      !!parentNode && isElement(parentNode) && scan(parentNode, (node) => node.nodeName === 'details')
    kind = isGroup ? 'heading' : 'summary'
    level = 6
  }

  function startItem(note: string): void {
    const list = lists.at(-1)
    if (list && !note) list.count++
    bullet = note || (list?.ordered ? `${list.count}. ` : '- ')
    if (cell) bullet = ''
    else kind = 'item'
  }

  function startCell(): void {
    if (tables.at(-1)?.isData) cell = { texts: [], isBold: true }
  }

  function leave(element: Element): void {
    const { tagName } = element
    if (tagName === 'a') inline.closeLink(kind !== 'heading' && kind !== 'summary' && kind !== 'term')
    if (isBold(element)) inline.bold(-1)
    if (tagName === 'sup' || tagName === 'sub') inline.closeScript(tagName === 'sup' ? 'raised' : 'lowered')
    if (!isBlock(element)) return
    if (tagName === 'pre') {
      const { text } = inline.take()
      inline.preformatted(-1)
      if (text && !cell) builder.add('code', text)
      else if (text) cell?.texts.push(text)
    }
    flush()
    if (hasOwnLang(element)) langs.pop()
    if (
      /^(?:h[1-6]|summary|dt|dd|li|button)$/.test(tagName) ||
      questionBoxes.has(element) ||
      ariaLevel(element) > 0
    )
      kind = 'paragraph'
    if (tagName === 'ul' || tagName === 'ol') lists.pop()
    else if (tagName === 'details' || tagName === 'dl') groups.pop()
    else if (tagName === 'td' || tagName === 'th') endCell(element)
    else if (tagName === 'tr') endRow(tables.at(-1))
    else if (tagName === 'table') endTable()
    if (tables.length === 0)
      for (const note of footnotes.take().reverse()) waiting.push({ node: note, leaving: false })
  }

  function endCell(element: Element): void {
    const table = tables.at(-1)
    if (!cell || !table) return
    addCell(table, element, cell.texts.join('\n'), cell.isBold)
    cell = undefined
  }

  function endTable(): void {
    for (const { text, cells, columns } of writeRows(tables.pop()?.rows ?? []))
      builder.add('row', text, { cells, columns })
  }

  // Rule (off: false): a list inside a definition is read at its term's end, so that what stands below the list stays with the term.
  function isPutOff(next: (typeof waiting)[number]): boolean {
    const { node, leaving, hasWaited } = next
    const inner = groups.at(-1)?.inner
    if (!inner || cell) return false
    if (node.nodeName === 'dl' && !leaving && !hasWaited) return inner.push(node) > 0
    // A heading is inside a definition only where the end of the list was forgotten.
    const ends = leaving ? /^dl$/ : /^(?:dt|h[1-6])$/
    if (inner.length === 0 || !ends.test(node.nodeName)) return false
    waiting.push(next)
    for (const list of inner.splice(0).reverse())
      waiting.push({ node: list, leaving: false, hasWaited: true })
    return true
  }

  const waiting: { node: Node; leaving: boolean; hasWaited?: boolean }[] = [{ node: root, leaving: false }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, leaving } = next
    if (isPutOff(next)) continue
    if (leaving) {
      leave(node as Element)
      continue
    }
    if (node.nodeName === '#text' && 'value' in node) inline.text(node.value)
    if (isElement(node)) {
      if (isNeverText(node) || footnotes.isDone(node)) continue
      if (isPage && node !== root && (isBeside(node) || isFurniture(node, ids))) {
        leftOut.add(textBelow(node, Number.POSITIVE_INFINITY))
        continue
      }
      if (isPage && isComment(node)) {
        // A mark in the text says nothing.
        if (node.tagName !== 'a') comments.add(textBelow(node, Number.POSITIVE_INFINITY))
        continue
      }
      if (isStruck(node)) {
        struckOut.add(textBelow(node, Number.POSITIVE_INFINITY))
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
}

// Rule (off: text): headings end in a sign that links to themselves, or in the "+" that opens them.
function withoutSigns(text: string): string {
  return text.replace(/\s*[¶#]$|\s+[+−×✕▼▾▸►⌄›»]$|^[+−▼▾▸►›»]\s+/gu, '')
}

/** Below every heading, above a line that is merely bold. */
const OPENED_LEVEL = 6.5

/** What is opened may have headings of its own, which stand below the title. */
function levelOver(box: Node | undefined): number {
  let level = OPENED_LEVEL
  if (!box || !isElement(box)) return level
  scan(box, ({ nodeName }) => {
    if (/^h[1-6]$/.test(nodeName)) level = Math.min(level, Number(nodeName[1]) - 0.5)
    return false
  })
  return level
}

/** Of a block that is a heading by its role only; 0 for any other. */
function ariaLevel(element: Element): number {
  if (attribute(element, 'role').toLowerCase() !== 'heading') return 0
  return Math.min(6, Number.parseInt(attribute(element, 'aria-level'), 10) || 2)
}

const hasOwnLang = (element: Element) =>
  attribute(element, 'lang') !== '' && !/^(?:html|body|main)$/.test(element.tagName)

function startOf(list: Element): number {
  const start = Number.parseInt(attribute(list, 'start'), 10)
  return Number.isFinite(start) ? start - 1 : 0
}
