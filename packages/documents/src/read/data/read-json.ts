/** JSON or YAML as a document: lists of questions become rows; the rest is written out under its keys. */
import { createDocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { someOf } from '../../document/left-out.ts'
import { dataQuestions } from '../html/linked-data.ts'
import { withoutMarkup } from '../html/read-html.ts'
import { listIn } from './json-lists.ts'
import {
  fieldsOf,
  isEmpty,
  isForMachines,
  isObject,
  type Json,
  type JsonObject,
  keyText,
  strings,
} from './json-records.ts'

const DEEPEST_HEADING = 6
const DRAFT = 'Left out because it is marked as a draft'

export function readValue(value: Json, format: 'JSON' | 'YAML'): ReadDocument {
  const builder = createDocumentBuilder(format)
  const unread = new Set<string>()
  const plain = (each: string) => withoutMarkup(each, builder.leaveOut)
  let lastLevel = 0
  add(value, '', 0)
  if (unread.size > 0)
    builder.warn(`Fields that are no part of a question or an answer were not used: ${someOf([...unread])}.`)
  return builder.finish()

  /** `number` is what it is called where it must be told from what stands before it and has no name of its own. */
  function add(whole: Json, key: string, depth: number, number = ''): void {
    const value = Array.isArray(whole) ? whole.filter((each) => !isLeftOut(each)) : whole
    if (value === null || isEmpty(value)) return
    if (isPlain(value)) {
      const written = plain(Array.isArray(value) ? value.join(', ') : String(value))
      builder.add('paragraph', key ? `${key}: ${written}` : written)
      return
    }
    const asked =
      isObject(value) && /^(?:FAQ|QA)Page$/.test(String(value['@type'])) ? dataQuestions(value) : []
    const groups = byContentType(value)
    const list = groups ? undefined : listIn(value)
    if (groups) for (const each of groups) add(each, key, depth)
    else if (asked.length > 0)
      for (const { question, answer } of asked) builder.addPair(plain(question), plain(answer))
    else if (list) {
      addHeading(value, key, depth)
      for (const { pairs, rest } of list.records) {
        for (const [question, answer] of pairs) builder.addPair(plain(question), plain(answer))
        if (rest) add(rest, '', depth + 1)
      }
      for (const each of list.unread) unread.add(each)
    } else {
      addHeading(value, key, depth, number)
      if (!Array.isArray(value))
        for (const child of childrenOf(value, unread)) add(child.value, child.key, depth + 1)
      else if (value.some((each) => each !== null && typeof each === 'object'))
        for (const [i, each] of value.entries()) add(each, '', depth + 1, `${key || 'entry'} ${i + 1}`)
      else for (const each of value) if (each !== null) builder.add('item', `- ${plain(String(each))}`)
    }
  }

  /** Without a heading it would be read as belonging to the object written before it. */
  function addHeading(value: Json[] | JsonObject, key: string, depth: number, number = ''): void {
    const level = Math.min(depth + 1, DEEPEST_HEADING)
    const heading = headingOf(value, key) || (lastLevel >= level ? key || number : '')
    builder.add('heading', heading, { level })
    if (heading) lastLevel = level
  }

  // Rule (off: false): what its own system does not show yet is left out and listed; exports of help centres.
  function isLeftOut(value: Json): boolean {
    if (!isObject(value)) return false
    const isDraft = value.draft === true || value.is_draft === true || /^draft$/i.test(String(value.status))
    if (isDraft) builder.leaveOut(DRAFT, Object.values(value).flatMap(strings).map(plain).join(' '))
    return isDraft
  }
}

const WORD_CHARS = 40

/** One value, or a list of words such as tags, which is a value too and no section. */
function isPlain(value: Json): value is string | number | boolean | (string | number | boolean)[] {
  if (!Array.isArray(value)) return value === null || typeof value !== 'object'
  const isWord = (each: Json) =>
    each !== null &&
    typeof each !== 'object' &&
    String(each).length <= WORD_CHARS &&
    !/[.!?。！？]$/u.test(String(each))
  return value.length > 0 && value.length <= 50 && value.every(isWord)
}

// Rule (off: undefined): of an export of Contentful only the entries are text, each kind of them a list of its own; all else says how the site is built.
function byContentType(value: Json[] | JsonObject): Json[][] | undefined {
  const entries = isObject(value) && Array.isArray(value.contentTypes) ? value.entries : undefined
  if (!Array.isArray(entries)) return undefined
  const kindOf = (entry: Json) => isObject(entry) && isObject(entry.sys) && entry.sys.contentType
  return [...Map.groupBy(entries, (entry) => JSON.stringify(kindOf(entry))).values()]
}

const NAMES = ['title', 'name', 'heading', 'header', 'label', 'subject', 'category', 'section', 'topic']
const TEXTS = ['body', 'content', 'text', 'html', 'description', 'answer', 'solution', 'article', 'summary']
/** Keys that say how the data is built and nothing about it. */
const CONTAINERS =
  /^(?:items?|faqs?|data|entries|list|results?|questions|rows|records|children|pages|sections|documents|articles|posts|topics|nodes|values|intents|mainEntity)$/i
/** Fields of an article that say nothing of its content. */
const ABOUT =
  /^_?(?:id|uuid|guid|key|slug|locale|lang|language|position|order|sort|weight|draft|status|state|version|etag|(?:created|updated|modified|published|edited)(?:_?(?:at|on|by|date|time))?|date|timestamp|\w+_(?:id|at|count|sum)|\w+Id|permalink|type|__v|(?:\w+_)?url|\w+_(?:disabled|ids)|promoted|outdated|label_names)$/
/** Fields of a list that was sent a page at a time. */
const PAGING =
  /^(?:count|total|total_?(?:count|pages)|page|pages|page_?(?:count|size|number)|per_?page|(?:next|previous|prev)(?:_?page)?|limit|offset|has_?more|sort_?(?:by|order))$/i

/** Reads the text of an article without the name of its field, and nothing that is only kept about it. What is left out is noted. */
function childrenOf(value: JsonObject, unread: Set<string>): { key: string; value: Json }[] {
  const fields = fieldsOf(value)
  const name = nameIn(fields)
  const body = name && firstText(fields, TEXTS)
  const isList = fields.some(([, each]) => Array.isArray(each) && each.some((one) => !isPlain(one)))
  const about = body ? ABOUT : isList ? PAGING : undefined
  const isAbout = ([key, each]: [string, Json]) =>
    isReference(value, each) || (about?.test(key) && typeof each !== 'object' && String(each).length <= 80)
  for (const field of fields) if (isAbout(field)) unread.add(field[0])
  for (const key of Object.keys(value)) if (isForMachines(key) && !key.startsWith('@')) unread.add(key)
  const kept = fields.filter((field) => field[0] !== name?.[0] && !isAbout(field))
  const children = kept.map(([key, each]) => ({ key: key === body?.[0] ? '' : keyText(key), value: each }))
  // Values before objects: else they would be read as belonging to the object written before them.
  const order = (child: { key: string; value: Json }) => (child.key === '' ? 0 : isPlain(child.value) ? 1 : 2)
  return children.toSorted((a, b) => order(a) - order(b))
}

// Rule (off: false): in an entry of a content system a value without a blank is a key, a colour or an address, and an object a reference to another entry.
function isReference(entry: JsonObject, value: Json): boolean {
  if (!('sys' in entry)) return false
  return typeof value === 'string' ? !/\s|[\p{sc=Han}\p{sc=Hiragana}]/u.test(value) : true
}

/** The field in which an object has its own name, which becomes its heading. */
const nameIn = (fields: readonly [string, Json][]) => firstText(fields, NAMES)

/** The first of these fields that is there and holds a text. */
function firstText(fields: readonly [string, Json][], keys: readonly string[]): [string, Json] | undefined {
  const found = fields.filter(([, value]) => typeof value === 'string' && value !== '')
  return keys.map((key) => found.find(([own]) => own === key)).find((field) => field !== undefined)
}

/** An object is headed by its own name where it has one, else by its key where that says something. */
function headingOf(value: Json[] | JsonObject, key: string): string {
  const name = Array.isArray(value) ? undefined : nameIn(fieldsOf(value))
  return name ? String(name[1]) : CONTAINERS.test(key) ? '' : key
}
