/** Follows the changes in an installation, so that screens can reload what they show. */
import type { CallOptions, Connection } from './connection.ts'
import { resumedEvents } from './event-stream.ts'
import { type Args, outgoingOf } from './operation.ts'
import { operations } from './operations.generated.ts'
import type { FeedEvent } from './shapes.generated.ts'

export type FeedNews =
  /** `ready`: the feed begins. `reset`: events were missed, so reload everything that you show. */
  | { readonly type: 'ready' }
  | { readonly type: 'reset' }
  | {
      readonly type: 'message' | 'turn' | 'handoff' | 'delivery' | 'endpoint' | 'document' | 'desk'
      readonly data: FeedEvent
    }

export function feedOf(connection: Connection) {
  /** Runs until the signal is aborted. After a lost connection the first event is `reset`. */
  async function* follow(
    params: Args<'followEvents'>[0] = {},
    given: CallOptions = {},
  ): AsyncGenerator<FeedNews> {
    const { outgoing } = outgoingOf(operations.followEvents, [params])
    const request = (lastId?: string) => ({
      ...outgoing,
      headers: lastId === undefined ? {} : { 'last-event-id': lastId },
    })
    for await (const { event, data } of resumedEvents(connection, { request }, given))
      yield { type: event, data: JSON.parse(data) } as FeedNews
  }
  return Object.assign(follow, { operationId: 'followEvents' as const })
}
