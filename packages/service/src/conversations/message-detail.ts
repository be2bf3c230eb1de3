/** How an answer came about: stored with its message, and read again later. */
import { type Band, OFFER_FROM, WORTH_READING } from '@tandem/search/confidence'
import { readPairs } from '../knowledge/pair-store.ts'
import { nameOf } from '../knowledge/search/search-result.ts'
import { findDocument } from '../knowledge/store.ts'
import type { ModelFailure } from '../models/failure.ts'
import type { Reader } from '../platform/database/handle.ts'
import type { MessageRow } from './store.ts'

export type TurnOutcome = 'answered' | 'offered' | 'unanswered' | 'small_talk'

export interface TurnDetail {
  readonly outcome: TurnOutcome
  /** The text that was searched for: the user's words, the transcript of the audio, or the offered question they picked. */
  readonly question: string
  readonly language: string
  readonly band: Band
  readonly hits: readonly DetailHit[]
  /** The offered questions in order: a later “2” picks the second. */
  readonly offered?: readonly OfferedPair[]
  /** The answer offers a person, so a “yes” to it requests one. */
  readonly offersPerson?: true
  readonly smallTalk?: string
  readonly model?: ModelDetail
  /** The attachments that were read. */
  readonly used?: readonly { readonly name: string; readonly kind: string }[]
  /** The attachments that could not be used, each with a sentence why. */
  readonly unused?: readonly UnusedFile[]
  readonly transcript?: string
  /** Why the answer has no audio although it should. */
  readonly voiceFailure?: string
  /** The error of the service, if the message is an apology. */
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
  /** The model failed after part of the answer was streamed. */
  readonly wasCut?: boolean
}

export interface UnusedFile {
  readonly name: string
  readonly reason: string
}

/** Undefined unless the message is one of the AI. */
export const turnDetail = (message: Pick<MessageRow, 'role' | 'detail'> | undefined) =>
  message?.role === 'assistant' && message.detail
    ? (JSON.parse(message.detail) as Partial<TurnDetail>)
    : undefined

/** Whether a message of the AI offers a person. */
export const offersPerson = (message: Parameters<typeof turnDetail>[0]) =>
  turnDetail(message)?.offersPerson === true

/**
 * The pairs behind an answer, best first: those that the model got as sources, or without a model those confident enough to be
 * said or offered. Small talk has none.
 */
export function hitsBehind(message: MessageRow | undefined): readonly DetailHit[] {
  const { outcome, hits = [], model } = turnDetail(message) ?? {}
  if (outcome === 'small_talk') return []
  const least = model && !model.failure ? WORTH_READING : OFFER_FROM
  return hits.filter(({ confidence }) => confidence >= least)
}

/** The content and the source of such a pair or passage. If its document has changed since, only its name is returned. */
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
