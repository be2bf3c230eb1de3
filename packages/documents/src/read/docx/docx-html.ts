/**
 * The body of a Word document as HTML that the HTML reader takes: headings of any style, lists with the numbers that Word shows, tables,
 * links, bold. Hidden text goes; notes and text boxes stand behind the paragraph that they belong to.
 */
import { LONGEST_HEADING_CHARS } from '../../document/document.ts'
import { CONTENTS, type LeaveOut } from '../../document/left-out.ts'
import { LONGEST_QUESTION_CHARS } from '../../document/question-marks.ts'
import type { DocxLists, DocxStyles } from './docx-styles.ts'
import { childOf, elementsIn, escaped, isOn, textOf, valOf, type XmlElement } from './docx-xml.ts'

/** A longer sentence is text in the style of a heading. */
const LONGEST_SENTENCE_CHARS = 80
/**
 * Deleted text, what says how text looks, and the older of two versions. A box to tick is read by the sign it shows, ruby by the text
 * it stands over.
 */
const SKIPPED =
  /^(?:w:(?:del|moveFrom|[prt]Pr|t[rc]Pr|tblPr|sectPr|rt|rubyPr|sdtPr|fldData)|w14:checkbox|mc:Fallback)$/
const SIGNS: Readonly<Record<string, string>> = { 'w:tab': '\t', 'w:cr': '<br>', 'w:noBreakHyphen': '\u2011' }

export interface DocxParts {
  readonly styles: DocxStyles
  readonly countItem: DocxLists
  /** The paragraphs of each note, by the name and the id of what refers to it. */
  readonly notes: ReadonlyMap<string, readonly XmlElement[]>
  readonly leaveOut: LeaveOut
}

