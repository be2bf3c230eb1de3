/**
 * Makes the text of a Word document readable for mammoth, which passes over what it does not know: fields, formulas, text boxes
 * without a second version, ruby, text of mixed direction. Hidden text goes, headings of any style become plain headings, and notes
 * stand behind the paragraph that refers to them.
 */
import { attributeOf } from '../../read-xml.ts'
import type { DocxStyles } from './docx-styles.ts'
import { childOf, elementsIn, isOn, textOf, valOf, type XmlElement, type XmlNode } from './docx-xml.ts'

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

export interface PreparedBody {
  readonly body: XmlElement
  /** Texts that the document hides, that are struck through, and that make up a table of contents. */
  readonly hidden: readonly string[]
  readonly struck: readonly string[]
  readonly contents: readonly string[]
}

/** Where an element stands. */
interface Place {
  readonly style: string
  /** Of the paragraph around. */
  readonly chars: number
  readonly isInTable: boolean
}

/** What stands in the place of another file until its text is put there. */
export const chunkMark = (id: string) => `tandem-chunk-${id.replace(/\W/g, '')}.`

const element = (name: string, ...children: XmlNode[]): XmlElement => ({ name, attributes: {}, children })
const run = (text: string) => element('w:r', element('w:t', text))

/** `noteOf` finds the paragraphs of a note by the element that refers to it. */
export function prepareBody(
  source: XmlElement,
  styles: DocxStyles,
  noteOf: (reference: XmlElement) => readonly XmlElement[],
): PreparedBody {
  const [hidden, struck, contents]: string[][] = [[], [], []]
  const notes: XmlElement[] = []
  let noteCount = 0

  function prepared(node: XmlNode, place: Place): XmlNode[] {
    if (typeof node === 'string') return [node]
    const { name } = node
    if (SKIPPED.has(name)) return []
    if (UNWRAPPED.has(name)) return below(node, place)
    if (name === 'm:oMath') return [run(textOf(node))]
    if (name === 'mc:AlternateContent') {
      // Of two versions mammoth reads the second, if there is one.
      const versions = [childOf(node, 'mc:Fallback'), childOf(node, 'mc:Choice')]
      const chosen = versions.find((each) => each && boxesIn(each).length > 0) ?? versions.find(Boolean)
      return [{ ...node, children: [element('mc:Fallback', ...below(chosen, place))] }]
    }
    if (name === 'w:drawing') {
      // A text box inside a drawing is read as one beside it.
      const vml = { 'xmlns:v': 'urn:schemas-microsoft-com:vml' }
      return boxesIn(node).map((box) =>
        element('w:pict', { name: 'v:textbox', attributes: vml, children: [same(box, place)] }),
      )
    }
    if (name === 'w:p') return withNotes(paragraph(node, place), place)
    if (name === 'w:tbl') return withNotes(same(node, { ...place, isInTable: true }), place)
    if (name === 'w:r') return runOf(node, place)
    if (name === 'w:t' && styles.isContents(place.style)) {
      // Its run stays, since a field may begin or end in it.
      contents!.push(textOf(node))
      return []
    }
    if (name === 'w:footnoteReference' || name === 'w:endnoteReference') {
      const [first, ...others] = noteOf(node)
      if (!first) return []
      const mark = `[${++noteCount}]`
      notes.push({ ...first, children: [run(`${mark} `), ...first.children] }, ...others)
      return [element('w:t', mark)]
    }
    if (name === 'w:altChunk')
      return [element('w:p', run(chunkMark(attributeOf(node.attributes, 'id') ?? '')))]
    return name === 'w:cr' ? [element('w:br')] : [same(node, place)]
  }

  const below = (node: XmlElement | undefined, place: Place) =>
    (node?.children ?? []).flatMap((child) => prepared(child, place))

  const same = (node: XmlElement, place: Place) => ({ ...node, children: below(node, place) })

  /** In a table they would make more of a cell than it says. */
  function withNotes(node: XmlElement, place: Place): XmlNode[] {
    const ready = place.isInTable ? [] : notes.splice(0)
    return [node, ...ready.flatMap((note) => prepared(note, place))]
  }

  function paragraph(node: XmlElement, { isInTable }: Place): XmlElement {
    const properties = childOf(node, 'w:pPr')
    const style = valOf(childOf(properties, 'w:pStyle')) ?? ''
    const text = textOf(node)
    const outline = valOf(childOf(properties, 'w:outlineLvl'))
    const own = styleFor(outline === undefined ? styles.headingLevel(style) : Number(outline) + 1, text)
    const children = below(node, { style, chars: text.length, isInTable })
    if (own === undefined) return { ...node, children }
    const ownStyle = { ...element('w:pStyle'), attributes: { 'w:val': own } }
    const others = without('w:pStyle', properties?.children ?? [])
    return { ...node, children: [element('w:pPr', ownStyle, ...others), ...without('w:pPr', children)] }
  }

  function runOf(node: XmlElement, place: Place): XmlNode[] {
    const properties = childOf(node, 'w:rPr')
    const style = valOf(childOf(properties, 'w:rStyle')) ?? ''
    const own = (name: string) => isOn(childOf(properties, name))
    const byStyle = (isSo: (styleId: string) => boolean) => isSo(style) || isSo(place.style)
    const isHidden = own('w:vanish') ?? byStyle(styles.isHidden)
    if (isHidden || (own('w:strike') ?? own('w:dstrike') ?? byStyle(styles.isStruck))) {
      ;(isHidden ? hidden : struck)!.push(textOf(node))
      return []
    }
    const { children } = same(node, place)
    const isBold = own('w:b') === undefined && place.chars <= LONGEST_BOLD_CHARS && byStyle(styles.isBold)
    if (!isBold) return [{ ...node, children }]
    const bold = element('w:rPr', element('w:b'), ...(properties?.children ?? []))
    return [{ ...node, children: [bold, ...without('w:rPr', children)] }]
  }

  const body = same(source, { style: '', chars: 0, isInTable: false })
  return { body, hidden: hidden!, struck: struck!, contents: contents! }
}

/** The style that a paragraph of a heading's level gets in place of its own; undefined when that stays. */
function styleFor(level: number | undefined, text: string): string | undefined {
  if (level === undefined || level > 9) return undefined
  const isSentence = text.length > LONGEST_SENTENCE_CHARS && /[.;。；]$/u.test(text.trimEnd())
  const isText = text.length > LONGEST_HEADING_CHARS || isSentence
  return isText ? TEXT_STYLE : `${HEADING_STYLE}${Math.min(6, level)}`
}

const without = (name: string, nodes: readonly XmlNode[]) =>
  nodes.filter((each) => typeof each === 'string' || each.name !== name)

/** The outermost text boxes. */
function boxesIn(node: XmlElement): XmlElement[] {
  return elementsIn(node).flatMap((child) => (child.name === 'w:txbxContent' ? [child] : boxesIn(child)))
}
