/**
 * How a language asks for a person, as patterns. All lower case, accents do not matter; ‹ and › are the edges of a word. Nothing
 * repeats without end, and no choice offers the same words twice: no text may make matching slow.
 */
export interface AskPatterns {
  /** Without one of these in it no text asks; most texts need no closer look. */
  readonly cues: readonly string[]
  /** What only sounds like it, such as "human resources": taken out before anything else is looked for. */
  readonly not: readonly string[]
  readonly asks: readonly string[]
  /** The first or the last sentence, whole: a word or two are enough. */
  readonly alone: readonly string[]
  /** Right before what asks it means the opposite, or another time: "I never want to", "I had to". */
  readonly before: readonly string[]
  /** Right before what asks it means somebody else: "she would like to". */
  readonly others: readonly string[]
  /** In what asks: the user is named, so whoever stands before does it for the user ("your bot should connect me to …"). */
  readonly own?: string
  /** The same, right after: where a language says no, or when, behind the verb. */
  readonly after: readonly string[]
}

export const one = (...choices: string[]) => `(?:${choices.join('|')})`

/** A beginning and a few words that may follow it, up to what asks. */
export const led = (beginnings: readonly string[], words: readonly string[]) =>
  `‹${one(...beginnings)}(?: ${one(...words)}›){0,6}`

/** Somebody else: those who are never the user, or a noun that is followed by what somebody else does. */
export const others = (people: readonly string[], nouns: string, words: readonly string[]) => [
  led(people, words),
  `‹${nouns}(?: ${one(...words)}›){1,6}`,
]
