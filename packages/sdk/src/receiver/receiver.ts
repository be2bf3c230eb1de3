/** Receives the requests of Tandem: the messages of an agent, and the requests of a handoff to a desk. */
import { adaptersOf } from './adapters.ts'
import { createHandle, type ReceiverOptions, type SeenStore } from './handle.ts'

export type { Context, Desk, Gap, HandoffContext, ReceiverOptions, SeenStore } from './handle.ts'

export type Receiver = ReturnType<typeof createReceiver>

export function createReceiver(options: ReceiverOptions) {
  return adaptersOf(createHandle(options, options.seen ?? memorySeen(10_000)))
}

/** Remembers the newest ids in this process. A request that is repeated after a restart is handled twice. */
export function memorySeen(capacity: number): SeenStore {
  const ids = new Set<string>()
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id)
      if (ids.size > capacity) ids.delete(ids.values().next().value as string)
    },
  }
}