export function docxHtml(body: XmlElement, parts: DocxParts): string {
  const { styles, countItem, leaveOut } = parts
  const notes: XmlElement[] = []
  const boxes: XmlElement[] = []
  let noteCount = 0
  /** The style of the paragraph that is read, and whether it is too long for a question. */
  let here = { style: '', isLong: false }

  function blocks(node: XmlElement, isInTable: boolean): string {
    return elementsIn(node)
      .map((child) => {
        if (SKIPPED.test(child.name)) return ''
        // A page of HTML by itself.
        if (child.name === 'w:altChunk') return child.attributes.target ?? ''
        if (child.name === 'w:p') return paragraph(child) + besides(isInTable)
        if (child.name === 'w:tbl') return table(child) + besides(isInTable)
        return blocks(child, isInTable)
      })
      .join('')
  }

  /** Boxes, and notes outside of tables: in a cell they would make more of it than it says. */
  function besides(isInTable: boolean): string {
    const own = boxes.splice(0).map((box) => blocks(box, isInTable))
    return own.concat(isInTable ? [] : notes.splice(0).map(paragraph)).join('')
  }

  /** With its header rows; a cell merged over several rows stands in each of them. */
  function table(node: XmlElement): string {
    const rows = partsOf(node, 'w:tr').filter((row) => !childOf(row, 'w:trPr', 'w:del'))
    const headers = rows.findIndex((row) => !isOn(childOf(row, 'w:trPr', 'w:tblHeader')))
    const merged = new Map<number, string>()
    const written = rows.map((row, i) => {
      const tag = i < headers ? 'th' : 'td'
      let column = Number(valOf(childOf(row, 'w:trPr', 'w:gridBefore'))) || 0
      const gap = column > 0 ? `<td colspan="${column}"></td>` : ''
      const cells = partsOf(row, 'w:tc').map((cell) => {
        const columns = Number(valOf(childOf(cell, 'w:tcPr', 'w:gridSpan'))) || 1
        const merge = childOf(cell, 'w:tcPr', 'w:vMerge')
        const above = merge && valOf(merge) !== 'restart' ? merged.get(column) : undefined
        const html = above ?? blocks(cell, true)
        if (merge) merged.set(column, html)
        column += columns
        return `<${tag} colspan="${columns}">${html}</${tag}>`
      })
      return `<tr>${gap}${cells.join('')}</tr>`
    })
    return `<table>${written.join('')}</table>`
  }

  function paragraph(node: XmlElement): string {
    const properties = childOf(node, 'w:pPr')
    const style = valOf(childOf(properties, 'w:pStyle')) ?? ''
    const text = textOf(node)
    if (styles.isContents(style)) {
      leaveOut(CONTENTS, text)
      return ''
    }
    here = { style, isLong: text.length > LONGEST_QUESTION_CHARS }
    const inner = below(node)
    // Headings and empty paragraphs count, too.
    const item = countItem(childOf(properties, 'w:numPr') ?? styles.numbering(style))
    const outline = valOf(childOf(properties, 'w:outlineLvl'))
    const level = outline === undefined ? styles.headingLevel(style) : Number(outline) + 1
    if (level === 0 && !isText(text)) return `<h1 class="document-title">${inner}</h1>`
    const tag = `h${Math.min(6, level)}`
    if (level > 0 && level <= 9 && !isText(text)) return `<${tag}>${inner}</${tag}>`
    if (!item) return `<p>${inner}</p>`
    return item.isOrdered ? `<ol start="${item.count}"><li>${inner}</li></ol>` : `<ul><li>${inner}</li></ul>`
  }

  const below = (node: XmlElement): string => elementsIn(node).map(inline).join('')

  function inline(node: XmlElement): string {
    const { name, attributes } = node
    if (SKIPPED.test(name)) return ''
    if (name === 'w:t' || name === 'm:t') return escaped(textOf(node))
    if (name === 'w:r') return run(node)
    if (name === 'w:hyperlink') {
      const address = [attributes.target ?? '', attributes.anchor].filter((each) => each !== undefined)
      return `<a href="${escaped(address.join('#'))}">${below(node)}</a>`
    }
    if (name === 'w:br') return /^(?:page|column)$/.test(attributes.type ?? '') ? '' : '<br>'
    if (name === 'w:txbxContent') {
      boxes.push(node)
      return ''
    }
    if (name === 'w:footnoteReference' || name === 'w:endnoteReference') return note(node)
    return SIGNS[name] ?? below(node)
  }

  function run(node: XmlElement): string {
    const properties = childOf(node, 'w:rPr')
    const style = valOf(childOf(properties, 'w:rStyle')) ?? ''
    const own = (name: string) => isOn(childOf(properties, name))
    const byStyle = (isSo: (styleId: string) => boolean) => isSo(style) || isSo(here.style)
    if (own('w:vanish') ?? byStyle(styles.isHidden)) {
      leaveOut('Left out because the document hides it', textOf(node))
      return ''
    }
    if (own('w:strike') ?? own('w:dstrike') ?? byStyle(styles.isStruck))
      return `<del>${escaped(textOf(node))}</del>`
    const script = /^su[bp]/.exec(valOf(childOf(properties, 'w:vertAlign')) ?? '')?.[0]
    const inner = script ? `<${script}>${below(node)}</${script}>` : below(node)
    return (own('w:b') ?? (!here.isLong && byStyle(styles.isBold))) ? `<b>${inner}</b>` : inner
  }

  function note(reference: XmlElement): string {
    const [first, ...others] = parts.notes.get(`${reference.name} ${reference.attributes.id}`) ?? []
    if (!first) return ''
    const mark = `[${++noteCount}]`
    const marked = { name: 'w:t', attributes: {}, children: [`${mark} `] }
    notes.push({ ...first, children: [marked, ...first.children] }, ...others)
    return mark
  }

  const html = blocks(body, false) + besides(false)
  // One text may be struck through in several runs.
  return html.replaceAll('</del><del>', '')
}

/** Rows or cells, also those that stand in a control or were put in by a tracked change. */
function partsOf(node: XmlElement, name: string): XmlElement[] {
  return elementsIn(node).flatMap((child) => {
    if (child.name === name) return [child]
    return /^w:(?:sdt|sdtContent|ins|moveTo|customXml)$/.test(child.name) ? partsOf(child, name) : []
  })
}

function isText(text: string): boolean {
  const isSentence = text.length > LONGEST_SENTENCE_CHARS && /[.;。；]$/u.test(text.trimEnd())
  return text.length > LONGEST_HEADING_CHARS || isSentence
}
