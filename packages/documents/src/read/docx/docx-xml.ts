/** The XML of a part of a Word document as a tree. Names are without their prefixes, which programs choose as they like. */
import { readXml } from '../../read-xml.ts'
import { Unreadable } from '../../unreadable.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

/** Tables in tables and boxes in boxes make some dozens. The tree is read by recursion. */
const DEEPEST = 500

/** What is asked for anywhere; the rest takes most of the room of a large document. */
const KEPT = /^(?:val|id|type|anchor|ilvl|numId|abstractNumId|styleId|Id|Type|Target)$/
const LOOKS =
  /^(?:rFonts|szC?s?|color|lang|spacing|ind|jc|shd|kern|[biu]Cs|u|tabs|[pt]Bdr|t(?:bl|c)Borders|t(?:bl|c)W)$/

/**
 * What is not there is an element without anything in it. What an element refers to in another part is its
 * `target`, since each part has ids of its own.
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
  if (name === 'txbxContent') return ''
  return children
    .map((child) => (typeof child !== 'string' ? textOf(child) : name === 't' ? child : ''))
    .join('')
}
