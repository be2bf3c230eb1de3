/** Follows who waits for a person: the establish requests of an agent, for a desk that has no server of its own. */
import type { CallOptions, Connection } from './connection.ts'
import { resumedEvents } from './event-stream.ts'
import { type Args, outgoingOf } from './operation.ts'
import { operations } from './operations.generated.ts'
import type { HandoffEstablishRequest } from './shapes.generated.ts'

export function waitingOf(connection: Connection) {
  /** Until the signal is aborted. A cut connection is taken up again, and those who wait still are told again. */
  async function* follow(
    params: Args<'subscribeHandoffs'>[0] = {},
    given: CallOptions = {},
  ): AsyncGenerator<HandoffEstablishRequest> {
    const { outgoing } = outgoingOf(operations.subscribeHandoffs, [params])
    for await (const { data } of resumedEvents(connection, { request: () => outgoing }, given)) {
      const told = JSON.parse(data) as { code: number; data?: string }
      if (told.code === 0 && told.data !== undefined) yield JSON.parse(told.data)
    }
  }
  return Object.assign(follow, { operationId: 'subscribeHandoffs' as const })
}
