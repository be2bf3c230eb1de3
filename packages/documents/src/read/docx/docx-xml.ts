/** Takes the XML of a Word document apart into tags and texts, each as it is written, so that it can be put together again. */
import { attributeOf, readXml } from '../../read-xml.ts'

export interface XmlToken {
  readonly raw: string
  readonly kind: 'open' | 'close' | 'empty' | 'text'
  /** Of a tag, with the prefixes `w` and `m` for Word's own text and its formulas, whatever the file calls them. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

const NAMESPACES = [
  [/wordprocessingml(?:\/2006)?\/main$/, 'w'],
  [/officeDocument(?:\/2006)?\/math$/, 'm'],
] as const

export interface XmlPart {
  readonly tokens: readonly XmlToken[]
  /** The prefix of Word's text in this file. */
  readonly prefix: string
}

export function takeApart(xml: string): XmlPart {
  const usual = new Map<string, string>()
  const tokens: XmlToken[] = []
  let wasEmpty = false
  for (const event of readXml(xml)) {
    if (event.kind === 'text') {
      tokens.push({ raw: escaped(event.text), kind: 'text', name: '', attributes: {} })
    } else if (event.kind === 'open') {
      for (const [key, value] of Object.entries(event.attributes)) {
        const known = NAMESPACES.find(([address]) => address.test(value))
        if (known && key.startsWith('xmlns:')) usual.set(key.slice(6), known[1])
      }
      wasEmpty = event.isEmpty
      const { attributes } = event
      const kind = event.isEmpty ? 'empty' : 'open'
      tokens.push({ raw: written(event), kind, name: named(event.name, usual), attributes })
    } else if (wasEmpty) wasEmpty = false
    else
      tokens.push({ raw: `</${event.name}>`, kind: 'close', name: named(event.name, usual), attributes: {} })
  }
  const prefix = [...usual].find(([, name]) => name === 'w')?.[0] ?? 'w'
  return { tokens, prefix }
}

function named(written: string, usual: ReadonlyMap<string, string>): string {
  const colon = written.indexOf(':')
  const known = usual.get(written.slice(0, Math.max(0, colon)))
  return known ? `${known}${written.slice(colon)}` : written
}

function written(tag: { name: string; attributes: XmlToken['attributes']; isEmpty: boolean }): string {
  const attributes = Object.entries(tag.attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${tag.name}${attributes.join('')}${tag.isEmpty ? '/' : ''}>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

export const valOf = ({ attributes }: XmlToken): string | undefined => attributeOf(attributes, 'val')

/** A property that is on unless it says otherwise. */
export const isOn = (token: XmlToken): boolean => !/^(?:0|false|off|none)$/i.test(valOf(token) ?? '1')
