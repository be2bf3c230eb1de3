/** Splits a message into its questions, and recognises follow-up questions. */
import type { Language } from './language.ts'
import { languages } from './languages.ts'

/** Of more questions, only the first and the last ones are kept. */
const MOST = 8
/** A longer message asks a complete question. */
const FOLLOW_UP_CHARS = 60

const anyOf = (list: (language: Language) => string | undefined) =>
  `(?:${[...new Set(languages.flatMap((language) => list(language)?.split('|') ?? []))].join('|')})`

const BETWEEN = /(?<=[.!?;:…])\s+|(?<=[。！？；؟])\s*|\n+/u
const AND = anyOf(({ and }) => and)
/** A question begins with one of these, with or without a question mark. */
const FIRST_WORD = `${anyOf(({ questionWords }) => questionWords)}(?!\\p{L})`
/** “… and can I park there?” */
const AND_ASKS = new RegExp(`\\s${AND}\\s(?=${FIRST_WORD})`, 'iu')
const ASKS = new RegExp(`^[¿\\s]*${FIRST_WORD}|[?？؟]["”’)\\s]*$`, 'iu')
const ENDS = /[?？؟]["”’)\s]*$/u
const HAS_WORDS = /[\p{L}\p{N}]/u

const GOES_ON = new RegExp(
  `^[¿¡\\s]*${anyOf(({ goesOn }) => goesOn)}(?![\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Arabic}])`,
  'iu',
)
const GOES_ON_END = new RegExp(`${anyOf(({ goesOnEnd }) => goesOnEnd)}[?？\\s]*$`, 'u')

export interface MessagePart {
  readonly text: string
  /** Whether it begins or ends like a question. */
  readonly isQuestion: boolean
}

/** The sentences that ask, or all sentences if none seems to ask; empty when the text is a single sentence. */
export function splitQuestions(text: string): readonly MessagePart[] {
  const parts = text
    .split(BETWEEN)
    .flatMap(splitAtAnd)
    .map((part) => ({ text: part.trim(), isQuestion: asks(part) }))
    .filter((part) => HAS_WORDS.test(part.text))
  if (parts.length < 2) return []
  const questions = parts.filter(({ isQuestion }) => isQuestion)
  const wanted = questions.length > 0 ? questions : parts
  return wanted.length <= MOST ? wanted : [...wanted.slice(0, MOST / 2), ...wanted.slice(-MOST / 2)]
}

/** Whether a text begins or ends like a question. */
export const asks = (text: string): boolean => ASKS.test(text)

/** Every part of a question gets a question mark. */
function splitAtAnd(sentence: string): readonly string[] {
  const halves = sentence.split(AND_ASKS)
  return ENDS.test(sentence) ? halves.map((half, i) => (i < halves.length - 1 ? `${half}?` : half)) : halves
}

/** “And for the battery?”, “und nach Spanien?”, “那西班牙呢”. */
export function isFollowUp(text: string): boolean {
  const said = text.trim()
  return said.length <= FOLLOW_UP_CHARS && (GOES_ON.test(said) || GOES_ON_END.test(said))
}
