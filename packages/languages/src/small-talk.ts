/**
 * Recognises texts that consist of small talk only. “Hi, how do I return a shoe?” is a question; the greeting before it is cut
 * off, so that it does not blur the search.
 */
import { type SmallTalkKind, smallTalkKinds } from './language.ts'
import { languages } from './languages.ts'
import { foldPhrase, type Phrase, phraseBook, readPhrases } from './phrase-book.ts'

interface SmallTalk {
  readonly kind: SmallTalkKind
  /** The languages in which the whole text is small talk. */
  readonly languages: readonly string[]
}

export interface Talk {
  /** Undefined when the text contains anything else. */
  readonly smallTalk: SmallTalk | undefined
  /** The text without leading small talk. */
  readonly rest: string
  readonly greets: boolean
}

/** The meanings of one phrase. */
type Meanings = readonly Phrase<SmallTalkKind | 'filler'>[]

/** Longer texts say more than hello. */
const MOST_CHARS = 100
/** Sentences and clauses. Apostrophes and hyphens do not separate them. */
const SEGMENTS =
  /[^\s.,;:!?¡¿…、。，；：！？؟،～~()（）"“”「」][^.,;:!?¡¿…、。，；：！？؟،～~()（）"“”「」\n\r]*/g
const PICTURES = /\p{Extended_Pictographic}/gu
/** “Hellooo”. */
const DRAWN_OUT = /(\p{L})\1{2,}/gu

/** Phrases of every language, which are no evidence of one. */
const everywhere = {
  greeting: '👋|🙋',
  thanks: 'thx|thnx|tnx|🙏|❤|♥|😘|🥰|💕',
  goodbye: 'bye|bye bye',
  acknowledgement: 'ok|okay|cool|super|nice|perfect|👍|👌|✅|💯',
}

const listsOf = (language: string | undefined, kinds: object) =>
  Object.entries(kinds).map(([kind, list]) => ({ language, kind: kind as SmallTalkKind | 'filler', list }))
const book = phraseBook([
  ...listsOf(undefined, everywhere),
  ...languages.flatMap(({ code, smallTalk }) => listsOf(code, smallTalk)),
])
const aloneBook = phraseBook(
  languages.flatMap(({ code, greetingAlone = '' }) => listsOf(code, { greeting: greetingAlone })),
)

export function readTalk(text: string): Talk {
  const none: Talk = { smallTalk: undefined, rest: text, greets: false }
  const alone = aloneBook.get(foldPhrase(text.slice(0, MOST_CHARS).replace(/[!.]/g, '')))
  if (alone)
    return { smallTalk: { kind: 'greeting', languages: languagesOf([alone]) }, rest: text, greets: true }
  const said: Meanings[] = []
  for (const { 0: segment, index } of text.slice(0, MOST_CHARS).matchAll(SEGMENTS)) {
    const found = readSegment(segment)
    if (!found) return said.length === 0 ? none : { ...none, rest: text.slice(index), greets: greets(said) }
    said.push(...found)
  }
  const spoken = languagesOf(said)
  const kinds = kindsOf(inLanguages(said, spoken))
  const kind = smallTalkKinds.find((each) => kinds.has(each))
  if (kind === undefined || text.length > MOST_CHARS) return none
  return { smallTalk: { kind, languages: spoken }, rest: text, greets: greets(said) }
}

/** Undefined when the segment is no small talk, or consists of fillers only. */
function readSegment(segment: string): readonly Meanings[] | undefined {
  const folded = foldPhrase(segment)
  const words = folded.replace(PICTURES, ' ').trim()
  if (words === '') return readPictures(folded)
  const said =
    readPhrases(words, book) ??
    readPhrases(words.replace(DRAWN_OUT, '$1'), book) ??
    readPhrases(words.replace(DRAWN_OUT, '$1$1'), book)
  return said && kindsOf(said).size > 0 ? said : undefined
}

/** Most emoji only say that somebody is pleased. */
function readPictures(pictures: string): readonly Meanings[] {
  const known = [...pictures].flatMap((picture) => (book.has(picture) ? [book.get(picture) as Meanings] : []))
  return known.length > 0 ? known : [[{ language: undefined, kind: 'acknowledgement' }]]
}

function kindsOf(said: readonly Meanings[]): ReadonlySet<SmallTalkKind> {
  return new Set(said.flat().flatMap(({ kind }) => (kind === 'filler' ? [] : [kind])))
}

const greets = (said: readonly Meanings[]) => kindsOf(said).has('greeting')

/** The languages that all phrases share; of a mixture, those of its first part. */
function languagesOf(said: readonly Meanings[]): string[] {
  let shared: string[] = []
  for (const phrase of said) {
    if (phrase.some(({ language }) => language === undefined)) continue
    const spoken = phrase.map(({ language }) => language as string)
    const both = shared.filter((language) => spoken.includes(language))
    if (shared.length === 0) shared = spoken
    else if (both.length > 0) shared = both
  }
  return shared
}

/** Keeps only the meanings of phrases in the languages of the text, if they have any there. */
function inLanguages(said: readonly Meanings[], spoken: readonly string[]): readonly Meanings[] {
  return said.map((phrase) => {
    const own = phrase.filter(({ language }) => language === undefined || spoken.includes(language))
    return own.length > 0 ? own : phrase
  })
}
