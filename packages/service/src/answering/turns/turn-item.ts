/**
 * A turn as an item of its lane; `run-turn.ts` runs it. Each conversation has one lane, so its turns run one after the
 * other, in any process. The ids of a message and of its answer differ only in the last bit. So each leads to the other before
 * the answer exists, and because ids are unique, no message is answered twice.
 */
import type { ConversationRow, MessageRow } from '../../conversations/store.ts'
import { newId } from '../../platform/ids.ts'
import type { GivenFiles, GivenMessage, TurnConfig } from '../turn.ts'

export const turnKind = 'turn'
export const turnLane = (conversationId: string) => `turn:${conversationId}`
/** All turns of an agent share a gate, which limits how many run at once. */
export const turnGate = (agentId: string) => `turn:${agentId}`

/** The stored part of a turn; the rest of its input is read when it runs. */
export interface TurnItem {
  /** Must stay the first field: SQL finds the turn of a message by the beginning of its body. */
  readonly messageId: string
  /** The number of the message in its conversation. */
  readonly seq: number
  /** The epoch of the conversation when the message was accepted: it is raised whenever the floor changes hands. */
  readonly epoch: number
  readonly mode: MessageRow['mode']
  readonly given: readonly GivenMessage[]
  /** Their bytes are stored with the message, behind those of its own files. */
  readonly givenFiles?: GivenFiles | undefined
  readonly config: TurnConfig
}

const BODY_START = '{"messageId":"'

/** The beginning of the body of a message's turn. */
export const bodyStartOf = (messageId: string) => `${BODY_START}${messageId}"`

/** The id of the message, from the beginning of the body of its turn. */
export const messageIdIn = (bodyStart: string) =>
  bodyStart.slice(BODY_START.length).split('"', 1)[0] as string

/** Blocking and streaming requests get answers of the AI only; the words of a person cannot reach their caller. */
export const canReachPerson = (mode: MessageRow['mode']) => mode === 'webhook' || mode === 'web'

/** A person has taken the floor since the message was accepted, so the turn must not store an answer. */
export const hasLostFloor = (conversation: ConversationRow, work: TurnItem) =>
  conversation.epoch !== work.epoch || conversation.handoff_id !== null

/** An id for a message of the user: its last bit is 0. */
export const newMessageId = (now: number) => withLastBit(newId(now), 0)

/** The id of the answer: its last bit is 1, so the answer sorts behind the message. */
export const answerIdOf = (messageId: string) => withLastBit(messageId, 1)

export const messageIdOf = (eitherId: string) => withLastBit(eitherId, 0)

function withLastBit(id: string, bit: 0 | 1): string {
  const last = Number.parseInt(id.slice(-1), 16)
  // An id that does not end in a hexadecimal digit is none of ours.
  return Number.isNaN(last) ? id : id.slice(0, -1) + ((last & 0xe) | bit).toString(16)
}
