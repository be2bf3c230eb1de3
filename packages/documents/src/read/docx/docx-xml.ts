/** Parses the XML of a part of a Word document into a tree. Names have no namespace prefixes, because these vary between programs. */
import { readXml } from '../../read-xml.ts'
import { Unreadable } from '../../unreadable.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

/** Nested tables and text boxes need some dozens of levels; the tree is read recursively. */
const DEEPEST = 500

/** The attributes that are read; the others would take most of the memory for a large document. */
const KEPT = /^(?:val|id|type|anchor|ilvl|numId|abstractNumId|styleId|Id|Type|Target)$/
const LOOKS =
  /^(?:rFonts|szC?s?|color|lang|spacing|ind|jc|shd|kern|[biu]Cs|u|tabs|[pt]Bdr|t(?:bl|c)Borders|t(?:bl|c)W)$/

/**
 * A missing part results in an element without children. `targets` maps the relationship ids of this part, since each part has its
 * own; an element that refers to one of them gets the value as its attribute `target`.
 */
export function parseXml(
  content: Uint8Array | undefined,
  targets: ReadonlyMap<string, string> = new Map(),
): XmlElement {
  const open = [{ name: '', attributes: {}, children: [] as (XmlElement | string)[] }]
  for (const event of readXml(new TextDecoder().decode(content))) {
    if (event.kind === 'text') open.at(-1)!.children.push(event.text)
    else if (event.kind === 'close') open.pop()
    else {
      const kept = Object.entries(event.attributes).filter(([key]) => KEPT.test(key))
      const attributes: Record<string, string> = Object.fromEntries(kept)
      const target = targets.get(attributes.id ?? '')
      if (target !== undefined) attributes.target = target
      const element = { name: event.local, attributes, children: [] }
      if (!LOOKS.test(event.local)) open.at(-1)!.children.push(element)
      if (open.push(element) > DEEPEST)
        throw new Unreadable(`The Word document is nested more than ${DEEPEST} levels deep.`)
    }
  }
  return open[0]!
}

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Follows a path of child names, taking the first match at each step; undefined if a step has no match. */
export const childOf = (element: XmlElement | undefined, ...names: string[]) =>
  names.reduce((at, name) => elementsIn(at).find((each) => each.name === name), element)

export const elementsIn = (element: XmlElement | undefined) =>
  (element?.children ?? []).filter((each) => typeof each !== 'string')

export const valOf = (element: XmlElement | undefined) => element?.attributes.val

/** Whether a property is set, which it is unless its value says otherwise; undefined if it is missing. */
export const isOn = (element: XmlElement | undefined): boolean | undefined =>
  element && !/^(?:0|false|off|none)$/i.test(valOf(element) ?? '1')

/** The text of an element, without the text boxes anchored in it. */
export function textOf({ name, children }: XmlElement): string {
  if (name === 'txbxContent') return ''
  return children
    .map((child) => (typeof child !== 'string' ? textOf(child) : name === 't' ? child : ''))
    .join('')
}
