/** Lists of questions in JSON: a list of objects is a table, and its columns are chosen as those of any other. */
import { isQuestion } from '../../document/question-marks.ts'
import { aboutColumn, type Chosen, chooseColumns, furtherColumns } from '../../lists/choose-columns.ts'
import { findQaColumns, SURE } from '../../lists/column-names.ts'
import { type Column, columnsOf } from '../../lists/columns.ts'
import { isEmpty, isObject, type Json, type JsonObject, keyText, textsOf } from './json-records.ts'

type Texts = ReadonlyMap<string, readonly string[]>

const SAMPLE_RECORDS = 300
const MOST_NAMES = 100

/** The pairs of each record, and the fields that no pair holds. Undefined where the value is no list of questions. */
export function listIn(value: Json[] | JsonObject) {
  const objects = objectsIn(value)
  if (!objects) return undefined
  const records = objects.map((object): Texts => new Map(textsOf(object)))
  const names = [...new Set(records.slice(0, SAMPLE_RECORDS).flatMap((each) => [...each.keys()]))]
  if (names.length < 2 || names.length > MOST_NAMES) return undefined
  const rows = records.slice(0, SAMPLE_RECORDS).map((texts, row) => ({
    row,
    cells: names.map((name) => texts.get(name)?.[0] ?? ''),
  }))
  const columns = columnsOf(names, rows)
  const chosen = chooseColumns(columns)
  if (!chosen.question || !chosen.answer || !isPlain(objects, chosen)) return undefined
  return readRecords(objects, records, columns, chosen.question, chosen.answer)
}

/** One object alone, and objects that hold lists of others as sections do, must be called what they are. */
function isPlain(objects: readonly JsonObject[], { question, answer }: Chosen): boolean {
  if (question?.trust === SURE && answer?.trust === SURE) return true
  return objects.length > 1 && !objects.some((object) => Object.values(object).some(isListOfObjects))
}

const isListOfObjects = (value: Json) => Array.isArray(value) && value.some(isObject)

function readRecords(
  objects: readonly JsonObject[],
  records: readonly Texts[],
  columns: readonly Column[],
  question: Column,
  answer: Column,
) {
  const further = furtherColumns(columns, question, answer)
  const about = aboutColumn(columns, question)?.name ?? ''
  const nameAt = (at: number) => columns.find((each) => each.at === at)?.name ?? ''
  const read = new Set([question.name, answer.name, about])
  for (const each of further) read.add(nameAt(each.question)).add(nameAt(each.answer))
  const unread = new Set(unreadIn(objects, [...read].filter(Boolean)))
  const found = records.map((texts, i) => {
    const answers = texts.get(answer.name) ?? []
    const asking = texts.get(question.name) ?? []
    // Columns in place of rows.
    if (objects.length === 1 && asking.length > 1 && asking.length === answers.length)
      return { pairs: asking.map((each, at) => [each, answers[at]!] as const), rest: undefined }
    const [said = '', ...others] = answersOf(answers, answer.name)
    if (others.length > 0) unread.add(`${answer.name} after the first`)
    const given = (texts.get(about) ?? []).join('\n')
    const wordings = question.role === 'keywords' && asking.length > 1 ? [asking.join(', ')] : asking
    const pairs: [string, string][] = wordings.map((each) => [given ? `${each}\n${given}` : each, said])
    if (wordings.length === 0 && said) pairs.push(['', said])
    for (const { question: at, answer: answerAt } of further) {
      const own = answerAt === answer.at ? said : (texts.get(nameAt(answerAt)) ?? []).join('\n')
      for (const each of texts.get(nameAt(at)) ?? []) pairs.push([each, own])
    }
    // One without a pair is read on as any other object.
    return { pairs, rest: pairs.length === 0 ? objects[i] : undefined }
  })
  return { records: found, unread: [...unread] }
}

/** Keys with something under them of which nothing is read. */
function unreadIn(objects: readonly JsonObject[], read: readonly string[]): string[] {
  const filled = objects.flatMap((object) => Object.keys(object).filter((key) => !isEmpty(object[key]!)))
  const isRead = (key: string) => read.some((name) => `${name} `.startsWith(`${keyText(key)} `))
  return [...new Set(filled)].filter((key) => !WRAPPERS.has(key) && !isRead(key))
}

const WRAPPERS = new Set(['fields', 'attributes', 'sys'])

// Rule (off: [texts.join('\n')]): the responses of a chatbot are answers to choose from, and "None" is none of them; intents.
function answersOf(texts: readonly string[], name: string): string[] {
  if (name !== 'responses') return [texts.join('\n')]
  return texts.filter((each) => !/^(?:none|null)?$/i.test(each.trim()))
}

/** The objects that a value lists, whichever way it does so. */
function objectsIn(value: Json[] | JsonObject): JsonObject[] | undefined {
  if (Array.isArray(value)) {
    const filled = value.filter((each) => each !== null)
    return filled.length > 0 && filled.every(isObject) ? filled.flatMap(instancesOf) : twosOf(filled)
  }
  const values = Object.values(value)
  const isOfObjects = values.length > 1 && values.every(isObject) && !findQaColumns(Object.keys(value))
  return isOfObjects ? values : askedByKeys(value) ? twosOf(Object.entries(value)) : [value]
}

// Rule (off: false): an object may have its questions for keys and the answers under them; bots for chats.
function askedByKeys(object: JsonObject): boolean {
  const keys = Object.keys(object)
  return keys.filter(isQuestion).length * 2 > keys.length
}

// Rule (off: [object]): Alpaca's seed tasks have an instruction with instances of input and output.
function instancesOf(object: JsonObject): JsonObject[] {
  const { instances, ...rest } = object
  if (!Array.isArray(instances) || instances.length === 0 || !instances.every(isObject)) return [object]
  return instances.map((each) => ({ ...rest, ...each }))
}

// Rule (off: undefined): a list of lists of two is a list of questions with their answers; corpora of chatbots.
function twosOf(values: readonly Json[]): JsonObject[] | undefined {
  const isTwo = (each: Json): each is string[] =>
    Array.isArray(each) && each.length === 2 && each.every((one) => typeof one === 'string')
  return values.length > 0 && values.every(isTwo) ? values.map(([a, b]) => ({ 1: a!, 2: b! })) : undefined
}
