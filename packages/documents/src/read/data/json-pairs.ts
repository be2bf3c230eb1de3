/** Pairs among the objects of JSON: fields named as questions and answers, chats, data for training, and keys that ask. */

import { findQaColumns } from '../../document/qa-columns.ts'
import { isQuestion, labelOf } from '../../document/question-marks.ts'
import { columnNamed } from '../../lists/column-names.ts'
import { dataQuestions } from '../html/linked-data.ts'
import { htmlText } from '../html/read-html.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export interface FoundPairs {
  readonly pairs: readonly (readonly [question: string, answer: string])[]
  /** Fields with something in them that no pair holds. */
  readonly unread: readonly string[]
  /** Questions without an answer, and answers without a question: one of the two is blank. */
  readonly halves?: readonly (readonly [question: string, answer: string])[]
}

/** Fields that mean question and answer only beside each other: training data, intents of older bots. */
const TOGETHER: readonly (readonly [question: string, answer: string])[] = [
  ['q', 'a'],
  ['instruction', 'output'],
  ['instruction', 'response'],
  ['prompt', 'completion'],
  ['prompt', 'response'],
  ['prompt', 'answer'],
  ['input', 'output'],
  ['patterns', 'responses'],
  ['utterances', 'responses'],
  ['utterances', 'answer'],
  ['examples', 'responses'],
  ['phrases', 'responses'],
]

/** Undefined where the value is nothing of the kind. */
export function pairsOfJson(value: Json[] | JsonObject): FoundPairs | undefined {
  if (Array.isArray(value)) return asTwo(value) ?? asChat(value)
  return asColumns(value) ?? asFields(value) ?? asLinked(value) ?? asChatObject(value) ?? asAskingKeys(value)
}

/** A list of questions beside a list of answers, or both by the same keys: the first answers the first. */
function asColumns(value: JsonObject): FoundPairs | undefined {
  const keys = Object.keys(value)
  const lower = new Map(keys.map((key) => [key.toLowerCase(), key]))
  const named = findQaColumns(keys) ?? {
    question: keys.indexOf(lower.get('q') ?? ''),
    answer: keys.indexOf(lower.get('a') ?? ''),
  }
  const [asked, said] = [value[keys[named.question] ?? ''], value[keys[named.answer] ?? '']]
  if (!asked || !said || typeof asked !== 'object' || typeof said !== 'object') return undefined
  if (Array.isArray(asked) !== Array.isArray(said)) return undefined
  const at = Object.keys(asked)
  const isParallel = at.length > 1 && at.join('\n') === Object.keys(said).join('\n')
  const questions = Object.values(asked)
  if (!isParallel || !questions.every((each) => each === null || typeof each === 'string')) return undefined
  return {
    ...filledOnly(
      questions.map((each, i) => [strings(each).join('\n'), strings(Object.values(said)[i]).join('\n')]),
    ),
    unread: unreadOf(value, [keys[named.question]!, keys[named.answer]!]),
  }
}

function filledOnly(all: readonly (readonly [string, string])[]): Pick<FoundPairs, 'pairs' | 'halves'> {
  return {
    pairs: all.filter(([question, answer]) => question && answer),
    halves: all.filter(([question, answer]) => !question !== !answer),
  }
}

/**
 * An object made for a pair of which one half is missing. It must stand for itself: written out as text, its question would be
 * answered by the next object that has an answer.
 */
export function halfOfJson(value: JsonObject): readonly [question: string, answer: string] | undefined {
  const keys = Object.keys(value)
  const keyOf = (role: 'question' | 'answer', short: string) =>
    keys.find((key) => {
      const named = columnNamed(key)
      return named?.role === role && (named.isSure || key.toLowerCase() === short)
    })
  const [question, answer] = [keyOf('question', 'q'), keyOf('answer', 'a')]
  const isText = (each: Json | undefined) =>
    typeof each === 'string' || (Array.isArray(each) && each.every((one) => typeof one === 'string'))
  const asked = question !== undefined && isText(value[question]) ? strings(value[question]).join('\n') : ''
  const said = answer !== undefined && isText(value[answer]) ? strings(value[answer]).join('\n') : ''
  if (asked && said) return undefined
  const isBlank = (key: string | undefined) =>
    key !== undefined && strings(value[key]).length === 0 && isBare(value[key])
  if (asked && (isQuestion(asked) || isBlank(answer)))
    return answer === undefined || isBlank(answer) ? [asked, ''] : undefined
  if (said && (isBlank(question) || (question === undefined && labelOf(`${answer}: `)))) return ['', said]
  return undefined
}

const isBare = (value: Json | undefined) =>
  value === null || typeof value !== 'object' || Object.keys(value).length === 0

