/** Parses JSON and YAML, and collects texts by name. Numbers are kept as they are written. */
import { FAILSAFE_SCHEMA, load } from 'js-yaml'
import { Unreadable } from '../../unreadable.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

const DEEPEST_JSON = 500
/** If this number of first lines is valid JSON, all lines are expected to be. */
const SURE_LINES = 5

/** The value of JSON, or the values of JSON lines; undefined for any other text. */
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

/** Unwraps texts, and keeps numbers of accounts and prices as they are written: 12345678901234567890, 1.10. */
function parse(text: string): Json | undefined {
  const bare = (_: string, value: Json, { source }: { source?: string }) => {
    if (isObject(value)) return bareObject(value)
    return typeof value === 'number' && source !== undefined && String(value) !== source ? source : value
  }
  try {
    return JSON.parse(text, bare as never)
  } catch {
    return undefined
  }
}

const LOCALE = /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/

/** Unwraps an object that holds only one language, a rendered text, rich text, or the entry of a content management system. */
function bareObject(value: JsonObject): Json {
  const [key = '', ...others] = Object.keys(value)
  if (others.length === 0 && LOCALE.test(key)) return value[key]!
  return typeof value.rendered === 'string'
    ? value.rendered
    : (richText(value) ?? entry(value) ?? entriesByKind(value) ?? value)
}

// Rule (off: undefined): Contentful and Strapi nest the fields of an entry beside its metadata. A field without a blank is a key, a colour or an address.
function entry({ sys, fields, attributes }: JsonObject): JsonObject | undefined {
  if (!isObject(sys) || !isObject(fields)) return isObject(attributes) ? attributes : undefined
  const isText = (each: Json) => typeof each === 'string' && /\s|[\p{sc=Han}\p{sc=Hiragana}]/u.test(each)
  const texts = Object.entries(fields).filter(([, each]) => isText(each))
  return { _kind: sys.contentType ?? null, ...Object.fromEntries(texts) }
}

// Rule (off: undefined): exports of Contentful: only the entries are text, one list for each content type; the rest describes the structure of the site.
function entriesByKind({ contentTypes, entries }: JsonObject): Json[] | undefined {
  if (!Array.isArray(contentTypes) || !Array.isArray(entries)) return undefined
  return [...Map.groupBy(entries, (each) => isObject(each) && JSON.stringify(each._kind)).values()]
}

const BLOCK =
  /^(?:document|doc|paragraph|heading|list.?item|block|blockquote|(?:un)?ordered.?list|(?:bullet|numbered).?list|hyperlink)\b/i

// Rule (off: undefined): rich text of Contentful, Sanity and web editors is a tree with words at its leaves. Child nodes are converted to text before.
function richText(node: JsonObject): string | undefined {
  const inner = node.content ?? node.children
  if (!Array.isArray(inner)) return undefined
  const isLeaf = (each: Json) =>
    !isObject(each) || 'text' in each || Object.keys(each).every((key) => /^(?:type|attrs)$/.test(key))
  // Objects of any kind may have a type.
  const kind = String(node.nodeType ?? node._type ?? (inner.every(isLeaf) && node.type))
  if (!BLOCK.test(kind)) return undefined
  const texts = inner.map((each) => (isObject(each) ? (each.text ?? each.value) : each))
  return texts.join('') + (kind === 'hyperlink' ? '' : '\n')
}

/** Called before parsing, because each level takes space on the call stack, and a million levels exceed the memory limit. */
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

/** Undefined if the text is not YAML or a single scalar. All scalars are read as strings, so that 1.10 and 007 are unchanged. */
export function parseYaml(text: string): Json[] | JsonObject | undefined {
  const seen = new Set<unknown>()
  try {
    const value = load(text, { schema: FAILSAFE_SCHEMA, json: true }) as Json
    // Anchors that refer to values with further anchors can expand without bound, so a text that uses one list or object twice is not read as YAML.
    JSON.stringify(value, (_, each: unknown) => {
      if (typeof each !== 'object' || each === null) return each
      if (seen.has(each)) throw new Error('one value stands in two places')
      seen.add(each)
      return each
    })
    return value !== null && typeof value === 'object' ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const DEEPEST = 4

/** Metadata keys of Sanity, MongoDB and JSON-LD. */
export const FOR_MACHINES = /^[_$]|^@(?!graph$)/

/** Texts by key path: "answer en" for {answer: {en: …}}. */
export function textsOf(object: JsonObject, path = '', depth = 0): [name: string, texts: string[]][] {
  return Object.entries(object).flatMap(([key, value]): [string, string[]][] => {
    if (FOR_MACHINES.test(key)) return []
    const name = path ? `${path} ${keyText(key)}` : keyText(key)
    if (isObject(value)) return depth < DEEPEST ? textsOf(value, name, depth + 1) : []
    const texts = strings(value)
    return texts.length > 0 ? [[name, texts]] : []
  })
}

/** The text of a value or the texts of a list; an object counts by the text that it holds. */
export function strings(value: Json | undefined): string[] {
  if (typeof value === 'string') return value.trim() ? [value] : []
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (Array.isArray(value)) return value.flatMap((each) => (Array.isArray(each) ? [] : strings(each)))
  if (!isObject(value)) return []
  return strings(value.text ?? value.value ?? value['@value'] ?? value.plaintext ?? value.html)
}

export const keyText = (key: string) => key.replace(/_/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')

/** Maximum number of values examined in one piece of data; a FAQ page has far fewer. */
const MOST_VALUES = 100_000

/** Every schema.org Question with an answer (which may contain HTML), at any depth. */
export function dataQuestions(data: Json) {
  const found: { question: string; answer: string }[] = []
  const waiting = [data]
  for (let looked = 0; waiting.length > 0 && looked < MOST_VALUES; looked++) {
    const value = waiting.pop()
    const [question = ''] = isObject(value) ? strings([value.name ?? null, value.text ?? null]) : []
    const answer = isObject(value) ? strings(value.acceptedAnswer ?? value.suggestedAnswer).join('\n') : ''
    if (question && answer) found.push({ question: question.trim(), answer: answer.trim() })
    else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value).reverse()) waiting.push(each)
  }
  return found
}
