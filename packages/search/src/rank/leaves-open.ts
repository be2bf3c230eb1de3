/**
 * Whether a question leaves open which of two stored ones it means: both hold the same of its words, and the first says more,
 * as "How do I cancel?" does beside "How do I cancel my order?" and "… my subscription?".
 */
import { isStopWord, termsOf } from '../words/analyse.ts'

export function leavesOpen(asked: string, first: string, second: string): boolean {
  const wanted = contentOf(asked)
  const [inFirst, inSecond] = [contentOf(first), contentOf(second)]
  const shared = wanted.intersection(inFirst)
  if (shared.size === 0 || inFirst.isSubsetOf(wanted)) return false
  return shared.symmetricDifference(wanted.intersection(inSecond)).size === 0
}

const contentOf = (text: string) => new Set(termsOf(text).filter((term) => !isStopWord(term)))
