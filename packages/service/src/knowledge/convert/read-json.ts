/** JSON as a document: objects with a question and an answer become rows; the rest is written out under its keys. */
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from './document.ts'
import { dataQuestions } from './linked-data.ts'
import { findQaColumns } from './qa-columns.ts'
import { isQuestion } from './question-marks.ts'
import { htmlText } from './read-html.ts'
import { Unreadable } from './unreadable.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const COLUMNS = ['question', 'answer']
const DEEPEST_HEADING = 6

export function readJson(text: string): ReadDocument {
  const builder = createDocumentBuilder('JSON')
  // Deep nesting must not end in a full call stack, hence a stack of our own, the next to be written on top.
  const waiting: { value: Json; key: string; depth: number }[] = [
    { value: parseAll(text), key: '', depth: 0 },
  ]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, key, depth } = next
    if (value === null || value === '') continue
    if (typeof value !== 'object') {
      const text = withoutMarkup(String(value))
      builder.add('paragraph', key ? `${key}: ${text}` : text)
      continue
    }
    if (!Array.isArray(value) && addPairs(builder, value)) continue
    const isList = Array.isArray(value)
    builder.add('heading', headingOf(value, key), { level: Math.min(depth + 1, DEEPEST_HEADING) })
    if (isList && value.every((each) => each === null || typeof each !== 'object')) {
      for (const each of value) if (each !== null) builder.add('item', `- ${each}`)
      continue
    }
    const children = isList ? value.map((each) => ['', each] as const) : withoutName(value)
    for (const [name, child] of [...plainFirst(children)].reverse()) {
      waiting.push({ value: child, key: keyText(name), depth: depth + 1 })
    }
  }
  return builder.finish()
}

function parseAll(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (whole) {
    try {
      return text.split('\n').flatMap((line) => (line.trim() ? [JSON.parse(line) as Json] : []))
    } catch {
      throw new Unreadable(`The file is not valid JSON: ${(whole as Error).message.split('\n')[0]}`)
    }
  }
}

/** A pair as an object, or an object whose keys are questions. */
function addPairs(builder: DocumentBuilder, value: { [key: string]: Json }): boolean {
  const keys = Object.keys(value)
  const columns = findQaColumns(keys)
  if (columns) {
    const questions = strings(value[keys[columns.question]!])
    const answer = strings(value[keys[columns.answer]!]).join('\n')
    if (questions.length === 0 || !answer) return false
    for (const question of questions) addRow(builder, question, answer)
    return true
  }
  // As schema.org has it.
  const [linked] = 'acceptedAnswer' in value ? dataQuestions(value) : []
  if (linked) {
    addRow(builder, htmlText(linked.question), linked.answer)
    return true
  }
  const asked = keys.filter((key) => isQuestion(key) && typeof value[key] === 'string')
  if (asked.length < 1 || asked.length < keys.length / 2) return false
  for (const key of keys) {
    const answer = strings(value[key]).join('\n')
    if (answer) addRow(builder, key, answer)
  }
  return true
}

const MARKUP = /<(?:p|br|div|ul|ol|li|b|strong|em|i|a|span|h[1-6]|table)\b[^<>]*>/i

function withoutMarkup(text: string): string {
  return MARKUP.test(text) ? htmlText(text) : text
}

function addRow(builder: DocumentBuilder, question: string, answer: string): void {
  const plain = withoutMarkup(answer)
  builder.add('row', `${question}\n${plain}`, { cells: [question, plain], columns: COLUMNS })
}

function strings(value: Json | undefined): string[] {
  if (typeof value === 'string') return value.trim() ? [value] : []
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (Array.isArray(value))
    return value.flatMap((each) => (typeof each === 'string' && each.trim() ? [each] : []))
  if (value && typeof value === 'object') return strings(value.text ?? value.value ?? value.content)
  return []
}

/** Values before objects: else they would be read as belonging to the object written before them. */
function plainFirst(children: readonly (readonly [string, Json])[]) {
  const isPlain = ([, child]: readonly [string, Json]) => child === null || typeof child !== 'object'
  return [...children.filter(isPlain), ...children.filter((each) => !isPlain(each))]
}

const NAMES = ['title', 'name', 'heading', 'label', 'category', 'section', 'topic']
/** Keys that say how the data is built and nothing about it. */
const CONTAINERS =
  /^(?:items?|faqs?|data|entries|list|results?|questions|rows|records|children|pages|sections|documents)$/i

/** The key under which an object has its own name, which becomes its heading. */
function nameKey(value: { [key: string]: Json }): string | undefined {
  return NAMES.find((key) => typeof value[key] === 'string' && value[key])
}

function withoutName(value: { [key: string]: Json }): (readonly [string, Json])[] {
  const name = nameKey(value)
  return Object.entries(value).filter(([key]) => key !== name && !key.startsWith('@'))
}

/** An object is headed by its own name where it has one, else by its key where that says something. */
function headingOf(value: Json[] | { [key: string]: Json }, key: string): string {
  const name = Array.isArray(value) ? undefined : nameKey(value)
  return name && !Array.isArray(value) ? String(value[name]) : CONTAINERS.test(key) ? '' : key
}

function keyText(key: string): string {
  return key.replace(/_/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
}
