/** The transcript for the desk: the last messages, the user's as QUESTION, those of the agent and of people as ANSWER. */
import type { HandoffMessageItem } from '@tandem/contract/handoff'
import type { LinkTo } from '../conversations/history-routes.ts'
import { type ConversationRow, type MessageRow, messagesBefore } from '../conversations/store.ts'
import { storedFiles } from '../conversations/stored-files.ts'
import type { Reader } from '../platform/database/handle.ts'

/** Limits of one message and of all together. A note replaces omitted text. */
const MESSAGE_CHARS = 20_000
const TRANSCRIPT_CHARS = 200_000

export async function readTranscript(
  db: Reader,
  conversation: ConversationRow,
  messages: number,
  linkTo: LinkTo,
): Promise<HandoffMessageItem[]> {
  if (messages === 0) return []
  // Notices of the service are left out, so a few more messages are read.
  const rows = await messagesBefore(db, conversation.id, conversation.next_seq, messages + 20)
  return bounded(rows.filter(({ role }) => role !== 'notice').slice(-messages), linkTo)
}

function bounded(rows: readonly MessageRow[], linkTo: LinkTo): HandoffMessageItem[] {
  const items: HandoffMessageItem[] = []
  let left = TRANSCRIPT_CHARS
  for (const row of rows.toReversed()) {
    const text = clipped(wordsOf(row, linkTo))
    if (text.length > left) {
      items.push({ text: '[Earlier messages are left out.]', message_type: 'ANSWER' })
      break
    }
    left -= text.length
    items.push({ text, message_type: row.role === 'user' ? 'QUESTION' : 'ANSWER' })
  }
  return items.reverse()
}

const clipped = (text: string) =>
  text.length <= MESSAGE_CHARS ? text : `${text.slice(0, MESSAGE_CHARS).toWellFormed()} […]`

/** A message as text; its files are named, with their address if they have one. */
export function wordsOf(
  message: Pick<MessageRow, 'id' | 'role' | 'text' | 'content' | 'detail'>,
  linkTo: LinkTo,
): string {
  if (message.role !== 'user') return message.role === 'assistant' ? withoutMarks(message.text) : message.text
  const files = storedFiles(message).map(({ kind, file, url, name, format }) => {
    const link = file === undefined ? undefined : linkTo(message.id, file)
    const called = (url || name || format || 'a file').slice(0, 2048)
    return `[${kind}: ${called}${link === undefined ? '' : ` ${link}`}]`
  })
  return [message.text, ...files].filter((line) => line !== '').join('\n')
}

/**
 * Removes the marks of sources from an answer. They refer to a list of sources that a person at a desk does not see, and that
 * has other numbers in a later prompt.
 */
export function withoutMarks(text: string): string {
  return text.includes('$[') ? text.replace(/(?<![ \t])[ \t]*\$\[\d{1,4}\]\$/g, '') : text
}
