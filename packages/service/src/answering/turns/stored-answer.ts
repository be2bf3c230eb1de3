/** The stored answer to a message, in the shape of the contract. */
import type { Citation } from '@tandem/contract/citation'
import type { BlockingAnswer } from '@tandem/contract/conversation'
import type { MessageUsage } from '@tandem/contract/message'
import { findLivingAgent } from '../../agents/store.ts'
import type { UnusedFile } from '../../conversations/message-detail.ts'
import { outputOf, type Spoken } from '../../conversations/send-to-user.ts'
import { findMessage, type MessageRow } from '../../conversations/store.ts'
import { emptyUsage } from '../../delivery/usage.ts'
import type { Reader } from '../../platform/database/handle.ts'
import type { DroppedDetail } from './store.ts'
import { answerIdOf } from './turn-item.ts'

export interface StoredAnswer {
  readonly body: BlockingAnswer
  readonly spoken: readonly Spoken[]
  /** Empty unless the request asked for them. */
  readonly citations: readonly Citation[]
  /** A person took the floor before the answer was stored; the usage is what the turn consumed until then. */
  readonly isDropped?: boolean
  /** Nothing was said because the agent was deleted. */
  readonly isAgentGone?: boolean
}

type MessageHead = Pick<MessageRow, 'id' | 'conversation_id' | 'created_at'>

/** Without an answer, for example because a person has the floor, the output is empty and the id is that of the message. */
export async function readAnswer(
  { database }: { database: Reader },
  message: MessageHead,
): Promise<StoredAnswer> {
  const row = await findMessage(database, answerIdOf(message.id))
  if (!row) return withoutAnswer(database, message)
  const spoken = JSON.parse(row.content) as Spoken[]
  const detail = JSON.parse(row.detail ?? '{}') as { citations?: Citation[]; unused?: UnusedFile[] }
  return storedAnswer(row, spoken, row.usage, detail.citations ?? [], detail.unused)
}

async function withoutAnswer(database: Reader, message: MessageHead): Promise<StoredAnswer> {
  const asked = await findMessage(database, message.id)
  const agent = asked && (await findLivingAgent(database, asked.agent_id))
  const { dropped } = JSON.parse(asked?.detail ?? '{}') as Partial<DroppedDetail>
  return {
    ...storedAnswer(message, [], asked?.usage ?? null, [], undefined),
    isDropped: dropped !== undefined,
    isAgentGone: agent === undefined,
  }
}

function storedAnswer(
  { id, conversation_id, created_at }: MessageHead,
  spoken: readonly Spoken[],
  storedUsage: string | null,
  citations: readonly Citation[],
  unused: readonly UnusedFile[] | undefined,
): StoredAnswer {
  const output = spoken.map(outputOf)
  const usage = storedUsage ? (JSON.parse(storedUsage) as MessageUsage) : emptyUsage
  const body = { create_time: created_at, conversation_id, message_id: id, output, usage }
  return { body: unused ? { ...body, unused: [...unused] } : body, spoken, citations }
}
