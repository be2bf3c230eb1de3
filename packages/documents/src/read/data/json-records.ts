/** JSON and YAML as records of named texts: what content systems wrap around a text is taken off, and numbers are as they are written. */
import { FAILSAFE_SCHEMA, load } from 'js-yaml'
import { Unreadable } from '../../unreadable.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

const DEEPEST_JSON = 500
/** So many lines of JSON show that all of them are meant to be. */
const SURE_LINES = 5

/** The value of JSON, or those of JSON lines; undefined for any other text. */
export function parseJson(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  refuseDeep(text)
  const whole = parse(text)
  if (whole !== undefined) return whole
  const lines = text.split('\n').filter((line) => line.trim())
  if (lines.length < 2 || lines.slice(0, SURE_LINES).map(parse).includes(undefined)) return undefined
  const values = lines.map(parse)
  const broken = values.indexOf(undefined)
  if (broken >= 0) throw new Unreadable(`Value ${broken + 1} of the file is not valid JSON.`)
  return values as Json[]
}

/** Figures of accounts and prices may be written otherwise once they are numbers: 12345678901234567890, 1.10. */
function parse(text: string): Json | undefined {
  const asWritten = (_: string, value: Json, { source }: { source?: string }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? source : value
  try {
    return JSON.parse(text, asWritten as never)
  } catch {
    return undefined
  }
}

/** Before it is parsed: each level takes room on the call stack, and a million of them more memory than reading may have. */
function refuseDeep(json: string): void {
  let depth = 0
  let isInString = false
  for (let i = 0; i < json.length; i++) {
    const mark = json[i]
    if (mark === '\\') i++
    else if (mark === '"') isInString = !isInString
    else if (isInString) continue
    else if (mark === '[' || mark === '{') depth++
    else if (mark === ']' || mark === '}') depth--
    if (depth > DEEPEST_JSON)
      throw new Unreadable(`The JSON is nested more than ${DEEPEST_JSON} levels deep.`)
  }
}

/** Undefined where the text is no YAML, or no more than one value. All values are texts, so that 1.10 and 007 stay what they are. */
export function parseYaml(text: string): Json[] | JsonObject | undefined {
  try {
    const value = load(text, { schema: FAILSAFE_SCHEMA, json: true }) as Json
    return value !== null && typeof value === 'object' && !hasAliases(value, new Set()) ? value : undefined
  } catch {
    return undefined
  }
}

/** A value that stands in many places by its name, which has such names in it in turn, would be endless once it is written out. */
function hasAliases(value: Json, seen: Set<Json>): boolean {
  if (value === null || typeof value !== 'object') return false
  if (seen.has(value)) return true
  seen.add(value)
  return Object.values(value).some((each) => hasAliases(each, seen))
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isEmpty = (value: Json) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

const DEEPEST = 4
const LOCALE = /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/

/** The fields of an object that are for people, with their values bare. */
export function fieldsOf(object: JsonObject): [name: string, value: Json][] {
  const inner = wrappedFields(object)
  const own = inner ? { ...object, ...inner, fields: null, attributes: null } : object
  return Object.entries(own).flatMap(([key, value]): [string, Json][] =>
    isForMachines(key) || value === null ? [] : [[key, bareValue(value)]],
  )
}

// Rule (off: undefined): Contentful and Strapi put the fields of an entry one level lower, beside what they keep about it.
function wrappedFields(object: JsonObject): JsonObject | undefined {
  const inner = 'sys' in object ? object.fields : object.attributes
  return isObject(inner) ? inner : undefined
}

/** What content systems keep about an entry is no text: exports of Contentful, Sanity and MongoDB. */
export function isForMachines(key: string): boolean {
  return /^[_$]|^@(?!graph$)|^sys$/.test(key)
}

/** A value without the only language, the rendering or the tree of rich text around it. */
function bareValue(value: Json): Json {
  if (!isObject(value)) return Array.isArray(value) ? (richText(value) ?? value) : value
  const keys = Object.keys(value)
  if (keys.length === 1 && LOCALE.test(keys[0]!)) return bareValue(value[keys[0]!]!)
  if (typeof value.rendered === 'string') return value.rendered
  return richText(value) ?? value
}

// Rule (off: undefined): rich text is a tree whose leaves hold the words; Contentful, Sanity, editors of web pages.
function richText(value: Json): string | undefined {
  const isTree = (node: Json) =>
    isObject(node) && (node.nodeType === 'document' || node.type === 'doc' || node._type === 'block')
  if (!(Array.isArray(value) ? value.length > 0 && value.every(isTree) : isTree(value))) return undefined
  return leavesOf(value, 0).trim()
}

const BLOCK = /^(?:paragraph|heading|list.?item|block|blockquote|table.?row)/i

function leavesOf(node: Json, depth: number): string {
  if (depth > 20 || typeof node !== 'object' || node === null) return ''
  if (Array.isArray(node)) return node.map((each) => leavesOf(each, depth + 1)).join('')
  const text = typeof node.text === 'string' ? node.text : typeof node.value === 'string' ? node.value : ''
  const below = leavesOf(node.content ?? node.children ?? [], depth + 1)
  return text + below + (BLOCK.test(String(node.nodeType ?? node._type ?? node.type)) ? '\n' : '')
}

/** Texts by the path of their keys: "answer en" for {answer: {en: …}}. */
export function textsOf(object: JsonObject, path = '', depth = 0): [name: string, texts: string[]][] {
  return fieldsOf(object).flatMap(([key, value]): [string, string[]][] => {
    const name = path ? `${path} ${keyText(key)}` : keyText(key)
    if (isObject(value)) return depth < DEEPEST ? textsOf(value, name, depth + 1) : []
    const texts = strings(value)
    return texts.length > 0 ? [[name, texts]] : []
  })
}

/** A text, or the texts of a list; objects in a list count by the text they hold. */
export function strings(value: Json | undefined): string[] {
  if (typeof value === 'string') return value.trim() ? [value] : []
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (Array.isArray(value)) return value.flatMap((each) => (Array.isArray(each) ? [] : strings(each)))
  if (!isObject(value)) return []
  return strings(value.text ?? value.value ?? value['@value'] ?? value.plaintext ?? value.html)
}

export function keyText(key: string): string {
  return key.replace(/_/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
}
