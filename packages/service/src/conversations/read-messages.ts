/** Reads the messages of a conversation, which may be megabytes together: page by page, so that other work runs in between. */
import type { Reader } from '../platform/database/handle.ts'
import { startSlices } from '../platform/time-slices.ts'
import { type ConversationRow, type MessageRow, messagesAfter, messagesBefore } from './store.ts'

const PAGE = 10
/** A list of messages ends after this many characters: a response is made as a whole, and then sent or refused. */
export const MOST_CHARS = 500_000

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

/** About the size of its JSON. The content is JSON itself and contains the text. */
const charsOf = ({ content, detail }: MessageRow) => content.length + (detail?.length ?? 0)

/** At most `limit` messages, fewer if they are long, but at least one. The next page begins after the last of them. */
export async function pageOfMessages<View>(
  db: Reader,
  conversationId: string,
  { after, limit }: Required<Range>,
  view: (row: MessageRow) => View,
): Promise<{ messages: View[]; has_more: boolean }> {
  const messages: View[] = []
  let chars = 0
  for await (const row of eachMessage(db, conversationId, { after, limit: limit + 1 })) {
    if (messages.length === limit || chars >= MOST_CHARS) return { messages, has_more: true }
    messages.push(view(row))
    chars += charsOf(row)
  }
  return { messages, has_more: false }
}

/** The newest messages, at most `count`, fewer if they are long, but at least one; oldest first. */
export const newestMessages = <View>(
  db: Reader,
  conversationId: string,
  count: number,
  view: (row: MessageRow) => View,
): Promise<View[]> =>
  newestOf({
    read: (before, limit) => messagesBefore(db, conversationId, before, limit),
    numberOf: ({ seq }) => seq,
    charsOf,
    count,
    view,
  })

interface NumberedRows<Row, View> {
  /** Returns the last rows before a number, oldest first. */
  read(before: number, limit: number): Promise<readonly Row[]>
  numberOf(row: Row): number
  charsOf(row: Row): number
  readonly count: number
  view(row: Row): View
}

/** The newest rows of a list, at most `count`, fewer if they are long, but at least one; oldest first. */
export async function newestOf<Row, View>(list: NumberedRows<Row, View>): Promise<View[]> {
  const { count } = list
  const slices = startSlices()
  const newestFirst: View[] = []
  let chars = 0
  let before = Number.MAX_SAFE_INTEGER
  while (newestFirst.length < count) {
    const rows = await list.read(before, Math.min(PAGE, count - newestFirst.length))
    for (const row of rows.toReversed()) {
      if (chars >= MOST_CHARS) break
      newestFirst.push(list.view(row))
      chars += list.charsOf(row)
      before = list.numberOf(row)
      if (slices.over()) await slices.pause()
    }
    if (rows.length < PAGE || chars >= MOST_CHARS) break
  }
  return newestFirst.reverse()
}
