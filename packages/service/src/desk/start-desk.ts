/** Wires the desk: the receiver of its requests, its routes, and the search for users whose person is gone. */
import type { LinkTo } from '../conversations/history-routes.ts'
import type { Delivery } from '../delivery/start-delivery.ts'
import type { OpenHandoffs } from '../handoff/handoffs.ts'
import type { Knowledge } from '../knowledge/revisions.ts'
import type { Search } from '../knowledge/search/search-result.ts'
import type { Background } from '../platform/background.ts'
import type { Core } from '../platform/core.ts'
import { startGivingBack } from './give-back.ts'
import { deskHelpHandlers } from './help-routes.ts'
import { deskReceiver } from './receive.ts'
import { deskHandlers } from './routes.ts'

export function createDesk(
  deps: Pick<Core, 'log' | 'clock' | 'database'> & {
    handoffs: OpenHandoffs
    delivery: Pick<Delivery, 'toDesk'>
    linkTo: LinkTo
    linkForUser: LinkTo
    knowledge: Knowledge
    search: Search
  },
) {
  const { moving } = deps.handoffs
  let givingBack: Background | undefined
  deps.delivery.toDesk(deskReceiver({ database: deps.database, clock: moving.laneClock }))
  return {
    handlers: { ...deskHandlers({ ...deps, giveBack: () => givingBack?.wake() }), ...deskHelpHandlers(deps) },
    start() {
      givingBack = startGivingBack({ ...deps, moving })
    },
    async stop() {
      await givingBack?.stop()
    },
  }
}
