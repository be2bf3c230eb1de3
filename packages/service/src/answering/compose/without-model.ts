/**
 * Answers without a model: with the stored answer of a pair that surely matches, else with an offer of the best questions and
 * passages, else by saying that there is no answer. Small talk gets its own reply unless knowledge has a sure answer.
 */
import type { AnsweringSettings } from '@tandem/contract/agent-settings'
import { askedIn } from '@tandem/languages/asks-for-person'
import type { AnsweringText } from '@tandem/languages/language'
import { readTalk, type Talk } from '@tandem/languages/small-talk'
import type { MessagePart } from '@tandem/languages/split-questions'
import { textIn } from '@tandem/languages/texts'
import { isStopWord, termsOf } from '@tandem/search/analyse'
import type { Band } from '@tandem/search/confidence'
import type { OfferedPair, TurnOutcome } from '../../conversations/message-detail.ts'
import type { Spoken } from '../../conversations/send-to-user.ts'
import { type Hit, nameOf } from '../../knowledge/search/search-result.ts'
import { type DocumentHit, searchDocuments } from '../files/search-documents.ts'
import type { TurnInput } from '../turn.ts'
import { isSure } from './find-pairs.ts'
import type { Understood } from './understand.ts'

export const OFFERED = 3
/** A question without an answer is quoted to the user up to this length. */
const NAMED_CHARS = 200

/** One of several questions of a message, and the pairs found for it, best first. */
export interface Part extends MessagePart {
  readonly hits: readonly Hit[]
}

interface Question extends Understood {
  readonly input: TurnInput
  readonly settings: AnsweringSettings
  /** Best first. */
  readonly hits: readonly Hit[]
}

export interface KnowledgeAnswer {
  readonly spoken: readonly Spoken[]
  readonly outcome: TurnOutcome
  readonly band: Band
  readonly offered?: readonly OfferedPair[]
  readonly smallTalk?: string
  /** The source of the answer. */
  readonly from?: Hit | DocumentHit
  /** The pairs of an answer to several questions, in order. */
  readonly several?: readonly Hit[]
  /** Further questions for which nothing was found. */
  readonly missing?: readonly string[]
}

/** `parts` is empty unless the message asks several things. */
export async function answerWithoutModel(
  input: TurnInput,
  understood: Understood,
  hits: readonly Hit[],
  parts: readonly Part[] = [],
): Promise<KnowledgeAnswer> {
  const question = { ...understood, input, settings: input.settings.answering, hits }
  const [documentHit] = await searchDocuments(understood.documents, understood.question, 1)
  const whole = answerToWhole(question, documentHit)
  return parts.length === 0 ? whole : (answerToParts(question, parts, whole) ?? whole)
}

/**
 * The sure answers to the parts, each once; then an offer for the other parts; then the parts without any answer. Undefined
 * when that says no more than the answer to the whole message.
 */
function answerToParts(
  question: Question,
  parts: readonly Part[],
  whole: KnowledgeAnswer,
): KnowledgeAnswer | undefined {
  const answers: Hit[] = []
  const open: Hit[] = []
  const missing = new Set<string>()
  for (const { text, isQuestion, hits } of parts) {
    const best = hits[0]
    if (best && isSure(hits)) {
      if (!answers.some(({ answer }) => answer === best.answer)) answers.push(best)
    } else if (isQuestion) {
      open.push(...hits)
      if ((!best || best.band === 'none') && asksSomething(text)) missing.add(text)
    }
  }
  const from = answers[0]
  const isSaid = ({ answer }: Hit) => answers.some((one) => one.answer === answer)
  const left = open.filter((hit) => hit.band !== 'none' && !isSaid(hit))
  const count = answers.length + left.length + missing.size
  if (!from || (count === 1 && whole.outcome === 'answered')) return undefined
  const said = answers.map((hit) => ({ component: 'knowledge', branch: 'answer', text: wordsOf(hit) }))
  const rest = left.length > 0 ? offer(left, question) : undefined
  return {
    spoken: [...greetingBefore(question), ...said, ...(rest?.spoken ?? []), ...noAnswerTo(missing, question)],
    outcome: 'answered',
    band: 'answer',
    from,
    several: answers,
    missing: [...missing],
    ...(rest?.offered ? { offered: rest.offered } : {}),
  }
}

/** The stored answer of a pair; a passage with the name of its document. */
const wordsOf = ({ isPassage, answer, docName }: Hit) => (isPassage ? `${answer}\n\n(${docName})` : answer)

/** “How are you?” and “Is that possible?” ask nothing that knowledge could lack. */
const asksSomething = (text: string) =>
  !readTalk(text).smallTalk && termsOf(text).some((term) => !isStopWord(term))

function noAnswerTo(missing: ReadonlySet<string>, { settings, language }: Question): readonly Spoken[] {
  if (missing.size === 0) return []
  const names = Array.from(missing, (text) =>
    text.length > NAMED_CHARS ? `${text.slice(0, NAMED_CHARS).toWellFormed()}…` : text,
  )
  const text = textIn(settings, language, 'fallback_part').replaceAll('{question}', () => names.join(' '))
  return said('fallback', 'no_answer', text)
}

