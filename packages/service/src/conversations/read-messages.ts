/** Reads the messages of a conversation, which may be megabytes together: page by page, so that other work runs in between. */
import type { Reader } from '../platform/database/handle.ts'
import { startSlices } from '../platform/time-slices.ts'
import { type ConversationRow, type MessageRow, messagesAfter } from './store.ts'

const PAGE = 10

interface Range {
  /** The number of the message before the first. */
  readonly after: number
  readonly limit?: number
}

/** Oldest first. Whoever reads them shows each one before the next, so that this work is part of the slice. */
export async function* eachMessage(
  db: Reader,
  conversationId: string,
  { after, limit = Number.POSITIVE_INFINITY }: Range,
): AsyncGenerator<MessageRow, void> {
  const slices = startSlices()
  let last = after
  for (let left = limit; left > 0; left -= PAGE) {
    const rows = await messagesAfter(db, conversationId, last, Math.min(PAGE, left))
    const isLast = rows.length < PAGE
    for (const row of rows) {
      yield row
      last = row.seq
      if (slices.over() && !(isLast && row === rows.at(-1))) await slices.pause()
    }
    if (isLast) return
  }
}

/** The last `count` messages, oldest first. Numbers have no gaps. */
export const lastMessages = (
  db: Reader,
  { id, next_seq }: Pick<ConversationRow, 'id' | 'next_seq'>,
  count: number,
) => eachMessage(db, id, { after: Math.max(0, next_seq - 1 - count), limit: count })
