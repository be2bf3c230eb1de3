/** The answer to a message as it was stored, in the shape of the contract. */
import type { BlockingAnswer, Citation } from '@tandem/contract/conversation'
import type { MessageUsage } from '@tandem/contract/message'
import { outputOf, type Spoken } from '../conversations/emit.ts'
import { findMessage, type MessageRow } from '../conversations/store.ts'
import { emptyUsage } from '../delivery/empty-usage.ts'
import type { Reader } from '../platform/database/handle.ts'
import type { Progress } from './progress.ts'
import { answerIdOf } from './turn-ids.ts'

export interface StoredAnswer {
  readonly body: BlockingAnswer
  readonly spoken: readonly Spoken[]
  /** Undefined unless they were asked for. */
  readonly citations: readonly Citation[] | undefined
}

/** Without an answer (a person has the floor) nothing was said, and the id is that of the message itself. */
export async function readAnswer(
  { database, progress }: { database: Reader; progress: Progress },
  message: Pick<MessageRow, 'id' | 'conversation_id' | 'created_at'>,
): Promise<StoredAnswer> {
  const answerId = answerIdOf(message.id)
  const row = progress.answerOf(answerId) ?? (await findMessage(database, answerId))
  const { id, conversation_id, created_at } = row ?? message
  const spoken = row ? (JSON.parse(row.content) as Spoken[]) : []
  const detail = row?.detail ? (JSON.parse(row.detail) as { citations?: Citation[] }) : {}
  return {
    body: {
      create_time: created_at,
      conversation_id,
      message_id: id,
      output: spoken.map(outputOf),
      usage: row?.usage ? (JSON.parse(row.usage) as MessageUsage) : emptyUsage,
    },
    spoken,
    citations: detail.citations,
  }
}
