/**
 * The one way a word reaches the user: in the caller's transaction it is stored, and put into the outbox for the developer's
 * message webhook when the user writes from there; open streams are told after the commit. Words of the AI, of people and of
 * the service go this way.
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

/** One thing said: by which component of the flow, on which branch. */
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
  /** What it rests on, where it marks that. */
  readonly citations?: readonly Citation[] | undefined
  /** Files of the user that could not be used for it. */
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
  /** The mode of the turn; words that answer no turn go where the last user message came from. */
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
  // Also without a webhook: there was one when the message was accepted. The delivery is then dead, and can be replayed.
  if (mode === 'webhook') {
    const { agent_id: agentId, id: conversationId, anonymous_id: anonymousId } = conversation
    const ids = { conversationId, userId: await userOf(tx, conversation), anonymousId }
    const body = agentMessage({ ...said, ...ids, messageId: message.id }, now)
    delivery = await outbox.message(tx, { agentId, conversationId }, body)
  }
  tx.afterCommit(() => live.notify(conversation.id, { kind: 'stored', seq: message.seq }))
  return { conversation: after, message, delivery }
}

/** Between the texts of two components of a message. */
export const BETWEEN_SPOKEN = '\n\n'

/** All of a message as one text. */
export const wholeText = (spoken: readonly Spoken[]) => spoken.map(({ text }) => text).join(BETWEEN_SPOKEN)

/** The message as it is stored. */
function wordsOf(said: MessageToUser, mode: MessageRow['mode']): Words {
  const { spoken, usage = emptyUsage, messageId, citations: _citations, unused: _unused, ...words } = said
  return {
    ...words,
    mode,
    text: wholeText(spoken),
    content: spoken,
    promptTokens: usage.tokens.prompt_tokens,
    completionTokens: usage.tokens.completion_tokens,
    credits: usage.credits.total_credits,
    usage,
    ...(messageId === undefined ? {} : { id: messageId }),
  }
}

/** The body of an agent response message (contract 2.5), whole with usage and component fields. */
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
