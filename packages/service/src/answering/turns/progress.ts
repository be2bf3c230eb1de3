/**
 * The text so far of answers that are being written: of all in this process, and of those in other processes that somebody here
 * follows. It lets readers that join late, or that lost their connection, continue.
 */
import { LRUCache } from 'lru-cache'
import type { Live } from '../../conversations/live.ts'
import type { MessageRow } from '../../conversations/store.ts'
import type { Core } from '../../platform/core.ts'
import { newId } from '../../platform/ids.ts'
import { shareWords, type Written } from './share-words.ts'

/** An interrupted run begins again within seconds, so only recent ones are kept. */
const ENDED_KEPT = 256

export type Progress = ReturnType<typeof createProgress>

export function createProgress(deps: Pick<Core, 'clock' | 'database'> & { live: Live }) {
  const { live } = deps
  const texts = new Map<string, { text: string; run: string; readonly conversationId: string }>()
  const own = newId()
  let runs = 0
  const newRun = () => `${own}.${++runs}`
  const shared = shareWords(deps, (turnId) => texts.get(turnId))
  /** The last turns whose run ended after some text. A turn among them that begins again was interrupted. */
  const ended = new LRUCache<string, true>({ max: ENDED_KEPT })
  return {
    /** Begins a run; the text of an earlier run of the turn is dropped. */
    begin({ id, conversation_id }: Pick<MessageRow, 'id' | 'conversation_id'>) {
      const written = { text: '', run: newRun(), conversationId: conversation_id }
      texts.set(id, written)
      let isAnew = ended.delete(id)
      return {
        /** The next piece replaces all pieces before it. */
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
    /** Requests the words of an answer that another process writes, until the returned function is called. */
    follow: shared.follow,
    /** The text so far; undefined when the answer is not being written here, nor followed in another process. */
    soFarOf: (messageId: string): Written | undefined => texts.get(messageId) ?? shared.soFarOf(messageId),
    /** The texts so far of all such answers in a conversation; empty ones are left out. */
    soFarIn(conversationId: string) {
      const found = [...texts].filter(([, own]) => own.conversationId === conversationId && own.text !== '')
      return [...found.map(([turnId, { text }]) => ({ turnId, text })), ...shared.soFarIn(conversationId)]
    },
  }
}
