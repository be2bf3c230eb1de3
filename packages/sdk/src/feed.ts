/** Follows what happens in an installation: hints for screens, which read again what they show. */
import type { CallOptions, Connection } from './connection.ts'
import { resumedEvents } from './event-stream.ts'
import { type Args, outgoingOf } from './operation.ts'
import { operations } from './operations.generated.ts'
import type { FeedEvent } from './shapes.generated.ts'

export type FeedNews =
  /** The feed begins; or something was missed, and everything shown has to be read again. */
  | { readonly type: 'ready' }
  | { readonly type: 'reset' }
  | {
      readonly type: 'message' | 'turn' | 'handoff' | 'delivery' | 'endpoint' | 'document' | 'desk'
      readonly data: FeedEvent
    }

export function feedOf(connection: Connection) {
  /** Until the signal is aborted; a cut connection is taken up again, with `reset` first. */
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
