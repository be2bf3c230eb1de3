/** Converts HTML into blocks. Markdown and Word documents are converted to HTML first, and read here as fragments instead of web pages. */
import {
  type BlockDetails,
  type BlockKind,
  createDocumentBuilder,
  type DocumentBuilder,
  type ReadDocument,
} from '../../document/document.ts'
import { createInline, linkText, scriptText } from '../../document/inline-text.ts'
import { CONTENTS, type LeaveOut, STRUCK_OUT } from '../../document/left-out.ts'
import { writeRows } from '../../document/table-rows.ts'
import { lettersOf } from '../../document/wrapped-lines.ts'
import { dataQuestions } from '../data/json-records.ts'
import { isFurniture, isTableOfContents } from './html-furniture.ts'
import { isDataTable, tableRows } from './html-tables.ts'
import {
  attribute,
  childrenOf,
  createStyles,
  type Element,
  elementsBelow,
  elementsNear,
  isElement,
  isHeadingTag,
  isNeverText,
  type Node,
  parseHtml,
  textBelow,
  textOf,
} from './html-tree.ts'
import { titleLevel } from './question-box.ts'

const BLOCK_TAGS =
  /^(?:address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|caption|button)$/

/** Template statements (Django, Jinja, Liquid) in the source of a page: removed, except for the text of translation statements. */
const STATEMENT = /\{%-?\s*trans(?:late)?\s+(["'])([^%]*?)\1[^%]*%\}|\{%[^%]*%\}/g

const FURNITURE = 'Left out as page furniture (navigation, footers and the like)'

export function readHtml(source: string): ReadDocument {
  const builder = createDocumentBuilder('HTML')
  addHtml(builder, source, true)
  return builder.finish()
}

/** The plain text of an HTML fragment. */
function htmlText(source: string, leaveOut?: LeaveOut): string {
  const builder = createDocumentBuilder('HTML')
  addHtml(builder, source, false, leaveOut)
  return builder.finish().text
}

const MARKUP =
  /<\/?(?:p|br|div|ul|ol|li|b|strong|em|i|u|a|span|sup|sub|del|s|strike|h[1-6]|table|img)\b[^<>]*>|&(?:nbsp|amp|lt|gt|quot|#\d{1,6});/i
const LINES = /<(?:p|br|div|ul|ol|li|h[1-6]|table)\b/i

/** The text of a table cell or JSON value as displayed, if it is written in HTML; any other text is returned unchanged. */
export function withoutMarkup(text: string, leaveOut?: LeaveOut): string {
  if (!MARKUP.test(text)) return text
  return htmlText(LINES.test(text) ? text : text.replace(/\r?\n/g, '<br>'), leaveOut)
}

interface Place {
  kind: BlockKind
  details: BlockDetails
  /** The enclosing numbered list. */
  list?: { count: number } | undefined
  /** The list marker of the item, until its first text has taken it. */
  item?: { bullet: string }
  cell?: { readonly texts: string[]; isBold: boolean }
  /** Definition lists inside the current definition list that are still to be read. */
  inner?: Element[]
}

const KINDS: Record<string, BlockKind> = { summary: 'summary', dt: 'term', dd: 'definition', li: 'paragraph' }

/** Adds the content of a web page, or with `isPage` false all content of a fragment, to a document. */
export function addHtml(
  builder: DocumentBuilder,
  source: string,
  isPage: boolean,
  leaveOut: LeaveOut = builder.leaveOut,
): void {
  const root = parseHtml(source, isPage)
  const elements = [...elementsBelow(root)]
  const ids = new Map(elements.map((element) => [attribute(element, 'id'), element] as const).reverse())
  ids.delete('')
  const { isBold, isStruck } = createStyles(
    elements.flatMap((each) => (each.tagName === 'style' ? each.childNodes.map(textOf) : [])),
  )
  const inline = createInline()
  let here: Place = { kind: 'paragraph', details: {} }

  read(root)
  flush()
  if (isPage) addLinkedQuestions(builder, elements)

  function read(node: Node): void {
    if (!isElement(node)) {
      const isSource = isPage && !/^(?:code|pre|kbd|samp)$/.test(nameAround(node))
      inline.text(isSource ? textOf(node).replace(STATEMENT, '$2') : textOf(node))
      readBelow(node)
      return
    }
    if (isNeverText(node) || isLeftOut(node) || isPutOff(node)) return
    if (isBold(node)) inline.depth.bold++
    const level = headingLevel(node)
    if (BLOCK_TAGS.test(node.tagName) || level > 0) inside(placeOf(node, level), () => readBlock(node))
    else readInline(node)
    if (isBold(node)) inline.depth.bold--
  }

  function readBelow(node: Node): void {
    for (const child of childrenOf(node)) read(child)
  }

  function readInline(element: Element): void {
    const { tagName } = element
    if (tagName === 'br') {
      // Two line breaks end a paragraph where the source does not mark paragraphs.
      if (inline.endsLine() && here.kind === 'paragraph' && !here.cell) flush()
      else inline.lineBreak()
    } else if (/^(?:a|sup|sub)$/.test(tagName)) {
      inline.open()
      readBelow(element)
      const isName = /^(?:heading|summary|term)$/.test(here.kind)
      inline.close((text, before) => {
        if (tagName !== 'a') return scriptText(text, before, tagName === 'sup' ? 'raised' : 'lowered')
        return isName ? text : linkText(text, attribute(element, 'href'))
      })
    } else readBelow(element)
  }

  function readBlock(element: Element): void {
    if (element.tagName === 'pre') {
      inline.depth.preformatted++
      readBelow(element)
      const { text } = inline.take()
      inline.depth.preformatted--
      if (here.cell && text) here.cell.texts.push(text)
      else builder.add('code', text, here.details)
    } else if (element.tagName === 'table' && !here.cell && isDataTable(element)) {
      for (const caption of element.childNodes) if (caption.nodeName === 'caption') read(caption)
      for (const { kind, text, ...row } of writeRows(tableRows(element, isLeftOut, readCell)))
        builder.add(kind, text, { ...here.details, ...row })
    } else {
      readBelow(element)
      if (element.tagName === 'dl') readInner()
    }
  }

  function readCell(element: Element): { text: string; isBold: boolean } {
    const cell = { texts: [], isBold: true }
    inside({ ...here, cell }, () => read(element))
    return { text: cell.texts.join('\n'), isBold: cell.isBold }
  }

  function inside(place: Place, readIt: () => void): void {
    flush()
    const outer = here
    here = place
    readIt()
    flush()
    here = outer
  }

  function flush(): void {
    const { text, boldChars } = inline.take()
    if (!text) return
    const { kind, details, cell, item } = here
    const bullet = kind === 'paragraph' ? (item?.bullet ?? '') : ''
    if (item) item.bullet = ''
    if (cell) {
      cell.texts.push(text)
      cell.isBold &&= boldChars >= text.length
    } else if (kind === 'heading') builder.add('heading', withoutSigns(text), details)
    else {
      const bold = boldChars > 0 ? bullet.length + boldChars : 0
      builder.add(bullet ? 'item' : kind, bullet + text, { ...details, boldChars: bold })
    }
  }

  function placeOf(element: Element, level: number): Place {
    const { tagName } = element
    const place: Place = { ...here, kind: KINDS[tagName] ?? here.kind, details: { ...here.details } }
    const lang = /^(?:html|body|main)$/.test(tagName) ? '' : attribute(element, 'lang')
    if (lang) place.details = { ...place.details, lang }
    if (level > 0) return { ...place, kind: 'heading', details: { ...place.details, level } }
    if (tagName === 'details' || tagName === 'dl')
      place.details = { ...place.details, group: builder.newGroup(), depth: -1 }
    if (tagName === 'dl') place.inner = []
    if (/^[uo]l$/.test(tagName)) place.details = { ...place.details, depth: (place.details.depth ?? -1) + 1 }
    if (tagName === 'ul') place.list = undefined
    if (tagName === 'ol') place.list = { count: Number.parseInt(attribute(element, 'start'), 10) - 1 || 0 }
    if (tagName === 'li') place.item = { bullet: here.list ? `${++here.list.count}. ` : '- ' }
    return place
  }

  /** The level of an element that is the heading of the text after it; 0 for any other element. */
  function headingLevel(element: Element): number {
    const { tagName } = element
    if (here.cell) return 0
    if (isHeadingTag(element))
      return attribute(element, 'class') === 'document-title' ? 0.5 : Number(tagName[1])
    // A <summary> whose <details> contains further <details> is their heading.
    const isOfGroup = tagName === 'summary' && isElement(element.parentNode)
    if (isOfGroup && elementsNear(element.parentNode!).some(({ tagName }) => tagName === 'details')) return 6
    const mayOpen = here.kind !== 'heading' && (isPage || tagName === 'button')
    return mayOpen ? titleLevel(element, ids) : 0
  }

  function isLeftOut(element: Element): boolean {
    const isMenu = isPage && isFurniture(element, ids)
    const why = isMenu
      ? FURNITURE
      : isTableOfContents(element, ids)
        ? CONTENTS
        : isStruck(element) && STRUCK_OUT
    if (why) leaveOut(why, textBelow(element))
    return why !== false
  }

  // Rule (off: false): pages with nested definition lists: the inner list is read at the end of its term, so that text below it stays with the term.
  function isPutOff(element: Element): boolean {
    if (!here.inner || here.cell) return false
    if (element.tagName === 'dl') return here.inner.push(element) > 0
    // A heading inside a definition means that the end tag of the list is missing.
    if (element.tagName === 'dt' || isHeadingTag(element)) readInner()
    return false
  }

  function readInner(): void {
    for (const list of here.inner?.splice(0) ?? []) inside(placeOf(list, 0), () => readBlock(list))
  }
}

/**
 * Adds the questions that a page provides as data for search engines (JSON-LD) and does not display: pages rendered in the browser have
 * them nowhere else. If the page displays most of them, the others are assumed to be displayed in different words.
 */
function addLinkedQuestions(builder: DocumentBuilder, elements: readonly Element[]): void {
  const questions = elements.flatMap((element) => {
    if (element.tagName !== 'script' || !/ld\+json/i.test(attribute(element, 'type'))) return []
    try {
      return dataQuestions(JSON.parse(element.childNodes.map(textOf).join('')))
    } catch {
      return []
    }
  })
  const shown = questions.length > 0 ? lettersOf(builder.finish().text) : ''
  const hidden = questions
    .map(({ question, answer }) => [htmlText(question), htmlText(answer)] as const)
    .filter(([question]) => !shown.includes(lettersOf(question)))
  if (hidden.length * 2 < questions.length) return
  for (const [question, answer] of hidden) if (question && answer) builder.addPair(question, answer)
}

const nameAround = (node: Node) => ('parentNode' in node ? (node.parentNode?.nodeName ?? '') : '')

// Rule (off: text): web pages whose headings have a permalink sign (¶, #) at the end, or the "+" or arrow of an accordion at either end.
function withoutSigns(text: string): string {
  return text.replace(/\s*[¶#]$|\s+[+−×✕▼▾▸►⌄›»]$|^[+−▼▾▸►›»]\s+/gu, '')
}
