/** Lists of questions in JSON: a list of objects is treated as a table, and its columns are chosen like those of any other table. */
import { isQuestion } from '@tandem/languages/is-question'
import { chooseColumns } from '../../lists/choose-columns.ts'
import { findQaColumns, SURE } from '../../lists/column-names.ts'
import { type Column, columnsOf } from '../../lists/columns.ts'
import { columnsFound } from '../../lists/find-columns.ts'
import { isObject, type Json, type JsonObject, textsOf } from './json-records.ts'

const SAMPLE_RECORDS = 300
const MOST_NAMES = 100

/** The pairs of each record (one without pairs is read as any other object) and the unused fields; undefined if the value is not a list of questions. */
export function listIn(value: Json[] | JsonObject) {
  const objects = objectsIn(value)
  if (!objects) return undefined
  const turns = turnsIn(objects)
  if (turns) return { records: turns, unread: [] }
  const records = objects.map((object) => new Map(textsOf(object)))
  const sample = records.slice(0, SAMPLE_RECORDS)
  const known = new Set(sample.flatMap((each) => [...each.keys()]))
  const names = [...known]
  if (names.length < 2 || names.length > MOST_NAMES) return undefined
  const rows = sample.map((texts, row) => ({ row, cells: names.map((name) => texts.get(name)?.[0] ?? '') }))
  const all = columnsOf(names, rows)
  const { question, answer } = chooseColumns(all)
  if (!question || !answer || !isPlain(objects, question, answer)) return undefined
  const columns = columnsFound(all, question, answer, names)
  const unread = new Set(columns.unused)
  const found = records.map((texts, i) => {
    for (const name of texts.keys()) if (!known.has(name)) unread.add(name)
    const textsIn = (column = -1) => texts.get(names[column] ?? '') ?? []
    const [asking, answers] = [textsIn(question.at), textsIn(answer.at)]
    // An object with parallel lists: columns instead of rows.
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

const ASKING = /^(?:user|human|prompter|customer|client|visitor)$/i
const ANSWERING = /^(?:assistant|gpt|chatgpt|bot|model|ai|agent)$/i
const OTHERS = /^(?:system|developer|tool|function)$/i

// Rule (off: undefined): conversations with which models are trained: each object says who speaks, and the next one answers a user.
function turnsIn(objects: readonly JsonObject[]) {
  const turns = objects.map(({ role, from, content, value, text }) => ({
    who: String(role ?? from ?? ''),
    said: [content, value, text].find((each) => typeof each === 'string') ?? '',
  }))
  const speaks = ({ who }: { who: string }) => ASKING.test(who) || ANSWERING.test(who) || OTHERS.test(who)
  if (!turns.every(speaks) || !turns.some(({ who }) => ASKING.test(who))) return undefined
  return turns.flatMap(({ who, said }, i) => {
    const answer = turns[i + 1]
    if (!ASKING.test(who) || !answer || !ANSWERING.test(answer.who)) return []
    return [{ object: objects[i]!, pairs: [[said, answer.said]] as [string, string][] }]
  })
}

/** A single object, and objects that contain lists of objects as sections do, need unambiguous names for question and answer. */
function isPlain(objects: readonly JsonObject[], question: Column, answer: Column): boolean {
  if (question.trust === SURE && answer.trust === SURE) return true
  const isList = (value: Json) => Array.isArray(value) && value.some(isObject)
  return objects.length > 1 && !objects.some((object) => Object.values(object).some(isList))
}

// Rule (off: [texts.join('\n')]): intents of chatbots, whose "responses" are alternative answers, among which "None" is not an answer.
function answersOf(texts: readonly string[], name: string): string[] {
  if (name !== 'responses') return [texts.join('\n')]
  return texts.filter((each) => !/^(?:none|null)?$/i.test(each.trim()))
}

/** The objects that a value lists, in any of the supported forms; undefined for an array with other values in it. */
function objectsIn(value: Json[] | JsonObject): JsonObject[] | undefined {
  if (Array.isArray(value)) return value.every(isObject) ? value.flatMap(instancesOf) : undefined
  if (askedByKeys(value)) return Object.entries(value).map(([question, answer]) => ({ question, answer }))
  const values = Object.values(value)
  const isOfObjects = values.length > 1 && values.every(isObject) && !findQaColumns(Object.keys(value))
  return isOfObjects ? values : [value]
}

// Rule (off: false): data of chatbots with the questions as the keys of an object, and the answers as its values.
function askedByKeys(object: JsonObject): boolean {
  const keys = Object.keys(object)
  const isTexts = Object.values(object).every((each) => typeof each === 'string')
  return isTexts && keys.filter(isQuestion).length * 2 > keys.length
}

// Rule (off: [{ instances, ...task }]): the seed tasks of Alpaca, each an instruction with instances of input and output.
function instancesOf({ instances, ...task }: JsonObject): JsonObject[] {
  const isTask = Array.isArray(instances) && instances.length > 0 && instances.every(isObject)
  return isTask
    ? instances.map((each) => ({ ...task, ...each }))
    : [instances === undefined ? task : { ...task, instances }]
}
