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
  /** Whether earlier messages are used: given to the model, and asked what a bare “2” picks. */
  readonly useHistory: boolean
  /** Undefined: all the agent knows. */
  readonly knowledge:
    | {
        readonly baseIds?: readonly string[]
        readonly documentIds?: readonly string[]
        readonly none?: boolean
      }
    | undefined
  readonly variables: Readonly<Record<string, string>>
  /** Whether the text marks its sources, and they are listed. */
  readonly citations: boolean
}

export interface GivenMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** Files in those messages. */
export interface GivenFiles {
  /** The documents that are read: of the last of them that has any, where the newest message brings none itself. */
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
  /** Messages before it, oldest first. */
  readonly history: readonly EarlierMessage[]
  /** Earlier messages the caller sent along in `messages`. */
  readonly givenHistory: readonly GivenMessage[]
  readonly givenFiles?: GivenFiles | undefined
  readonly config: TurnConfig
  readonly canHandOver: boolean
  /** Aborted when nobody wants the turn any more; what it then ends with is not to be said. */
  readonly signal: AbortSignal
}

export type TurnPart =
  | { readonly kind: 'piece'; readonly text: string }
  /** The pieces so far are void: those that follow take their place. */
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
  /** The model asks for a person to take over. */
  readonly wantsPerson: boolean
  /** The user asks for one, aloud. */
  readonly asksForPerson?: true
  /** Absent where nothing was said aloud. */
  readonly heard?: Heard
}

/** The transcript of a user's audio, to be kept with the message. */
export interface Heard {
  /** All the words of the message, written ones included. */
  readonly words: string
  /** Null when they do not tell. */
  readonly language: string | null
  readonly files: readonly HeardFile[]
}
