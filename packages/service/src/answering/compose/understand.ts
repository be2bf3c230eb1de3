/** Finds out what a message asks: its written and spoken words, attachments, small talk, picks from an offer, and language. */
import type { UserContent } from '@tandem/contract/conversation'
import { askedIn, languageOfAsk } from '@tandem/languages/asks-for-person'
import { detectLanguage, languageOf } from '@tandem/languages/detect-language'
import { withoutDenied } from '@tandem/languages/negation'
import { pickOffered, replyToOffer } from '@tandem/languages/pick-offered'
import { saysYes } from '@tandem/languages/says-yes'
import { readTalk, type Talk } from '@tandem/languages/small-talk'
import { type OfferedPair, offersPerson, turnDetail } from '../../conversations/message-detail.ts'
import type { Models } from '../../models/models.ts'
import type { Core } from '../../platform/core.ts'
import type { EarlierDocuments } from '../files/earlier-documents.ts'
import { textOf } from '../files/message-content.ts'
import { type AttachmentDeps, type ReadAttachments, readAttachments } from '../files/read-attachments.ts'
import type { ReadDocument } from '../files/search-documents.ts'
import type { TurnInput } from '../turn.ts'

export interface Understood {
  /** All words of the user, written and spoken. */
  readonly words: string
  /** The text to search for. */
  readonly question: string
  readonly talk: Talk
  readonly language: string
  /** Neither the message nor the conversation shows the language; it is the agent's. */
  readonly isLanguageGuessed: boolean
  /** The offered question that the user picked, and the further ones. */
  readonly picked: OfferedPair | undefined
  readonly alsoPicked: readonly OfferedPair[]
  /** A yes or no to several offered questions, and these questions. */
  readonly reply: { readonly kind: 'which' | 'none'; readonly offered: readonly OfferedPair[] } | undefined
  readonly attachments: ReadAttachments
  /** The documents of the message, else those the user sent a little earlier. */
  readonly documents: readonly ReadDocument[]
}

const SEARCHED_CHARS = 4_000

export interface UnderstandDeps extends Pick<Core, 'log' | 'clock'> {
  readonly attachments: AttachmentDeps
  readonly earlierDocuments: EarlierDocuments
  readonly models: Pick<Models, 'transcriber'>
}

export async function understand(
  deps: UnderstandDeps,
  { content, givenFiles, conversation, history, settings, signal }: TurnInput,
): Promise<Understood> {
  const text = textOf(content).trim()
  const read = (parts: UserContent) =>
    readAttachments({ ...deps, transcriber: deps.models.transcriber }, parts, {
      agentId: conversation.agent_id,
      language: conversation.language,
      signal,
    })
  const sent = await read(content)
  const given = await read(givenFiles?.documents ?? [])
  const attachments = {
    ...sent,
    used: [...sent.used, ...given.used],
    unused: [...sent.unused, ...given.unused, ...(givenFiles?.unused ?? [])],
  }
  const words = attachments.transcript === '' ? text : `${text}\n${attachments.transcript}`.trim()
  const offered = turnDetail(history.at(-1))?.offered ?? []
  const [picked, ...alsoPicked] = pickOffered(words, offered)
  const reply = picked ? undefined : replyToOffer(words, offered)
  const talk = readTalk(words)
  const language = languageOf(words, conversation.language, settings.answering.default_language)
  const isLanguageGuessed = conversation.language === null && detectLanguage(words) === null
  const earlier =
    attachments.documents.length > 0 || talk.smallTalk || picked
      ? []
      : given.documents.length > 0
        ? given.documents
        : await deps.earlierDocuments(history, read)
  return {
    words,
    question: (picked?.question ?? withoutDenied(talk.rest)).slice(0, SEARCHED_CHARS),
    talk,
    language,
    isLanguageGuessed,
    picked,
    alsoPicked,
    reply: reply && { kind: reply, offered },
    attachments,
    documents: earlier.length > 0 ? earlier : attachments.documents,
  }
}

/**
 * Whether the audio of a message asks for a person, and in which language (null: unknown). Its written words were checked when
 * it was accepted.
 */
export function asksInAudio(
  { canHandOver, conversation, history, settings }: TurnInput,
  { words, attachments }: Understood,
): { readonly language: string | null } | undefined {
  if (!canHandOver || attachments.transcript === '') return undefined
  const languages = askedIn(words, settings.handoff)
  if (languages) {
    const { default_language } = settings.answering
    return { language: languageOfAsk(words, languages, conversation.language, default_language) }
  }
  return offersPerson(history.at(-1)) && saysYes(words) ? { language: detectLanguage(words) } : undefined
}
