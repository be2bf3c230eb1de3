/** The meaning of the styles and lists of a Word document: headings (also of custom styles), hidden text, bold, list numbers. */
import { childOf, elementsIn, isOn, valOf, type XmlElement } from './docx-xml.ts'

export type DocxStyles = ReturnType<typeof readStyles>
export type DocxLists = ReturnType<typeof readNumbering>

/** Maximum number of styles in a chain of base styles, so that a circular chain ends. */
const MOST_BASES = 30
const HEADING_NAME =
  /^(?:heading|überschrift|titre|título|titolo|标题|標題|見出し|제목|заголовок|kop|nagłówek|nadpis|rubrik|overskrift)\s*([1-9])$/iu
/** Styles that are not headings even if their base style is one. */
const NO_HEADING = /^(?:toc heading|subtitle|toc \d|normal)$/i

const CONTENTS = /^(?:toc|contents|inhaltsverzeichnis|目录|目次)\s*(?:\d|heading)$/iu
/** Styles whose bold text does not indicate a question. */
const NO_QUESTION = /caption|quote|emphasis|reference|header|footer|table|toc|beschriftung|zitat/i

export function readStyles(part: XmlElement) {
  const styles = new Map(
    elementsIn(childOf(part, 'styles')).map((style) => [style.attributes.styleId, style]),
  )
  const nameOf = (style: XmlElement | undefined) => valOf(childOf(style, 'name')) ?? ''
  /** The first defined answer along the chain of base styles. */
  function ask<T>(styleId: string, question: (style: XmlElement) => T | undefined): T | undefined {
    let style = styles.get(styleId)
    for (let i = 0; style && i < MOST_BASES; i++) {
      const answer = question(style)
      if (answer !== undefined) return answer
      style = styles.get(valOf(childOf(style, 'basedOn')))
    }
    return undefined
  }
  return {
    /** 1 to 9 for a heading, 0 for the title of the document, -1 for any other style. */
    headingLevel(styleId: string): number {
      const level = ask(styleId, (style) => {
        const name = nameOf(style)
        const outline = valOf(childOf(style, 'pPr', 'outlineLvl'))
        if (NO_HEADING.test(name)) return -1
        if (outline !== undefined) return Number(outline) < 9 ? Number(outline) + 1 : -1
        return /^title$/i.test(name) ? 0 : HEADING_NAME.exec(name)?.[1]
      })
      return Number(level ?? -1)
    },
    /** The list that a style assigns its paragraphs to. */
    numbering: (styleId: string) => ask(styleId, (style) => childOf(style, 'pPr', 'numPr')),
    /** Whether a style is for the lines or the title of a table of contents. */
    isContents: (styleId: string) => CONTENTS.test(nameOf(styles.get(styleId))),
    /** Whether a style makes text hidden ("vanish"), struck through, or bold in a way that may indicate a question. */
    has: (styleId: string, property: string) =>
      !(property === 'b' && NO_QUESTION.test(nameOf(styles.get(styleId)))) &&
      (ask(styleId, (style) => isOn(childOf(style, 'rPr', property))) ?? false),
  }
}

const DEEPEST_LEVEL = 8

/**
 * Returns a function that counts one more item of the list that the properties of a paragraph refer to, and undefined if they refer to
 * none. A list continues its count after text between its items.
 */
export function readNumbering(part: XmlElement) {
  const all = elementsIn(childOf(part, 'numbering'))
  const byId = (name: string, id: string) =>
    new Map(all.filter((each) => each.name === name).map((each) => [each.attributes[id], each]))
  const [lists, kinds] = [byId('num', 'numId'), byId('abstractNum', 'abstractNumId')]
  const atLevel = (element: XmlElement | undefined, name: string, level: number) =>
    elementsIn(element).find((each) => each.name === name && Number(each.attributes.ilvl) === level)
  /** The count at each level, by abstract list: lists with the same abstract list continue each other's count. */
  const counts = new Map<string, number[]>()
  const begun = new Set<string>()
  return (properties: XmlElement | undefined) => {
    const id = valOf(childOf(properties, 'numId'))
    const list = lists.get(id)
    if (!list) return undefined
    const level = Math.min(DEEPEST_LEVEL, Number(valOf(childOf(properties, 'ilvl'))) || 0)
    const kind = valOf(childOf(list, 'abstractNumId')) ?? ''
    const own = atLevel(kinds.get(kind), 'lvl', level)
    if (!own || valOf(childOf(own, 'numFmt')) === 'bullet') return { isOrdered: false, count: 0 }
    const counted = counts.get(kind) ?? []
    const anew = valOf(childOf(atLevel(list, 'lvlOverride', level), 'startOverride'))
    const isAnew = anew !== undefined && begun.size < begun.add(`${id} ${level}`).size
    const before = isAnew ? undefined : counted[level]
    const count = before === undefined ? Number(anew ?? valOf(childOf(own, 'start')) ?? 1) : before + 1
    counted[level] = count
    counts.set(kind, counted.slice(0, level + 1))
    return { isOrdered: true, count }
  }
}
