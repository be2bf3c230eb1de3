/**
 * Events of conversations for watchers in this process: stored messages, pieces of answers that are being written, changes of
 * the floor. All but pieces are announced to other processes too. A stored message is announced by its number alone, and
 * watchers read it from the database. Events may be lost, so nothing may depend on them; streams also check the database.
 */
import type { Announced } from '../platform/database/announced.ts'
import type { Database } from '../platform/database/handle.ts'

/**
 * - `stored`: a message was stored; `seq` is its number.
 * - `turnOver`: the turn of the user message `turnId` is over: answered, or dropped because a person took the floor.
 * - `floor`: the state of a handoff changed, and perhaps the floor with it; answers of an older epoch are dropped.
 * - `typing`: a person types; `name` is the name of the human service. Not stored.
 */
type SharedEvent = Announced<'live'>['event']

export type LiveEvent =
  | SharedEvent
  /** A piece of the answer to the user message `turnId`; only in this process. `isAnew`: all pieces before it are void. */
  | { readonly kind: 'piece'; readonly turnId: string; readonly text: string; readonly isAnew?: true }

export type Live = ReturnType<typeof createLive>

export function createLive(database: Database) {
  const watching = new Map<string, Set<(event: LiveEvent) => void>>()

  function notifyHere(conversationId: string, event: LiveEvent): void {
    for (const fn of watching.get(conversationId) ?? []) fn(event)
  }

  database.announcements.on('live', ({ conversationId, event }) => notifyHere(conversationId, event))

  return {
    /** Notifies the watchers of this process, and except for `piece` those of other processes. */
    notify(conversationId: string, event: LiveEvent): void {
      if (event.kind === 'piece') notifyHere(conversationId, event)
      else database.announcements.notify('live', { conversationId, event })
    },
    /** Calls `fn` for each event of the conversation until the returned function is called. */
    watch(conversationId: string, fn: (event: LiveEvent) => void): () => void {
      const watchers = watching.get(conversationId) ?? new Set()
      watching.set(conversationId, watchers.add(fn))
      return () => {
        watchers.delete(fn)
        if (watchers.size === 0 && watching.get(conversationId) === watchers) watching.delete(conversationId)
      }
    },
  }
}
