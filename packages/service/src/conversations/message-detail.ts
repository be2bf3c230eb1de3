/** How an answer came about, as it is stored with its message, and what is read of that later. */
import { type Band, OFFER_FROM, WORTH_READING } from '@tandem/search/confidence'
import { readPairs } from '../knowledge/pair-store.ts'
import { nameOf } from '../knowledge/search/search-result.ts'
import { findDocument } from '../knowledge/store.ts'
import type { ModelFailure } from '../models/failure.ts'
import type { Reader } from '../platform/database/handle.ts'
import type { MessageRow } from './store.ts'

export type TurnOutcome = 'answered' | 'offered' | 'unanswered' | 'small_talk'

/** How an answer came about, for people who look into it later. JSON. */
export interface TurnDetail {
  readonly outcome: TurnOutcome
  /** What was searched for: the user's words, the transcript of their audio, or the offered question they picked. */
  readonly question: string
  readonly language: string
  readonly band: Band
  readonly hits: readonly DetailHit[]
  /** The questions offered, in order; a later “2” picks the second. */
  readonly offered?: readonly OfferedPair[]
  /** A person was offered, for want of an answer; a yes to that asks for one. */
  readonly offersPerson?: true
  readonly smallTalk?: string
  readonly model?: ModelDetail
  /** What the user sent along and was read. */
  readonly used?: readonly { readonly name: string; readonly kind: string }[]
  /** What the user sent along and could not be used, with the reason in a sentence. */
  readonly unused?: readonly UnusedFile[]
  readonly transcript?: string
  /** Why the answer is not spoken, where it should be. */
  readonly voiceFailure?: string
  /** What went wrong inside, where an apology stands in place of an answer. */
  readonly failure?: string
}

export interface OfferedPair {
  readonly docId: string
  readonly ordinal: number
  readonly question: string
}

export interface DetailHit extends OfferedPair {
  readonly docName: string
  readonly score: number
  readonly confidence: number
}

export interface ModelDetail {
  readonly name: string
  readonly finish?: string
  readonly failure?: ModelFailure
  /** The failure came when part of the answer had been said. */
  readonly wasCut?: boolean
}

export interface UnusedFile {
  readonly name: string
  readonly reason: string
}

/** How a message of the AI came about; undefined for all other messages. */
export const turnDetail = (message: Pick<MessageRow, 'role' | 'detail'> | undefined) =>
  message?.role === 'assistant' && message.detail
    ? (JSON.parse(message.detail) as Partial<TurnDetail>)
    : undefined

/** Whether a message of the AI offers a person. */
export const offersPerson = (message: Parameters<typeof turnDetail>[0]) =>
  turnDetail(message)?.offersPerson === true

/**
 * The pairs behind an answer, best first: those a model was given to read, else those sure enough to be said or offered. None
 * for small talk, nor for words that were not looked up.
 */
export function foundIn(message: MessageRow | undefined): readonly DetailHit[] {
  const { outcome, hits = [], model } = turnDetail(message) ?? {}
  if (outcome === 'small_talk') return []
  const least = model && !model.failure ? WORTH_READING : OFFER_FROM
  return hits.filter(({ confidence }) => confidence >= least)
}

/** Such a pair or passage and where its document came from; only what it was called when the document has changed since. */
export async function lookUp(
  db: Reader,
  agentId: string,
  found: DetailHit,
): Promise<{ content: string; sourceUrl: string | null; isPassage: boolean }> {
  const document = await findDocument(db, agentId, found.docId)
  if (!document) return { content: found.question, sourceUrl: null, isPassage: false }
  const [pair] = await readPairs(db, document, found.ordinal, 1)
  const isSame =
    pair?.ordinal === found.ordinal && nameOf({ ...pair, docName: found.docName }) === found.question
  const sourceUrl = document.source_url
  if (!isSame) return { content: found.question, sourceUrl, isPassage: false }
  const isPassage = pair.question === ''
  return { content: isPassage ? pair.answer : `${pair.question}\n${pair.answer}`, sourceUrl, isPassage }
}
