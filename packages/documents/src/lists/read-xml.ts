/**
 * Reads XML as a run of tags and texts, enough for the parts of a workbook. There are no document types here, hence no
 * entities but the five of XML itself: what would swell is refused.
 */
import { Unreadable } from '../unreadable.ts'

export type XmlEvent =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

const MOST_TAG_CHARS = 65_536
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function* readXml(xml: string): Generator<XmlEvent> {
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < xml.length) {
    if (xml[at] !== '<') {
      const end = indexOrEnd(xml, '<', at)
      yield { kind: 'text', text: decodeEntities(xml.slice(at, end)) }
      at = end
    } else if (xml.startsWith('<!--', at)) {
      at = after(xml, '-->', at)
    } else if (xml.startsWith('<![CDATA[', at)) {
      const end = after(xml, ']]>', at)
      yield { kind: 'text', text: xml.slice(at + 9, end - 3) }
      at = end
    } else if (xml[at + 1] === '?') {
      at = after(xml, '?>', at)
    } else if (xml[at + 1] === '!') {
      throw new Unreadable(
        'The workbook declares a document type, which no spreadsheet program writes; it was not read.',
      )
    } else {
      const end = tagEnd(xml, at)
      yield tagOf(xml.slice(at + 1, end - 1))
      at = end
    }
  }
}

/** The value of one attribute of a tag; its prefix does not matter. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const pattern =
    attributePatterns.get(name) ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  attributePatterns.set(name, pattern)
  const found = pattern.exec(attributes)
  return found ? decodeEntities(found[1] ?? found[2] ?? '') : undefined
}
const attributePatterns = new Map<string, RegExp>()

function tagOf(inside: string): XmlEvent {
  if (inside.startsWith('/')) return { kind: 'close', name: localName(inside.slice(1).trim()) }
  const isEmpty = inside.endsWith('/')
  const content = isEmpty ? inside.slice(0, -1) : inside
  const space = content.search(/\s/)
  const name = localName(space === -1 ? content : content.slice(0, space))
  return { kind: 'open', name, attributes: space === -1 ? '' : content.slice(space), isEmpty }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** A `>` inside an attribute's value does not end the tag. */
function tagEnd(xml: string, from: number): number {
  let quote = ''
  const last = Math.min(xml.length, from + MOST_TAG_CHARS)
  for (let at = from; at < last; at++) {
    const char = xml[at]!
    if (quote) quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at + 1
  }
  throw broken()
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,32})?;?/gi, (whole, name?: string) => {
    if (name === undefined || !whole.endsWith(';')) throw broken()
    if (!name.startsWith('#')) {
      const known = NAMED[name]
      if (known === undefined) throw broken()
      return known
    }
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (code > 0x10ffff) throw broken()
    return String.fromCodePoint(code)
  })
}

function indexOrEnd(xml: string, wanted: string, from: number): number {
  const found = xml.indexOf(wanted, from)
  return found === -1 ? xml.length : found
}

function after(xml: string, wanted: string, from: number): number {
  const found = xml.indexOf(wanted, from)
  if (found === -1) throw broken()
  return found + wanted.length
}

const broken = () =>
  new Unreadable('The workbook holds XML that cannot be read; save it again from a spreadsheet program.')
