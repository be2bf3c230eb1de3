/**
 * Light stemming: enough that "returned", "returning" and "returns" meet, no more. English endings are taken off by rule;
 * afterwards the endings that plurals and cases of German, Spanish, French and Portuguese share come off long words, in
 * every language alike, because a question is too short to tell its language by.
 */
import { stemByScript } from './stem-scripts.ts'

const VOWEL = /[aeiouy]/
const DOUBLE = /([bdfgmnprt])\1$/

const CACHE_WORDS = 50_000
const cache = new Map<string, string>()

export function stem(word: string): string {
  if (word.length < 4) return word
  const known = cache.get(word)
  if (known !== undefined) return known
  const made = stemOf(word)
  if (cache.size >= CACHE_WORDS) cache.clear()
  cache.set(word, made)
  return made
}

function stemOf(word: string): string {
  return stemByScript(word) ?? withoutEnding(withoutSuffix(withoutPastOrIng(withoutPlural(word))))
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

function withoutPastOrIng(word: string): string {
  const ending = word.endsWith('ied') ? 'ied' : word.endsWith('ed') ? 'ed' : word.endsWith('ing') ? 'ing' : ''
  if (ending === '') return word
  if (ending === 'ied') return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  const base = word.slice(0, -ending.length)
  if (base.length < 3 || !VOWEL.test(base)) return word
  return DOUBLE.test(base) ? base.slice(0, -1) : base
}

const SUFFIXES: readonly (readonly [ending: string, left: string, least: number])[] = [
  ['ization', 'ize', 3],
  ['isation', 'ize', 3],
  ['ational', 'ate', 3],
  ['fulness', 'ful', 3],
  ['iveness', 'ive', 3],
  ['ication', 'i', 4],
  ['ation', '', 4],
  ['ition', 'it', 4],
  ['ction', 'ct', 2],
  ['ment', '', 4],
  ['ness', '', 4],
  ['able', '', 4],
  ['ible', '', 4],
  ['ally', 'al', 3],
  ['ance', '', 4],
  ['ence', '', 4],
  ['ful', '', 4],
  ['ly', '', 4],
]

function withoutSuffix(word: string): string {
  for (const [ending, left, least] of SUFFIXES) {
    if (word.length - ending.length >= least && word.endsWith(ending))
      return word.slice(0, -ending.length) + left
  }
  return word
}

/** "activate" meets "activation" and "activated"; "Rechnungen" meets "Rechnung"; "devolución" (folded) stays itself. */
function withoutEnding(word: string): string {
  let left = word
  if (left.length >= 6 && /(?:en|em|er|os|as|es)$/.test(left) && /[aeiouy]../.test(left.slice(0, -2))) {
    left = left.endsWith('er') ? left : left.slice(0, -2)
  }
  if (left.length >= 7 && left.endsWith('at')) return left.slice(0, -2)
  if (left.length >= 6 && left.endsWith('ate')) return left.slice(0, -3)
  if (left.length >= 5 && /[aeo]$/.test(left)) return left.slice(0, -1)
  if (left.length >= 4 && left.endsWith('y')) return `${left.slice(0, -1)}i`
  return left
}
