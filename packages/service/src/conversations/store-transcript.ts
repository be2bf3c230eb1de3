/** Stores the transcript of a user's audio with its message: from then on it is the text of the message. */
import type { Tx } from '../platform/database/handle.ts'
import { subjectOf } from './append-message.ts'
import { advanceConversation, type ConversationRow, type MessageRow, setWords } from './store.ts'

/** `conversation` must be locked by this transaction. */
export async function storeTranscript(
  tx: Tx,
  conversation: ConversationRow,
  message: MessageRow,
  heard: { readonly words: string; readonly content: unknown; readonly language: string | null },
): Promise<{ conversation: ConversationRow; message: MessageRow }> {
  // PostgreSQL takes no U+0000 in text, and a transcript may hold anything.
  const text = heard.words.replaceAll('\0', '').toWellFormed()
  const content = JSON.stringify(heard.content)
  const said = { ...message, text, content }
  const isLast = conversation.next_seq === message.seq + 1
  const after = {
    ...conversation,
    subject: conversation.subject === '' ? subjectOf(text) : conversation.subject,
    // What was said since tells better.
    language: (isLast ? heard.language : conversation.language) ?? conversation.language ?? heard.language,
  }
  await setWords(tx, said)
  await advanceConversation(tx, after)
  return { conversation: after, message: said }
}
