/**
 * The data of one language. Lists of phrases are separated by `|`, lists of words by blanks. Patterns are regular expressions
 * for lower-case text without accents (see `normalise.ts`); ‹ and › are the edges of a word, and every repetition has a limit.
 */
import type { answeringTextNames } from '@tandem/contract/answering-texts'
import type { handoffTextNames } from '@tandem/contract/handoff-texts'

export const smallTalkKinds = [
  'goodbye',
  'thanks',
  'identity',
  'well_being',
  'greeting',
  'acknowledgement',
] as const
export type SmallTalkKind = (typeof smallTalkKinds)[number]

export const pageWordNames =
  'connecting online person reconnecting unavailable ended empty placeholder label send callPerson end again notSent tooFast unreachable nobody close attach save helpful unhelpful tooLarge wrongKind backAt you detach talking emptyFile'.split(
    ' ',
  )

export type AnsweringText = (typeof answeringTextNames)[number]
export type NoticeName = (typeof handoffTextNames)[number]

/** The data for detecting a language, and its stop words. Languages that the agent does not speak have only this. */
export interface KnownLanguage {
  readonly code: string
  /** Letters that few other languages have. */
  readonly letters?: string
  /**
   * For recognising old encodings: its letters beyond ASCII, the common ones first, then a blank, then the encodings of its files,
   * the common ones first, separated by blanks.
   */
  readonly inOldFiles?: string
  /** Frequent words, with accents, that distinguish the language from others of its script. */
  readonly littleWords?: string
  /** Words that count less in a search. */
  readonly stopWords?: string
}

export interface Language extends KnownLanguage {
  /** No blanks between words. */
  readonly isSpaceless?: boolean

  /** Words a question begins with. */
  readonly questionWords?: string
  /** Words that end in a point within a sentence, without that point. */
  readonly abbreviations?: string
  /** How a written question ends and begins, in languages that do without a question mark. */
  readonly questionEnds?: string
  readonly questionBegins?: string
  /** Patterns by the kind of thing a question asks for, separated by ` / `; with `^` only at the beginning of a question. */
  readonly questionKinds: Readonly<Record<string, string>>
  /** Patterns of a wish, which asks for none of these kinds: "I want to cancel my order". */
  readonly wish?: string
  /** How a message follows up on the previous question, at its beginning or at its end: "what about". */
  readonly goesOn: string
  readonly goesOnEnd?: string
  readonly and?: string

  /** Phrases that accept an offer, and phrases that reject all of it. */
  readonly yes: string
  readonly no: string
  /** A clause about something that the user does not want, the words before the wanted thing, and both: "not A but B". */
  readonly denies: string
  readonly but?: string
  readonly rather?: string
  /** Words of negation, and the word that cancels them: "or not". */
  readonly negations?: string
  /** Words that deny in other languages but not in this one: “no” is “in the” in Portuguese. */
  readonly notDenying?: string
  readonly or?: string
  /** Phrases for the first, second, third and last of several, for all and for both, separated by ` / `. */
  readonly places: string
  /** Words that may stand around them. */
  readonly aroundPlaces: string
  /** Numbers and the words for them. */
  readonly numbers: string
  /** The beginnings of verbs that mean to delete. */
  readonly deletes: string

  readonly asksForPerson: AskPatterns
  readonly labels: Labels
  readonly columns: Columns
  /** Phrases by kind; a `filler` may stand beside them, but is no small talk alone. */
  readonly smallTalk: Readonly<Record<SmallTalkKind | 'filler', string>>
  /** Greetings only as the whole message, because they have another meaning too: “Morgen!”, but “Und morgen?”. */
  readonly greetingAlone?: string

  /** The agent's built-in texts. `{name}` is the name of a file, `{question}` the question of the user. */
  readonly says: Readonly<Record<Exclude<AnsweringText, 'greeting_before_answer'>, string>>
  /** Notices about a handoff. `{service}` is the name of the service, `{when}` its next opening. */
  readonly notices: Readonly<Record<NoticeName, string>>
  /** The texts of the chat page, in the order of `pageWordNames`. */
  readonly page: string
}

/** Labels before a question or an answer, such as "Question 3:". Single letters count only with a colon. */
export interface Labels {
  readonly question?: string
  readonly answer?: string
  readonly questionLetter?: string
  readonly answerLetter?: string
  /** A link below an answer that leads elsewhere: "back to top". */
  readonly wayBack?: string
  /** How a text speaks of the questions below it: "frequently asked". */
  readonly about?: string
}

/** Names that editors give to the columns of a list; those with `maybe` can also mean something else. */
export interface Columns {
  readonly question: string
  readonly answer: string
  readonly similar?: string
  readonly keywords?: string
  readonly maybeQuestion?: string
  readonly maybeAnswer?: string
  /** What a column holds that is only about a question or an answer: "Question ID", "Response time". */
  readonly about?: string
}

interface AskPatterns {
  /** A text without any of these does not ask for a person, so it needs no closer look. */
  readonly cues: string
  /** Phrases that only sound like a request, such as "human resources": they are removed first. */
  readonly not: readonly string[]
  readonly asks: readonly string[]
  /** A request of one or two words, which must be the whole first or last sentence. */
  readonly alone: string
  /** Reverses a request that follows: a word that refuses, and the words that may stand between. */
  readonly refused?: { readonly by: string; readonly between: string }
  /** Looks like a refusal but is none: "why can I not". */
  readonly whyNot?: string
  /** A request that follows is about another time or something else: "I had to", "thanks for letting me". */
  readonly aside?: string
  /** A request that follows is about somebody else: people, or any noun with a verb that follows. */
  readonly others?: { readonly people: string; readonly nouns?: string; readonly do: string }
  /** Names the user in a request, so that it is the user's own: "your bot should connect me". */
  readonly me?: string
  /** Reverses a request before it, or moves it to another time. */
  readonly after?: string
}
