/**
 * Recognises small talk, and only that: a text counts when nothing else is in it. “Hi, how do I return a shoe?” is a
 * question; what is said before it is told apart, so that it does not blur the search.
 */
import { normalise } from './normalise.ts'
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
/** Most texts: there is nothing in them that the expressions above look for. */
const PLAIN = /^[\x20-\x7e]*$/
const FIRST_WORD = /^\S+/

const { phrases, beginnings } = readPhrases()

export function readTalk(text: string): Talk {
  const none: Talk = { smallTalk: undefined, rest: text, greets: false }
  let at = 0
  let kind: SmallTalkKind | undefined
  let greets = false
  let languages: Set<string> | undefined
  const head = text.length > MOST_CHARS ? text.slice(0, MOST_CHARS) : text
  SEGMENTS.lastIndex = 0
  for (let match = SEGMENTS.exec(head); match; match = SEGMENTS.exec(head)) {
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
  if (PLAIN.test(raw)) return readPlain(raw.toLowerCase().trim(), false)
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

function readPlain(text: string, mayBeSpaceless = true): Segment | undefined {
  const isSpaceless = mayBeSpaceless && SPACELESS.test(text)
  const found = readFolded(text, isSpaceless)
  if (found || !hasThreeAlike(text)) return found
  const short = text.replace(DRAWN_OUT, '$1')
  if (short === text) return undefined
  return readFolded(short, isSpaceless) ?? readFolded(text.replace(DRAWN_OUT, '$1$1'), isSpaceless)
}

function hasThreeAlike(text: string): boolean {
  for (let i = 2; i < text.length; i++) if (text[i] === text[i - 1] && text[i] === text[i - 2]) return true
  return false
}

function readFolded(text: string, isSpaceless: boolean): Segment | undefined {
  if (isSpaceless) return consume(text.replace(/\s+/g, ''), longestCharacters)
  const first = FIRST_WORD.exec(text)?.[0] ?? ''
  return beginnings.has(first) ? consume(text.split(/\s+/), longestWords) : undefined
}

interface Found {
  readonly phrase: Phrase
  /** Of words, or of characters. */
  readonly count: number
}

function longestWords(words: readonly string[], from: number): Found | undefined {
  let found: Found | undefined
  let piece = ''
  for (let count = 1; count <= MOST_WORDS && from + count <= words.length; count++) {
    const word = words[from + count - 1] as string
    piece = count === 1 ? word : `${piece} ${word}`
    if (!beginnings.has(piece)) break
    const phrase = phrases.get(piece)
    if (phrase) found = { phrase, count }
  }
  return found
}

function longestCharacters(text: string, from: number): Found | undefined {
  for (let count = Math.min(MOST_CHARACTERS, text.length - from); count > 0; count--) {
    const phrase = phrases.get(text.slice(from, from + count))
    if (phrase) return { phrase, count }
  }
  return undefined
}

/** Takes the longest phrase again and again; undefined when something is left that is none. */
function consume<T extends { readonly length: number }>(
  said: T,
  longest: (said: T, from: number) => Found | undefined,
): Segment | undefined {
  let kind: SmallTalkKind | undefined
  let greets = false
  let languages: Set<string> | undefined
  for (let at = 0; at < said.length; ) {
    const found = longest(said, at)
    if (!found) return undefined
    const { phrase } = found
    at += found.count
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
  const beginnings = new Set<string>()
  for (const [language, kinds] of Object.entries(smallTalkPhrases)) {
    for (const [kind, list] of Object.entries(kinds)) {
      for (const written of list.split('|')) {
        const folded = normalise(written).replace(JOINERS, '')
        const text = SPACELESS.test(folded) ? folded.replace(/\s+/g, '') : folded
        const phrase = phrases.get(text) ?? { kinds: new Map() }
        if (!phrase.kinds.has(language)) phrase.kinds.set(language, kind as SmallTalkKind | 'filler')
        phrases.set(text, phrase)
        const words = text.split(' ')
        for (let count = 1; count <= words.length; count++) beginnings.add(words.slice(0, count).join(' '))
      }
    }
  }
  return { phrases, beginnings }
}
