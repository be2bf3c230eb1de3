/** JSON as a document: objects with a question and an answer become rows; the rest is written out under its keys. */

import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { createLeftOut, STRUCK_OUT } from '../../document/left-out.ts'
import { Unreadable } from '../../unreadable.ts'
import { htmlText } from '../html/read-html.ts'
import { halfOfJson, type Json, type JsonObject, pairsOfJson } from './json-pairs.ts'

const COLUMNS = ['question', 'answer']
const DEEPEST_HEADING = 6
const LISTED_FIELDS = 30

interface Waiting {
  readonly value: Json
  readonly key: string
  readonly depth: number
  /** What it is called where it must be told from what stands before it and has no name of its own. */
  readonly number?: string
}

export function readJson(text: string): ReadDocument {
  const builder = createDocumentBuilder('JSON')
  const unread = new Set<string>()
  const struck = createLeftOut()
  const drafts = createLeftOut()
  const withoutMarkup = (text: string) => (MARKUP.test(text) ? htmlText(text, struck) : text)
  // Deep nesting must not end in a full call stack, hence a stack of our own, the next to be written on top.
  const waiting: Waiting[] = [{ value: parseAll(text), key: '', depth: 0 }]
  let lastLevel = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, key, depth, number } = next
    if (value === null || isEmpty(value)) continue
    if (isPlain(value)) {
      const written = withoutMarkup(Array.isArray(value) ? value.join(', ') : String(value))
      builder.add('paragraph', key ? `${key}: ${written}` : written)
      continue
    }
    if (!Array.isArray(value) && isDraft(value)) {
      drafts.add(
        Object.values(value)
          .filter((each) => typeof each === 'string')
          .map(withoutMarkup)
          .join(' '),
      )
      continue
    }
    const found = pairsOfJson(value)
    if (found) {
      for (const [question, answer] of [...found.pairs, ...(found.halves ?? [])])
        addRow(builder, withoutMarkup(question), withoutMarkup(answer))
      for (const each of found.unread) unread.add(each)
      continue
    }
    const half = Array.isArray(value) ? undefined : halfOfJson(value)
    if (half && !Array.isArray(value)) {
      addHalf(builder, value, half, withoutMarkup)
      const inner = fieldsOf(value, depth, unread).filter((each) => !isPlain(each.value))
      for (let i = inner.length - 1; i >= 0; i--) waiting.push(inner[i]!)
      continue
    }
    const level = Math.min(depth + 1, DEEPEST_HEADING)
    // Without a heading it would be read as belonging to the object written before it.
    const heading = headingOf(value, key) || (lastLevel >= level ? key || number || '' : '')
    builder.add('heading', heading, { level })
    if (heading) lastLevel = level
    if (Array.isArray(value) && value.every((each) => each === null || typeof each !== 'object')) {
      for (const each of value) if (each !== null) builder.add('item', `- ${withoutMarkup(String(each))}`)
      continue
    }
    const children = Array.isArray(value) ? elementsOf(value, key, depth) : fieldsOf(value, depth, unread)
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]!)
  }
  if (unread.size > 0) {
    const names = [...unread].slice(0, LISTED_FIELDS).join(', ')
    builder.warn(`Fields that are no part of a question or an answer were not used: ${names}.`)
  }
  struck.warn(builder, STRUCK_OUT)
  drafts.warn(builder, 'Left out because it is marked as a draft')
  return builder.finish()
}

function parseAll(text: string): Json {
  try {
    return parse(text)
  } catch (whole) {
    try {
      return text.split('\n').flatMap((line) => (line.trim() ? [parse(line)] : []))
    } catch {
      throw new Unreadable(`The file is not valid JSON: ${(whole as Error).message.split('\n')[0]}`)
    }
  }
}

/** Figures that would be written in another way once they are numbers: long ones, 1.10, 1e21. */
const CHANGING = /\d{16}|\.\d*0(?!\d)|\d[eE][+-]?\d|-0(?![\d.])|\.\d{15}/

