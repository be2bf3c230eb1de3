/** Whether the user takes the offer of a person: says yes, and the offer was the last thing the agent said. */

import { mayBeYes, saysYes } from '@tandem/languages/says-yes'
import { type MessageRow, messagesBefore } from '../../conversations/store.ts'
import type { Reader } from '../../platform/database/handle.ts'
import type { TurnDetail } from '../turn.ts'

export async function takesPerson(db: Reader, message: MessageRow): Promise<boolean> {
  if (!mayBeYes(message.text)) return false
  const [last] = await messagesBefore(db, message.conversation_id, message.seq, 1)
  return last !== undefined && offersPerson(last) && saysYes(message.text)
}

export function offersPerson({ role, detail }: MessageRow): boolean {
  if (role !== 'assistant' || !detail?.includes('"offersPerson"')) return false
  return (JSON.parse(detail) as Partial<TurnDetail>).offersPerson === true
}
