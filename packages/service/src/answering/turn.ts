/** The input and the output of a turn: the shapes that all parts of answering share. */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import type { Citation } from '@tandem/contract/citation'
import type { UserContent } from '@tandem/contract/conversation'
import type { MessageUsage } from '@tandem/contract/message'
import type { TurnDetail, TurnOutcome, UnusedFile } from '../conversations/message-detail.ts'
import type { Spoken } from '../conversations/send-to-user.ts'
import type { ConversationRow, MessageRow } from '../conversations/store.ts'
import type { HeardFile } from './files/message-content.ts'

export interface TurnConfig {
  /** Whether earlier messages are used: as history for the model, and to find what a bare “2” picks. */
  readonly useHistory: boolean
  /** Undefined: all knowledge of the agent. */
  readonly knowledge:
    | {
        readonly baseIds?: readonly string[]
        readonly documentIds?: readonly string[]
        readonly none?: boolean
      }
    | undefined
  readonly variables: Readonly<Record<string, string>>
  /** Whether the text marks its sources and the answer lists them. */
  readonly citations: boolean
}

export interface GivenMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** The files of the given messages. */
export interface GivenFiles {
  /** The documents to read: those of the last given message with documents, unless the newest message has some itself. */
  readonly documents: UserContent
  readonly unused: readonly UnusedFile[]
}

/** The fields of an earlier message that a turn needs. */
export type EarlierMessage = Pick<MessageRow, 'id' | 'role' | 'text' | 'content' | 'detail'>

export interface TurnInput {
  readonly conversation: ConversationRow
  /** The user's message that is answered. */
  readonly message: MessageRow
  readonly content: UserContent
  readonly settings: AgentSettings
  /** The messages before it, oldest first. */
  readonly history: readonly EarlierMessage[]
  /** Earlier messages the caller sent along in `messages`. */
  readonly givenHistory: readonly GivenMessage[]
  readonly givenFiles?: GivenFiles | undefined
  readonly config: TurnConfig
  readonly canHandOver: boolean
  /** Aborted when the turn is not wanted any more: its answer is then dropped. */
  readonly signal: AbortSignal
}

export type TurnPart =
  | { readonly kind: 'piece'; readonly text: string }
  /** The pieces so far are void: the next ones replace them. */
  | { readonly kind: 'anew' }
  | { readonly kind: 'done'; readonly turn: Composed }

/** A part of an answer that is still being written. */
export type Piece = Exclude<TurnPart, { kind: 'done' }>
export const piece = (text: string): Piece => ({ kind: 'piece', text })

export interface Composed {
  /** The answer in parts, in order; may be empty. Joined by empty lines, the texts equal the pieces that were not voided. */
  readonly spoken: readonly Spoken[]
  readonly usage: MessageUsage
  readonly outcome: TurnOutcome
  readonly citations: readonly Citation[]
  /** Questions that knowledge has no answer to, for an editor to see. */
  readonly gaps?: readonly string[]
  /** Stored with the message. */
  readonly detail: TurnDetail
  /** The model asks for a person. */
  readonly wantsPerson: boolean
  /** The user asks for a person in the audio. */
  readonly asksForPerson?: true
  /** Absent without audio. */
  readonly heard?: Heard
}

/** The transcript of a user's audio, to be kept with the message. */
export interface Heard {
  /** All the words of the message, written ones included. */
  readonly words: string
  /** Null when unknown. */
  readonly language: string | null
  readonly files: readonly HeardFile[]
}