function answerToWhole(question: Question, documentHit: DocumentHit | undefined): KnowledgeAnswer {
  const { input, hits, talk, language, settings, words, reply } = question
  const { documents: sent, unused } = question.attachments
  const best = hits[0]
  const band = best?.band ?? 'none'
  // “Thanks” stays small talk, even if the text of an answer matches it.
  const mayAnswer = (hit: { isAsked: boolean }) => hit.isAsked || !talk.smallTalk
  if (documentHit && mayAnswer(documentHit) && answersBetter(documentHit, best, sent.length > 0)) {
    const spoken = [{ component: 'attachment', branch: 'answer', text: documentHit.answer }]
    return { spoken, outcome: 'answered', band, from: documentHit }
  }
  if (best && isSure(hits) && mayAnswer(best)) {
    const answer = { component: 'knowledge', branch: 'answer', text: wordsOf(best) }
    return { spoken: [...greetingBefore(question), answer], outcome: 'answered', band, from: best }
  }
  // A reply that picks nothing from an offer is no unanswered question; the message before it was the question.
  if (reply?.kind === 'which') return offerOf(reply.offered, question)
  if (reply) return { spoken: noAnswer(input, language, 'none_meant'), outcome: 'small_talk', band: 'none' }
  if (talk.smallTalk) return smallTalk(question, band)
  if (words === '' && sent.length > 0) {
    const names = sent.map(({ name }) => name).join(', ')
    const text = textIn(settings, language, 'document_read').replaceAll('{name}', () => names)
    return { spoken: said('attachment', 'read', text), outcome: 'small_talk', band }
  }
  if (band !== 'none') return offer(hits, question)
  if (sent.length === 0 && unused.length > 0) {
    const text = textIn(settings, language, 'unreadable')
    return { spoken: said('attachment', 'unreadable', text), outcome: 'unanswered', band }
  }
  if (!input.canHandOver && askedIn(words, input.settings.handoff)) {
    const text = textIn(settings, language, 'no_person')
    return { spoken: said('fallback', 'no_person', text), outcome: 'small_talk', band }
  }
  return { spoken: noAnswer(input, language, 'no_answer'), outcome: 'unanswered', band }
}

/** Says that there is no answer, and offers a person where one can be reached. */
export function noAnswer(
  { settings, canHandOver }: Pick<TurnInput, 'settings' | 'canHandOver'>,
  language: string,
  branch: string,
): readonly Spoken[] {
  const name = canHandOver ? 'fallback_person' : 'fallback'
  return said('fallback', branch, textIn(settings.answering, language, name))
}

/**
 * Whether a document answers better than a pair. Users ask about a file they have just sent, unless a pair answers surely and
 * with more confidence. A file they sent earlier must answer surely itself, or have no pair against it.
 */
function answersBetter(document: DocumentHit, pair: Hit | undefined, isNew: boolean): boolean {
  if (document.band === 'none') return false
  if (pair?.band === 'answer') return document.confidence >= pair.confidence
  return isNew || document.band === 'answer' || pair === undefined || pair.band === 'none'
}

function offer(hits: readonly Hit[], question: Question): KnowledgeAnswer {
  const offered: OfferedPair[] = []
  for (const hit of hits) {
    if (hit.band === 'none' || offered.length === OFFERED) break
    const { docId, ordinal } = hit
    const name = nameOf(hit)
    if (!offered.some((each) => each.question === name)) offered.push({ docId, ordinal, question: name })
  }
  return offerOf(offered, question)
}

function offerOf(offered: readonly OfferedPair[], { settings, language }: Question): KnowledgeAnswer {
  const intro = textIn(settings, language, offered.length === 1 ? 'offer_one' : 'offer')
  const list = offered.map(({ question }, i) => `${i + 1}. ${question}`).join('\n')
  // A list without an introduction would puzzle the user.
  const text = intro === '' ? '' : `${intro}\n${list}`
  return { spoken: said('knowledge', 'offer', text), outcome: 'offered', band: 'offer', offered }
}

function smallTalk({ talk, settings, language }: Question, band: Band): KnowledgeAnswer {
  const { kind, languages } = talk.smallTalk as NonNullable<Talk['smallTalk']>
  const base = language.split('-', 1)[0] as string
  const spokenIn = languages.length === 0 || languages.includes(base) ? language : (languages[0] as string)
  const text = textIn(settings, spokenIn, kind satisfies AnsweringText)
  return { spoken: said('small_talk', kind, text), outcome: 'small_talk', band, smallTalk: kind }
}

function greetingBefore({ input, talk, settings, language }: Question): readonly Spoken[] {
  const isFirst = input.history.length === 0 && input.givenHistory.length === 0
  if (!talk.greets || !isFirst || talk.smallTalk) return []
  return said('small_talk', 'greeting', textIn(settings, language, 'greeting_before_answer'))
}

/** An empty text says nothing. */
export function said(component: string, branch: string, text: string): readonly Spoken[] {
  return text === '' ? [] : [{ component, branch, text }]
}
