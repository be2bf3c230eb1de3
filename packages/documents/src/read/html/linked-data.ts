/**
 * Questions that a page gives to search engines as data (schema.org, JSON-LD). Pages that build themselves in the browser
 * often have their questions nowhere else.
 */
import { attribute, isElement, type Node, nodesBelow, textOf } from './html-tree.ts'

export interface DataPair {
  readonly question: string
  /** May hold HTML. */
  readonly answer: string
}

/** Values looked at in one piece of data; a FAQ page has far fewer. */
const MOST_VALUES = 100_000

/** From all data of a page. What is no JSON is left alone, as browsers do. */
export function linkedQuestions(root: Node): DataPair[] {
  return [...nodesBelow(root)].flatMap((node) => {
    if (!isElement(node) || node.tagName !== 'script' || !/ld\+json/i.test(attribute(node, 'type'))) return []
    try {
      return dataQuestions(JSON.parse(node.childNodes.map(textOf).join('')))
    } catch {
      return []
    }
  })
}

/** Every Question with an answer, however deep. */
export function dataQuestions(data: unknown): DataPair[] {
  const found: DataPair[] = []
  const waiting: unknown[] = [data]
  for (let looked = 0; waiting.length > 0 && looked < MOST_VALUES; looked++) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    const pair = asQuestion(value as Record<string, unknown>)
    if (pair) found.push(pair)
    else waiting.push(...Object.values(value).reverse())
  }
  return found
}

function asQuestion(value: Record<string, unknown>): DataPair | undefined {
  const answers = [value.acceptedAnswer ?? value.suggestedAnswer].flat()
  const answer = answers.map(valueText).filter(Boolean).join('\n')
  const question = valueText(value.name) || valueText(value.text)
  return question && answer ? { question, answer } : undefined
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value !== 'object' || value === null) return ''
  return valueText('text' in value ? value.text : '@value' in value ? value['@value'] : undefined)
}
