/** What the styles of a Word document mean: headings, also those of a company's own making, hidden text, bold. */
import { attributeOf } from '../../read-xml.ts'
import { isOn, takeApart, valOf } from './docx-xml.ts'

export interface DocxStyles {
  /** 1 to 9, 0 for the document's title; undefined for a style that makes no heading. */
  headingLevel(styleId: string): number | undefined
  /** A line of a table of contents, or the word over it. */
  isContents(styleId: string): boolean
  isHidden(styleId: string): boolean
  isStruck(styleId: string): boolean
  isBold(styleId: string): boolean
}

interface Style {
  name: string
  basedOn?: string
  /** 0 to 8; 9 is body text. */
  outline?: number
  hidden?: boolean
  struck?: boolean
  bold?: boolean
}

/** A style is based on a few others at most; a circle must end. */
const MOST_BASES = 30
const HEADING_NAME =
  /^(?:heading|überschrift|titre|título|titolo|标题|標題|見出し|제목|заголовок|kop|nagłówek|nadpis|rubrik|overskrift)\s*([1-9])$/iu
/** Names whose own base must not make them headings. */
const NO_HEADING = /^(?:toc heading|subtitle|toc \d|normal)$/i

const CONTENTS = /^(?:toc|contents|inhaltsverzeichnis|目录|目次)\s*(?:\d|heading)$/iu
/** Bold, but no more than that. */
const NO_QUESTION = /caption|quote|emphasis|reference|header|footer|table|toc|beschriftung|zitat/i

export function readStyles(xml: string): DocxStyles {
  const styles = parse(xml)
  /** The first answer along the styles it is based on. */
  function ask<T>(styleId: string, question: (style: Style) => T | undefined): T | undefined {
    let style = styles.get(styleId)
    for (let i = 0; style && i < MOST_BASES; i++) {
      const answer = question(style)
      if (answer !== undefined) return answer
      style = style.basedOn === undefined ? undefined : styles.get(style.basedOn)
    }
    return undefined
  }
  return {
    headingLevel(styleId) {
      const level = ask(styleId, ({ name, outline }) => {
        if (NO_HEADING.test(name)) return -1
        if (outline !== undefined) return outline < 9 ? outline + 1 : -1
        if (/^title$/i.test(name)) return 0
        const numbered = HEADING_NAME.exec(name)?.[1]
        return numbered === undefined ? undefined : Number(numbered)
      })
      return level === undefined || level < 0 ? undefined : level
    },
    isContents: (styleId) => CONTENTS.test(styles.get(styleId)?.name ?? ''),
    isHidden: (styleId) => ask(styleId, ({ hidden }) => hidden) ?? false,
    isStruck: (styleId) => ask(styleId, ({ struck }) => struck) ?? false,
    isBold: (styleId) => ask(styleId, ({ name, bold }) => (NO_QUESTION.test(name) ? false : bold)) ?? false,
  }
}

function parse(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>()
  let style: Style | undefined
  for (const token of takeApart(xml).tokens) {
    const { name, kind, attributes } = token
    if (name === 'w:style') {
      style = undefined
      const id = attributeOf(attributes, 'styleId')
      if (kind !== 'open' || id === undefined) continue
      style = { name: '' }
      styles.set(id, style)
    } else if (style && kind !== 'close') addProperty(style, token)
    // What a table style says of its parts is not of the text.
    if (name === 'w:tblStylePr') style = undefined
  }
  return styles
}

function addProperty(style: Style, token: Parameters<typeof isOn>[0]): void {
  const value = valOf(token)
  if (token.name === 'w:name') style.name = value ?? ''
  else if (token.name === 'w:basedOn' && value !== undefined) style.basedOn = value
  else if (token.name === 'w:outlineLvl' && value !== undefined) style.outline = Number(value)
  else if (token.name === 'w:vanish') style.hidden = isOn(token)
  else if (token.name === 'w:strike' || token.name === 'w:dstrike') style.struck = isOn(token)
  else if (token.name === 'w:b') style.bold = isOn(token)
}
