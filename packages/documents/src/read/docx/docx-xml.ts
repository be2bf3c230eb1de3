/** The XML of a part of a Word document as a tree. */
import { readXml } from '../../read-xml.ts'
import { Unreadable } from '../../unreadable.ts'

export interface XmlElement {
  /** With the prefixes `w` and `m` for Word's own text and its formulas, whatever the file calls them. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

const NAMESPACES = [
  [/wordprocessingml(?:\/2006)?\/main$/, 'w'],
  [/officeDocument(?:\/2006)?\/math$/, 'm'],
] as const
/** Tables in tables and boxes in boxes make some dozens. The tree is read by recursion. */
const DEEPEST = 500

/** What is asked for anywhere; the rest takes most of the room of a large document. */
const KEPT = /^(?:val|id|type|anchor|ilvl|numId|abstractNumId|styleId|Id|Type|Target)$/
const LOOKS =
  /^w:(?:rFonts|szC?s?|color|lang|spacing|ind|jc|shd|kern|[biu]Cs|u|tabs|[pt]Bdr|t(?:bl|c)Borders|t(?:bl|c)W)$/

/**
 * What is not there is an element without anything in it. What an element refers to in another part is its
 * `target`, since each part has ids of its own.
 */
export function parseXml(
  content: Uint8Array | undefined,
  targets: ReadonlyMap<string, string> = new Map(),
): XmlElement {
  const usual = new Map<string, string>()
  const open = [{ name: '', attributes: {}, children: [] as (XmlElement | string)[] }]
  for (const event of readXml(new TextDecoder().decode(content))) {
    if (event.kind === 'text') open.at(-1)!.children.push(event.text)
    else if (event.kind === 'close') open.pop()
    else {
      const attributes: Record<string, string> = {}
      for (const [key, value] of Object.entries(event.attributes)) {
        const known = key.startsWith('xmlns:') && NAMESPACES.find(([address]) => address.test(value))
        if (known) usual.set(key.slice(6), known[1])
        if (KEPT.test(key)) attributes[key] = value
        if (key === 'id' && targets.has(value)) attributes.target = targets.get(value)!
      }
      const prefix = event.name.slice(0, -event.local.length - 1)
      const name = usual.has(prefix) ? `${usual.get(prefix)}:${event.local}` : event.name
      const element = { name, attributes, children: [] }
      if (!LOOKS.test(name)) open.at(-1)!.children.push(element)
      if (open.push(element) > DEEPEST)
        throw new Unreadable(`The Word document is nested more than ${DEEPEST} levels deep.`)
    }
  }
  return open[0]!
}

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The first child of a name below each other; undefined where one is missing. */
export const childOf = (element: XmlElement | undefined, ...names: string[]) =>
  names.reduce((at, name) => elementsIn(at).find((each) => each.name === name), element)

export const elementsIn = (element: XmlElement | undefined) =>
  (element?.children ?? []).filter((each) => typeof each !== 'string')

export const valOf = (element: XmlElement | undefined) => element?.attributes.val

/** A property that is on unless it says otherwise; undefined where it is not there. */
export const isOn = (element: XmlElement | undefined): boolean | undefined =>
  element && !/^(?:0|false|off|none)$/i.test(valOf(element) ?? '1')

/** The text of an element, without that of boxes which are fixed to it. */
export function textOf({ name, children }: XmlElement): string {
  if (name === 'w:txbxContent') return ''
  const parts = children.map((child) =>
    typeof child !== 'string' ? textOf(child) : /:t$/.test(name) ? child : '',
  )
  return parts.join('')
}
