/**
 * The body of a Word document as HTML that the HTML reader takes: headings of any style, lists with the numbers that Word shows, tables,
 * links, bold. Hidden text goes; notes and text boxes stand behind the paragraph that they belong to.
 */
import { LONGEST_HEADING_CHARS } from '../../document/document.ts'
import { CONTENTS, type LeaveOut } from '../../document/left-out.ts'
import { LONGEST_QUESTION_CHARS } from '../../document/question-marks.ts'
import type { CountItem } from './docx-numbering.ts'
import type { DocxStyles } from './docx-styles.ts'
import { tableHtml } from './docx-tables.ts'
import {
  childOf,
  elementsIn,
  escaped,
  isOn,
  textOf,
  valOf,
  type XmlElement,
  type XmlNode,
} from './docx-xml.ts'

/** A longer sentence is text in the style of a heading. */
const LONGEST_SENTENCE_CHARS = 80
/**
 * Deleted text, what says how text looks, and the older of two versions. A box to tick is read by the sign it shows, ruby by the text
 * it stands over.
 */
const SKIPPED =
  /^(?:w:(?:del|moveFrom|[prt]Pr|t[rc]Pr|tblPr|sectPr|rt|rubyPr|sdtPr|fldData)|w14:checkbox|mc:Fallback)$/
const SIGNS: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:cr': '<br>',
  'w:noBreakHyphen': '\u2011',
  'w:softHyphen': '\u00ad',
}

export interface DocxParts {
  readonly styles: DocxStyles
  readonly countItem: CountItem
  /** The paragraphs of each note, by the name and the id of what refers to it. */
  readonly notes: ReadonlyMap<string, readonly XmlElement[]>
  readonly leaveOut: LeaveOut
}

interface Paragraph {
  readonly style: string
  readonly chars: number
}

export function docxHtml(body: XmlElement, parts: DocxParts): string {
  const { styles, countItem } = parts
  const notes: XmlElement[] = []
  const boxes: XmlElement[] = []
  let noteCount = 0

  function blocks(node: XmlElement, isInTable: boolean): string {
    return elementsIn(node)
      .map((child) => {
        if (SKIPPED.test(child.name)) return ''
        // A page of HTML by itself.
        if (child.name === 'w:altChunk') return child.attributes.target ?? ''
        if (child.name === 'w:p') return paragraph(child) + besides(isInTable)
        if (child.name === 'w:tbl') return tableHtml(child, (cell) => blocks(cell, true)) + besides(isInTable)
        return blocks(child, isInTable)
      })
      .join('')
  }

  /** Boxes, and notes outside of tables: in a cell they would make more of it than it says. */
  function besides(isInTable: boolean): string {
    const own = boxes.splice(0).map((box) => blocks(box, isInTable))
    return own.concat(isInTable ? [] : notes.splice(0).map(paragraph)).join('')
  }

  function paragraph(node: XmlElement): string {
    const properties = childOf(node, 'w:pPr')
    const style = valOf(childOf(properties, 'w:pStyle')) ?? ''
    const text = textOf(node)
    if (styles.isContents(style)) {
      parts.leaveOut(CONTENTS, text)
      return ''
    }
    const inner = below(node, { style, chars: text.length })
    // Headings and empty paragraphs count, too.
    const item = countItem(childOf(properties, 'w:numPr') ?? styles.numbering(style))
    const outline = valOf(childOf(properties, 'w:outlineLvl'))
    const level = outline === undefined ? styles.headingLevel(style) : Number(outline) + 1
    if (level !== undefined && level <= 9 && !isText(text)) {
      if (level === 0) return `<h1 class="document-title">${inner}</h1>`
      const tag = `h${Math.min(6, level)}`
      return `<${tag}>${inner}</${tag}>`
    }
    if (!item) return `<p>${inner}</p>`
    return item.isOrdered ? `<ol start="${item.count}"><li>${inner}</li></ol>` : `<ul><li>${inner}</li></ul>`
  }

  const below = (node: XmlElement, place: Paragraph) =>
    elementsIn(node)
      .map((child) => inline(child, place))
      .join('')

  function inline(node: XmlElement, place: Paragraph): string {
    const { name } = node
    if (SKIPPED.test(name)) return ''
    if (name === 'w:t' || name === 'm:t') return escaped(textOf(node))
    if (name === 'w:r') return run(node, place)
    if (name === 'w:hyperlink') return `<a href="${escaped(addressOf(node))}">${below(node, place)}</a>`
    if (name === 'w:br') return /^(?:page|column)$/.test(node.attributes.type ?? '') ? '' : '<br>'
    if (name === 'w:txbxContent') {
      boxes.push(node)
      return ''
    }
    if (name === 'w:footnoteReference' || name === 'w:endnoteReference') return note(node)
    return SIGNS[name] ?? below(node, place)
  }

  function run(node: XmlElement, place: Paragraph): string {
    const properties = childOf(node, 'w:rPr')
    const style = valOf(childOf(properties, 'w:rStyle')) ?? ''
    const own = (name: string) => isOn(childOf(properties, name))
    const byStyle = (isSo: (styleId: string) => boolean) => isSo(style) || isSo(place.style)
    if (own('w:vanish') ?? byStyle(styles.isHidden)) {
      parts.leaveOut('Left out because the document hides it', textOf(node))
      return ''
    }
    if (own('w:strike') ?? own('w:dstrike') ?? byStyle(styles.isStruck))
      return `<del>${escaped(textOf(node))}</del>`
    const inner = below(node, place)
    const isBold = own('w:b') ?? (place.chars <= LONGEST_QUESTION_CHARS && byStyle(styles.isBold))
    const script = /^su[bp]/.exec(valOf(childOf(properties, 'w:vertAlign')) ?? '')?.[0]
    const placed = script ? `<${script}>${inner}</${script}>` : inner
    return isBold ? `<b>${placed}</b>` : placed
  }

  function note(reference: XmlElement): string {
    const [first, ...others] = parts.notes.get(`${reference.name} ${reference.attributes.id}`) ?? []
    if (!first) return ''
    const mark = `[${++noteCount}]`
    const marked: XmlNode = { name: 'w:t', attributes: {}, children: [`${mark} `] }
    notes.push({ ...first, children: [marked, ...first.children] }, ...others)
    return mark
  }

  const html = blocks(body, false) + besides(false)
  // One text may be struck through in several runs.
  return html.replaceAll('</del><del>', '')
}

const addressOf = ({ attributes: { target = '', anchor } }: XmlElement) =>
  anchor === undefined ? target : `${target}#${anchor}`

function isText(text: string): boolean {
  const isSentence = text.length > LONGEST_SENTENCE_CHARS && /[.;。；]$/u.test(text.trimEnd())
  return text.length > LONGEST_HEADING_CHARS || isSentence
}
