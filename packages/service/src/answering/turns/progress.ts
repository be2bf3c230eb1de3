/**
 * How far the answers that are being written in this process have come. A reader that joins late, or was cut off, goes on
 * from the words it has; readers in other processes get the stored answer. What was just stored here is kept for a moment,
 * so that whoever waits for it need not read it back.
 */
import type { Live } from '../../conversations/live.ts'
import type { MessageRow } from '../../conversations/store.ts'
import type { StoredAnswer } from './stored-answer.ts'

/** Whoever waits takes an answer in the same instant; more than these are not in flight. */
const ANSWERS_KEPT = 256

/** A run that was cut short begins again within seconds. */
const ENDED_KEPT = 256

export interface Progress {
  /** Begins anew: what a run before wrote is forgotten. */
  begin(message: Pick<MessageRow, 'id' | 'conversation_id'>): { add(piece: string): void; end(): void }
  /** The words so far; undefined when the answer is not being written here. */
  textOf(messageId: string): string | undefined
  /** The same of every answer that is being written here in a conversation, where there are words. */
  soFarIn(conversationId: string): { readonly turnId: string; readonly text: string }[]
  /** An answer was stored, for those who wait for it now. */
  stored(answer: StoredAnswer): void
  answerOf(answerId: string): StoredAnswer | undefined
}

export function createProgress(live: Live): Progress {
  const texts = new Map<string, { text: string; readonly conversationId: string }>()
  const answers = new Map<string, StoredAnswer>()
  /** Runs that have ended with words, the last of them: one that begins again was cut short. */
  const ended = new Set<string>()
  return {
    begin({ id, conversation_id }) {
      const own = { text: '', conversationId: conversation_id }
      texts.set(id, own)
      let isAnew = ended.delete(id)
      return {
        add(piece) {
          own.text += piece
          const event = { kind: 'piece', turnId: id, text: piece } as const
          live.tell(conversation_id, isAnew ? { ...event, isAnew } : event)
          isAnew = false
        },
        end() {
          if (texts.get(id) === own) texts.delete(id)
          if (own.text === '') return
          if (ended.size >= ENDED_KEPT) ended.delete(ended.values().next().value as string)
          ended.add(id)
        },
      }
    },
    textOf: (messageId) => texts.get(messageId)?.text,
    soFarIn(conversationId) {
      const found = [...texts].filter(([, own]) => own.conversationId === conversationId && own.text !== '')
      return found.map(([turnId, { text }]) => ({ turnId, text }))
    },
    stored(answer) {
      if (answers.size >= ANSWERS_KEPT) answers.delete(answers.keys().next().value as string)
      answers.set(answer.body.message_id, answer)
    },
    answerOf(answerId) {
      const answer = answers.get(answerId)
      answers.delete(answerId)
      return answer
    },
  }
}