function asFields(value: JsonObject): FoundPairs | undefined {
  const keys = Object.keys(value)
  const named = findQaColumns(keys)
  const lower = new Map(keys.map((key) => [key.toLowerCase(), key]))
  const together = named ? undefined : TOGETHER.find(([q, a]) => lower.has(q) && lower.has(a))
  const question = named ? keys[named.question] : lower.get(together?.[0] ?? '')
  const answer = named ? keys[named.answer] : lower.get(together?.[1] ?? '')
  if (question === undefined || answer === undefined) return undefined
  const questions = strings(value[question])
  const said = strings(value[answer]).join('\n')
  if (questions.length === 0 || !said) return undefined
  // What an instruction is about stands in a field of its own.
  const about = together?.[0] === 'instruction' ? lower.get('input') : undefined
  const given = about === undefined ? '' : strings(value[about]).join('\n')
  const others = keys.filter((key) => columnNamed(key)?.role === 'similar')
  const asked = [
    ...questions.map((each) => (given ? `${each}\n${given}` : each)),
    ...others.flatMap((key) => strings(value[key])),
  ]
  return {
    pairs: asked.map((each) => [each, said] as const),
    unread: unreadOf(value, [question, answer, ...others, ...(about === undefined ? [] : [about])]),
  }
}

/** As schema.org has it. */
function asLinked(value: JsonObject): FoundPairs | undefined {
  const [linked] = 'acceptedAnswer' in value ? dataQuestions(value) : []
  return linked && { pairs: [[htmlText(linked.question), linked.answer]], unread: [] }
}

function asChatObject(value: JsonObject): FoundPairs | undefined {
  const key = ['messages', 'conversations', 'conversation', 'turns', 'dialog', 'dialogue'].find((each) =>
    Array.isArray(value[each]),
  )
  const chat = key === undefined ? undefined : asChat(value[key] as Json[])
  return key === undefined || !chat ? undefined : { ...chat, unread: unreadOf(value, [key]) }
}

/** Turns of two, each with who said it: every answer belongs to what was said before it. */
function asChat(turns: readonly Json[]): FoundPairs | undefined {
  const said: (readonly [string, string])[] = []
  let asked: string[] = []
  let answered: string[] = []
  const close = () => said.push([asked.join('\n'), answered.join('\n')])
  for (const turn of turns) {
    if (turn === null || typeof turn !== 'object' || Array.isArray(turn)) return undefined
    const who = turn.role ?? turn.from ?? turn.speaker ?? turn.sender ?? turn.author
    const words = strings(turn.content ?? turn.value ?? turn.text ?? turn.message)
    if (typeof who !== 'string') return undefined
    if (/^(?:user|human|customer|client|visitor|prompter)$/i.test(who)) {
      if (answered.length > 0) {
        close()
        asked = []
        answered = []
      }
      asked.push(...words)
    } else if (/^(?:assistant|gpt|bot|agent|model|ai|support|chatbot)$/i.test(who)) answered.push(...words)
    else if (!/^(?:system|tool|function|developer)$/i.test(who)) return undefined
  }
  close()
  const found = filledOnly(said)
  return found.pairs.length > 0 ? { ...found, unread: [] } : undefined
}

/** A list of a question and its answer. */
function asTwo(value: readonly Json[]): FoundPairs | undefined {
  const [question, answer] = value
  if (value.length !== 2 || typeof question !== 'string' || typeof answer !== 'string') return undefined
  return isQuestion(question) && !isQuestion(answer) && answer.trim()
    ? { pairs: [[question, answer]], unread: [] }
    : undefined
}

/** An object whose keys are questions. */
function asAskingKeys(value: JsonObject): FoundPairs | undefined {
  const keys = Object.keys(value)
  const asked = keys.filter((key) => isQuestion(key) && typeof value[key] === 'string')
  if (asked.length < 1 || asked.length < keys.length / 2) return undefined
  const pairs = keys.flatMap((key) => {
    const answer = strings(value[key]).join('\n')
    return answer ? [[key, answer] as const] : []
  })
  return { pairs, unread: [] }
}

function unreadOf(value: JsonObject, read: readonly string[]): string[] {
  const isEmpty = (each: Json | undefined) =>
    each === null || each === '' || (typeof each === 'object' && Object.keys(each).length === 0)
  return Object.keys(value).filter((key) => !read.includes(key) && !isEmpty(value[key]))
}

export function strings(value: Json | undefined): string[] {
  if (typeof value === 'string') return value.trim() ? [value] : []
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  if (Array.isArray(value))
    return value.flatMap((each) => (each !== null && Array.isArray(each) ? [] : strings(each)))
  if (value && typeof value === 'object') {
    const inner = value.text ?? value.value ?? value.content
    return inner !== undefined && typeof inner !== 'object' ? strings(inner) : []
  }
  return []
}
