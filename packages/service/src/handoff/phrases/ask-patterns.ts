/**
 * How a language asks for a person, as patterns. All lower case, accents do not matter; ‹ and › are the edges of a word. What
 * repeats can be read in one way only: no text may make matching slow.
 */
export interface AskPatterns {
  /** Without one of these in it no text asks; most texts need no closer look. */
  readonly cues: readonly string[]
  /** What only sounds like it, such as "human resources": taken out before anything else is looked for. */
  readonly not: readonly string[]
  readonly asks: readonly string[]
  /** The first or the last sentence, whole: a word or two are enough. */
  readonly alone: readonly string[]
  /** Right before what asks it means the opposite, or somebody else, or another time: "I never want to", "she would like to". */
  readonly before: readonly string[]
  /** The same, right after: where a language says no, or when, behind the verb. */
  readonly after: readonly string[]
}

export const one = (...choices: string[]) => `(?:${choices.join('|')})`

/** A beginning and any number of words that may follow it, up to what asks. */
export const led = (beginnings: readonly string[], words: readonly string[]) =>
  `‹${one(...beginnings)}(?: ${one(...words)}›)*`

/** Somebody else: those who are never the user, or a noun that is followed by what somebody else does. */
export const others = (people: readonly string[], nouns: string, words: readonly string[]) => [
  led(people, words),
  `‹${nouns}(?: ${one(...words)}›)+`,
]
