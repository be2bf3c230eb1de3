/** Follows the users who are waiting for a person: the establish requests of an agent, for a desk without a server. */
import type { CallOptions, Connection } from './connection.ts'
import { resumedEvents } from './event-stream.ts'
import { type Args, outgoingOf } from './operation.ts'
import { operations } from './operations.generated.ts'
import type { HandoffEstablishRequest } from './shapes.generated.ts'

export function waitingOf(connection: Connection) {
  /** Runs until the signal is aborted. After a lost connection, users who are still waiting are yielded again. */
  async function* follow(
    params: Args<'subscribeHandoffs'>[0] = {},
    given: CallOptions = {},
  ): AsyncGenerator<HandoffEstablishRequest> {
    const { outgoing } = outgoingOf(operations.subscribeHandoffs, [params])
    for await (const { data } of resumedEvents(connection, { request: () => outgoing }, given)) {
      const event = JSON.parse(data) as { code: number; data?: string }
      if (event.code === 0 && event.data !== undefined) yield JSON.parse(event.data)
    }
  }
  return Object.assign(follow, { operationId: 'subscribeHandoffs' as const })
}
