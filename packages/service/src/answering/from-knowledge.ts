/**
 * What the agent says without a model: the answer of the pair that matches surely, exactly as it is stored; else the best
 * questions to choose from; else, honestly, that it does not know. Small talk is answered where knowledge has no sure answer.
 */
import type { AnsweringSettings } from '@tandem/contract/agent-settings'
import type { Spoken } from '../conversations/emit.ts'
import type { Band } from '../knowledge/search/confidence.ts'
import { leavesOpen } from '../knowledge/search/leaves-open.ts'
import type { Hit } from '../knowledge/search/search.ts'
import type { DocumentHit } from './search-documents.ts'
import type { Talk } from './small-talk.ts'
import { type TextName, textIn } from './texts.ts'
import type { OfferedPair, Outcome } from './turn.ts'

export const OFFERED = 3
/**
 * Two sure matches closer than this are a tie, unless the first is nearly the question itself; and so are two of which the
 * question leaves open which is meant. On the public questions of `bench/knowledge/retrieval.ts` the first of a tie was right in
 * about 6 of 10 cases, and the right one among the first three in more than 8.
 */
const TIE = 0.03
const OPEN_TIE = 0.15
const NEARLY_EQUAL = 0.95

export interface KnowledgeQuestion {
  readonly asked: string
  readonly talk: Talk
  readonly language: string
  /** Best first. */
  readonly hits: readonly Hit[]
  /** The best place in the documents that came with the message, or a little before it. */
  readonly documentHit: DocumentHit | undefined
  readonly isDocumentNew: boolean
  /** A document came along, and nothing was asked about it. */
  readonly onlyDocument: string | undefined
  /** Nothing was asked, and what came along could not be used. */
  readonly isUnreadable: boolean
  readonly isFirst: boolean
  readonly canHandOver: boolean
  readonly settings: AnsweringSettings
}

export interface KnowledgeAnswer {
  readonly spoken: readonly Spoken[]
  readonly outcome: Outcome
  readonly band: Band
  readonly offered?: readonly OfferedPair[]
  readonly smallTalk?: string
  /** What the answer was taken from. */
  readonly from?: Hit | DocumentHit
}

export function fromKnowledge(question: KnowledgeQuestion): KnowledgeAnswer {
  const { hits, documentHit, talk, language, settings } = question
  const best = hits[0]
  const band = best?.band ?? 'none'
  // Thanks are thanks, though some answer says thanks as well.
  const mayAnswer = (hit: { isAsked: boolean }) => hit.isAsked || !talk.smallTalk
  if (documentHit && mayAnswer(documentHit) && answersBetter(documentHit, best, question.isDocumentNew)) {
    const spoken = [{ component: 'attachment', branch: 'answer', text: documentHit.answer }]
    return { spoken, outcome: 'answered', band, from: documentHit }
  }
  if (best?.band === 'answer' && mayAnswer(best) && !isTie(question.asked, best, hits[1])) {
    const answer = { component: 'knowledge', branch: 'answer', text: best.answer }
    return { spoken: [...greetingBefore(question), answer], outcome: 'answered', band, from: best }
  }
  if (talk.smallTalk) return smallTalk(question, band)
  if (question.onlyDocument !== undefined) {
    const text = textIn(settings, language, 'document_read').replaceAll('{name}', question.onlyDocument)
    return { spoken: said('attachment', 'read', text), outcome: 'small_talk', band }
  }
  if (question.isUnreadable) {
    const text = textIn(settings, language, 'unreadable')
    return { spoken: said('attachment', 'unreadable', text), outcome: 'unanswered', band }
  }
  if (band !== 'none') return offer(question)
  return { spoken: noAnswer(question, 'no_answer'), outcome: 'unanswered', band }
}

/** Which of the two is meant cannot be told; the user can. */
function isTie(asked: string, best: Hit, next: Hit | undefined): boolean {
  if (!next || next.band === 'none' || best.confidence >= NEARLY_EQUAL || next.answer === best.answer)
    return false
  const ahead = best.confidence - next.confidence
  if (next.band === 'answer' && ahead < TIE) return true
  return (next.band === 'answer' || ahead < OPEN_TIE) && leavesOpen(asked, best.question, next.question)
}

/** The honest words for having no answer; with the offer of a person where there is one. */
export function noAnswer(
  { settings, language, canHandOver }: Pick<KnowledgeQuestion, 'settings' | 'language' | 'canHandOver'>,
  branch: string,
): readonly Spoken[] {
  const name = canHandOver ? 'fallback_person' : 'fallback'
  return said('fallback', branch, textIn(settings, language, name))
}

/**
 * A file the user has just sent is what they ask about, unless a pair answers the question surely and better. One they sent
 * earlier must be as sure, or have no rival.
 */
function answersBetter(document: DocumentHit, pair: Hit | undefined, isNew: boolean): boolean {
  if (document.band === 'none') return false
  if (pair?.band === 'answer') return document.confidence >= pair.confidence
  return isNew || document.band === 'answer' || pair === undefined || pair.band === 'none'
}

function offer({ hits, settings, language }: KnowledgeQuestion): KnowledgeAnswer {
  const offered: OfferedPair[] = []
  for (const { band, docId, ordinal, question } of hits) {
    if (band === 'none' || offered.length === OFFERED) break
    if (!offered.some((each) => each.question === question)) offered.push({ docId, ordinal, question })
  }
  const intro = textIn(settings, language, offered.length === 1 ? 'offer_one' : 'offer')
  const list = offered.map(({ question }, i) => `${i + 1}. ${question}`).join('\n')
  // Without its introduction a bare list would puzzle.
  const text = intro === '' ? '' : `${intro}\n${list}`
  return { spoken: said('knowledge', 'offer', text), outcome: 'offered', band: 'offer', offered }
}

function smallTalk({ talk, settings, language }: KnowledgeQuestion, band: Band): KnowledgeAnswer {
  const { kind, languages } = talk.smallTalk as NonNullable<Talk['smallTalk']>
  const base = language.split('-', 1)[0] as string
  const spokenIn = languages.length === 0 || languages.includes(base) ? language : (languages[0] as string)
  const text = textIn(settings, spokenIn, kind satisfies TextName)
  return { spoken: said('small_talk', kind, text), outcome: 'small_talk', band, smallTalk: kind }
}

function greetingBefore({ talk, isFirst, settings, language }: KnowledgeQuestion): readonly Spoken[] {
  if (!talk.greets || !isFirst || talk.smallTalk) return []
  return said('small_talk', 'greeting', textIn(settings, language, 'greeting_before_answer'))
}

/** An empty text says nothing. */
function said(component: string, branch: string, text: string): readonly Spoken[] {
  return text === '' ? [] : [{ component, branch, text }]
}
