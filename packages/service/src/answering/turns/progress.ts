/**
 * How far the answers that are being written have come: in this process, and where somebody here follows them, in others. A
 * reader that joins late, or was cut off, goes on from the words it has.
 */
import { LRUCache } from 'lru-cache'
import type { Live } from '../../conversations/live.ts'
import type { MessageRow } from '../../conversations/store.ts'
import type { Core } from '../../platform/core.ts'
import { newId } from '../../platform/ids.ts'
import { shareWords } from './share-words.ts'

/** A run that was cut short begins again within seconds. */
const ENDED_KEPT = 256

export type Progress = ReturnType<typeof createProgress>

export function createProgress(deps: Pick<Core, 'clock' | 'database'> & { live: Live }) {
  const { live } = deps
  const texts = new Map<string, { text: string; run: string; readonly conversationId: string }>()
  const own = newId()
  let runs = 0
  const newRun = () => `${own}.${++runs}`
  const shared = shareWords(deps, (turnId) => texts.get(turnId))
  /** Runs that have ended with words, the last of them: one that begins again was cut short. */
  const ended = new LRUCache<string, true>({ max: ENDED_KEPT })
  return {
    /** Begins anew: what a run before wrote is forgotten. */
    begin({ id, conversation_id }: Pick<MessageRow, 'id' | 'conversation_id'>) {
      const written = { text: '', run: newRun(), conversationId: conversation_id }
      texts.set(id, written)
      let isAnew = ended.delete(id)
      return {
        /** The next piece takes the place of those before it. */
        anew() {
          isAnew ||= written.text !== ''
        },
        add(piece: string) {
          if (isAnew) written.run = newRun()
          written.text = isAnew ? piece : written.text + piece
          const event = { kind: 'piece', turnId: id, text: piece } as const
          live.notify(conversation_id, isAnew ? { ...event, isAnew } : event)
          isAnew = false
          shared.grew(id)
        },
        end() {
          if (texts.get(id) === written) texts.delete(id)
          if (written.text === '') return
          ended.set(id, true)
        },
      }
    },
    /** Has words that another process writes told here too, until the returned function is called. */
    follow: shared.follow,
    /** The words so far; undefined when the answer is not being written, or nobody here follows it elsewhere. */
    textOf: (messageId: string) => texts.get(messageId)?.text ?? shared.textOf(messageId),
    /** The same of every such answer in a conversation, where there are words. */
    soFarIn(conversationId: string) {
      const found = [...texts].filter(([, own]) => own.conversationId === conversationId && own.text !== '')
      return [...found.map(([turnId, { text }]) => ({ turnId, text })), ...shared.soFarIn(conversationId)]
    },
  }
}
