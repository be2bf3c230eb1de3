/**
 * Recognises small talk, and only that: a text counts when nothing else is in it. “Hi, how do I return a shoe?” is a
 * question; what is said before it is told apart, so that it does not blur the search.
 */
import { normalise } from '../../knowledge/search/words/normalise.ts'
import { EVERY_LANGUAGE, type SmallTalkKind, smallTalkKinds, smallTalkPhrases } from './small-talk-phrases.ts'

export interface SmallTalk {
  readonly kind: SmallTalkKind
  /** Languages in which all of it is small talk. */
  readonly languages: readonly string[]
}

export interface Talk {
  /** Undefined when the text is, or holds, something else. */
  readonly smallTalk: SmallTalk | undefined
  /** What is left behind leading small talk; the whole text where there is none. */
  readonly rest: string
  readonly greets: boolean
}

interface Phrase {
  readonly kinds: Map<string, SmallTalkKind | 'filler'>
}

/** Longer texts say more than hello. */
const MOST_CHARS = 100
const MOST_WORDS = 5
const MOST_CHARACTERS = 14
/** Sentences and clauses; the apostrophes and hyphens of words are not among these. */
const SEGMENTS =
  /[^\s.,;:!?¡¿…、。，；：！？؟،～~()（）"“”「」][^.,;:!?¡¿…、。，；：！？؟،～~()（）"“”「」\n\r]*/g
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
const PICTURE = /\p{Extended_Pictographic}/u
const PICTURES = /\p{Extended_Pictographic}/gu
/** “Hellooo”. */
const DRAWN_OUT = /(\p{L})\1{2,}/gu
const JOINERS = /[\u{1f3fb}-\u{1f3ff}\ufe0f\u200d]/gu

const { phrases, firstWords } = readPhrases()

export function readTalk(text: string): Talk {
  const none: Talk = { smallTalk: undefined, rest: text, greets: false }
  let at = 0
  let kind: SmallTalkKind | undefined
  let greets = false
  let languages: Set<string> | undefined
  const head = text.length > MOST_CHARS ? text.slice(0, MOST_CHARS) : text
  for (const match of head.matchAll(SEGMENTS)) {
    const found = readSegment(match[0])
    if (!found) {
      return at === 0 ? none : { smallTalk: undefined, rest: text.slice(match.index), greets }
    }
    at = match.index + match[0].length
    kind = stronger(kind, found.kind)
    greets ||= found.kind === 'greeting' || found.greets
    languages = languages ? shared(languages, found.languages) : found.languages
  }
  if (kind === undefined || text.length > MOST_CHARS) return none
  return { smallTalk: { kind, languages: [...(languages ?? [])] }, rest: text, greets }
}

interface Segment {
  kind: SmallTalkKind | undefined
  greets: boolean
  languages: Set<string>
}

function readSegment(raw: string): Segment | undefined {
  const folded = normalise(raw).replace(JOINERS, '').trim()
  if (folded === '') return { kind: undefined, greets: false, languages: new Set() }
  if (!PICTURE.test(folded)) return readPlain(folded)
  const plain = folded.replace(PICTURES, ' ').trim()
  if (plain !== '') return readPlain(plain)
  return { greets: false, languages: new Set(), kind: 'acknowledgement', ...readPictures(folded) }
}

/** What a picture says; most say no more than that somebody is pleased. */
function readPictures(text: string): Partial<Segment> {
  const known = [...text].map((picture) => phrases.get(picture)?.kinds.get(EVERY_LANGUAGE))
  const kind = known.find((each) => each !== undefined && each !== 'filler')
  return kind === undefined ? {} : { kind, greets: kind === 'greeting' }
}

function readPlain(text: string): Segment | undefined {
  const found = readFolded(text)
  const short = found ? text : text.replace(DRAWN_OUT, '$1')
  if (short === text) return found
  return readFolded(short) ?? readFolded(text.replace(DRAWN_OUT, '$1$1'))
}

function readFolded(text: string): Segment | undefined {
  return SPACELESS.test(text) ? readCharacters(text.replace(/\s+/g, '')) : readWords(text.split(/\s+/))
}

function readWords(words: readonly string[]): Segment | undefined {
  if (!firstWords.has(words[0] as string)) return undefined
  return consume(words.length, MOST_WORDS, (from, count) => words.slice(from, from + count).join(' '))
}

function readCharacters(text: string): Segment | undefined {
  return consume(text.length, MOST_CHARACTERS, (from, count) => text.slice(from, from + count))
}

/** Takes the longest phrase again and again; undefined when something is left that is none. */
function consume(
  length: number,
  longest: number,
  piece: (from: number, count: number) => string,
): Segment | undefined {
  let kind: SmallTalkKind | undefined
  let greets = false
  let languages: Set<string> | undefined
  for (let at = 0; at < length; ) {
    let count = Math.min(longest, length - at)
    let phrase: Phrase | undefined
    for (; count > 0 && !phrase; count--) phrase = phrases.get(piece(at, count))
    if (!phrase) return undefined
    at += count + 1
    const spoken = new Set<string>()
    const isOfEvery = phrase.kinds.has(EVERY_LANGUAGE)
    for (const [language, each] of phrase.kinds) {
      if (!isOfEvery) spoken.add(language)
      if (each === 'filler') continue
      kind = stronger(kind, each)
      greets ||= each === 'greeting'
    }
    languages = languages ? shared(languages, spoken) : spoken
  }
  return kind && { kind, greets, languages: languages ?? new Set() }
}

/** The one that asks more for a reply: a goodbye rather than the thanks before it. */
function stronger(a: SmallTalkKind | undefined, b: SmallTalkKind | undefined): SmallTalkKind | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return smallTalkKinds.indexOf(a) <= smallTalkKinds.indexOf(b) ? a : b
}

/** A mixture of languages keeps those of its first part. */
function shared(a: Set<string>, b: Set<string>): Set<string> {
  if (b.size === 0) return a
  if (a.size === 0) return b
  const both = new Set([...a].filter((language) => b.has(language)))
  return both.size > 0 ? both : a
}

function readPhrases() {
  const phrases = new Map<string, Phrase>()
  const firstWords = new Set<string>()
  for (const [language, kinds] of Object.entries(smallTalkPhrases)) {
    for (const [kind, list] of Object.entries(kinds)) {
      for (const written of list.split('|')) {
        const folded = normalise(written).replace(JOINERS, '')
        const text = SPACELESS.test(folded) ? folded.replace(/\s+/g, '') : folded
        const phrase = phrases.get(text) ?? { kinds: new Map() }
        if (!phrase.kinds.has(language)) phrase.kinds.set(language, kind as SmallTalkKind | 'filler')
        phrases.set(text, phrase)
        firstWords.add(text.split(' ', 1)[0] as string)
      }
    }
  }
  return { phrases, firstWords }
}
