/**
 * What happens in conversations right now, for whoever waits or watches in this process: stored messages, and pieces of
 * answers that are still being written. Stored messages are told to other processes too, by number alone: whoever watches
 * there reads them from the database. Nothing may depend on an event arriving; streams also look for themselves.
 */
import type { Announced } from '../platform/database/announced.ts'
import type { Database } from '../platform/database/handle.ts'

/**
 * - `stored`: something was stored; `seq` is its number.
 * - `turnOver`: the turn of the user message `turnId` is over: answered, or dropped because a person took the floor.
 * - `floor`: the state of a handoff changed, and with it perhaps who has the floor; answers of an older epoch are dropped.
 * - `typing`: a person types; `name` is that of the human service. It is stored nowhere.
 */
type SharedEvent = Announced<'live'>['event']

export type LiveEvent =
  | SharedEvent
  /** A piece of the answer to the user message `turnId`; only for readers in this process. `isAnew`: those before it are void. */
  | { readonly kind: 'piece'; readonly turnId: string; readonly text: string; readonly isAnew?: true }

export interface Live {
  /** Notifies watchers here; of all but `piece` also those of other processes. */
  notify(conversationId: string, event: LiveEvent): void
  /** Calls `fn` for each event of the conversation until the returned function is called. */
  watch(conversationId: string, fn: (event: LiveEvent) => void): () => void
}

export function createLive(database: Database): Live {
  const watching = new Map<string, Set<(event: LiveEvent) => void>>()

  function hand(conversationId: string, event: LiveEvent): void {
    const watchers = watching.get(conversationId)
    if (watchers) for (const fn of watchers) fn(event)
  }

  database.announcements.on('live', ({ conversationId, event }) => hand(conversationId, event))

  return {
    notify(conversationId, event) {
      if (event.kind === 'piece') hand(conversationId, event)
      else database.announcements.notify('live', { conversationId, event })
    },
    watch(conversationId, fn) {
      let watchers = watching.get(conversationId)
      if (!watchers) {
        watchers = new Set()
        watching.set(conversationId, watchers)
      }
      watchers.add(fn)
      return () => {
        watchers.delete(fn)
        if (watchers.size === 0 && watching.get(conversationId) === watchers) watching.delete(conversationId)
      }
    },
  }
}
