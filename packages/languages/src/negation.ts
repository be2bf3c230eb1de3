/**
 * Negation in messages. In “I don't want to cancel my order, I want to change it” only the second clause is the question. A
 * message that consists of negation alone is searched as it is. Also whether a question negates something at all.
 */
import { detectLanguage } from './detect-language.ts'
import type { Language } from './language.ts'
import { languages } from './languages.ts'
import { limited } from './limited.ts'
import { plain, wordPattern } from './normalise.ts'

/** Longer messages are stories, with negations that do not matter. */
const MOST_CHARS = 300

/** The remaining text must be able to ask something: four characters, or two Chinese ones. */
const ASKS = /\p{sc=Han}\p{sc=Han}|.{4}/u
const MARKS = '[,;.!?\\n，、。；！？،؟]+\\s*'

const readers = languages.map(({ denies, but, rather }) => ({
  denies: limited(new RegExp(wordPattern(denies)), MOST_CHARS),
  clauses: limited(
    new RegExp(but ? `${MARKS}(?:(?:${but})\\s+)?|\\s+(?:${but})\\s+` : MARKS, 'iu'),
    MOST_CHARS,
  ),
  /** “Not A but B” without a comma between them. */
  rather: rather === undefined ? undefined : new RegExp(`^.{1,60}?(?:${rather})\\s*`, 'u'),
}))

export function withoutDenied(text: string): string {
  if (text.length > MOST_CHARS) return text
  const said = plain(text)
  for (const { denies, clauses, rather } of readers) {
    const instead = rather ? text.replace(rather, '') : text
    if (instead !== text && ASKS.test(instead)) return instead
    if (!denies.test(said)) continue
    const all = text.split(clauses).filter((clause) => clause.trim() !== '')
    const wanted = all.filter((clause) => !denies.test(plain(clause)))
    const left = wanted.join(', ').trim()
    if (all.length > wanted.length && ASKS.test(left)) return left
  }
  return text
}

const wordsOf = (list: (language: Language) => string | undefined): ReadonlySet<string> =>
  new Set(languages.flatMap((language) => plain(list(language) ?? '').split(' ')))
const negations = wordsOf((language) => language.negations)
const orWords = wordsOf((language) => language.or)
const WORDS = /[\p{L}\p{M}']+/gu
/** What does not deny, for each language in which a word of another language says something else. */
const notDenying = new Map(
  languages.flatMap(({ code, notDenying: words }) => (words ? [[code, words.split(' ')] as const] : [])),
)
const CONTRACTED = /n't$|^n'/
/** “能不能” and “有没有” ask without negation, and “不好意思” and “对不起” are polite. */
const HAN_ASKED_OR_POLITE = /(\p{sc=Han})[不没沒]\1|不好意思|[对對]不起/gu
const HAN_NEGATION = /[不没沒未]/u

/** Whether a question negates something: "Is breakfast not included?", "Ist das Frühstück nicht dabei?", "早餐不包括吗". */
export function isDenied(text: string): boolean {
  const folded = plain(text)
  if (HAN_NEGATION.test(folded.replace(HAN_ASKED_OR_POLITE, ''))) return true
  const words = folded.match(WORDS) ?? []
  const denying = words.filter((word, at) => {
    // "Isn't breakfast included?" expects a yes, and “included or not?” negates nothing.
    if (CONTRACTED.test(word)) return at > 0
    return negations.has(word) && !orWords.has(words[at - 1] as string)
  })
  if (denying.length === 0) return false
  const innocent = notDenying.get(detectLanguage(text) ?? '') ?? []
  return denying.some((word) => !innocent.includes(word))
}
