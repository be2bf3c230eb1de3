/** Reads untrusted XML as a stream of events. Refuses document type declarations, because entities can expand without limit. */
import { SaxesParser } from 'saxes'
import { Unreadable } from './unreadable.ts'

export type Attributes = Readonly<Record<string, string>>

/** `name` keeps the namespace prefix, `local` omits it. Attribute names omit it too, except those that declare a prefix (`xmlns:`). */
export type XmlEvent =
  | { readonly kind: 'open'; readonly name: string; readonly local: string; readonly attributes: Attributes }
  | { readonly kind: 'close'; readonly name: string; readonly local: string }
  | { readonly kind: 'text'; readonly text: string }

const CHUNK_CHARS = 64 * 1024

export function* readXml(xml: string): Generator<XmlEvent> {
  const parser = new SaxesParser({ xmlns: false })
  let events: XmlEvent[] = []
  parser.on('error', () => {
    throw new Unreadable('The file holds XML that cannot be read; save it again in the program it came from.')
  })
  parser.on('doctype', () => {
    throw new Unreadable(
      'The file declares a document type with entities, which no office program writes; it was not read.',
    )
  })
  parser.on('opentag', ({ name, attributes: given }) => {
    const attributes: Record<string, string> = {}
    for (const key in given) attributes[key.startsWith('xmlns:') ? key : localName(key)] = given[key]!
    events.push({ kind: 'open', name, local: localName(name), attributes })
  })
  parser.on('closetag', ({ name }) => events.push({ kind: 'close', name, local: localName(name) }))
  parser.on('text', (text) => events.push({ kind: 'text', text }))
  parser.on('cdata', (text) => events.push({ kind: 'text', text }))
  for (let at = 0; at < xml.length; at += CHUNK_CHARS) {
    parser.write(xml.slice(at, at + CHUNK_CHARS))
    yield* events
    events = []
  }
  if (xml !== '') parser.close()
  yield* events
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
