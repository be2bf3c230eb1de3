/** Builds an agent response message (contract 2.5), whole with usage and component fields, and sends it to the message webhook. */
import type { Citation } from '@tandem/contract/citation'
import type { AgentMessage, MessageAudio, MessageOutput, MessageUsage } from '@tandem/contract/message'
import type { Outbox } from '../delivery/enqueue-delivery.ts'
import { emptyUsage } from '../delivery/usage.ts'
import type { Added } from '../lanes/lanes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/handle.ts'
import { newId } from '../platform/ids.ts'

/** One thing said: by which component of the flow, on which branch. */
export interface Spoken {
  readonly component: string
  readonly branch: string
  readonly text: string
  readonly audio?: readonly MessageAudio[]
}

export interface NewMessage {
  readonly agentId: string
  readonly conversationId: string
  readonly userId: string | null
  readonly anonymousId: string
  readonly spoken: readonly Spoken[]
  readonly usage?: MessageUsage
  readonly messageId?: string
  /** What it rests on, where it marks that. */
  readonly citations?: readonly Citation[] | undefined
  /** Files of the user that could not be used for it. */
  readonly unused?: readonly { readonly name: string; readonly reason: string }[] | undefined
}

export async function emitMessage(
  { outbox, clock }: { outbox: Outbox; clock: Clock },
  tx: Tx,
  message: NewMessage,
): Promise<Added & { message: AgentMessage }> {
  const body = agentMessage(message, clock.now())
  return { ...(await outbox.message(tx, message, body)), message: body }
}

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
