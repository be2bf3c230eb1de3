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
/** Deleted text, what says how text looks, the older of two versions. A box to tick is read by its sign, ruby by the text it stands over. */
const SKIPPED = /^(?:del|moveFrom|[prt]Pr|t[rc]Pr|tblPr|sectPr|rt|rubyPr|sdtPr|fldData|checkbox|Fallback)$/
const SIGNS: Readonly<Record<string, string>> = { tab: '\t', cr: '<br>', noBreakHyphen: '\u2011' }

/** `notes` holds the paragraphs of each note by the name and the id of what refers to it. */
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
  /** The style of the paragraph that is read, and whether it is too long for a question. */
  let here = { style: '', isLong: false }

  function blocks(node: XmlElement, isInTable: boolean): string {
    return elementsIn(node)
      .map((child) => {
        if (SKIPPED.test(child.name)) return ''
        // A page of HTML by itself.
        if (child.name === 'altChunk') return child.attributes.target ?? ''
        if (child.name === 'p') return paragraph(child) + besides(isInTable)
        if (child.name === 'tbl') return table(child) + besides(isInTable)
        return blocks(child, isInTable)
      })
      .join('')
  }

  /** Boxes, and notes outside of tables: in a cell they would make more of it than it says. */
  function besides(isInTable: boolean): string {
    const boxes = waitingBoxes.splice(0).map((box) => blocks(box, isInTable))
    return boxes.concat(isInTable ? [] : waitingNotes.splice(0).map(paragraph)).join('')
  }

  /** With its header rows; a cell merged over several rows stands in each of them. */
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
    // Headings and empty paragraphs count, too.
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

  // One text may be struck through in several runs.
  return (blocks(body, false) + besides(false)).replaceAll('</del><del>', '')
}

/** Rows or cells, also those that stand in a control or were put in by a tracked change. */
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
