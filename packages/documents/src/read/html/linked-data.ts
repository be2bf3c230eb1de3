/**
 * Questions that a page gives to search engines as data (schema.org, JSON-LD). Pages that build themselves in the browser
 * often have their questions nowhere else.
 */
import { isObject, type Json, strings } from '../data/json-records.ts'
import { attribute, elementsBelow, type Node, textOf } from './html-tree.ts'

/** Values looked at in one piece of data; a FAQ page has far fewer. */
const MOST_VALUES = 100_000

/** From all data of a page. What is no JSON is left alone, as browsers do. */
export function linkedQuestions(root: Node) {
  return [...elementsBelow(root)].flatMap((element) => {
    if (element.tagName !== 'script' || !/ld\+json/i.test(attribute(element, 'type'))) return []
    try {
      return dataQuestions(JSON.parse(element.childNodes.map(textOf).join('')))
    } catch {
      return []
    }
  })
}

/** Every Question with an answer, which may hold HTML, however deep. */
export function dataQuestions(data: Json) {
  const found: { question: string; answer: string }[] = []
  const waiting = [data]
  for (let looked = 0; waiting.length > 0 && looked < MOST_VALUES; looked++) {
    const value = waiting.pop()
    const [question = ''] = isObject(value) ? strings([value.name ?? null, value.text ?? null]) : []
    const answer = isObject(value) ? strings(value.acceptedAnswer ?? value.suggestedAnswer).join('\n') : ''
    if (question && answer) found.push({ question: question.trim(), answer: answer.trim() })
    else if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value).reverse())
  }
  return found
}
