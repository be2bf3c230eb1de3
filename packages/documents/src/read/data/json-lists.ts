/** Lists of questions in JSON: a list of objects is a table, and its columns are chosen as those of any other. */
import { isQuestion } from '@tandem/languages/is-question'
import { chooseColumns } from '../../lists/choose-columns.ts'
import { findQaColumns, SURE } from '../../lists/column-names.ts'
import { type Column, columnsOf } from '../../lists/columns.ts'
import { columnsFound } from '../../lists/find-columns.ts'
import { isObject, type Json, type JsonObject, textsOf } from './json-records.ts'

const SAMPLE_RECORDS = 300
const MOST_NAMES = 100

/** The pairs of each record, which is read on as any other object where it has none, and the fields that no pair holds. Undefined where the value is no list of questions. */
export function listIn(value: Json[] | JsonObject) {
  const objects = objectsIn(value)
  if (!objects) return undefined
  const records = objects.map((object) => new Map(textsOf(object)))
  const sample = records.slice(0, SAMPLE_RECORDS)
  const names = [...new Set(sample.flatMap((each) => [...each.keys()]))]
  if (names.length < 2 || names.length > MOST_NAMES) return undefined
  const rows = sample.map((texts, row) => ({ row, cells: names.map((name) => texts.get(name)?.[0] ?? '') }))
  const all = columnsOf(names, rows)
  const { question, answer } = chooseColumns(all)
  if (!question || !answer || !isPlain(objects, question, answer)) return undefined
  const columns = columnsFound(all, question, answer, names)
  const unread = new Set(columns.unused)
  const found = records.map((texts, i) => {
    const textsIn = (column = -1) => texts.get(names[column] ?? '') ?? []
    const [asking, answers] = [textsIn(question.at), textsIn(answer.at)]
    // Columns in place of rows.
    if (objects.length === 1 && asking.length > 1 && asking.length === answers.length)
      return { object: objects[i]!, pairs: asking.map((each, at) => [each, answers[at]!] as const) }
    const [said = '', ...others] = answersOf(answers, answer.name)
    if (others.length > 0) unread.add(`${answer.name} after the first`)
    const about = textsIn(columns.about)
    const pairs: [string, string][] = asking.map((each) => [[each, ...about].join('\n'), said])
    if (asking.length === 0 && said) pairs.push(['', said])
    for (const further of columns.further) {
      const own = further.answer === answer.at ? said : textsIn(further.answer).join('\n')
      for (const each of textsIn(further.question)) pairs.push([each, own])
    }
    return { object: objects[i]!, pairs }
  })
  return { records: found, unread: [...unread] }
}

/** One object alone, and objects that hold lists of others as sections do, must be called what they are. */
function isPlain(objects: readonly JsonObject[], question: Column, answer: Column): boolean {
  if (question.trust === SURE && answer.trust === SURE) return true
  const isList = (value: Json) => Array.isArray(value) && value.some(isObject)
  return objects.length > 1 && !objects.some((object) => Object.values(object).some(isList))
}

// Rule (off: [texts.join('\n')]): the responses of a chatbot are answers to choose from, and "None" is none of them; intents.
function answersOf(texts: readonly string[], name: string): string[] {
  if (name !== 'responses') return [texts.join('\n')]
  return texts.filter((each) => !/^(?:none|null)?$/i.test(each.trim()))
}

/** The objects that a value lists, whichever way it does so. */
function objectsIn(value: Json[] | JsonObject): JsonObject[] | undefined {
  if (Array.isArray(value)) return value.every(isObject) ? value.flatMap(instancesOf) : undefined
  if (askedByKeys(value)) return Object.entries(value).map(([question, answer]) => ({ question, answer }))
  const values = Object.values(value)
  const isOfObjects = values.length > 1 && values.every(isObject) && !findQaColumns(Object.keys(value))
  return isOfObjects ? values : [value]
}

// Rule (off: false): an object may have its questions for keys and the answers under them; bots for chats.
function askedByKeys(object: JsonObject): boolean {
  const keys = Object.keys(object)
  const isTexts = Object.values(object).every((each) => typeof each === 'string')
  return isTexts && keys.filter(isQuestion).length * 2 > keys.length
}

// Rule (off: [{ instances, ...task }]): Alpaca's seed tasks have an instruction with instances of input and output.
function instancesOf({ instances, ...task }: JsonObject): JsonObject[] {
  const isTask = Array.isArray(instances) && instances.length > 0 && instances.every(isObject)
  return isTask
    ? instances.map((each) => ({ ...task, ...each }))
    : [instances === undefined ? task : { ...task, instances }]
}
