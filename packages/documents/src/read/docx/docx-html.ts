/**
 * Converts the body of a Word document to HTML for the HTML reader: headings of any style, lists with the numbers that Word displays,
 * tables, links, bold. Hidden text is left out; notes and text boxes follow the paragraph that they belong to.
 */
import { LONGEST_HEADING_CHARS } from '../../document/document.ts'
import { CONTENTS, type LeaveOut } from '../../document/left-out.ts'
import { LONGEST_QUESTION_CHARS } from '../../document/question-marks.ts'
import type { DocxLists, DocxStyles } from './docx-styles.ts'
import { childOf, elementsIn, escaped, isOn, textOf, valOf, type XmlElement } from './docx-xml.ts'

/** A longer sentence in a heading style is text, not a heading. */
const LONGEST_SENTENCE_CHARS = 80
/** Deleted text, formatting properties, fallback versions of content. A check box is read by its symbol, ruby by its base text. */
const SKIPPED = /^(?:del|moveFrom|[prt]Pr|t[rc]Pr|tblPr|sectPr|rt|rubyPr|sdtPr|fldData|checkbox|Fallback)$/
const SIGNS: Readonly<Record<string, string>> = { tab: '\t', cr: '<br>', noBreakHyphen: '\u2011' }

/** `notes` holds the paragraphs of each note, keyed by the element name and the id of its reference. */
export function docxHtml(
  body: XmlElement,
  styles: DocxStyles,
  countItem: DocxLists,
  notes: ReadonlyMap<string, readonly XmlElement[]>,
  leaveOut: LeaveOut,
): string {
  const waitingNotes: XmlElement[] = []
  const waitingBoxes: XmlElement[] = []
  let noteCount = 0
  /** The style of the current paragraph, and whether the paragraph is too long for a question. */
  let here = { style: '', isLong: false }

  function blocks(node: XmlElement, isInTable: boolean): string {
    return elementsIn(node)
      .map((child) => {
        if (SKIPPED.test(child.name)) return ''
        // An embedded HTML page.
        if (child.name === 'altChunk') return child.attributes.target ?? ''
        if (child.name === 'p') return paragraph(child) + besides(isInTable)
        if (child.name === 'tbl') return table(child) + besides(isInTable)
        return blocks(child, isInTable)
      })
      .join('')
  }

  /** The pending text boxes and, outside tables only, the pending notes: a note is not part of the text of its cell. */
  function besides(isInTable: boolean): string {
    const boxes = waitingBoxes.splice(0).map((box) => blocks(box, isInTable))
    return boxes.concat(isInTable ? [] : waitingNotes.splice(0).map(paragraph)).join('')
  }

  /** Cells of header rows become <th>; a cell merged over several rows is repeated in each of them. */
  function table(node: XmlElement): string {
    const rows = partsOf(node, 'tr').filter((row) => !childOf(row, 'trPr', 'del'))
    const headers = rows.findIndex((row) => !isOn(childOf(row, 'trPr', 'tblHeader')))
    const merged = new Map<number, string>()
    const written = rows.map((row, i) => {
      const tag = i < headers ? 'th' : 'td'
      let column = 0
      const cells = partsOf(row, 'tc').map((cell) => {
        const columns = Number(valOf(childOf(cell, 'tcPr', 'gridSpan'))) || 1
        const merge = childOf(cell, 'tcPr', 'vMerge')
        const above = merge && valOf(merge) !== 'restart' ? merged.get(column) : undefined
        const html = above ?? blocks(cell, true)
        if (merge) merged.set(column, html)
        column += columns
        return `<${tag} colspan="${columns}">${html}</${tag}>`
      })
      return `<tr>${cells.join('')}</tr>`
    })
    return `<table>${written.join('')}</table>`
  }

  function paragraph(node: XmlElement): string {
    const properties = childOf(node, 'pPr')
    const style = valOf(childOf(properties, 'pStyle')) ?? ''
    const text = textOf(node)
    if (styles.isContents(style)) {
      leaveOut(CONTENTS, text)
      return ''
    }
    here = { style, isLong: text.length > LONGEST_QUESTION_CHARS }
    const inner = below(node)
    // Headings and empty paragraphs of a list are counted, too.
    const item = countItem(childOf(properties, 'numPr') ?? styles.numbering(style))
    const outline = valOf(childOf(properties, 'outlineLvl'))
    const level = outline === undefined ? styles.headingLevel(style) : Number(outline) + 1
    if (level >= 0 && level <= 9 && !isText(text)) {
      const tag = `h${Math.max(1, Math.min(6, level))}`
      return `<${tag}${level === 0 ? ' class="document-title"' : ''}>${inner}</${tag}>`
    }
    if (!item) return `<p>${inner}</p>`
    return item.isOrdered ? `<ol start="${item.count}"><li>${inner}</li></ol>` : `<ul><li>${inner}</li></ul>`
  }

  const below = (node: XmlElement): string => elementsIn(node).map(inline).join('')

  function inline(node: XmlElement): string {
    const { name, attributes } = node
    if (name === 't') return escaped(textOf(node))
    if (name === 'r') return run(node)
    if (name === 'hyperlink') {
      const address = [attributes.target ?? '', attributes.anchor].filter((each) => each !== undefined)
      return `<a href="${escaped(address.join('#'))}">${below(node)}</a>`
    }
    if (name === 'br') return /^(?:page|column)$/.test(attributes.type ?? '') ? '' : '<br>'
    if (name === 'txbxContent') waitingBoxes.push(node)
    if (name === 'txbxContent' || SKIPPED.test(name)) return ''
    if (name === 'footnoteReference' || name === 'endnoteReference') return note(node)
    return SIGNS[name] ?? below(node)
  }

  function run(node: XmlElement): string {
    const properties = childOf(node, 'rPr')
    const style = valOf(childOf(properties, 'rStyle')) ?? ''
    const is = (property: string, mayBeStyle = true) =>
      isOn(childOf(properties, property)) ??
      (mayBeStyle && (styles.has(style, property) || styles.has(here.style, property)))
    if (is('vanish')) {
      leaveOut('Left out because the document hides it', textOf(node))
      return ''
    }
    if (is('strike') || is('dstrike')) return `<del>${escaped(textOf(node))}</del>`
    const script = /^su[bp]/.exec(valOf(childOf(properties, 'vertAlign')) ?? '')?.[0]
    const inner = script ? `<${script}>${below(node)}</${script}>` : below(node)
    return is('b', !here.isLong) ? `<b>${inner}</b>` : inner
  }

  function note(reference: XmlElement): string {
    const [first, ...others] = notes.get(`${reference.name} ${reference.attributes.id}`) ?? []
    if (!first) return ''
    const mark = `[${++noteCount}]`
    const marked = { name: 't', attributes: {}, children: [`${mark} `] }
    waitingNotes.push({ ...first, children: [marked, ...first.children] }, ...others)
    return mark
  }

  // A struck-through text may be divided into several runs.
  return (blocks(body, false) + besides(false)).replaceAll('</del><del>', '')
}

/** The rows or cells of a node, including those inside content controls and tracked insertions. */
function partsOf(node: XmlElement, name: string): XmlElement[] {
  return elementsIn(node).flatMap((child) => {
    if (child.name === name) return [child]
    return /^(?:sdt|sdtContent|ins|moveTo|customXml)$/.test(child.name) ? partsOf(child, name) : []
  })
}

function isText(text: string): boolean {
  const isSentence = text.length > LONGEST_SENTENCE_CHARS && /[.;。；]$/u.test(text.trimEnd())
  return text.length > LONGEST_HEADING_CHARS || isSentence
}
