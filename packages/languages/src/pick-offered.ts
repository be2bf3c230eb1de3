/**
 * Finds the offered questions that the user picks: by number (“2”, “1 and 3”, “the second one”), by repeating one, or with a plain
 * yes when only one was offered. Nothing is guessed: any other text is a new question.
 */
import { languages } from './languages.ts'
import { foldPhrase, phraseBook, readPhrases } from './phrase-book.ts'
import { saysNo, saysYes } from './says-yes.ts'
import { readTalk } from './small-talk.ts'

/** A longer text picks nothing, unless it repeats a question. */
const MOST_CHARS = 40
const SIGNS = /[^\p{L}\p{N}#]+/gu

const kinds = ['first', 'second', 'third', 'last', 'all', 'both', 'and', 'around'] as const
type Kind = (typeof kinds)[number]

const listsOf = (language: string | undefined, lists: readonly string[]) =>
  lists.map((list, i) => ({ language, kind: kinds[i] as Kind, list }))
const book = phraseBook([
  ...listsOf(undefined, ['1|#1', '2|#2', '3|#3', '', '', '', 'plus', '']),
  ...languages.flatMap(({ code, places, and = '', aroundPlaces }) =>
    listsOf(code, [...places.split(' / '), and, aroundPlaces.replaceAll(' ', '|')]),
  ),
])

interface Offered {
  readonly question: string
}

/** In the order of the offer; empty when the text picks nothing. */
export function pickOffered<T extends Offered>(text: string, offered: readonly T[]): readonly T[] {
  if (offered.length === 0) return []
  const said = bare(text)
  const repeated = offered.find(({ question }) => bare(question) === said)
  if (repeated) return [repeated]
  if (said === '' || text.length > MOST_CHARS) return []
  if (offered.length === 1 && saysYes(text)) return offered
  return placesIn(said, offered.length).flatMap((place) => offered[place] ?? [])
}

/** A reply to the offer that picks nothing: a yes to several leaves open `which`, a no means `none`. */
export function replyToOffer(text: string, offered: readonly Offered[]): 'which' | 'none' | undefined {
  if (offered.length === 0 || text.length > MOST_CHARS) return undefined
  if (saysNo(text)) return 'none'
  const isYes = saysYes(text) && readTalk(text).smallTalk?.kind !== 'thanks'
  return isYes || kindsIn(bare(text)).includes('both') ? 'which' : undefined
}

/** The places among `count` that a text names; empty when the text contains anything else. */
function placesIn(said: string, count: number): readonly number[] {
  const named = kindsIn(said)
  const all = Array.from({ length: count }, (_, place) => place)
  if (named.includes('all')) return all
  if (named.includes('both')) return count === 2 ? all : []
  const places = named.map((kind) => kinds.indexOf(kind)).filter((place) => place < 3)
  const isList = named.includes('and')
  if (!named.includes('last')) return [...new Set(places)].sort()
  // “The last two” are two places, “the first and the last” are named one by one.
  if (!isList) return all.slice(-Math.max(1, ...places.map((place) => place + 1)))
  return [...new Set([...places, count - 1])].sort()
}

/** The kind of each phrase; empty when the text contains anything else. */
const kindsIn = (said: string): readonly Kind[] =>
  (readPhrases(said, book) ?? []).flatMap(([phrase]) => phrase?.kind ?? [])

const bare = (text: string) => foldPhrase(text).replace(SIGNS, ' ').trim()
