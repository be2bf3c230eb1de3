/** Stores a message at the end of its conversation. Only this file gives messages their numbers. */
import type { MessageUsage } from '@tandem/contract/message'
import { emptyUsage } from '../delivery/usage.ts'
import type { Tx } from '../platform/database/handle.ts'
import { newId } from '../platform/ids.ts'
import {
  advanceConversation,
  type ConversationRow,
  insertMessage,
  type MessageRow,
  setWords,
} from './store.ts'

export interface Words {
  readonly role: MessageRow['role']
  readonly mode: MessageRow['mode']
  readonly text: string
  /** Stored as JSON: the parts of a user's message, the output of any other. */
  readonly content: unknown
  readonly parentId?: string | null
  readonly detail?: unknown
  readonly handoffId?: string | null
  readonly usage?: MessageUsage
  readonly id?: string
  /** The language of a user's message, if known. */
  readonly language?: string | null
  /** The number of questions in a row without an answer; unchanged when absent. */
  readonly unanswered?: number
  /** The outcome of an answer; unchanged when absent. */
  readonly outcome?: ConversationRow['outcome']
}

const SUBJECT_CHARS = 120

/** `conversation` must be locked by this transaction. Returns its row as it is afterwards. */
export async function appendMessage(
  tx: Tx,
  conversation: ConversationRow,
  words: Words,
  now: number,
): Promise<{ conversation: ConversationRow; message: MessageRow }> {
  const message = messageOf(conversation, words, now)
  const after = afterMessage(conversation, message, words)
  await insertMessage(tx, message)
  await advanceConversation(tx, after)
  const { agent_id, id: conversation_id } = conversation
  tx.happened({ kind: 'message', agent_id, conversation_id, message_id: message.id, role: message.role })
  return { conversation: after, message }
}

/** The words as the next message of the conversation. */
export function messageOf(conversation: ConversationRow, words: Words, now: number): MessageRow {
  const { tokens, credits } = words.usage ?? emptyUsage
  return {
    conversation_id: conversation.id,
    seq: conversation.next_seq,
    id: words.id ?? newId(now),
    agent_id: conversation.agent_id,
    parent_id: words.parentId ?? null,
    role: words.role,
    mode: words.mode,
    text: words.text,
    content: JSON.stringify(words.content),
    detail: words.detail === undefined ? null : JSON.stringify(words.detail),
    handoff_id: words.handoffId ?? null,
    prompt_tokens: tokens.prompt_tokens,
    completion_tokens: tokens.completion_tokens,
    credits: credits.total_credits,
    usage: words.usage === undefined ? null : JSON.stringify(words.usage),
    feedback: null,
    quality: null,
    created_at: now,
  }
}

/** The conversation as it is after that message. */
function afterMessage(conversation: ConversationRow, message: MessageRow, words: Words): ConversationRow {
  const isUser = words.role === 'user'
  return {
    ...conversation,
    next_seq: conversation.next_seq + 1,
    message_count: conversation.message_count + 1,
    credits: conversation.credits + message.credits,
    unanswered: words.unanswered ?? conversation.unanswered,
    outcome: words.outcome ?? conversation.outcome,
    recent_chat_at: Math.max(conversation.recent_chat_at, message.created_at),
    last_mode: isUser && words.mode !== '' ? words.mode : conversation.last_mode,
    subject: isUser && conversation.subject === '' ? subjectOf(words.text) : conversation.subject,
    language: (isUser ? words.language : undefined) ?? conversation.language,
  }
}

function subjectOf(text: string): string {
  const line = text.trim().split(/\s+/).join(' ')
  return line.length <= SUBJECT_CHARS ? line : `${line.slice(0, SUBJECT_CHARS - 1).toWellFormed()}…`
}

/**
 * Stores the transcript of a user's audio as the text of its message. `conversation` must be locked by this transaction.
 */
export async function storeTranscript(
  tx: Tx,
  conversation: ConversationRow,
  message: MessageRow,
  heard: { readonly words: string; readonly content: unknown; readonly language: string | null },
): Promise<{ conversation: ConversationRow; message: MessageRow }> {
  // PostgreSQL stores no U+0000 in text, and a transcript may contain it.
  const text = heard.words.replaceAll('\0', '').toWellFormed()
  const content = JSON.stringify(heard.content)
  const said = { ...message, text, content }
  const isLast = conversation.next_seq === message.seq + 1
  const after = {
    ...conversation,
    subject: conversation.subject === '' ? subjectOf(text) : conversation.subject,
    // A later message is the better evidence of the language.
    language: (isLast ? heard.language : conversation.language) ?? conversation.language ?? heard.language,
  }
  await setWords(tx, said)
  await advanceConversation(tx, after)
  return { conversation: after, message: said }
}
