/**
 * Whether one of two questions denies what the other affirms, and says the same otherwise: "Is breakfast not included?" beside
 * "Is breakfast included?". Where more is different ("I cannot log in" beside "How do I log in?") the denial is a complaint,
 * to which the other may well be the answer.
 */

import { normalise } from '@tandem/languages/normalise'
import { termsOfWord, wordsOfFolded } from '../words/analyse.ts'

const negations = new Set(
  [
    'not no never without nicht nie niemals kein keine keinen keinem keiner keines ohne ne pas jamais sans nunca sin nao nem sem',
    'non mai senza niet geen nooit zonder nie nigdy bez не нет никогда без لا ليس ليست لم لن غير بدون inte ikke',
  ]
    .join(' ')
    .split(' '),
)
/** “Included or not?” denies nothing. */
const orWords = new Set('or oder ou o of lub czy или veya او eller'.split(' '))
/** Little words that come and go with a denial: "keine Schuhe" beside "die Schuhe", "without" beside "with". */
const fillers = new Set(
  [
    'a an the any some of with ein eine einen einem einer der die das den dem mit un une de des du le la les avec',
    'una el los las con um uma o os as com il lo gli i een het met z ze с со و في من',
  ]
    .join(' ')
    .split(' '),
)
const contracted: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall', ai: 'is' }
const CONTRACTED = /^(\p{L}+)n'?t$/u
const withoutMark = new Set(
  'dont doesnt didnt isnt arent wasnt cant wont couldnt wouldnt havent hasnt'.split(' '),
)
const FRENCH = /^n'(?=\p{L})/u
const HAN = /\p{sc=Han}/u
/** “有没有”, “能不能” only ask. */
const ASKED_BOTH_WAYS = /(\p{sc=Han})[不没沒]\1/gu
const HAN_NEGATION = /[不没沒未]/gu
const HAN_FILLERS = /[的了吗嗎呢啊吧]/gu
const SIGNS = /[^\p{L}\p{N}]/gu
/** Longer ones say more than one thing, and each may be denied. */
const MOST_CHARS = 300

export function deniesOther(asked: string, question: string): boolean {
  if (asked.length > MOST_CHARS || question.length > MOST_CHARS) return false
  const [a, b] = [claimOf(normalise(asked)), claimOf(normalise(question))]
  return a.isDenied !== b.isDenied && a.rest() === b.rest()
}

interface Claim {
  readonly isDenied: boolean
  /** All else that is said, in no order. */
  readonly rest: () => string
}

function claimOf(text: string): Claim {
  return HAN.test(text) ? claimInHan(text) : claimInWords(wordsOfFolded(text))
}

function claimInHan(text: string): Claim {
  const left = text.replace(ASKED_BOTH_WAYS, '$1').replace(SIGNS, '')
  const rest = left.replace(HAN_NEGATION, '')
  return { isDenied: rest !== left, rest: () => rest.replace(HAN_FILLERS, '') }
}

function claimInWords(words: readonly string[]): Claim {
  const rest: string[] = []
  let isDenied = false
  for (const [at, word] of words.entries()) {
    const left = affirmed(word)
    if (left !== '') rest.push(left ?? word)
    // “Isn't breakfast included?” expects a yes.
    if (left === undefined || (at === 0 && left !== '')) continue
    if (orWords.has(words[at - 1] as string)) rest.pop()
    else isDenied = true
  }
  const said = () => rest.filter((word) => !fillers.has(word)).map((word) => termsOfWord(word)[0] ?? word)
  return { isDenied, rest: () => said().sort().join(' ') }
}

/** What is left of a word that denies; undefined for the others. */
function affirmed(word: string): string | undefined {
  if (negations.has(word)) return ''
  if (word === 'cannot') return 'can'
  if (FRENCH.test(word)) return word.replace(FRENCH, '')
  if (!word.includes("'") && !withoutMark.has(word)) return undefined
  const verb = CONTRACTED.exec(word)?.[1]
  return verb === undefined ? undefined : (contracted[verb] ?? verb)
}
