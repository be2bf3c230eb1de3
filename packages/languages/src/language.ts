/**
 * All that one language needs. A list of phrases is separated by `|`, a list of words by blanks. Patterns are regular expressions
 * over text in lower case without accents (see `normalise.ts`); ‹ and › are the edges of a word, nothing repeats without end.
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

/** What a language is told by, and which of its words say little. This is all we know of languages we do not speak. */
export interface KnownLanguage {
  readonly code: string
  /** Letters that few other languages have. */
  readonly letters?: string
  /**
   * How its files from before Unicode are known: its letters beyond ASCII, the common ones first, then their encodings, likewise, all
   * separated by blanks.
   */
  readonly inOldFiles?: string
  /** Frequent words, accents kept, by which the language is told from others of its script. */
  readonly littleWords?: string
  /** Words that weigh less in a search. */
  readonly stopWords?: string
}

export interface Language extends KnownLanguage {
  /** Words are not written apart. */
  readonly isSpaceless?: boolean

  /** Words a question begins with. */
  readonly questionWords?: string
  /** What a question asks for: patterns, separated by ` / `; with `^` only where a question begins. */
  readonly questionKinds: Readonly<Record<string, string>>
  /** Patterns of a wish, which asks for none of these: "I want to cancel my order". */
  readonly wish?: string
  /** How a message goes on with the question before: "what about", at its beginning or at its end. */
  readonly goesOn: string
  readonly goesOnEnd?: string
  readonly and?: string

  /** Phrases that say yes, and that say none of what was offered. */
  readonly yes: string
  readonly no: string
  /** A clause that says what the user does not want; the words between it and what is wanted; the same as one word: "not A but B". */
  readonly denies: string
  readonly but?: string
  readonly rather?: string
  /** Words that deny, and that leave it open: "or not". */
  readonly negations?: string
  readonly or?: string
  /** Patterns of the first, second and third of several, of the last, of all and of both, separated by ` / `. */
  readonly places: string
  /** Words that may stand around these. */
  readonly aroundPlaces: string
  /** Numbers and the words for them. */
  readonly numbers: string
  /** How verbs begin that ask to delete something. */
  readonly deletes: string

  readonly asksForPerson: AskPatterns
  readonly labels: Labels
  readonly columns: Columns
  /** Phrases by kind; `filler` may stand beside them and says nothing alone. */
  readonly smallTalk: Readonly<Record<SmallTalkKind | 'filler', string>>

  /** What the agent says by itself. `{name}` is the name of a file, `{question}` what was asked. */
  readonly says: Readonly<Record<Exclude<AnsweringText, 'greeting_before_answer'>, string>>
  /** What users are told about a handoff. `{service}` is the name of the service, `{when}` its next opening. */
  readonly notices: Readonly<Record<NoticeName, string>>
  /** The words of the chat page, in the order of `pageWordNames`. */
  readonly page: string
}

/** What stands before a question or an answer: "Question 3:". Single letters are believed only with a colon. */
export interface Labels {
  readonly question?: string
  readonly answer?: string
  readonly questionLetter?: string
  readonly answerLetter?: string
}

/** What editors call the columns of a list, for sure or maybe. */
export interface Columns {
  readonly question: string
  readonly answer: string
  readonly similar?: string
  readonly keywords?: string
  readonly maybeQuestion?: string
  readonly maybeAnswer?: string
}

interface AskPatterns {
  /** Without one of these in it no text asks; most texts need no closer look. */
  readonly cues: string
  /** What only sounds like it, such as "human resources": taken out first. */
  readonly not: readonly string[]
  readonly asks: readonly string[]
  /** The first or the last sentence, whole: a word or two are enough. */
  readonly alone: string
  /** Right before an ask it means the opposite: a word that refuses, and words that may stand between. */
  readonly refused?: { readonly by: string; readonly between: string }
  /** Refuses nothing, though it looks so: "why can I not". */
  readonly whyNot?: string
  /** Right before an ask it means another time, or is about something else: "I had to", "thanks for letting me". */
  readonly aside?: string
  /** Right before an ask it means somebody else: people, or any noun with a verb that follows. */
  readonly others?: { readonly people: string; readonly nouns?: string; readonly do: string }
  /** In an ask: the user is named, so others do it for the user: "your bot should connect me". */
  readonly me?: string
  /** Right after an ask it means the opposite, or another time. */
  readonly after?: string
}
