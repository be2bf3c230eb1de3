/** Reads JSON or YAML as a document: lists of questions become rows; everything else is written out under its keys. */
import { createDocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { someOf } from '../../document/left-out.ts'
import { withoutMarkup } from '../html/read-html.ts'
import { listIn } from './json-lists.ts'
import {
  dataQuestions,
  FOR_MACHINES,
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

  /** `number` is the heading of a value without a name of its own, where a heading is needed to separate it from the text before. */
  function add(whole: Json, key: string, depth: number, number = ''): void {
    const value = Array.isArray(whole) ? whole.filter((each) => each !== null && !isLeftOut(each)) : whole
    if (isPlain(value)) {
      const written = plain([value].flat().join(', '))
      if (written) builder.add('paragraph', key ? `${key}: ${written}` : written)
      return
    }
    if (Object.keys(value).length === 0) return
    const isMarked = isObject(value) && /^(?:FAQ|QA)Page$/.test(String(value['@type']))
    const asked = isMarked ? dataQuestions(value) : []
    for (const { question, answer } of asked) builder.addPair(plain(question), plain(answer))
    if (asked.length > 0) return
    const list = listIn(value)
    addHeading(value, key, depth, list ? '' : number)
    for (const { object, pairs } of list?.records ?? []) {
      for (const [question, answer] of pairs) builder.addPair(plain(question), plain(answer))
      if (pairs.length === 0) add(object, '', depth + 1)
    }
    for (const each of list?.unread ?? []) unread.add(each)
    if (list) return
    if (!Array.isArray(value))
      for (const [key, child] of childrenOf(value, unread)) add(child, key, depth + 1)
    else if (value.some((each) => typeof each === 'object'))
      for (const [i, each] of value.entries()) add(each, '', depth + 1, `${key || 'entry'} ${i + 1}`)
    else for (const each of value) builder.add('item', `- ${plain(String(each))}`)
  }

  /** The heading is the value's own name, otherwise its key. Without a heading the value would seem to belong to the object before it. */
  function addHeading(value: Json[] | JsonObject, key: string, depth: number, number = ''): void {
    const level = Math.min(depth + 1, DEEPEST_HEADING)
    const name = isObject(value) ? firstText(value, NAMES) : undefined
    const own = isObject(value) && name ? String(value[name]) : CONTAINERS.test(key) ? '' : key
    const heading = own || (lastLevel >= level ? key || number : '')
    builder.add('heading', heading, { level })
    if (heading) lastLevel = level
  }

  // Rule (off: false): exports of help centres, whose unpublished drafts are left out and listed.
  function isLeftOut(value: Json): boolean {
    if (!isObject(value)) return false
    const isDraft = value.draft === true || value.is_draft === true || /^draft$/i.test(String(value.status))
    if (isDraft) builder.leaveOut(DRAFT, Object.values(value).flatMap(strings).map(plain).join(' '))
    return isDraft
  }
}

/** Whether a value is written on one line: a scalar, or a list of short words such as tags, which is not a section. */
function isPlain(value: Json): value is null | string | number | boolean | (string | number | boolean)[] {
  if (!Array.isArray(value)) return value === null || typeof value !== 'object'
  const isWord = (each: Json) => typeof each !== 'object' && /^.{0,39}[^.!?。！？]$/su.test(String(each))
  return value.length > 0 && value.length <= 50 && value.every(isWord)
}

const NAMES = ['title', 'name', 'heading', 'header', 'label', 'subject', 'category', 'section', 'topic']
const TEXTS = ['body', 'content', 'text', 'html', 'description', 'answer', 'solution', 'article', 'summary']
/** Keys that describe the structure of the data, not its content. */
const CONTAINERS =
  /^(?:items?|messages|conversations?|faqs?|data|entries|list|results?|questions|rows|records|children|pages|sections|documents|articles|posts|topics|nodes|values|intents|mainEntity)$/i
/** Metadata fields of an article. */
const ABOUT =
  /^_?(?:id|uuid|guid|key|slug|locale|lang|language|position|order|sort|weight|draft|status|state|version|etag|(?:created|updated|modified|published|edited)(?:_?(?:at|on|by|date|time))?|date|timestamp|\w+_(?:id|at|count|sum)|\w+Id|permalink|type|__v|(?:\w+_)?url|\w+_(?:disabled|ids)|promoted|outdated|label_names)$/
/** Paging fields of a list that was retrieved page by page. */
const PAGING = /^(?:count|limit|offset|(?:has_?)?more|(?:next|prev|total|per_?page|page|sort)[a-z_]*)$/i

/** The fields of an object in reading order: the body of an article without its key, and no metadata. Omitted keys are added to `unread`. */
function childrenOf(value: JsonObject, unread: Set<string>): [key: string, value: Json][] {
  const name = firstText(value, NAMES)
  const body = name && firstText(value, TEXTS)
  const isList = Object.values(value).some((each) => Array.isArray(each) && !isPlain(each))
  const about = body ? ABOUT : isList ? PAGING : undefined
  const isAbout = ([key, each]: [string, Json]) =>
    FOR_MACHINES.test(key) || (about?.test(key) && typeof each !== 'object' && String(each).length <= 80)
  const fields = Object.entries(value).filter(([key, each]) => key !== name && each !== null)
  for (const [key] of fields.filter(isAbout)) unread.add(key)
  // Scalars come before objects, because after an object they would seem to belong to it.
  const order = ([key, each]: [string, Json]) => (key === body ? 0 : isPlain(each) ? 1 : 2)
  return fields
    .filter((field) => !isAbout(field))
    .toSorted((a, b) => order(a) - order(b))
    .map(([key, each]) => [key === body ? '' : keyText(key), each])
}

/** The first of these keys that has a non-empty text. */
const firstText = (object: JsonObject, keys: readonly string[]) =>
  keys.find((key) => typeof object[key] === 'string' && object[key] !== '')
