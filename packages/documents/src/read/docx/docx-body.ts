/**
 * Makes the text of a Word document readable for mammoth, which passes over what it does not know: fields, formulas, text boxes
 * without a second version, ruby, text of mixed direction. Hidden text goes, headings of any style become plain headings.
 */
import { chunkMark } from './docx-chunks.ts'
import type { DocxStyles } from './docx-styles.ts'
import { isOn, takeApart, valOf, type XmlToken } from './docx-xml.ts'

/** Style ids that paragraphs get here; the reader maps them to headings. */
export const HEADING_STYLE = 'TandemHeading'
const TEXT_STYLE = 'TandemText'

/** Their tags go, what is in them stays. */
const UNWRAPPED = new Set(['w:fldSimple', 'w:dir', 'w:bdo', 'w:ruby', 'w:rubyBase', 'm:oMathPara'])
/** A box to tick is read by the sign it shows. */
const SKIPPED = new Set(['w:rt', 'w:rubyPr', 'w:fldData', 'w14:checkbox'])
/** Longer than this, or a sentence longer than that, is text in the style of a heading. */
const LONGEST_HEADING_CHARS = 200
const LONGEST_SENTENCE_CHARS = 80
const LONGEST_BOLD_CHARS = 300

interface Paragraph {
  style: string
  outline?: number
  chars: number
  ending: string
}

interface Run {
  readonly paragraph: Paragraph | undefined
  style: string
  hidden?: boolean
  struck?: boolean
  hasBold: boolean
}

export interface PreparedBody {
  readonly xml: string
  /** Texts that the document hides. */
  readonly hidden: readonly string[]
  /** Texts that are struck through. */
  readonly struck: readonly string[]
  /** The lines of a table of contents. */
  readonly contents: readonly string[]
}

