/** What the styles of a Word document mean: headings, also those of a company's own making, hidden text, bold. */
import { childOf, elementsIn, isOn, valOf, type XmlElement } from './docx-xml.ts'

export type DocxStyles = ReturnType<typeof readStyles>

/** A style is based on a few others at most; a circle must end. */
const MOST_BASES = 30
const HEADING_NAME =
  /^(?:heading|überschrift|titre|título|titolo|标题|標題|見出し|제목|заголовок|kop|nagłówek|nadpis|rubrik|overskrift)\s*([1-9])$/iu
/** Names whose own base must not make them headings. */
const NO_HEADING = /^(?:toc heading|subtitle|toc \d|normal)$/i

const CONTENTS = /^(?:toc|contents|inhaltsverzeichnis|目录|目次)\s*(?:\d|heading)$/iu
/** Bold, but no more than that. */
const NO_QUESTION = /caption|quote|emphasis|reference|header|footer|table|toc|beschriftung|zitat/i

export function readStyles(part: XmlElement) {
  const styles = new Map(
    elementsIn(childOf(part, 'w:styles')).map((style) => [style.attributes.styleId, style]),
  )
  const nameOf = (style: XmlElement | undefined) => valOf(childOf(style, 'w:name')) ?? ''
  /** The first answer along the styles it is based on. */
  function ask<T>(styleId: string, question: (style: XmlElement) => T | undefined): T | undefined {
    let style = styles.get(styleId)
    for (let i = 0; style && i < MOST_BASES; i++) {
      const answer = question(style)
      if (answer !== undefined) return answer
      style = styles.get(valOf(childOf(style, 'w:basedOn')))
    }
    return undefined
  }
  const has = (styleId: string, ...properties: string[]) =>
    ask(styleId, (style) =>
      properties.map((name) => isOn(childOf(style, 'w:rPr', name))).find((on) => on !== undefined),
    ) ?? false
  return {
    /** 1 to 9, 0 for the document's title; undefined for a style that makes no heading. */
    headingLevel(styleId: string) {
      const level = ask(styleId, (style) => {
        const name = nameOf(style)
        const outline = valOf(childOf(style, 'w:pPr', 'w:outlineLvl'))
        if (NO_HEADING.test(name)) return -1
        if (outline !== undefined) return Number(outline) < 9 ? Number(outline) + 1 : -1
        if (/^title$/i.test(name)) return 0
        const numbered = HEADING_NAME.exec(name)?.[1]
        return numbered === undefined ? undefined : Number(numbered)
      })
      return level === undefined || level < 0 ? undefined : level
    },
    /** The list that its paragraphs are items of. */
    numbering: (styleId: string) => ask(styleId, (style) => childOf(style, 'w:pPr', 'w:numPr')),
    /** A line of a table of contents, or the word over it. */
    isContents: (styleId: string) => CONTENTS.test(nameOf(styles.get(styleId))),
    isHidden: (styleId: string) => has(styleId, 'w:vanish'),
    isStruck: (styleId: string) => has(styleId, 'w:strike', 'w:dstrike'),
    isBold: (styleId: string) => has(styleId, 'w:b') && !NO_QUESTION.test(nameOf(styles.get(styleId))),
  }
}
