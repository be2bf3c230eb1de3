/** Makes out what a message asks: its words, read or heard; what came along; small talk around it; what it picks; its language. */
import type { UserContent } from '@tandem/contract/conversation'
import { languageOf } from '../conversations/detect-language.ts'
import type { Transcriber } from '../models/speech.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { EarlierDocuments } from './earlier-documents.ts'
import { textOf } from './message-content.ts'
import { offeredLast, pickOffered } from './pick-offered.ts'
import {
  type AttachmentDeps,
  hasAttachments,
  type ReadAttachments,
  readAttachments,
} from './read-attachments.ts'
import type { ReadDocument } from './search-documents.ts'
import { readTalk, type Talk } from './small-talk.ts'
import type { OfferedPair, TurnInput } from './turn.ts'

export interface Understood {
  /** All the user said, in writing and in audio. */
  readonly words: string
  /** What is searched for. */
  readonly question: string
  readonly talk: Talk
  readonly language: string
  /** The question offered before that the user means. */
  readonly picked: OfferedPair | undefined
  readonly attachments: ReadAttachments
  /** Those of the message, else those the user sent a little earlier. */
  readonly documents: readonly ReadDocument[]
}

const NOTHING: ReadAttachments = { documents: [], transcript: '', used: [], unused: [] }
const SEARCHED_CHARS = 4_000

export async function understand(
  deps: {
    attachments: AttachmentDeps
    earlierDocuments: EarlierDocuments
    models: { readonly transcriber: Transcriber | undefined }
    clock: Clock
    log: Log
  },
  { content, conversation, history, settings, signal }: TurnInput,
): Promise<Understood> {
  const text = textOf(content).trim()
  const read = (parts: UserContent) =>
    readAttachments({ ...deps, transcriber: deps.models.transcriber }, parts, {
      agentId: conversation.agent_id,
      language: conversation.language,
      signal,
    })
  const attachments = hasAttachments(content) ? await read(content) : NOTHING
  const words = attachments.transcript === '' ? text : `${text}\n${attachments.transcript}`.trim()
  const picked = pickOffered(words, offeredLast(history))
  const talk = readTalk(words)
  const earlier =
    attachments.documents.length > 0 || talk.smallTalk || picked
      ? []
      : await deps.earlierDocuments.of(history, async (parts) => (await read(parts)).documents)
  return {
    words,
    question: (picked?.question ?? talk.rest).slice(0, SEARCHED_CHARS),
    talk,
    language: languageOf(words, conversation.language, settings.answering.default_language),
    picked,
    attachments,
    documents: earlier.length > 0 ? earlier : attachments.documents,
  }
}