export function prepareBody(source: string, styles: DocxStyles): PreparedBody {
  const { tokens, prefix } = takeApart(source)
  const { paragraphs, runs, alternatives } = survey(tokens)
  const w = (tag: string) => `<${tag.replace(/^\/?/, (slash) => `${slash}${prefix}:`)}>`
  const out: string[] = []
  const hidden: string[] = []
  const struck: string[] = []
  const contents: string[] = []
  const open: string[] = []
  const inParagraph: (Paragraph | undefined)[] = []
  /** Of the alternatives around: whether they have a second version, which is the one that will be read. */
  const hasSecond: boolean[] = []
  let drawings = 0
  let boxes = 0

  for (let i = 0; i < tokens.length; i++) {
    const { kind, name, raw } = tokens[i]!
    if (kind === 'text') {
      if (drawings === 0 || boxes > 0) out.push(raw)
    } else if (SKIPPED.has(name)) i = lastOf(i)
    else if (UNWRAPPED.has(name)) continue
    else if (name === 'm:oMath') {
      const end = lastOf(i)
      const text = formulaText(tokens.slice(i, end))
      if (text) out.push(`${w('r')}${w('t xml:space="preserve"')}${text}${w('/t')}${w('/r')}`)
      i = end
    } else if (name === 'mc:AlternateContent') {
      if (kind === 'open') hasSecond.push(alternatives.has(i))
      if (hasSecond.at(-1) === true) out.push(raw)
      if (kind === 'close') hasSecond.pop()
    } else if (name === 'mc:Choice' && hasSecond.at(-1) === false) {
      if (kind === 'close') i = afterChoices(i)
    } else if (name === 'w:drawing' && !hasSecond.includes(true)) {
      if (kind !== 'empty') drawings += kind === 'open' ? 1 : -1
    } else if (drawings > 0 && name === 'w:txbxContent') {
      // A text box inside a drawing is read as one beside it.
      if (kind === 'open') out.push(`${w('pict')}<v:textbox xmlns:v="urn:schemas-microsoft-com:vml">${raw}`)
      else if (kind === 'close') out.push(`${raw}</v:textbox>${w('/pict')}`)
      if (kind !== 'empty') boxes += kind === 'open' ? 1 : -1
    } else if (drawings > 0 && boxes === 0) continue
    else if (name === 'w:r' && kind === 'open') i = startRun(i)
    else if (name === 'w:t' && kind === 'open' && styles.isContents(inParagraph.at(-1)?.style ?? '')) {
      // Its runs stay, since a field may begin or end in them.
      const end = lastOf(i)
      contents.push(textOf(tokens.slice(i, end)))
      i = end
    } else if (name === 'w:altChunk') {
      const id = Object.entries(tokens[i]!.attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      out.push(`${w('p')}${w('r')}${w('t')}${chunkMark(id)}${w('/t')}${w('/r')}${w('/p')}`)
      i = lastOf(i)
    } else if (name === 'w:cr') out.push(kind === 'close' ? '' : w('br/'))
    else if (name === 'w:pStyle' && isOfParagraph() && styleFor(inParagraph.at(-1)) !== undefined) continue
    else startOrEnd(i)
  }
  return { xml: out.join(''), hidden, struck, contents }

  function startOrEnd(at: number): void {
    const { kind, name, raw } = tokens[at]!
    out.push(raw)
    if (kind === 'close') {
      open.pop()
      if (name === 'w:p') inParagraph.pop()
    } else if (kind === 'open') {
      open.push(name)
      if (name === 'w:p') inParagraph.push(paragraphs.get(at))
      const style = name === 'w:pPr' && isOfParagraph() ? styleFor(inParagraph.at(-1)) : undefined
      if (style !== undefined) out.push(w(`pStyle ${prefix}:val="${style}"/`))
    }
  }

  /** Answers the token it ended with: that of the whole run when it is left out. */
  function startRun(at: number): number {
    const run = runs.get(at)!
    if (isHidden(run) || isStruck(run)) {
      const end = lastOf(at)
      const to = isHidden(run) ? hidden : struck
      to.push(textOf(tokens.slice(at, end)))
      return end
    }
    open.push('w:r')
    out.push(tokens[at]!.raw)
    if (!isBoldByStyle(run)) return at
    const next = tokens[at + 1]
    if (next?.name !== 'w:rPr' || next.kind !== 'open') {
      out.push(`${w('rPr')}${w('b/')}${w('/rPr')}`)
      return at
    }
    open.push('w:rPr')
    out.push(next.raw, w('b/'))
    return at + 1
  }

  function isOfParagraph(): boolean {
    return open.at(-1) === 'w:pPr' && open.at(-2) === 'w:p'
  }

  /** Of several alternatives without a second version the first is read. */
  function afterChoices(at: number): number {
    let end = at
    for (let i = at + 1; i < tokens.length; i++) {
      const { kind, name } = tokens[i]!
      if (kind === 'text') continue
      if (name !== 'mc:Choice' || kind === 'close') break
      i = lastOf(i)
      end = i
    }
    return end
  }

  /** The last token of the element that begins at a token. */
  function lastOf(from: number): number {
    if (tokens[from]!.kind === 'empty') return from
    let depth = 0
    for (let i = from; i < tokens.length; i++) {
      const { kind } = tokens[i]!
      if (kind === 'open') depth++
      else if (kind === 'close' && --depth === 0) return i
    }
    return tokens.length - 1
  }

  function isHidden({ hidden: own, style, paragraph }: Run): boolean {
    return own ?? (styles.isHidden(style) || styles.isHidden(paragraph?.style ?? ''))
  }

  function isStruck({ struck: own, style, paragraph }: Run): boolean {
    return own ?? (styles.isStruck(style) || styles.isStruck(paragraph?.style ?? ''))
  }

  function isBoldByStyle({ hasBold, paragraph, style }: Run): boolean {
    if (hasBold || !paragraph || paragraph.chars > LONGEST_BOLD_CHARS) return false
    return styles.isBold(paragraph.style) || styles.isBold(style)
  }

  /** The style a paragraph gets in place of its own; undefined when that stays. */
  function styleFor(paragraph: Paragraph | undefined): string | undefined {
    if (!paragraph) return undefined
    const { outline, style, chars, ending } = paragraph
    const level = outline === undefined ? styles.headingLevel(style) : outline < 9 ? outline + 1 : undefined
    if (level === undefined) return undefined
    const isText =
      chars > LONGEST_HEADING_CHARS || (chars > LONGEST_SENTENCE_CHARS && /[.;。；]$/u.test(ending))
    return isText ? TEXT_STYLE : `${HEADING_STYLE}${Math.min(6, level)}`
  }
}

/** One look over the whole text before it is written anew, by token: what is said of a paragraph or run stands inside it. */
function survey(tokens: readonly XmlToken[]) {
  const paragraphs = new Map<number, Paragraph>()
  const runs = new Map<number, Run>()
  /** Those with a second version. */
  const alternatives = new Set<number>()
  const open: string[] = []
  const inParagraph: Paragraph[] = []
  const inRun: Run[] = []
  const inAlternative: number[] = []
  for (const [i, token] of tokens.entries()) {
    const { kind, name, raw } = token
    const paragraph = inParagraph.at(-1)
    if (kind === 'text' && open.at(-1) === 'w:t' && paragraph) {
      paragraph.chars += raw.length
      paragraph.ending = (paragraph.ending + raw.slice(-20)).trimEnd().slice(-20)
    } else if (kind === 'close') {
      open.pop()
      if (name === 'w:p') inParagraph.pop()
      else if (name === 'w:r') inRun.pop()
      else if (name === 'mc:AlternateContent') inAlternative.pop()
    }
    if (kind !== 'open' && kind !== 'empty') continue
    note(token, open, paragraph, inRun.at(-1))
    if (name === 'mc:Fallback' && inAlternative.length > 0) alternatives.add(inAlternative.at(-1)!)
    if (kind !== 'open') continue
    open.push(name)
    if (name === 'w:p') {
      const begun: Paragraph = { style: '', chars: 0, ending: '' }
      paragraphs.set(i, begun)
      inParagraph.push(begun)
    } else if (name === 'w:r') {
      const begun: Run = { paragraph, style: '', hasBold: false }
      runs.set(i, begun)
      inRun.push(begun)
    } else if (name === 'mc:AlternateContent') inAlternative.push(i)
  }
  return { paragraphs, runs, alternatives }
}

function note(token: XmlToken, open: readonly string[], paragraph?: Paragraph, run?: Run): void {
  const [parent, above] = [open.at(-1), open.at(-2)]
  if (parent === 'w:pPr' && above === 'w:p' && paragraph) {
    if (token.name === 'w:pStyle') paragraph.style = valOf(token) ?? ''
    else if (token.name === 'w:outlineLvl') paragraph.outline = Number(valOf(token))
  } else if (parent === 'w:rPr' && above === 'w:r' && run) {
    if (token.name === 'w:rStyle') run.style = valOf(token) ?? ''
    else if (token.name === 'w:vanish') run.hidden = isOn(token)
    else if (token.name === 'w:strike' || token.name === 'w:dstrike') run.struck = isOn(token)
    else if (token.name === 'w:b') run.hasBold = true
  }
}

/** The signs of a formula in their order. */
function formulaText(tokens: readonly XmlToken[]): string {
  return tokens
    .filter(({ kind }, i) => kind === 'text' && tokens[i - 1]?.name.endsWith(':t'))
    .map(({ raw }) => raw)
    .join('')
}

function textOf(tokens: readonly XmlToken[]): string {
  return tokens
    .filter(({ kind }, i) => kind === 'text' && tokens[i - 1]?.name === 'w:t')
    .map(({ raw }) => raw)
    .join(' ')
}