/** Numbers stay as they are written: those of accounts have more figures than a number keeps. */
function parse(text: string): Json {
  if (!CHANGING.test(text)) return JSON.parse(text)
  try {
    return JSON.parse(text, ((_: string, value: Json, { source }: { source?: string }) =>
      typeof value === 'number' && source !== undefined && String(value) !== source
        ? source
        : value) as never)
  } catch (error) {
    // Looking at each value takes the call stack, which nothing else here does.
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

const MARKUP = /<(?:p|br|div|ul|ol|li|b|strong|em|i|a|span|sup|sub|del|s|strike|h[1-6]|table)\b[^<>]*>/i

type Plain = (text: string) => string

function addRow(builder: DocumentBuilder, question: string, answer: string): void {
  const cells = [question, answer]
  builder.add('row', cells.filter(Boolean).join('\n'), { cells, columns: COLUMNS })
}

/** All that the object says, as one piece that is listed as uncovered. */
function addHalf(
  builder: DocumentBuilder,
  value: JsonObject,
  half: readonly [string, string],
  withoutMarkup: Plain,
): void {
  const said = Object.entries(value).filter(([, each]) => isPlain(each) && !isEmpty(each))
  const text = said.map(([key, each]) => `${keyText(key)}: ${withoutMarkup(String(each))}`).join('\n')
  builder.add('row', text, { cells: half.map(withoutMarkup), columns: COLUMNS })
}

const isEmpty = (value: Json) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

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

/** Values before objects: else they would be read as belonging to the object written before them. */
function plainFirst(children: readonly Waiting[]): Waiting[] {
  return [
    ...children.filter(({ value }) => isPlain(value)),
    ...children.filter(({ value }) => !isPlain(value)),
  ]
}

const NAMES = ['title', 'name', 'heading', 'label', 'subject', 'category', 'section', 'topic']
const TEXTS = ['body', 'content', 'text', 'html', 'description', 'answer', 'solution', 'article', 'summary']
/** Keys that say how the data is built and nothing about it. */
const CONTAINERS =
  /^(?:items?|faqs?|data|entries|list|results?|questions|rows|records|children|pages|sections|documents|articles|posts|topics|nodes|values)$/i
/** Fields of an article that say nothing of its content. */
const ABOUT =
  /^_?(?:id|uuid|guid|key|slug|locale|lang|language|position|order|sort|weight|draft|status|state|version|etag|(?:created|updated|modified|published|edited)(?:_?(?:at|on|by|date|time))?|date|timestamp|\w+_(?:id|at|count|sum)|\w+Id|permalink|type|__v|(?:\w+_)?url|\w+_(?:disabled|ids)|promoted|outdated|label_names)$/

/** Fields of a list that was sent a page at a time. */
const PAGING =
  /^(?:count|total|total_?(?:count|pages)|page|pages|page_?(?:count|size|number)|per_?page|(?:next|previous|prev)(?:_?page)?|limit|offset|has_?more|sort_?(?:by|order))$/i

/** An article, or a question with its answer, that its own system does not show yet. */
function isDraft(value: JsonObject): boolean {
  const isHeld =
    value.draft === true || value.is_draft === true || /^draft$/i.test(String(value.status ?? ''))
  return isHeld && (pairsOfJson(value) !== undefined || TEXTS.some((key) => typeof value[key] === 'string'))
}

/** The key under which an object has its own name, which becomes its heading. */
function nameKey(value: JsonObject): string | undefined {
  return NAMES.find((key) => typeof value[key] === 'string' && value[key])
}

function elementsOf(value: readonly Json[], key: string, depth: number): Waiting[] {
  return value.map((each, i) => ({
    value: each,
    key: '',
    depth: depth + 1,
    number: `${key || 'entry'} ${i + 1}`,
  }))
}

/** Of an article, its text without the name of the field, and nothing that is only kept about it. What is left out is noted. */
function fieldsOf(value: JsonObject, depth: number, unread: Set<string>): Waiting[] {
  const name = nameKey(value)
  const body =
    name === undefined ? undefined : TEXTS.find((key) => typeof value[key] === 'string' && value[key])
  const fields = Object.entries(value).filter(([key]) => key !== name && !key.startsWith('@'))
  const isList = fields.some(([, each]) => Array.isArray(each) && each.some((one) => !isPlain(one)))
  const about = body !== undefined ? ABOUT : isList ? PAGING : undefined
  const kept = about ? fields.filter(([key, each]) => !isAbout(about, key, each)) : fields
  if (about) for (const [key, each] of fields) if (isAbout(about, key, each) && each !== null) unread.add(key)
  return plainFirst(
    kept
      .toSorted(([a], [b]) => Number(b === body) - Number(a === body))
      .map(([key, each]) => ({ value: each, key: key === body ? '' : keyText(key), depth: depth + 1 })),
  )
}

function isAbout(about: RegExp, key: string, value: Json): boolean {
  return about.test(key) && (value === null || typeof value !== 'object') && String(value).length <= 80
}

/** An object is headed by its own name where it has one, else by its key where that says something. */
function headingOf(value: Json[] | JsonObject, key: string): string {
  const name = Array.isArray(value) ? undefined : nameKey(value)
  return name && !Array.isArray(value) ? String(value[name]) : CONTAINERS.test(key) ? '' : key
}

function keyText(key: string): string {
  return key.replace(/_/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
}
