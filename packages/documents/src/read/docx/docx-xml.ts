/** Takes the XML of a Word document apart into tags and texts, each as it stands, so that it can be put together again. */

export interface XmlToken {
  readonly raw: string
  readonly kind: 'open' | 'close' | 'empty' | 'text' | 'other'
  /** Of a tag, with the prefixes `w` and `m` for Word's own text and its formulas, whatever the file calls them. */
  readonly name: string
}

const WORD = /xmlns:([\w.-]+)\s*=\s*["'][^"']*wordprocessingml(?:\/2006)?\/main["']/
const MATH = /xmlns:([\w.-]+)\s*=\s*["'][^"']*officeDocument(?:\/2006)?\/math["']/

export interface XmlPart {
  readonly tokens: readonly XmlToken[]
  /** The prefix of Word's text in this file. */
  readonly prefix: string
}

export function takeApart(xml: string): XmlPart {
  const opening = xml.slice(0, 20_000)
  const prefix = WORD.exec(opening)?.[1] ?? 'w'
  const math = MATH.exec(opening)?.[1] ?? 'm'
  const usual = new Map([
    [prefix, 'w'],
    [math, 'm'],
  ])
  // A document has few names and many tags: each name is made once.
  const names = new Map<string, string>()
  const tokens: XmlToken[] = []
  for (let at = 0; at < xml.length; ) {
    const end = xml[at] === '<' ? markupEnd(xml, at) : indexOrEnd(xml, '<', at)
    const raw = xml.slice(at, end)
    at = end
    if (raw[0] !== '<') tokens.push({ raw, kind: 'text', name: '' })
    else if (raw[1] === '!' || raw[1] === '?') tokens.push({ raw, kind: 'other', name: '' })
    else tokens.push(tagOf(raw, usual, names))
  }
  return { tokens, prefix }
}

function tagOf(raw: string, usual: ReadonlyMap<string, string>, names: Map<string, string>): XmlToken {
  const kind = raw[1] === '/' ? 'close' : raw.endsWith('/>') ? 'empty' : 'open'
  const written = /^<\/?([^\s/>]+)/.exec(raw)?.[1] ?? ''
  let name = names.get(written)
  if (name === undefined) {
    const colon = written.indexOf(':')
    const known = usual.get(written.slice(0, Math.max(0, colon)))
    name = known ? `${known}${written.slice(colon)}` : written
    names.set(written, name)
  }
  return { raw, kind, name }
}

function markupEnd(xml: string, at: number): number {
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at)
  if (xml.startsWith('<![CDATA[', at)) return after(xml, ']]>', at)
  let quote = ''
  for (let i = at + 1; i < xml.length; i++) {
    const char = xml[i]!
    if (quote) quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return i + 1
  }
  return xml.length
}

function after(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from)
  return found < 0 ? xml.length : found + mark.length
}

function indexOrEnd(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from)
  return found < 0 ? xml.length : found
}

/** The value of an attribute `val`, whatever its prefix. */
export function valOf({ raw }: XmlToken): string | undefined {
  return /[\s:]val\s*=\s*["']([^"']*)["']/.exec(raw)?.[1]
}

/** A property that is on unless it says otherwise. */
export function isOn(token: XmlToken): boolean {
  return !/^(?:0|false|off|none)$/i.test(valOf(token) ?? '1')
}
