/**
 * Sends a message to the user: all messages of the AI, of people and of the service go through this file. The message is stored
 * in the caller's transaction, and if the user writes by way of the message webhook, it is put into the outbox. Open streams are
 * notified after the commit.
 */
import type { Citation } from '@tandem/contract/citation'
import type { AgentMessage, MessageAudio, MessageOutput, MessageUsage } from '@tandem/contract/message'
import type { Outbox } from '../delivery/deliver.ts'
import { emptyUsage } from '../delivery/usage.ts'
import type { Added } from '../lanes/lanes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/handle.ts'
import { newId } from '../platform/ids.ts'
import { appendMessage, type Words } from './append-message.ts'
import type { Live } from './live.ts'
import type { UnusedFile } from './message-detail.ts'
import { type ConversationRow, type MessageRow, userOf } from './store.ts'

/** One part of a message, by a component of the flow and on one of its branches. */
export interface Spoken {
  readonly component: string
  readonly branch: string
  readonly text: string
  readonly audio?: readonly MessageAudio[]
}

export interface NewMessage {
  readonly conversationId: string
  readonly userId: string | null
  readonly anonymousId: string
  readonly spoken: readonly Spoken[]
  readonly usage?: MessageUsage
  readonly messageId?: string
  /** The sources that the text marks. */
  readonly citations?: readonly Citation[] | undefined
  /** Files of the user that could not be used for the answer. */
  readonly unused?: readonly UnusedFile[] | undefined
}

export interface SendDeps {
  readonly outbox: Outbox
  readonly live: Live
  readonly clock: Clock
}

interface MessageToUser
  extends Pick<Words, 'parentId' | 'detail' | 'handoffId' | 'unanswered' | 'outcome'>,
    Pick<NewMessage, 'spoken' | 'usage' | 'messageId' | 'citations' | 'unused'> {
  readonly role: Exclude<MessageRow['role'], 'user'>
  /** The mode of the turn. A message outside of a turn goes where the last message of the user came from. */
  readonly mode?: MessageRow['mode']
}

/** `conversation` must be locked by this transaction. */
export async function sendToUser(
  { outbox, live, clock }: SendDeps,
  tx: Tx,
  conversation: ConversationRow,
  said: MessageToUser,
): Promise<{ conversation: ConversationRow; message: MessageRow; delivery: Added | undefined }> {
  const now = clock.now()
  const mode = said.mode ?? conversation.last_mode ?? ''
  const words = wordsOf(said, mode)
  const { conversation: after, message } = await appendMessage(tx, conversation, words, now)
  let delivery: Added | undefined
  // The webhook may have been removed since the message was accepted. The delivery is then dead, and can be replayed.
  if (mode === 'webhook') {
    const { agent_id: agentId, id: conversationId, anonymous_id: anonymousId } = conversation
    const ids = { conversationId, userId: await userOf(tx, conversation), anonymousId }
    const body = agentMessage({ ...said, ...ids, messageId: message.id }, now)
    delivery = await outbox.message(tx, { agentId, conversationId }, body)
  }
  tx.afterCommit(() => live.notify(conversation.id, { kind: 'stored', seq: message.seq }))
  return { conversation: after, message, delivery }
}

/** Separates the texts of two parts of a message. */
export const BETWEEN_SPOKEN = '\n\n'

export const wholeText = (spoken: readonly Spoken[]) => spoken.map(({ text }) => text).join(BETWEEN_SPOKEN)

/** The message as it is stored. */
function wordsOf(said: MessageToUser, mode: MessageRow['mode']): Words {
  const { spoken, usage = emptyUsage, messageId, citations: _citations, unused: _unused, ...words } = said
  return {
    ...words,
    mode,
    text: wholeText(spoken),
    content: spoken,
    usage,
    ...(messageId === undefined ? {} : { id: messageId }),
  }
}

/** The body of an agent response message (contract 2.5). */
export function agentMessage(message: NewMessage, nowMs: number): AgentMessage {
  return {
    user_id: message.userId,
    anonymous_id: message.anonymousId,
    conversation_id: message.conversationId,
    message_id: message.messageId ?? newId(nowMs),
    create_time: nowMs,
    output: message.spoken.map(outputOf),
    usage: message.usage ?? emptyUsage,
    ...(message.citations ? { citations: [...message.citations] } : {}),
    ...(message.unused ? { unused: [...message.unused] } : {}),
  }
}

export function outputOf({ component, branch, text, audio }: Spoken): MessageOutput {
  return {
    from_component_branch: branch,
    from_component_name: component,
    content: { text, audio: [...(audio ?? [])] },
  }
}
