/** A turn as work in its lane: one lane for each conversation, so that its turns run one after the other everywhere. */
import type { ConversationRow, MessageRow } from '../../conversations/store.ts'
import type { Lanes } from '../../lanes/lanes.ts'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import type { GivenFiles, GivenMessage, TurnConfig } from '../turn.ts'
import { pendingIn } from './store.ts'

export const turnKind = 'turn'
export const turnGate = (agentId: string) => `turn:${agentId}`
export const turnLane = (conversationId: string) => `turn:${conversationId}`

/** What is kept of a turn until it has run; the rest is read when it does. */
export interface TurnWork {
  readonly messageId: string
  /** The number of the message in its conversation. */
  readonly seq: number
  /** The epoch of the conversation when it was asked for. */
  readonly epoch: number
  readonly mode: MessageRow['mode']
  readonly given: readonly GivenMessage[]
  /** Their bytes are kept beside the message, behind those of its own files. */
  readonly givenFiles?: GivenFiles | undefined
  readonly config: TurnConfig
}

/** An answer that comes later than this helps nobody; the user is told so instead. */
const TURN_LIFE_MS = 24 * 3_600_000

export async function addTurn(
  lanes: Lanes,
  tx: Tx,
  conversation: ConversationRow,
  work: TurnWork,
  now: number,
): Promise<void> {
  await lanes.add(tx, {
    lane: turnLane(conversation.id),
    kind: turnKind,
    gate: turnGate(conversation.agent_id),
    tenant: conversation.agent_id,
    subject: conversation.id,
    body: JSON.stringify(work),
    expiresAt: now + TURN_LIFE_MS,
  })
}

/** Whether the turn of a message is still to come or under way. */
export async function isTurnPending(
  db: Reader,
  { conversation_id, id }: Pick<MessageRow, 'conversation_id' | 'id'>,
): Promise<boolean> {
  const bodies = await pendingIn(db, turnLane(conversation_id))
  return bodies.some((body) => (JSON.parse(body) as TurnWork).messageId === id)
}
