/**
 * What happens in conversations right now, for whoever waits or watches in this process: stored messages, and pieces of
 * answers that are still being written. Stored messages are told to other processes too, by number alone: whoever watches
 * there reads them from the database. Nothing may depend on an event arriving; streams also look for themselves.
 */
import type { Database } from '../platform/database/handle.ts'

export type LiveEvent =
  /** Something was stored; `seq` is its number. */
  | { readonly kind: 'stored'; readonly seq: number }
  /** A piece of the answer to the user message `turnId`; only for readers in this process. `isAnew`: those before it are void. */
  | { readonly kind: 'piece'; readonly turnId: string; readonly text: string; readonly isAnew?: true }
  /** The turn of that user message is over: answered, or dropped because a person took the floor, pieces and all. */
  | { readonly kind: 'turnOver'; readonly turnId: string; readonly dropped?: true }
  /** The state of a handoff changed, and with it perhaps who has the floor; turns of an older epoch are not to be said. */
  | { readonly kind: 'floor'; readonly owner: 'ai' | 'human'; readonly state: string; readonly epoch: number }

export interface Live {
  /** Notifies watchers here; of `stored`, `turnOver` and `floor` also those of other processes. */
  notify(conversationId: string, event: LiveEvent): void
  /** Calls `fn` for each event of the conversation until the returned function is called. */
  watch(conversationId: string, fn: (event: LiveEvent) => void): () => void
  readonly watchers: () => number
}

const WORD = 'live '

export function createLive(database: Database): Live {
  const watching = new Map<string, Set<(event: LiveEvent) => void>>()
  let count = 0

  function hand(conversationId: string, event: LiveEvent): void {
    const watchers = watching.get(conversationId)
    if (watchers) for (const fn of watchers) fn(event)
  }

  // The embedded engine has no other process to hear from.
  if (database.engine === 'postgres') {
    database.onAnnounced((text) => {
      if (!text.startsWith(WORD)) return
      const at = text.indexOf(' ', WORD.length)
      const conversationId = text.slice(WORD.length, at)
      if (watching.has(conversationId)) hand(conversationId, JSON.parse(text.slice(at + 1)) as LiveEvent)
    })
  }

  return {
    notify(conversationId, event) {
      hand(conversationId, event)
      if (database.engine === 'postgres' && event.kind !== 'piece')
        database.announce(`${WORD}${conversationId} ${JSON.stringify(event)}`)
    },
    watch(conversationId, fn) {
      let watchers = watching.get(conversationId)
      if (!watchers) {
        watchers = new Set()
        watching.set(conversationId, watchers)
      }
      watchers.add(fn)
      count++
      return () => {
        if (!watchers.delete(fn)) return
        count--
        if (watchers.size === 0 && watching.get(conversationId) === watchers) watching.delete(conversationId)
      }
    },
    watchers: () => count,
  }
}
